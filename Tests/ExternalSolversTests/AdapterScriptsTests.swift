// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import ExternalSolvers

/// Checks the adapters of `scripts/adapters`.
@Suite(.timeLimit(.minutes(30)), .waitsForProcesses)
struct AdapterScriptsTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/adapters").path

  static func command(_ name: String, python: String = "python3") -> AdapterCommand {
    AdapterCommand(name: name, command: "\(python) '\(folder)/\(name).py'")
  }

  /// Whether Python has the solver of the adapter on this machine.
  static func isAvailable(_ name: String) -> Bool {
    (try? AdapterProcess(
      command(name), timeout: AdapterPool.timeoutDefault, now: testClock)) != nil
  }

  @Test(
    "an adapter without its solver names the missing package",
    arguments: ["kiwi", "highs", "cassowary"])
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

  @Test(
    "what a library prints before the handshake does not reach the replies",
    arguments: ["adapters", "engines"])
  func banner(kind: String) throws {
    let program = """
      import os, sys
      sys.dont_write_bytecode = True
      sys.path.insert(0, sys.argv[1])
      import protocol
      os.write(1, b"Running 1.16.0\\n")
      print("Copyright")
      class Engine:
          name = solver = "e 1"
          def offer(self): return {}
      protocol.serve(Engine())
      """
    let scripts = URL(fileURLWithPath: Self.folder).deletingLastPathComponent().path
    let text = try Self.output(
      ["python3", "-c", program, "\(scripts)/\(kind)"], given: #"{"id": 0, "op": "hello"}"# + "\n")
    #expect(text.hasPrefix(#"{"id": 0, "protocol": "#), "\(text)")
    #expect(text.split(separator: "\n").count == 1, "\(text)")
  }

  /// Requests as `convert` writes them: a refusal, an infinity, an edit and a whole system.
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

  /// Returns the output of a program that reads the text.
  private static func output(
    _ words: [String], given text: String, status: Int32 = 0
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    if status != 0 { process.standardError = output }
    try process.run()
    input.fileHandleForWriting.write(Data(text.utf8))
    try input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == status, "\(words): \(text)")
    return String(decoding: data, as: UTF8.self)
  }

  private static func program(_ options: [String] = []) throws -> String {
    try output(["python3", "\(folder)/kiwi_repro.py"] + options, given: requests)
  }

  @Test("requests become a program for kiwi alone, with the comments of the requests")
  func program() throws {
    let text = try Self.program()
    #expect(text.hasPrefix("# first import nothing  \n# second\nimport kiwisolver\n"), "\(text)")
    let named = try Self.program(["--strict-order"])
    #expect(text.contains("'>=', 750.0)") && named.contains("'>=', 'strong')"), "\(named)")
    let check = "import ast, sys; ast.parse(sys.stdin.read())"
    #expect(try Self.output(["python3", "-c", check], given: text) == "")
  }

  @Test(
    "lines that are no requests become no program",
    arguments: [
      #"{"op": "open", "variables": "1\nprint(1)"}"#, #"{"op": "open", "variables": -1}"#,
      #"{"op": "open", "variables": true}"#, #"{"op": "remove", "constraint": "0); print(1"}"#,
      #"{"op": "remove", "constraint": 1.5}"#, #"{"op": "lines"}"#, #"{"op": "strength"}"#,
      #"{"op": "__init__"}"#, #"{"op": "write", "requests": []}"#, #"{"op": ["read"]}"#, "5", "{",
      #"{"op": "suggest", "variable": "0, 1); print(1", "value": 1, "priority": 500}"#,
      #"{"op": "suggest", "variable": 0, "value": "1); print(1", "priority": 500}"#,
      constraint(#""id": "0 = 1; print(1)", "terms": [], "priority": 1000"#),
      constraint(#""id": 0, "terms": [["0, 1), print(1", 1]], "priority": 1000"#),
      constraint(#""id": 0, "terms": [[0, "print(1)"]], "priority": 1000"#),
      constraint(#""id": 0, "terms": [], "priority": "print(1)""#),
    ])
  func injected(request: String) throws {
    let words = ["python3", "\(Self.folder)/kiwi_repro.py"]
    let output = try Self.output(
      words, given: #"{"op": "hello"}"# + "\n" + request + "\n", status: 65)
    #expect(output.hasPrefix("line 2: "), "\(request): \(output)")
    #expect(output.split(separator: "\n").count == 1, "\(request): \(output)")
  }

  private static func constraint(_ members: String) -> String {
    #"{"op": "add", "constraint": {\#(members), "relation": "==", "constant": 0}}"#
  }

  @Test("a priority without a name is reported with its line")
  func unnamed() throws {
    let request = Self.constraint(#""id": 0, "terms": [], "priority": 999"#) + "\n"
    let words = ["python3", "\(Self.folder)/kiwi_repro.py"]
    #expect(try Self.output(words, given: request).contains("'==', 999.0)"))
    let output = try Self.output(words + ["--strict-order"], given: request, status: 65)
    #expect(output == "line 1: --strict-order has no strength for the priority 999\n")
  }

  /// Whole systems, one infeasible and one feasible.
  private static let conflicts = #"""
    {"op": "hello"}
    {"op": "solve", "variables": 1, "constraints": [{"id": 0, "terms": [[0, 1]], "relation": "==", "constant": 1, "priority": 1000}, {"id": 1, "terms": [[0, 1]], "relation": "==", "constant": 2, "priority": 1000}], "expected": {"status": "infeasible"}}
    {"op": "solve", "variables": 1, "constraints": [{"id": 0, "terms": [[0, 1]], "relation": "==", "constant": 3, "priority": 1000}], "expected": {"status": "optimal", "values": [3], "isUnique": true, "levels": []}}

    """#

  @Test(
    "an infeasible system does not end the program",
    .enabled(if: isAvailable("kiwi"), "skipped: Python has no kiwisolver"))
  func infeasible() throws {
    let program = try Self.output(
      ["python3", "\(Self.folder)/kiwi_repro.py"], given: Self.conflicts)
    let text = try Self.output(["python3", "-"], given: program)
    #expect(text == "infeasible right: infeasible\n[3.0] right: [3]\n")
  }

  @Test(
    "the program prints kiwi's answer and the correct one",
    .enabled(if: isAvailable("kiwi"), "skipped: Python has no kiwisolver"))
  func answers() throws {
    // The last request may end the program, as infinities do.
    let healthy = try Self.program().split(separator: "\n").filter { !$0.contains("float(\"inf") }
    let text = try Self.output(["python3", "-"], given: healthy.joined(separator: "\n") + "\n")
    #expect(
      text == "[10.0, 10.0] right: [10, 10]\n[0.3333333333333333] right, one of several: [1/3]\n")
  }

  @Test(
    "HiGHS passes the conformance checks",
    .enabled(if: isAvailable("highs"), "skipped: Python has no highspy"))
  func highs() throws {
    let results = try ConformanceTests.results(of: Self.command("highs"))
    #expect(ConformanceTests.failures(results).isEmpty, "\(results)")
  }

  @Test(
    "kiwi fails the checks that it is known to fail, and no others",
    .enabled(if: isAvailable("kiwi"), "skipped: Python has no kiwisolver"))
  func kiwi() throws {
    let results = try ConformanceTests.results(of: Self.command("kiwi"))
    #expect(
      Set(ConformanceTests.failures(results)).isSubset(of: [
        "session: a refused addition changes nothing", "session: an infinity leaves it usable",
      ]), "\(results)")
  }
}
