// SPDX-License-Identifier: MIT

import CaseFormats
import Display
import Foundation
import JSON
import MadePackage
import TestSupport
import Testing

@testable import Judging

/// Checks scripts and layouts as requests to programs, which `convert` writes.
@Suite("Command line: requests", .serialized, .timeLimit(.minutes(30)), .waitsForProcesses)
struct RequestFileTests {
  /// An adapter that answers correctly, from the file of requests.
  ///
  /// It logs the requests between the first two times that a session is opened.
  private static let oracle = """
    import sys, json
    from fractions import Fraction
    lines = [json.loads(line) for line in open(sys.argv[1])]
    sessions, position = 0, 0
    for text in sys.stdin:
        request = json.loads(text)
        reply = {"id": request["id"], "status": "ok"}
        if request["op"] == "hello":
            reply.update(protocol="layoutfuzz-solver", version=1, solver="right 1", session=True)
        elif request["op"] == "open":
            sessions, position = sessions + 1, 1
        else:
            position += 1
            expected = lines[position].get("expected", {})
            reply["status"] = expected.get("status", "gaveUp" if request["op"] == "read" else "ok")
            if "values" in expected:
                reply["values"] = [float(Fraction(value)) for value in expected["values"]]
        if sessions < 2:
            with open(sys.argv[2], "a") as log:
                log.write(text)
        print(json.dumps(reply), flush=True)

    """

  private static func lines(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
  }

  /// Returns the requests without the members that adapters ignore.
  private static func bare(_ lines: [JSONValue]) -> [String] {
    lines.map { line in
      let members = (line.members ?? []).filter { !["expected", "about"].contains($0.key) }
      return String(decoding: JSONWriter.line(.object(members)), as: UTF8.self)
    }
  }

  @Test("they are the requests of the tool, and a program with the expected answers is right")
  func right() throws {
    let seed: UInt64 = 31
    let folder = try TemporaryFolder.make(["right.py": Self.oracle])
    var expectedStatuses = Set<String>()
    for index in 0..<16 {
      let script = ScriptGenerator.script(campaign: seed, index: index).1
      let comment = Comment("seed \(seed), case \(index)")
      let name = "\(index).script.json"
      try Data(script.encoded).write(to: folder.appendingPathComponent(name))
      let made = try ToolRun(["convert", name, "-o", "\(index).jsonl"], in: folder)
      #expect(made.status == 0, "\(comment): \(made.error)")
      let program = "python3 right.py \(index).jsonl \(index).log"
      let run = try ToolRun(["replay", name, "--external", "right=\(program)"], in: folder)
      #expect(run.status == 0, "\(comment): \(run.output) \(run.error)")
      #expect(run.output.contains("pass"), "\(comment): \(run.output)")
      func text(_ end: String) throws -> String {
        try String(
          contentsOf: folder.appendingPathComponent("\(index).\(end)"), encoding: .utf8)
      }
      let lines = try Self.lines(try text("jsonl"))
      // Changes after the last reading need no request.
      let asked = Self.bare(try Self.lines(try text("log")))
      #expect(Self.bare(lines).prefix(asked.count) == asked[...], comment)
      #expect(asked.count + 1 >= lines.count, comment)
      for line in lines {
        expectedStatuses.insert(line["expected"]?["status"]?.string ?? "none")
      }
    }
    #expect(expectedStatuses == ["ok", "refused", "optimal", "none"], "seed \(seed)")
  }

  /// A program without sessions that answers zero for every variable.
  private static let zeros = """
    import sys, json
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"], "status": "gaveUp"}
        if request["op"] == "hello":
            reply.update(protocol="layoutfuzz-solver", version=1, solver="zeros 1", session=False,
                         priorities=[600, 300, 20])
        elif request["op"] == "solve":
            reply.update(status="optimal", values=[0] * request["variables"])
        print(json.dumps(reply), flush=True)

    """

  @Test("those of a finding are for its program, and show without the tool that it is wrong")
  func wrong() throws {
    let folder = try TemporaryFolder.make(["zeros.py": Self.zeros])
    let command = "python3 zeros.py"
    let fuzz = try ToolRun(
      [
        "fuzz", "--external", "zeros=\(command)", "--seed", "1", "--cases", "20", "--json",
        "--out", "o",
      ], in: folder)
    #expect(fuzz.status == 1, "\(fuzz.error)")
    let script = try #require(try fuzz.json()["findings"]?.array?.first?["script"]?.string)
    let run = try ToolRun(["convert", script, "-o", "requests.jsonl"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let requests = folder.appendingPathComponent("requests.jsonl")
    let lines = try Self.lines(try String(contentsOf: requests, encoding: .utf8))
    #expect(lines.dropFirst().allSatisfy { $0["op"]?.string == "solve" }, "\(lines)")
    let about = lines[0]["about"]?.array?.compactMap(\.string) ?? []
    #expect(about.contains("Solver: zeros 1"), "\(about)")
    #expect(
      about.contains { $0.hasPrefix("Replay: layoutfuzz replay ") && $0.contains(command) })
    let priorities = lines.flatMap {
      $0["constraints"]?.array?.compactMap { $0["priority"]?.double } ?? []
    }
    #expect(Set(priorities).isSubset(of: [1000, 600, 300, 20]), "\(priorities)")

    _ = try ShellRun("\(command) < requests.jsonl > answers.jsonl", in: folder)
    let answers = try Self.lines(
      try String(contentsOf: folder.appendingPathComponent("answers.jsonl"), encoding: .utf8))
    #expect(answers.map { $0["id"]?.int } == lines.map { $0["id"]?.int })
    let differs = zip(answers, lines).dropFirst().contains { answer, line in
      answer["status"] != line["expected"]?["status"]
        || answer["values"] != line["expected"]?["values"]
    }
    #expect(differs, "\(answers)")
  }

  @Test("a layout is one request, a conflict too")
  func layouts() throws {
    let conflict = """
      {"layoutfuzz": 1, "environment": {"size": [100, 100]}, "views": [{"id": "root"}],
      "constraints": [{"id": "c1", "first": "root.width", "relation": "==", "constant": 7}]}
      """
    let third = """
      {"layoutfuzz": 1, "environment": {"size": [100, 100]}, "views": [{"id": "root"},
      {"id": "v", "parent": "root"}], "constraints": [
      {"id": "c1", "first": "root.width", "relation": "==", "second": "v.width", "multiplier": 3}]}
      """
    let folder = try TemporaryFolder.make(["a.case.json": conflict, "b.case.json": third])
    func solve(_ name: String) throws -> JSONValue {
      let run = try ToolRun(["convert", name, "--to", "requests", "-o", "-"], in: folder)
      let lines = try Self.lines(run.output)
      #expect(lines.count == 2 && lines[1]["op"]?.string == "solve", "\(run.output) \(run.error)")
      return try #require(lines[1]["expected"])
    }
    #expect(try solve("a.case.json")["status"]?.string == "infeasible")
    let right = try solve("b.case.json")
    #expect(right["values"]?.array?.contains { $0.string == "100/3" } == true, "\(right)")
    #expect(right["isUnique"]?.bool == false)
  }

  @Test(
    "the expected answer is correct for the requested rows",
    arguments: [1000, 500])
  func cancelling(priority: Int) throws {
    let text = """
      {"layoutfuzz": 1, "environment": {"size": [100, 100]}, "views": [{"id": "root"},
      {"id": "v", "parent": "root"}], "constraints": [
      {"id": "c1", "first": "v.left", "relation": "==", "second": "v.left", "constant": 5,
      "priority": \(priority)},
      {"id": "c2", "first": "v.width", "relation": "==", "constant": 7},
      {"id": "c3", "first": "v.width", "relation": "==", "constant": 9, "priority": 400}]}
      """
    let folder = try TemporaryFolder.make(["a.case.json": text])
    let run = try ToolRun(["convert", "a.case.json", "--to", "requests", "-o", "-"], in: folder)
    let lines = try Self.lines(run.output)
    #expect(run.status == 0 && lines.count == 2, "\(run.output) \(run.error)")
    #expect(run.error.contains("not asked for") && run.error.contains("c1"), "\(run.error)")
    let expected = try #require(lines.last?["expected"])
    #expect(expected["status"]?.string == "optimal", "\(expected)")
    // The row that is violated by 5 is not requested.
    let levels = expected["levels"]?.array ?? []
    #expect(levels.map { $0["priority"]?.double } == [400], "\(levels)")
    #expect(levels.map { $0["leastViolations"]?.double } == [2], "\(levels)")
  }

  @Test("for any layout, only priorities of requested rows have sums of violations")
  func generated() throws {
    let seed: UInt64 = 77
    let folder = try TemporaryFolder.make()
    let cases = CaseSource(seed: seed)
    for index in 0..<12 {
      let name = "\(index).case.json"
      let bytes = CaseFile.encode(try cases.generate(index).layoutCase)
      try Data(bytes).write(to: folder.appendingPathComponent(name))
      let run = try ToolRun(["convert", name, "--to", "requests", "-o", "-"], in: folder)
      let comment = Comment("seed \(seed), case \(index): \(run.error)")
      let lines = try Self.lines(run.output)
      try #require(run.status == 0 && lines.count == 2, comment)
      func priorities(_ list: JSONValue?) -> Set<Double> {
        Set(list?.array?.compactMap { $0["priority"]?.double } ?? [])
      }
      let levels = lines[1]["expected"]?["levels"]
      #expect(
        priorities(levels).isSubset(of: priorities(lines[1]["constraints"])), comment)
    }
  }

  @Test("for any texts of a finding about a script, they stay in comments, texts and members")
  func hostile() throws {
    let text = "\n#error(\"x\")\r\u{2028}*/ \\(y) \u{202E}\u{1B}[2J\""
    let script = #"""
      {"layoutfuzzScript": 1, "variables": 1, "steps": [
      {"op": "add", "constraint": 0, "terms": [[0, 3]], "relation": "==", "constant": 1, "priority": 750},
      {"op": "solve"}]}
      """#
    let finding: JSONValue = [
      "layoutfuzzScriptFinding": 1, "signature": .string(text), "solver": .string(text),
      "verdict": .string(text), "cause": "alone", "summary": .string(text),
      "command": .string(text), "solverVersion": .string(text), "toolVersion": .string(text),
      "seed": 3, "caseIndex": 4, "madeFrom": .string(text),
      "adapter": ["session": true, "priorities": [5, 600], "else": .string(text)],
    ]
    let folder = try TemporaryFolder.make([
      "case.script.json": script,
      "finding.json": String(decoding: JSONWriter.document(finding), as: UTF8.self),
      "plain.script.json": script,
    ])
    func converted(_ name: String, _ format: String) throws -> [Substring] {
      let run = try ToolRun(["convert", name, "--to", format, "-o", "-"], in: folder)
      #expect(run.status == 0, "\(run.error)")
      #expect(!run.output.unicodeScalars.contains { $0 != "\n" && ShownText.isSteering($0.value) })
      return run.output.split(separator: "\n", omittingEmptySubsequences: false)
    }
    let requests = try converted("case.script.json", "requests")
    #expect(requests.count == 5, "\(requests)")
    #expect(requests.dropLast().allSatisfy { (try? JSONParser.parse(Array($0.utf8))) != nil })
    let test = try converted("case.script.json", "swift-test").drop { $0.hasPrefix("//") }
    let plain = try converted("plain.script.json", "swift-test").drop { $0.hasPrefix("//") }
    // Only the name and the title differ.
    #expect(test.count == plain.count)
    #expect(zip(test, plain).filter { $0 != $1 }.count == 2, "\(test)")
  }

  @Test("a script with numbers beyond all doubles is refused with its step, and no file is written")
  func beyondDoubles() throws {
    func add(_ constraint: Int, _ factor: String, _ constant: String) -> String {
      """
      {"op": "add", "constraint": \(constraint), "terms": [[0, "\(factor)"]], "relation": "==",
      "constant": "\(constant)", "priority": 750}
      """
    }
    let (large, huge) = (
      "1" + String(repeating: "0", count: 300), "1" + String(repeating: "0", count: 400)
    )
    let scripts = [
      ("step 1: the constant", [add(0, "1", huge)]),
      ("step 1: the constant", [add(0, "1", "1/" + huge)]),
      ("step 1: the coefficient", [add(0, huge, "1")]),
      ("step 3: ", [add(0, large, "1"), add(1, "1/" + large, large)]),
    ]
    for (place, steps) in scripts {
      let text = (steps + [#"{"op": "solve"}"#]).joined(separator: ",\n")
      let folder = try TemporaryFolder.make([
        "a.script.json": #"{"layoutfuzzScript": 1, "variables": 1, "steps": ["# + text + "]}"
      ])
      for format in ["requests", "swift-test"] {
        let run = try ToolRun(
          ["convert", "a.script.json", "--to", format, "-o", "-"], in: folder)
        #expect(run.status == 65 && run.output.isEmpty, "\(format): \(run.output.prefix(300))")
        #expect(run.error.contains(place) && run.error.contains("double"), "\(run.error)")
      }
    }
  }

  @Test(
    "a script with more steps than a test may have, or than the oracle reads, is refused",
    .linuxOnly("limits the address space"))
  func beyondLimits() throws {
    let folder = try TemporaryFolder.make()
    for steps in [120_000, 200_000] {
      let text = [String](repeating: #"{"op": "solve"}"#, count: steps).joined(separator: ",\n")
      try Data((#"{"layoutfuzzScript": 1, "variables": 2, "steps": ["# + text + "]}").utf8).write(
        to: folder.appendingPathComponent("a.script.json"))
      for format in ["requests", "swift-test"] {
        // The limit is far below the size of the answers.
        let run = try MadePackage.output(
          of: [
            "sh", "-c",
            "ulimit -v 4000000; exec \"$0\" convert a.script.json --to \(format) -o o --force",
            try ToolRun.executable().path,
          ], in: folder)
        #expect(run.status == 65, "\(run.text.prefix(300))")
        #expect(run.text.contains("more work than"), "\(run.text.prefix(300))")
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("o").path))
      }
    }
  }

  /// Returns the requests that `convert` writes for a finding with this `adapter` member; nil for
  /// none.
  private static func asking(_ adapter: String?) throws -> ToolRun {
    let script = #"{"layoutfuzzScript": 1, "variables": 1, "steps": [{"op": "solve"}]}"#
    let member = adapter.map { ",\n\"adapter\": \($0)" } ?? ""
    let finding = """
      {"layoutfuzzScriptFinding": 1, "signature": "s", "solver": "p", "verdict": "infeasible",
      "cause": "alone", "summary": "", "command": "p"\(member)}
      """
    let folder = try TemporaryFolder.make(["case.script.json": script, "finding.json": finding])
    let words = ["convert", "case.script.json", "--to", "requests", "-o", "-"]
    return try ToolRun(words, in: folder)
  }

  @Test(
    "the abilities of a program are read, or refused with their place",
    arguments: [
      "5", "null", "[]", "{}", #"{"session": "true"}"#, #"{"session": 1}"#,
      #"{"session": true, "priorities": [1e999]}"#, #"{"session": true, "priorities": [-5]}"#,
      #"{"session": true, "priorities": [0]}"#, #"{"session": true, "priorities": [1000]}"#,
      #"{"session": true, "priorities": [5, 2000]}"#, #"{"session": true, "priorities": [5, 5]}"#,
      #"{"session": true, "priorities": []}"#, #"{"session": true, "priorities": ["5"]}"#,
      #"{"session": true, "priorities": 5}"#,
    ])
  func brokenOffer(adapter: String) throws {
    let run = try Self.asking(adapter)
    #expect(run.status == 65, "\(adapter): \(run.output)")
    #expect(run.error.contains("/finding.json:3:"), "\(adapter): \(run.error)")
    #expect(run.output.isEmpty)
  }

  @Test("abilities that no file states are assumed, with a notice")
  func assumedOffer() throws {
    let silent = try Self.asking(nil)
    #expect(silent.status == 0 && silent.output.contains(#""open""#), "\(silent.error)")
    #expect(silent.error.contains("a program with sessions"), "\(silent.error)")
    let whole = try Self.asking(#"{"session": false, "priorities": [999.5, 0.5]}"#)
    #expect(whole.status == 0 && !whole.output.contains(#""open""#), "\(whole.output)")
    #expect(whole.error.isEmpty, "\(whole.error)")
    let broken = try Self.asking("{")
    #expect(broken.status == 0, "\(broken.error)")
    #expect(broken.error.contains("/finding.json:"), "\(broken.error)")
    #expect(broken.error.contains("a program with sessions"), "\(broken.error)")
  }

  @Test(
    "the head of a file is about the case that it was generated from",
    arguments: ["requests", "swift-test"])
  func original(format: String) throws {
    let script = #"{"layoutfuzzScript": 1, "variables": 1, "steps": [{"op": "solve"}]}"#
    let finding = """
      {"layoutfuzzScriptFinding": 1, "signature": "s", "solver": "p", "verdict": "infeasible",
      "cause": "alone", "summary": "wrong at step 1", "command": "p q", "adapter": {"session": true}}
      """
    let folder = try TemporaryFolder.make([
      "case.script.json": script, "original.json": script, "finding.json": finding,
    ])
    func head(_ name: String) throws -> String {
      let run = try ToolRun(["convert", name, "--to", format, "-o", "-"], in: folder)
      #expect(run.status == 0, "\(run.error)")
      return run.output
    }
    let small = try head("case.script.json")
    #expect(small.contains("Replay: layoutfuzz replay . --external"), "\(small)")
    #expect(small.contains("wrong at step 1"), "\(small)")
    let whole = try head("original.json")
    #expect(whole.contains("Replay: layoutfuzz replay original.json --external"), "\(whole)")
    #expect(!whole.contains("wrong at step 1"), "\(whole)")
    #expect(whole.contains("before minimization"), "\(whole)")
  }

  @Test("a refused script is reported with the parts that can be written")
  func refused() throws {
    let start = #"{"layoutfuzzScript": 1, "variables": 1, "steps": ["#
    let folder = try TemporaryFolder.make([
      "a.script.json": start + #"{"op": "endSuggestion", "variable": 0}, {"op": "solve"}]}"#,
      "broken.script.json": start + "]",
    ])
    func failure(_ words: [String], _ status: Int32) throws -> String {
      let run = try ToolRun(["convert"] + words, in: folder)
      #expect(run.status == status, "\(words): \(run.error)")
      return run.error
    }
    let input = "a.script.json"
    #expect(
      try failure([input, "--to", "requests", "-o", "-"], 65).contains("--to swift-test writes"))
    #expect(
      try failure([input, "-o", "a.lp"], 65).contains("fix: use --to requests or swift-test"))
    for option in [["--level", "3"], ["--size", "9x9"], ["--direction", "rtl"]] {
      let words = [input, "--to", "swift-test", "-o", "-"] + option
      #expect(try failure(words, 64).contains("\(option[0]) applies to layouts"), "\(option)")
    }
    #expect(try failure(["broken.script.json", "-o", "a.jsonl"], 65).contains(":1:"))
  }
}
