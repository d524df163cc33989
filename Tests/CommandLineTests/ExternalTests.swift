// SPDX-License-Identifier: MIT

import Display
import Foundation
import TestSupport
import Testing

/// Checks external solvers on the command line, with a Python program as the solver.
@Suite("Command line: external solvers", .serialized, .timeLimit(.minutes(30)), .waitsForProcesses)
struct ExternalTests {
  /// A program that gives up at every reading, and exits with 3 when an infinity is suggested.
  private static let program = """
    import sys, json
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"], "status": "ok"}
        if request["op"] == "hello":
            reply.update(protocol="layoutfuzz-solver", version=1, solver="fake 1", session=True)
        elif request["op"] in ("read", "solve"):
            reply["status"] = "gaveUp"
        elif request["op"] == "suggest" and request["value"] == "inf":
            print("\\x1b[2Jno infinities", file=sys.stderr, flush=True)
            sys.exit(3)
        print(json.dumps(reply), flush=True)

    """

  private func withProgram(_ body: (URL, String) throws -> Void) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("fake.py")
    try Data(Self.program.utf8).write(to: file)
    try body(folder, "\(Python.command) '\(file.path)'")
  }

  @Test("fuzz finds the fault; replay and minimize run its script again, with the program given")
  func finding() throws {
    try withProgram { folder, command in
      let run = try ToolRun(
        [
          "fuzz", "--external", "fake=\(command)", "--seed", "1", "--cases", "120", "--json",
          "--out", folder.path,
        ])
      #expect(run.status == 1, "\(run.error)")
      let findings = try #require(try run.json()["findings"]?.array)
      let first = try #require(findings.first)
      #expect(first["verdict"]?.string == "crash")
      #expect(first["cause"]?.string == "afterExtreme")
      #expect(first["steps"]?.int == 1)
      let script = try #require(first["script"]?.string)
      let replay = try ToolRun(["replay", script, "--external", "fake=\(command)"])
      #expect(replay.status == 1)
      #expect(replay.output.contains(": still open"), "\(replay.output)")
      let below = try ToolRun(["replay", folder.path, "--external", "fake=\(command)"])
      #expect(below.status == 1, "\(below.error)")
      let small = try ToolRun(["minimize", script, "--external", "fake=\(command)"])
      #expect(small.status == 0, "\(small.error)")
      #expect(small.output == (try String(contentsOfFile: script, encoding: .utf8)))
      let without = try ToolRun(["replay", script])
      #expect(without.status == 65)
      let option = "--external \(ShellWord.quoted("fake=\(command)"))"
      #expect(without.error.contains("\n  fix: add \(option)\n"), "\(without.error)")
      // A regression run without any replay must differ from one without findings.
      let silent = try ToolRun(["replay", folder.path])
      #expect(silent.status == 65, "\(silent.output)")
      #expect(
        silent.error.contains(
          " not replayed\n  fix: layoutfuzz replay \(ShellWord.path(folder.path)) \(option)\n"),
        "\(silent.error)")
      #expect(!silent.output.contains(" right"), "\(silent.output)")
      #expect(silent.output.contains("not replayed"), "\(silent.output)")
      // The standard error of the program cannot inject markup into the page of the finding.
      let page = script.replacing("case.script.json", with: "report.md")
      let report = try String(contentsOfFile: page, encoding: .utf8)
      #expect(report.contains("\\u{1B}[2J"), "\(report)")
      #expect(!report.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
      #expect(report.contains("\n    \\u{1B}[2Jno infinities\n"), "\(report)")
      let errors = try String(
        contentsOfFile: script.replacing("case.script.json", with: "stderr.txt"), encoding: .utf8)
      #expect(errors == "\\u{1B}[2Jno infinities\n")
    }
  }

  @Test("files of a killed campaign are removed; a folder in use is left alone")
  func folders() throws {
    try withProgram { folder, command in
      let draft = folder.appendingPathComponent("o/findings/unfinished/0123456789abcdef")
      try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: draft.appendingPathComponent("original.json"))
      let words = ["fuzz", "--external", "fake=\(command)", "--cases", "4", "--out", "o"]
      let descriptor = open(folder.appendingPathComponent("o").path, O_RDONLY)
      #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
      let second = try ToolRun(words, in: folder)
      #expect(second.status == 75 && second.error.contains("another campaign runs in this folder"))
      #expect(FileManager.default.fileExists(atPath: draft.path))
      // Processes started by concurrent tests may hold the descriptor, too.
      #expect(flock(descriptor, LOCK_UN) == 0)
      close(descriptor)
      let run = try ToolRun(words, in: folder)
      // The program gives up at every reading, so no answer has a verdict.
      #expect([1, 75].contains(run.status), "\(run.error)")
      #expect(!FileManager.default.fileExists(atPath: draft.path))
    }
  }

  @Test("a missing program is reported, with its own exit code for scripts")
  func missing() throws {
    let run = try ToolRun(["fuzz", "--external", "none=/nowhere/none", "--cases", "1"])
    #expect(run.status == 75)
    #expect(run.error.contains("none"))
    #expect(try ToolRun(["conformance", "--", "/nowhere/none"]).status == 75)
  }

  @Test("duplicate names and contradictory options are refused")
  func usage() throws {
    try withProgram { _, command in
      let twice = try ToolRun(
        ["fuzz", "--external", "a=\(command)", "--external", "a=\(command)", "--cases", "1"])
      #expect(twice.status == 64)
      let taken = try ToolRun(["fuzz", "--external", "simplex=\(command)", "--cases", "1"])
      #expect(taken.status == 64)
      let mixed = try ToolRun(
        ["fuzz", "--external", command, "--profile", "competing", "--cases", "1"])
      #expect(mixed.status == 64)
    }
    #expect(try ToolRun(["fuzz", "--timeout", "3s", "--cases", "1"]).status == 64)
  }

  @Test("conformance prints a line for each check and fails for a program that solves nothing")
  func conformance() throws {
    try withProgram { folder, _ in
      let file = folder.appendingPathComponent("fake.py").path
      let run = try ToolRun(["conformance", "--", "python3", file])
      #expect(run.status == 1)
      #expect(run.output.contains("passed       handshake"), "\(run.output)")
      #expect(
        run.output.contains("gave up      a small system\n             no reason given\n"))
      let command = "layoutfuzz conformance --verbose -- python3 \(file)"
      #expect(run.output.hasSuffix("\n\n\(command)\n"), "\(run.output)")
      let verbose = try ToolRun(["conformance", "--verbose", "--", "python3", file])
      #expect(verbose.output.contains("\n  request    {\"id\": 1, "), "\(verbose.output)")
      #expect(verbose.output.contains("\n  response   {"), "\(verbose.output)")
    }
  }

  @Test("a layout is solved by the program, too")
  func solve() throws {
    try withProgram { folder, command in
      let text =
        #"{"layoutfuzz": 1, "environment": {"size": [100, 100]}, "views": [{"id": "root"}]}"#
      let file = folder.appendingPathComponent("a.case.json")
      try Data(text.utf8).write(to: file)
      let run = try ToolRun(["solve", file.path, "--external", "fake=\(command)"])
      #expect(run.status == 0, "\(run.error)")
      #expect(run.output.contains("fake"), "\(run.output)")
    }
  }
}
