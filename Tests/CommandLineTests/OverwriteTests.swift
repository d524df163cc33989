// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import TestSupport
import Testing

/// Checks that no command overwrites what it reads or what the tool has stored.
@Suite("Command line: overwritten files", .serialized, .waitsForProcesses)
struct OverwriteTests {
  /// Runs a command that must be refused, and checks that a file and its folder are as before.
  private static func expectRefusal(
    _ words: [String], keeps name: String, in folder: URL
  ) throws {
    let file = folder.appendingPathComponent(name)
    let before = try Data(contentsOf: file)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let run = try ToolRun(words, in: folder)
    #expect(run.status == 64, "\(words): \(run.error)")
    #expect(run.error.contains("never overwritten"), "\(words): \(run.error)")
    #expect(try Data(contentsOf: file) == before, "\(words)")
    let after = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    #expect(after == names, "\(words)")
  }

  @Test("no output replaces a file of a stored result, even with --force")
  func results() throws {
    let folder = try TemporaryFolder.make()
    let fuzz = try ToolRun(
      [
        "fuzz", "--strategies", "simplex.weightedLevels", "--cases", "20", "--seed", "6", "--laws",
        "none", "--no-minimize", "--json", "--out", "o",
      ], in: folder)
    let path = try #require(try fuzz.json()["findings"]?.array?.first?["case"]?.string)
    let finding = path.split(separator: "/").dropLast().joined(separator: "/")
    for name in ["finding.json", "original.json", "report.md"] {
      let file = "\(finding)/\(name)"
      try Self.expectRefusal(["minimize", finding, "-o", file, "--force"], keeps: file, in: folder)
      try Self.expectRefusal(
        ["convert", path, "-o", file, "--to", "lp", "--force"], keeps: file, in: folder)
    }
    for file in ["o/campaign.json", "\(finding)/finding.json", path] {
      try Self.expectRefusal(
        ["report", "o", "--format", "json", "-o", file, "--force"], keeps: file, in: folder)
    }
    // Other files in these folders belong to the user.
    for _ in 0..<2 {
      let report = try ToolRun(["report", "o", "-o", "o/report.txt", "--force"], in: folder)
      #expect(report.status == 0, "\(report.error)")
    }
  }

  @Test("no output replaces a program for the authors of an engine, which a finding names")
  func authorProgram() throws {
    let size = FindingRecord.Size([("views", 1), ("constraints", 0), ("steps", 1)])
    var record = FindingRecord(
      .engine, FailureIdentity(.engine("gtk"), .wrongValue, cause: .alone),
      signature: "gtk-wrongValue-alone-natural", summary: "wrong", original: size, minimized: size,
      toolVersion: "1")
    record.authorPrograms = [
      AuthorProgram(format: "gtk-python", file: "program.py", result: .shows)
    ]
    let folder = try TemporaryFolder.make(["program.py": "print()\n", "mine.py": "print()\n"])
    try Data(record.encoded).write(to: folder.appendingPathComponent("finding.json"))
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    try FileManager.default.copyItem(
      at: root.appendingPathComponent(
        "Corpus/trophies/gtk-natural-size-ignored/case.engine.json"),
      to: folder.appendingPathComponent("case.engine.json"))
    let convert = ["convert", "case.engine.json", "--to", "engine-requests", "--force", "-o"]
    try Self.expectRefusal(convert + ["program.py"], keeps: "program.py", in: folder)
    let other = try ToolRun(convert + ["mine.py"], in: folder)
    #expect(other.status == 0, "\(other.error)")
  }

  @Test("a launcher does not replace the plan that it runs")
  func plan() throws {
    let folder = try TemporaryFolder.make()
    let plan = try ToolRun(
      ["campaign", "plan", "--dir", "p", "--cases", "32", "--shards", "2"], in: folder)
    #expect(plan.status == 0, "\(plan.error)")
    let launcher = [
      "campaign", "launcher", "--dir", "p", "--scheduler", "actions", "--force", "-o",
    ]
    try Self.expectRefusal(launcher + ["p/plan.json"], keeps: "p/plan.json", in: folder)
    for _ in 0..<2 { #expect(try ToolRun(launcher + ["p/job.yaml"], in: folder).status == 0) }
  }

  @Test(
    "a file of the user with the name of the record is kept",
    arguments: [[], ["--check"], ["--external", "true", "--known", "o/campaign.json"]])
  func foreignRecord(words: [String]) throws {
    let text = "{\"layoutfuzzKnown\": 1, \"issues\": []}\n"
    let folder = try TemporaryFolder.make()
    let output = folder.appendingPathComponent("o")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: output.appendingPathComponent("campaign.json"))
    try Self.expectRefusal(
      ["fuzz", "--cases", "4", "--out", "o"] + words, keeps: "o/campaign.json", in: folder)
  }

  @Test("a campaign in the folder of another one names the record that it replaces")
  func earlierRecord() throws {
    let folder = try TemporaryFolder.make()
    let command = ["fuzz", "--cases", "4", "--laws", "none", "--out", "o", "--seed"]
    let first = try ToolRun(command + ["6"], in: folder)
    #expect(!first.error.contains("replaces"), "\(first.error)")
    let second = try ToolRun(command + ["7"], in: folder)
    #expect(
      second.error.contains("replaces the campaign.json of an earlier campaign (seed 6, 4 cases)"),
      "\(second.error)")
  }
}
