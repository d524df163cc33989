// SPDX-License-Identifier: MIT

import Foundation
import JSON
import TestSupport
import Testing

@Suite("Command line: check --accept", .serialized, .waitsForProcesses)
struct CheckAcceptanceTests {
  private static func folder() throws -> URL {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let banner = try String(
      contentsOf: root.appendingPathComponent("Corpus/documents/banner.storyboard"),
      encoding: .utf8)
    let folder = try TemporaryFolder.make(["A.storyboard": banner, "B.storyboard": banner])
    let words = ["check", "A.storyboard", "--write-baseline", "known.json"]
    #expect(try ToolRun(words, in: folder).status == 0)
    return folder
  }

  private static func problems(_ folder: URL) throws -> [JSONValue] {
    let bytes = try [UInt8](Data(contentsOf: folder.appending(path: "known.json")))
    return try JSONParser.parse(bytes)["problems"]?.array ?? []
  }

  /// Runs `check` on all files with the baseline.
  private static func run(_ folder: URL, _ more: [String] = []) throws -> ToolRun {
    try ToolRun(["check", ".", "--baseline", "known.json"] + more, in: folder)
  }

  @Test(
    "a finding is accepted at its printed place, with its reason",
    arguments: ["", ":conflict", ":11", ":11:conflict"])
  func accepted(end: String) throws {
    let folder = try Self.folder()
    let new = try Self.run(folder)
    #expect(new.status == 1 && new.output.hasPrefix("B.storyboard:21:11: error"), "\(new.output)")
    let words = ["--accept", "B.storyboard:21\(end)", "--reason", "the designer wants it"]
    let accepted = try Self.run(folder, words)
    #expect(accepted.status == 0, "\(accepted.error)")
    #expect(accepted.error.hasPrefix("known.json: accepted: B.storyboard:21:11: error: "))
    let problems = try Self.problems(folder)
    #expect(problems.map { $0["file"]?.string } == ["A.storyboard", "B.storyboard"])
    #expect(problems.map { $0["reason"]?.string } == [nil, "the designer wants it"])
    let known = try Self.run(folder, ["--json"])
    #expect(known.status == 0, "\(known.output)")
    let findings = try known.json()["findings"]?.array ?? []
    #expect(findings.map { $0["reason"]?.string } == [nil, "the designer wants it"])
    let all = try Self.run(folder, ["--all"])
    #expect(all.output.contains("(conflict) accepted: the designer wants it\n"), "\(all.output)")
    for format in ["junit", "html"] {
      let other = try Self.run(folder, ["--format", format])
      #expect(other.output.contains("accepted: the designer wants it"), "\(format)")
    }
    let sarif = try Self.run(folder, ["--format", "sarif"])
    #expect(sarif.output.contains("\"justification\": \"the designer wants it\""))
  }

  @Test("an update of the baseline keeps the reasons", arguments: [[], ["--force"]])
  func update(more: [String]) throws {
    let folder = try Self.folder()
    _ = try Self.run(folder, ["--accept", "B.storyboard:21", "--reason", "because"])
    let update = try ToolRun(["check", ".", "--write-baseline", "known.json"] + more, in: folder)
    #expect(update.status == 0, "\(update.error)")
    #expect(try Self.problems(folder).map { $0["reason"]?.string } == [nil, "because"])
  }

  @Test("a place without a new finding, and options that are missing, change nothing")
  func refusals() throws {
    let folder = try Self.folder()
    let before = try Data(contentsOf: folder.appending(path: "known.json"))
    for place in [
      "B.storyboard:1", "C.storyboard:21", "B.storyboard:21:overlap", "B.storyboard", "21",
    ] {
      let run = try Self.run(folder, ["--accept", place, "--reason", "x"])
      #expect(run.status == 64 && run.error.contains(place), "\(run.error)")
    }
    for place in ["B.storyboard:-1", "B.storyboard:0", "", ":21", ":conflict"] {
      let run = try Self.run(folder, ["--accept", place, "--reason", "x"])
      #expect(run.status == 64 && run.error.contains("needs FILE:LINE"), "\(place): \(run.error)")
    }
    let near = try Self.run(folder, ["--accept", "B.storyboard:22", "--reason", "x"])
    #expect(near.error.contains("those of the file: line 21 (conflict)"), "\(near.error)")
    // An update with the file's own options would not find it again.
    let other = try Self.run(
      folder, ["--accept", "B.storyboard:21", "--reason", "x", "--text", "as-is"])
    #expect(other.status == 64 && other.error.contains("not with --text as-is"), "\(other.error)")
    for words in [
      ["--accept", "B.storyboard:21"], ["--accept", "B.storyboard:21", "--reason", " "],
      ["--reason", "x"],
      ["--accept", "B.storyboard:21", "--reason", "x", "--write-baseline", "known.json"],
    ] {
      let run = try Self.run(folder, words)
      #expect(run.status == 64, "\(words): \(run.error)")
    }
    let alone = try ToolRun(
      ["check", ".", "--accept", "B.storyboard:21", "--reason", "x"], in: folder)
    #expect(alone.status == 64 && alone.error.contains("--baseline"), "\(alone.error)")
    #expect(try Data(contentsOf: folder.appending(path: "known.json")) == before)
  }

  @Test("a run with other configurations than those of the baseline says so beside new findings")
  func otherOptions() throws {
    let folder = try Self.folder()
    let other = try Self.run(folder, ["--device", "smoke"])
    #expect(other.status == 1)
    #expect(
      other.error.contains("written with the default configurations, compared with --device smoke"),
      "\(other.error)")
    #expect(!(try Self.run(folder).error.contains("written with")))
    _ = try Self.run(folder, ["--accept", "B.storyboard:21", "--reason", "x"])
    #expect(!(try Self.run(folder, ["--device", "smoke"]).error.contains("written with")))
  }

  @Test("problems of a baseline with the options of the run are counted as gone")
  func sameOptions() throws {
    let folder = try Self.folder()
    let options = ["--text", "as-is"]
    let words = ["check", ".", "--write-baseline", "known.json", "--force"] + options
    #expect(try ToolRun(words, in: folder).status == 0)
    let file = folder.appending(path: "B.storyboard")
    let fixed = try String(contentsOf: file, encoding: .utf8)
      .replacing("constant=\"300\"", with: "constant=\"30\"")
    try Data(fixed.utf8).write(to: file)
    let run = try Self.run(folder, options)
    #expect(run.status == 0 && run.output.contains("1 known problem is gone"), "\(run.output)")
    #expect(!(try Self.run(folder, ["--text", "long-word"]).output.contains("gone")))
  }

  @Test("a known finding gets a reason, and another one")
  func reasonOfKnown() throws {
    let folder = try Self.folder()
    for reason in ["one", "two"] {
      let run = try Self.run(folder, ["--accept", "./A.storyboard:21", "--reason", reason])
      #expect(run.status == 1, "the other file still has a new one: \(run.error)")
      #expect(try Self.problems(folder).map { $0["reason"]?.string } == [reason])
    }
  }

  @Test("only listed findings are accepted, and the first one makes the file")
  func listed() throws {
    let folder = try TemporaryFolder.make([
      "a.vfl": "size 320x480\nview label in root\nH:|-300-[label(100)]\nV:|-20-[label(20)]\n"
    ])
    let words = ["check", "a.vfl", "--baseline", "new.json", "--reason", "x", "--accept"]
    let hidden = try ToolRun(words + ["a.vfl", "--fail-on", "error"], in: folder)
    #expect(hidden.status == 64, "\(hidden.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "new.json").path))
    let made = try ToolRun(words + ["a.vfl"], in: folder)
    #expect(made.status == 0, "\(made.error)")
    #expect(try ToolRun(["check", "a.vfl", "--baseline", "new.json"], in: folder).status == 0)
  }

  @Test("a problem that became more severe than in the baseline is new")
  func worse() throws {
    let folder = try Self.folder()
    let file = folder.appending(path: "known.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacing("\"error\"", with: "\"warning\"").utf8).write(to: file)
    let words = ["check", "A.storyboard", "--baseline", "known.json"]
    let run = try ToolRun(words, in: folder)
    #expect(run.status == 1 && run.output.contains("  known  as a warning until now\n"))
    #expect(!run.output.contains("gone"), "\(run.output)")
    let json = try ToolRun(words + ["--json"], in: folder).json()["findings"]?.array?.first
    #expect(json?["severityBefore"]?.string == "warning" && json?["isKnown"]?.bool == false)
    let accepted = try ToolRun(
      words + ["--accept", "A.storyboard:21", "--reason", "x"], in: folder)
    #expect(accepted.status == 0, "\(accepted.error)")
    let problem = try #require(try Self.problems(folder).first)
    #expect(problem["count"]?.int == 1 && problem["severity"]?.string == "error")
    let later = try ToolRun(words, in: folder)
    #expect(later.status == 0 && !later.output.contains("gone"), "\(later.output)")
  }

  @Test("a problem moves with its file, and keeps its reason")
  func moved() throws {
    let folder = try Self.folder()
    _ = try Self.run(folder, ["--accept", "B.storyboard:21", "--reason", "because"])
    let files = FileManager.default
    try files.createDirectory(
      at: folder.appending(path: "UI"), withIntermediateDirectories: true)
    for name in ["A.storyboard", "B.storyboard"] {
      try files.moveItem(
        at: folder.appending(path: name), to: folder.appending(path: "UI/\(name)"))
    }
    let run = try Self.run(folder)
    #expect(run.status == 0 && run.output.contains("2 known problems moved with their files\n"))
    #expect(!run.output.contains("gone"), "\(run.output)")
    let update = try Self.run(folder, ["--write-baseline", "known.json"])
    #expect(update.error.contains("known.json: 2 added, 2 removed\n"), "\(update.error)")
    let problems = try Self.problems(folder)
    #expect(problems.map { $0["file"]?.string } == ["UI/A.storyboard", "UI/B.storyboard"])
    #expect(problems.compactMap { $0["reason"]?.string } == ["because"])
    // A copy is no move.
    try files.copyItem(
      at: folder.appending(path: "UI/A.storyboard"), to: folder.appending(path: "C.storyboard"))
    #expect(try Self.run(folder).status == 1)
  }

  @Test("a moved problem is accepted under its new name, and keeps its reason without --baseline")
  func acceptedAfterMove() throws {
    let folder = try Self.folder()
    let files = FileManager.default
    try files.removeItem(at: folder.appending(path: "B.storyboard"))
    try files.moveItem(
      at: folder.appending(path: "A.storyboard"), to: folder.appending(path: "C.storyboard"))
    _ = try Self.run(folder, ["--accept", "C.storyboard:21", "--reason", "moved"])
    let problems = try Self.problems(folder)
    #expect(problems.map { $0["file"]?.string } == ["C.storyboard"])
    #expect(problems.map { $0["reason"]?.string } == ["moved"])
    try files.moveItem(
      at: folder.appending(path: "C.storyboard"), to: folder.appending(path: "D.storyboard"))
    let words = ["check", "D.storyboard", "--write-baseline", "known.json", "--json"]
    let written = try ToolRun(words, in: folder)
    #expect(try written.json()["findings"]?.array?.map { $0["reason"]?.string } == ["moved"])
    let after = try Self.problems(folder)
    #expect(after.map { $0["file"]?.string } == ["D.storyboard"])
    #expect(after.map { $0["reason"]?.string } == ["moved"])
  }

  @Test("files whose names of views are not unique do not move")
  func similarFiles() throws {
    let text = "size 320x480\nview label in root\nH:|-300-[label(100)]\nV:|-20-[label(20)]\n"
    let folder = try TemporaryFolder.make(["a.vfl": text])
    let write = ["check", "a.vfl", "--write-baseline", "known.json"]
    #expect(try ToolRun(write, in: folder).status == 0)
    try FileManager.default.moveItem(
      at: folder.appending(path: "a.vfl"), to: folder.appending(path: "b.vfl"))
    let run = try Self.run(folder)
    #expect(run.status == 1 && run.output.contains("1 known problem is gone"), "\(run.output)")
  }

  @Test(
    "updates with several options keep what each of them has found, however often they run",
    arguments: [true, false])
  func severalOptions(isOld: Bool) throws {
    let folder = try Self.folder()
    let words = ["check", "A.storyboard", "--baseline", "known.json"]
    let update = ["--write-baseline", "known.json"]
    let wide = ["--size", "1024x768"]
    // No conflict on a large screen.
    #expect(
      try ToolRun(["check", "A.storyboard", "--force"] + update + wide, in: folder).status == 0)
    if isOld {
      let file = folder.appending(path: "known.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      let without = text.replacing("  \"options\": [\"--size 1024x768\"],\n", with: "")
      #expect(without != text)
      try Data(without.utf8).write(to: file)
    }
    _ = try ToolRun(words + update, in: folder)
    #expect(try Self.problems(folder).count == 1)
    for _ in 1...3 {
      let run = try ToolRun(words + update + wide, in: folder)
      #expect(run.error.contains("keeps 1 problem"), "\(run.error)")
      #expect(try Self.problems(folder).count == 1)
    }
  }

  @Test("the reports are written, also when there is nothing to accept at a place")
  func reportsFirst() throws {
    let folder = try Self.folder()
    let run = try Self.run(
      folder, ["--accept", "B.storyboard:99", "--reason", "x", "-o", "out.sarif"])
    #expect(run.status == 64 && run.output.contains("B.storyboard:21:11: error"), "\(run.output)")
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "out.sarif").path))
    let rule = try Self.run(folder, ["--accept", "B.storyboard:21:conflct", "--reason", "x"])
    #expect(rule.status == 64 && rule.error.contains("fix: use 'conflict'"), "\(rule.error)")
    let words = ["check", "B.storyboard", "--accept", "B.storyboard:21", "--reason", "x"]
    let dash = try ToolRun(words + ["--baseline", "-"], in: folder)
    #expect(dash.status == 64, "\(dash.error)")
    let made = try ToolRun(words + ["--baseline", "knwon.json"], in: folder)
    #expect(made.status == 0 && made.error.contains("knwon.json: new file\n"), "\(made.error)")
  }

  @Test("a damaged file is not known without a reason")
  func damaged() throws {
    let folder = try Self.folder()
    try Data("<<<<<<< ours\n".utf8).write(to: folder.appending(path: "C.storyboard"))
    let write = try ToolRun(["check", ".", "--write-baseline", "known.json"], in: folder)
    #expect(write.status == 1 && write.output.contains("(unreadable)"), "\(write.output)")
    #expect(try Self.problems(folder).allSatisfy { $0["rule"]?.string == "conflict" })
    // Files of earlier versions have such entries.
    let old =
      "{\"layoutfuzzBaseline\": 1, \"problems\": [{\"file\": \"C.storyboard\", "
      + "\"screen\": \"\", \"rule\": \"unreadable\", \"objects\": [], \"count\": 1}]}"
    try Data(old.utf8).write(to: folder.appending(path: "old.json"))
    #expect(try ToolRun(["check", ".", "--baseline", "old.json"], in: folder).status == 1)
    let same = try ToolRun(["check", ".", "--baseline", "old.json", "--json"], in: folder).json()
    let damaged = same["findings"]?.array?.first { $0["rule"]?.string == "unreadable" }
    #expect(damaged?["isKnown"]?.bool == false)
    let accept = ["check", ".", "--baseline", "old.json", "--accept", "C.storyboard:1"]
    _ = try ToolRun(accept + ["--reason", "by design"], in: folder)
    let bytes = try [UInt8](Data(contentsOf: folder.appending(path: "old.json")))
    let entries = try JSONParser.parse(bytes)["problems"]?.array ?? []
    #expect(entries.map { $0["reason"]?.string } == ["by design"])
    #expect(entries.map { $0["count"]?.int } == [1])
  }

  @Test("an update without --full keeps what only --full finds")
  func full() throws {
    let folder = try Self.folder()
    let words = ["check", ".", "--write-baseline", "known.json", "--force"]
    #expect(try ToolRun(words + ["--full"], in: folder).status == 0)
    let bytes = try Data(contentsOf: folder.appending(path: "known.json"))
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"options\": [\"--full\"]"))
    let file = folder.appending(path: "B.storyboard")
    let fixed = try String(contentsOf: file, encoding: .utf8)
      .replacing("constant=\"300\"", with: "constant=\"30\"")
    try Data(fixed.utf8).write(to: file)
    #expect(!(try Self.run(folder).output.contains("gone")))
    #expect(try Self.run(folder, ["--full"]).output.contains("1 known problem is gone"))
    _ = try Self.run(folder, ["--write-baseline", "known.json"])
    #expect(try Data(contentsOf: folder.appending(path: "known.json")) == bytes)
  }
}
