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
    #expect(accepted.error == "known.json: accepted 1 finding\n")
    let problems = try Self.problems(folder)
    #expect(problems.map { $0["file"]?.string } == ["A.storyboard", "B.storyboard"])
    #expect(problems.map { $0["reason"]?.string } == [nil, "the designer wants it"])
    let known = try Self.run(folder, ["--json"])
    #expect(known.status == 0, "\(known.output)")
    let findings = try known.json()["findings"]?.array ?? []
    #expect(findings.map { $0["reason"]?.string } == [nil, "the designer wants it"])
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
      "B.storyboard:1", "C.storyboard:21", "A.storyboard:21", "B.storyboard:21:clipped",
    ] {
      let run = try Self.run(folder, ["--accept", place, "--reason", "x"])
      #expect(run.status == 64 && run.error.contains(place), "\(run.error)")
    }
    for place in ["B.storyboard", "21", "B.storyboard:-1", "B.storyboard:x", ":"] {
      let run = try Self.run(folder, ["--accept", place, "--reason", "x"])
      #expect(run.status == 64, "\(place): \(run.error)")
    }
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

  @Test("a baseline with the options of the run tells which of its problems are gone")
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
    #expect(!(try Self.run(folder, ["--text", "long"]).output.contains("gone")))
  }
}
