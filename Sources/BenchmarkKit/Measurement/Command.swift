// SPDX-License-Identifier: MIT

import Foundation
import Processes
import RegularFiles

/// Other programs, run until they exit.
package enum Command {
  /// Returns the full path of a program on the search path; nil when it is not found.
  package static func find(_ name: String) -> String? {
    if name.contains("/") { return FileManager.default.isExecutableFile(atPath: name) ? name : nil }
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    return folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The environment of this process.
  package static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// The exit status and output of a finished program.
  package struct Result: Sendable {
    package let status: Int32
    package let output: String
    package let error: String
  }

  /// Runs a program; nil when it cannot be started.
  ///
  /// `environment` replaces the whole environment when given.
  package static func run(
    _ name: String, _ arguments: [String], environment: [String: String]? = nil
  ) -> Result? {
    guard let path = find(name) else { return nil }
    let folder = FileManager.default.temporaryDirectory
    let files = ["output", "error"].map {
      folder.appendingPathComponent("layoutbench-\(UUID().uuidString)-\($0)").path
    }
    defer { for file in files { unlink(file) } }
    let end = try? CompletedProcess.run(
      [path] + arguments, output: (files[0], files[1]), environment: environment)
    guard let end else { return nil }
    let texts = files.map { RegularFile.text($0) ?? "" }
    var status: Int32 = -1
    if case .code(let code) = end { status = code }
    return Result(status: status, output: texts[0], error: texts[1])
  }

  /// Returns the output of a program without white space around it; nil when it does not end well.
  static func output(_ name: String, _ arguments: [String]) -> String? {
    guard let result = run(name, arguments), result.status == 0 else { return nil }
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
