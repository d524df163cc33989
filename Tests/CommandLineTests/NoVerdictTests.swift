// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite(
  "Command line: campaigns without a verdict", .serialized, .timeLimit(.minutes(30)),
  .waitsForProcesses)
struct NoVerdictTests {
  /// Returns a program that gives the same reply to every request.
  private static func program(_ reply: String) -> String {
    """
    import sys, json
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"], "status": "ok"}
        if request["op"] == "hello":
            reply.update(protocol="layoutfuzz-solver", version=1, solver="same", session=False)
        else:
            reply.update(\(reply))
        print(json.dumps(reply), flush=True)

    """
  }

  private func fuzz(_ names: [String]) throws -> ToolRun {
    let folder = try TemporaryFolder.make([
      "idle.py": Self.program("status='gaveUp', reason='no time'"),
      "zero.py": Self.program("status='optimal', values=[0.0] * request.get('variables', 0)"),
    ])
    let programs = names.flatMap { ["--external", "\($0)=python3 \($0.prefix(4)).py"] }
    return try ToolRun(["fuzz", "--cases", "12", "--no-minimize"] + programs, in: folder)
  }

  @Test("a campaign without a completed case does not pass")
  func nothingTried() throws {
    // A case is hardly ever completed within this time.
    let run = try ToolRun(["fuzz", "--time", "1ms", "--json"])
    let hasTried = try #require(try run.json()["cases"]?.int) > 0
    #expect(run.status == (hasTried ? 0 : 75), "\(run.status): \(run.error)")
    #expect(run.error.contains("nothing was tried") != hasTried, "\(run.error)")
  }

  @Test("programs that only give up end with 75, and each of them is named")
  func onlyGivesUp() throws {
    let run = try fuzz(["idle", "idle2"])
    #expect(run.status == 75, "\(run.error)")
    for name in ["idle", "idle2"] {
      #expect(run.error.contains("\n\(name): error: no verdict on any of its answers in 12 cases"))
      let check = "  fix: layoutfuzz conformance -- 'python3 \(name.prefix(4)).py'"
      #expect(run.error.contains(check), "\(run.error)")
    }
    #expect(!run.output.contains("nothing found"), "\(run.output)")
  }

  @Test("a program without one valid reply is named with the command that checks it")
  func unreadable() throws {
    let hello = #"{"id": 0, "protocol": "layoutfuzz-solver", "version": 1, "solver": "s"}"#
    let folder = try TemporaryFolder.make([
      "late.py": """
      import sys
      sys.stdin.readline()
      print('\(hello)', flush=True)
      for line in sys.stdin: print("nonsense", flush=True)
      """,
      "early.py": "print('nonsense')",
    ])
    func fuzz(_ name: String) throws -> ToolRun {
      try ToolRun(
        ["fuzz", "--cases", "2", "--no-minimize", "--external", "s=python3 \(name).py"],
        in: folder)
    }
    let late = try fuzz("late")
    #expect(late.status == 1)
    #expect(late.error.contains("s: warning: not one valid answer in 2 cases\n"), "\(late.error)")
    #expect(late.error.contains("  fix: layoutfuzz conformance -- 'python3 late.py'"))
    let early = try fuzz("early")
    #expect(early.status == 75)
    #expect(early.error.contains("layoutfuzz conformance -- 'python3 early.py'"), "\(early.error)")
  }

  @Test(
    "a report of programs that only give up states it in every format, and calls no answer right")
  func report() throws {
    let folder = try TemporaryFolder.make([
      "idle.py": Self.program("status='gaveUp', reason='no time'")
    ])
    let words = ["--cases", "12", "--out", "o", "--external", "idle=python3 idle.py"]
    #expect(try ToolRun(["fuzz"] + words, in: folder).status == 75)
    for format in ["console", "json", "markdown", "junit", "html"] {
      let run = try ToolRun(["report", "o", "--format", format], in: folder)
      #expect(run.status == 0, "\(run.error)")
      #expect(!run.output.contains("Nothing found"), "\(format): \(run.output)")
      let sentence =
        format == "junit"
        ? "no answer has a verdict" : "No answer has a verdict in 12 cases"
      #expect(run.output.contains(sentence), "\(format): \(run.output)")
      #expect(!run.output.contains("class=\"verdict good\""))
    }
    let junit = try ToolRun(["report", "o", "--format", "junit"], in: folder).output
    #expect(junit.contains("skipped=\"1\"") && junit.contains("<skipped message=\"no answer has"))
  }

  @Test("replaying with a program that only gives up ends with 75 and the reason")
  func replay() throws {
    let folder = try TemporaryFolder.make([
      "idle.py": Self.program("status='gaveUp', reason='no time'"),
      "zero.py": Self.program("status='optimal', values=[0.0] * request.get('variables', 0)"),
      "a.case.json":
        #"{"layoutfuzz": 1, "environment": {"size": [9, 9]}, "views": [{"id": "root"}]}"#,
    ])
    func replay(_ names: [String]) throws -> ToolRun {
      let programs = names.flatMap { ["--external", "\($0)=python3 \($0).py"] }
      return try ToolRun(["replay", "a.case.json", "--json"] + programs, in: folder)
    }
    let idle = try replay(["idle"])
    #expect(idle.status == 75, "\(idle.error)")
    #expect(idle.error.contains("idle: gaveUp\n  "), "\(idle.error)")
    #expect(idle.error.contains("1 case replayed: 1 without a verdict"), "\(idle.error)")
    #expect(idle.error.contains("idle: error: no verdict on any of its answers"), "\(idle.error)")
    #expect(try idle.json()["withoutVerdict"]?.array?.compactMap(\.string) == ["idle"])
    // A finding about another program still counts.
    let both = try replay(["idle", "zero"])
    #expect(both.status == 1, "\(both.error)")
    #expect(both.error.contains("idle: error: no verdict on any of its answers"), "\(both.error)")
  }

  @Test("replaying a script on which the session gives up ends with 75")
  func replayScript() throws {
    let huge = String(repeating: "9", count: 400)
    let folder = try TemporaryFolder.make([
      "a.script.json": """
      {"layoutfuzzScript": 1, "variables": 1, "steps": [
        {"op": "add", "constraint": 0, "terms": [[0, "\(huge)"]], "relation": "==",
         "constant": "1/\(huge)", "priority": 1000},
        {"op": "solve"}]}
      """
    ])
    let run = try ToolRun(["replay", "a.script.json"], in: folder)
    #expect(
      run.status == 75 && run.output.contains("1 without a verdict"), "\(run.output)\(run.error)")
  }

  @Test("conformance ends with 75 for a program that always gives up, and for one that echoes")
  func conformance() throws {
    let folder = try TemporaryFolder.make([
      "idle.py": Self.program("status='gaveUp', reason='no time'"),
      "half.py": Self.program(
        "status='gaveUp' if request.get('variables', 0) > 1 else 'optimal', values=[7.0]"),
    ])
    let idle = try ToolRun(["conformance", "--", "python3", "idle.py"], in: folder)
    #expect(idle.status == 75, "\(idle.output)")
    #expect(
      idle.output.contains("gave up      a small system\n             no time"), "\(idle.output)")
    #expect(!idle.output.contains("failed") && idle.output.contains(" given up, 1 passed"))
    #expect(idle.error.contains("gave up on every check: no answer was tested"))
    let half = try ToolRun(["conformance", "--", "python3", "half.py"], in: folder)
    #expect(
      half.status == 1
        && half.output.contains("gave up      a small system\n             no reason given"))
    let echo = try ToolRun(["conformance", "--", "cat"], in: folder)
    #expect(echo.status == 75, "\(echo.output)")
    #expect(echo.error.contains("the program echoes what it is asked"), "\(echo.error)")
    #expect(!echo.output.contains("passed"))
  }

  @Test("a handshake without the name of the solver is refused")
  func nameless() throws {
    let program = Self.program("status='ok'").replacing(", solver=\"same\"", with: "")
    let folder = try TemporaryFolder.make(["nameless.py": program])
    for words in [["conformance", "--"], ["fuzz", "--cases", "1", "--external"]] {
      let run = try ToolRun(words + ["python3 nameless.py"], in: folder)
      #expect(
        run.status == 75 && run.error.contains("does not name its \"solver\""), "\(run.error)")
    }
  }

  @Test("a finding about one program is no verdict on another one")
  func other() throws {
    let run = try fuzz(["zero", "idle"])
    #expect(run.status == 1, "\(run.error)")
    #expect(run.error.contains("\nidle: error: no verdict on any of its answers"))
    #expect(!run.error.contains("zero: none"))
    // The printed command is sufficient to run the finding again.
    #expect(
      run.output.contains(
        /\n   layoutfuzz replay \S+\/case\.script\.json --external 'zero=python3 zero\.py'/),
      "\(run.output)")
  }

  @Test("a healthy campaign names no strategy")
  func healthy() throws {
    let run = try ToolRun(["fuzz", "--cases", "64", "--json"])
    #expect(run.status == 0 && !run.error.contains("has a verdict"), "\(run.error)")
  }
}
