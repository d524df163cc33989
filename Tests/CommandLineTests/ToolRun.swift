// SPDX-License-Identifier: MIT

import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

/// One run of the built executable.
struct ToolRun {
  let status: Int32
  let output: String
  let error: String

  /// Standard error without the lines that say after 10 s that a step still runs, which depend on
  /// how busy the machine is.
  var messages: String {
    error.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasSuffix(", still running") }.joined(separator: "\n")
  }

  /// Returns the executable of the tool.
  static func executable() throws -> URL {
    let path = BuiltTool.executable("layoutfuzz")
    try #require(
      FileManager.default.isExecutableFile(atPath: path.path), "not built: \(path.path)")
    return path
  }

  /// Runs the tool to its end.
  ///
  /// `environment` has variables in addition to those of the tests.
  init(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws {
    let running = try RunningTool(arguments, in: folder, environment: environment)
    self = try running.finish()
    try checkCode(of: arguments)
  }

  fileprivate init(status: Int32, output: String, error: String) {
    self.status = status
    self.output = output
    self.error = error
  }

  /// Checks that the help of the command lists the exit code.
  ///
  /// A row for 130 also names 129 and 143.
  fileprivate func checkCode(of arguments: [String]) throws {
    guard status >= 0, let name = arguments.first, let codes = try Self.codes(of: name) else {
      return
    }
    #expect(
      codes.contains(status) || ([129, 143].contains(status) && codes.contains(130)),
      "the help of \(name) does not list \(status): \(arguments): \(error)")
  }

  private static let known = Mutex<[String: Set<Int32>]>([:])

  /// Returns the exit codes in the help of a command; nil for one without such help.
  private static func codes(of name: String) throws -> Set<Int32>? {
    guard name.wholeMatch(of: /[a-z]+/) != nil else { return nil }
    if let codes = known.withLock({ $0[name] }) { return codes.isEmpty ? nil : codes }
    let help = try ShellRun("\"$tool\" \(name) --help", in: TemporaryFolder.make())
    let rows = help.output.components(separatedBy: "Exit codes:\n").dropFirst().first ?? ""
    let codes = rows.matches(of: #/(?m)^  (\d+)  /#).compactMap { Int32($0.1) }
    known.withLock { $0[name] = help.status == 0 ? Set(codes) : [] }
    return try Self.codes(of: name)
  }

  /// Returns standard output as one JSON value.
  func json() throws -> JSONValue { try JSONParser.parse(Array(output.utf8)) }
}

/// One run of the built executable that has not ended.
final class RunningTool {
  private let process = Process()
  private let outputFile: URL
  private let errorFile: URL

  init(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws {
    let scratch = try TemporaryFolder.make()
    outputFile = scratch.appendingPathComponent("output")
    errorFile = scratch.appendingPathComponent("error")
    // Files instead of pipes, which would have to be read while the tool runs.
    for file in [outputFile, errorFile] {
      try Data().write(to: file)
    }
    process.executableURL = try ToolRun.executable()
    process.arguments = arguments
    if !environment.isEmpty {
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }
    process.currentDirectoryURL = folder ?? scratch
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
  }

  /// Returns standard error so far.
  func errorSoFar() throws -> String {
    String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
  }

  /// Returns standard output so far.
  func outputSoFar() throws -> String {
    String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
  }

  var identifier: Int32 { process.processIdentifier }

  var isRunning: Bool { process.isRunning }

  /// Waits until the tool has handlers for signals, with a bound that only a hang reaches.
  ///
  /// Systems without /proc do not show that: there it waits for a second.
  func waitUntilItHears(_ signal: Int32) {
    guard TestSystem.isLinux else {
      usleep(1_000_000)
      return
    }
    for _ in 0..<6000 where isRunning && !Processes.hears(signal, identifier) { usleep(10_000) }
  }

  /// Waits until a worker of the tool is in a planted hang, with a bound that only a fault of the
  /// tool reaches.
  ///
  /// Such a hang sleeps, and the tool waits for its worker, so that both rest. Systems without
  /// /proc do not show that: there it waits for five seconds.
  func waitUntilAWorkerHangs() {
    guard TestSystem.isLinux else {
      usleep(5_000_000)
      return
    }
    var looksAtRest = 0
    for _ in 0..<6000 where isRunning && looksAtRest < 25 {
      let workers = Processes.children(of: identifier).filter {
        Processes.words(of: $0).contains("worker")
      }
      let rests = !workers.isEmpty && ([identifier] + workers).allSatisfy(Processes.rests)
      looksAtRest = rests ? looksAtRest + 1 : 0
      usleep(20_000)
    }
  }

  func send(signal number: Int32) { kill(process.processIdentifier, number) }

  func finish() throws -> ToolRun {
    process.waitUntilExit()
    return ToolRun(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
  }
}

/// Folders that tests write to; all are removed when the process of the tests ends.
enum TemporaryFolder {
  static func make() throws -> URL { try TestFolder.make() }

  /// Returns a new folder with the given files.
  static func make(_ files: [String: String]) throws -> URL {
    let folder = try make()
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    return folder
  }
}
