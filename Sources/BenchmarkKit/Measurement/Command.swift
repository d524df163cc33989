// SPDX-License-Identifier: MIT

import Foundation
import RegularFiles

/// Other programs, run until they exit.
package enum Command {
  /// Returns the full path of a program on the search path; nil when it is not found.
  package static func find(_ name: String) -> String? {
    if name.contains("/") { return FileManager.default.isExecutableFile(atPath: name) ? name : nil }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    return folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

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
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let environment { process.environment = environment }
    // Files, not pipes: a program that fills one pipe while the other is read would never end.
    let folder = FileManager.default.temporaryDirectory
    let files = ["output", "error"].map {
      folder.appendingPathComponent("layoutbench-\(UUID().uuidString)-\($0)")
    }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let handles = files.compactMap { RegularFile.create($0.path) }
    guard handles.count == files.count else { return nil }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    let texts = files.map { RegularFile.text($0.path) ?? "" }
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: texts[0], error: texts[1])
  }

  /// Returns the output of a program without white space around it; nil when it does not end well.
  static func output(_ name: String, _ arguments: [String]) -> String? {
    guard let result = run(name, arguments), result.status == 0 else { return nil }
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
