// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Digests
import Display
import Foundation
import JSON
import TestSupport
import Testing

@Suite("Command line: files generated from findings", .serialized, .waitsForProcesses)
struct ReproducerHeadTests {
  private static let formats = [
    ("lp", "\\ "), ("mps", "* "), ("smtlib", "; "), ("uikit", "// "), ("swift-test", "// "),
  ]

  private static let ambiguous = """
    {"layoutfuzz": 1, "environment": {"size": [100, 100]},
    "views": [{"id": "root"}, {"id": "v\\u000a*/1", "parent": "root"}],
    "constraints": [
    {"id": "c1", "first": "v\\u000a*/1.width", "relation": "==", "priority": 750},
    {"id": "c2", "first": "root.width", "relation": "==", "second": "v\\u000a*/1.width",
    "multiplier": 3, "priority": 500}]}
    """

  private static let conflict = """
    {"layoutfuzz": 1, "environment": {"size": [100, 100]}, "views": [{"id": "root"}],
    "constraints": [{"id": "c1", "first": "root.width", "relation": "==", "constant": 7}]}
    """

  private func record(_ summary: String) -> FindingRecord {
    let size = FindingRecord.Size([("views", 2), ("constraints", 2), ("guides", 0)])
    var record = FindingRecord(
      .layout, FailureIdentity(.strategy("simplex.weightedLevels"), .worseThanOptimal),
      signature: "simplex.weightedLevels-worseThanOptimal-45b4aaf6", summary: summary,
      original: size, minimized: size, toolVersion: "0.1.0")
    record.seed = 6
    record.caseIndex = 4
    record.profile = "competing"
    return record
  }

  /// Returns a folder with a case and its record; without the record if it is nil.
  private func finding(_ text: String, _ record: FindingRecord?, in name: String) throws -> URL {
    let folder = try TemporaryFolder.make()
    let inner = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: inner.appendingPathComponent("case.json"))
    if let record {
      try Data(record.encoded).write(to: inner.appendingPathComponent("finding.json"))
    }
    return folder
  }

  private func converted(_ path: String, _ format: String, in folder: URL) throws -> String {
    let run = try ToolRun(["convert", path, "--to", format, "-o", "-"], in: folder)
    #expect(run.status == 0, "\(format): \(run.error)")
    return run.output
  }

  /// Returns the lines before the first line that is not a comment, and the other lines.
  private func parts(_ text: String, _ mark: String) -> (head: [Substring], body: [Substring]) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let body = Array(lines.drop { $0.hasPrefix(mark) })
    return (Array(lines.dropLast(body.count)), body)
  }

  @Test("for any names of a finding and its folder, its texts stay in comments")
  func hostile() throws {
    let seed: UInt64 = 20_261
    var random = Xoshiro256(seed: seed)
    let words = [
      "\n", "\r", "*/", "/*", "\\", "\"", "\u{2028}", "\u{85}", "(check-sat)", "End", "ENDATA",
      "'", "$(x)", "\u{202E}", " ", "é", "#error(\"x\")",
    ]
    for (text, round) in [(Self.ambiguous, 0), (Self.ambiguous, 1), (Self.conflict, 2)] {
      func hostile() -> String {
        (0..<12).map { _ in words[Int(random.next() % UInt64(words.count))] }.joined()
      }
      let name = "f" + hostile().replacing("/", with: "")
      let with = try finding(text, record(hostile()), in: name)
      let without = try finding(text, nil, in: name)
      for (format, mark) in Self.formats {
        let comment = Comment("seed \(seed), round \(round), \(format)")
        let (head, body) = parts(try converted("\(name)/case.json", format, in: with), mark)
        let (plainHead, plain) = parts(
          try converted("\(name)/case.json", format, in: without), mark)
        #expect(head.count >= plainHead.count + 4, comment)
        guard format == "swift-test" else {
          #expect(body == plain, comment)
          continue
        }
        // Only the name of the test differs.
        let changed = zip(body, plain).filter { $0 != $1 }
        #expect(changed.count <= 2 && body.count == plain.count, comment)
      }
      let requests = try converted("\(name)/case.json", "requests", in: with)
      let lines = requests.split(separator: "\n", omittingEmptySubsequences: false)
      let comment = Comment("seed \(seed), round \(round), requests")
      #expect(lines.count == 3 && lines[2].isEmpty, comment)
      #expect(
        !requests.unicodeScalars.contains { $0 != "\n" && ShownText.isSteering($0.value) }, comment)
      let about = try JSONParser.parse(Array(lines[0].utf8))["about"]?.array
      #expect((about?.count ?? 0) >= 5, comment)
    }
  }

  @Test(
    "a file names the wrong strategy, the origin, the command to replay it and the correct answer")
  func words() throws {
    let sentence = "the answer is not optimal at priority 750: violations of 50 pt instead of 0"
    let folder = try finding(Self.ambiguous, record(sentence), in: "my run/f")
    for (format, mark) in Self.formats {
      let text = try converted("my run/f/case.json", format, in: folder)
      for line in [
        "Finding: simplex.weightedLevels-worseThanOptimal-45b4aaf6",
        "Wrong: simplex.weightedLevels (worseThanOptimal): \(sentence)",
        "Found by: seed 6, case 4, profile competing, layoutfuzz 0.1.0",
        "Replay: layoutfuzz replay 'my run/f'",
      ] {
        #expect(text.contains("\n\(mark)\(line)\n"), "\(format): \(line)")
      }
    }
    func text(_ format: String, _ words: [String] = []) throws -> String {
      let run = try ToolRun(
        ["convert", "my run/f/case.json", "--to", format, "-o", "-"] + words, in: folder)
      return run.output
    }
    #expect(
      try text("lp").contains(
        "\\ Expected: objective 100, the least sum of violations at priority 500, with the sums"
          + " above held at their least (750: 0)\n"))
    #expect(
      try text("mps", ["--level", "750"]).contains(
        "* Expected: objective 0, the least sum of violations at priority 750\n"))
    #expect(
      try text("smtlib").contains(
        "; Expected: sat, least sums of violations: 0 at priority 750, 100 at priority 500\n"))
    let source = try text("uikit")
    #expect(source.contains("// Expected: one of several right layouts, as (x, y, width, height)"))
    #expect(source.contains("//   root: (0, 0, 100, 100)\n"))
    let test = try text("swift-test")
    #expect(test.contains("// This tests the solver session of the package, not simplex.weighted"))
    let name = try #require(test.firstMatch(of: /func (\w+)\(\)/)).1
    #expect(
      name.wholeMatch(
        of: /reproducesSimplexWeightedLevelsWorseThanOptimal45b4aaf6[0-9A-Za-z]{8}/)
        != nil, "\(name)")
    // With a different layout setup, it is not the case of the finding.
    #expect(!source.contains("Changed:"))
    // The folder of a finding is named by the hash of its case.
    let edited = try finding(Self.ambiguous, record(sentence), in: "0123456789abcdef")
    #expect(
      try converted("0123456789abcdef/case.json", "lp", in: edited).contains("\n\\ Changed: case"))
    let id = ContentHash.text(Array(Self.ambiguous.utf8))
    let kept = try finding(Self.ambiguous, record(sentence), in: id)
    #expect(try !converted("\(id)/case.json", "lp", in: kept).contains("Changed:"))
    #expect(try text("uikit", ["--size", "50x50"]).contains("// Changed: laid out as options"))
  }

  @Test("if no answer can be right, the contradicting constraints are named")
  func conflict() throws {
    let folder = try finding(Self.conflict, record("a sentence"), in: "f")
    #expect(try converted("f/case.json", "lp", in: folder).contains("\\ Expected: infeasible, "))
    let names = "these required constraints contradict each other: "
    #expect(
      try converted("f/case.json", "smtlib", in: folder).contains(
        "; Expected: unsat; no layout, \(names)"))
    #expect(
      try converted("f/case.json", "uikit", in: folder).contains("// Expected: no layout, \(names)")
    )
  }

  @Test("an unreadable finding is reported, and its case is still converted")
  func damaged() throws {
    let folder = try finding(Self.ambiguous, nil, in: "f")
    let plain = try converted("f/case.json", "lp", in: folder)
    try Data("{".utf8).write(to: folder.appendingPathComponent("f/finding.json"))
    let run = try ToolRun(["convert", "f/case.json", "--to", "lp", "-o", "-"], in: folder)
    #expect(run.status == 0 && run.output == plain)
    #expect(run.error.contains("note: what was found is left out: f/finding.json"), "\(run.error)")
  }

  @Test("every command for layouts recognizes a script and names the commands for scripts")
  func script() throws {
    let script = """
      {"layoutfuzzScript": 1, "variables": 1, "steps": [{"op": "solve"}]}
      """
    let folder = try TemporaryFolder.make(["case.script.json": script, "s.case.json": script])
    for name in ["case.script.json", "s.case.json"] {
      for words in [
        ["solve", name], ["explain", name],
        ["render", name, "-o", "-"], ["check", name], ["fit", name], ["edit", name, "freeze"],
      ] {
        let run = try ToolRun(words, in: folder)
        #expect(run.status == 65, "\(words): \(run.status) \(run.error)")
        #expect(
          run.error.contains(
            "\(name): error: this is a script for an incremental solver; a case file is needed"),
          "\(words): \(run.error)")
        #expect(!run.error.contains("fix: use"), "\(words)")
      }
    }
    #expect(try ToolRun(["replay", "case.script.json"], in: folder).status == 0)
  }
}
