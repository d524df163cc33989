// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import ExternalSolvers

/// The adapters of `scripts/adapters`.
@Suite(.timeLimit(.minutes(10)))
struct AdapterScriptsTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/adapters").path

  static func command(_ name: String, python: String = "python3") -> AdapterCommand {
    AdapterCommand(name: name, command: "\(python) '\(folder)/\(name).py'")
  }

  /// Whether the adapter starts here: whether Python has its solver.
  static func isAvailable(_ name: String) -> Bool {
    (try? AdapterProcess(
      command(name), timeout: AdapterPool.timeoutDefault, now: testClock)) != nil
  }

  @Test("without its solver, an adapter says what is missing", arguments: ["kiwi", "highs"])
  func missing(name: String) {
    do {
      _ = try AdapterProcess(
        Self.command(name, python: "python3 -S"), timeout: AdapterPool.timeoutDefault,
        now: testClock)
      Issue.record("it starts without packages")
    } catch {
      #expect(error.problem.contains("exit code 75"), "\(error)")
      #expect(error.problem.contains("is missing"), "\(error)")
    }
  }

  /// Requests as `convert` writes them: a refusal, an infinity, an edit and a system as a whole.
  private static let requests = #"""
    {"id": 0, "op": "hello", "about": ["first\nimport nothing\r\u2028", "second"]}
    {"id": 1, "op": "open", "variables": 2, "expected": {"status": "ok"}}
    {"id": 2, "op": "add", "constraint": {"id": 7, "terms": [[0, 1], [1, -0.5]], "relation": "==", "constant": 5, "priority": 1000}, "expected": {"status": "ok"}}
    {"id": 3, "op": "add", "constraint": {"id": 8, "terms": [[1, 2]], "relation": ">=", "constant": 4, "priority": 750}, "expected": {"status": "ok"}}
    {"id": 4, "op": "add", "constraint": {"id": 9, "terms": [[0, 1], [1, -0.5]], "relation": "==", "constant": 6, "priority": 1000}, "expected": {"status": "refused"}}
    {"id": 5, "op": "remove", "constraint": 8, "expected": {"status": "ok"}}
    {"id": 6, "op": "suggest", "variable": 1, "value": 10, "priority": 500, "expected": {"status": "ok"}}
    {"id": 7, "op": "read", "expected": {"status": "optimal", "values": [10, 10], "isUnique": true, "levels": []}}
    {"id": 8, "op": "solve", "variables": 1, "constraints": [{"id": 0, "terms": [[0, 3]], "relation": "==", "constant": 1, "priority": 250}], "expected": {"status": "optimal", "values": ["1/3"], "isUnique": false, "levels": []}}
    {"id": 9, "op": "suggest", "variable": 0, "value": "inf", "priority": 250}

    """#

  /// What a program prints when it is given a text.
  private static func output(_ words: [String], given text: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(text.utf8))
    try input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(words)")
    return String(decoding: data, as: UTF8.self)
  }

  private static func program(_ options: [String] = []) throws -> String {
    try output(["python3", "\(folder)/kiwi_repro.py"] + options, given: requests)
  }

  @Test("requests become a program for kiwi alone, whose comments are those of the requests")
  func program() throws {
    let text = try Self.program()
    #expect(text.hasPrefix("# first import nothing  \n# second\nimport kiwisolver\n"), "\(text)")
    let named = try Self.program(["--strict-order"])
    #expect(text.contains("'>=', 750.0)") && named.contains("'>=', 'strong')"), "\(named)")
    let check = "import ast, sys; ast.parse(sys.stdin.read())"
    #expect(try Self.output(["python3", "-c", check], given: text) == "")
  }

  @Test(
    "the program says what kiwi answers, and what is right",
    .enabled(if: isAvailable("kiwi"), "skipped: Python has no kiwisolver"))
  func answers() throws {
    // What comes last may be the end of it, as infinities are.
    let healthy = try Self.program().split(separator: "\n").filter { !$0.contains("float(\"inf") }
    let text = try Self.output(["python3", "-"], given: healthy.joined(separator: "\n") + "\n")
    #expect(
      text == "[10.0, 10.0] right: [10, 10]\n[0.3333333333333333] right, one of several: [1/3]\n")
  }

  @Test(
    "HiGHS passes the conformance checks",
    .enabled(if: isAvailable("highs"), "skipped: Python has no highspy"))
  func highs() throws {
    let results = try Conformance(
      Self.command("highs"), timeoutNanoseconds: 60_000_000_000, now: testClock
    ).run()
    #expect(ConformanceTests.failures(results).isEmpty, "\(results)")
  }

  @Test(
    "kiwi fails where it is known to, and nowhere else",
    .enabled(if: isAvailable("kiwi"), "skipped: Python has no kiwisolver"))
  func kiwi() throws {
    let results = try Conformance(
      Self.command("kiwi"), timeoutNanoseconds: 60_000_000_000, now: testClock
    ).run()
    #expect(
      Set(ConformanceTests.failures(results)).isSubset(of: [
        "session: a refused addition changes nothing", "session: an infinity leaves it usable",
      ]), "\(results)")
  }
}
