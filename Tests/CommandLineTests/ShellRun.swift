// SPDX-License-Identifier: MIT

import Foundation

/// One run of a shell command.
///
/// The tool is `$tool` and the first `layoutfuzz` of the path.
struct ShellRun {
  /// The exit status; -1 after a signal.
  let status: Int32
  /// The text of both streams in the order in which it was written.
  let output: String

  /// Runs a command to its end, without input.
  init(_ command: String, in folder: URL, shell: String = "/bin/sh") throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: shell)
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    let tool = try ToolRun.executable()
    environment["tool"] = tool.path
    environment["PATH"] = tool.deletingLastPathComponent().path + ":" + (environment["PATH"] ?? "")
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    status = process.terminationReason == .exit ? process.terminationStatus : -1
    output = String(decoding: data, as: UTF8.self)
  }
}
