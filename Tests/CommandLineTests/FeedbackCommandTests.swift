// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import Testing

@Suite("Command line: feedback", .serialized)
struct FeedbackCommandTests {
  @Test("the digest does not depend on --jobs, nor on whether cases run in processes of their own")
  func digest() throws {
    let common = ["fuzz", "--feedback", "--seed", "4", "--cases", "200", "--json"]
    let digests = try [
      ["--in-process", "--jobs", "1"], ["--jobs", "1"], ["--jobs", "2"],
      ["--in-process", "--jobs", "3"],
    ].map { options in
      let run = try ToolRun(common + options)
      #expect(run.status == 0, "\(options): \(run.error)")
      return try run.json()["digest"]?.string
    }
    #expect(digests[0]?.utf8.count == 32)
    #expect(Set(digests).count == 1)
    let plain = try ToolRun(["fuzz", "--seed", "4", "--cases", "200", "--json"]).json()
    #expect(plain["digest"]?.string != digests[0])
  }

  @Test("screens of a folder come first, from cases and documents")
  func seeds() throws {
    let folder = try TemporaryFolder.make()
    let converted = try ToolRun(
      ["fuzz", "--strategies", "simplex.oneSidedEqualities", "--cases", "20", "--out", "o"],
      in: folder)
    #expect(converted.status == 1, "\(converted.error)")
    let documents = FileManager.default.temporaryDirectory.appendingPathComponent(
      "seeds-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: documents) }
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    let xib = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="21701" \
      targetRuntime="iOS.CocoaTouch" propertyAccessControl="none" useAutolayout="YES">
      <objects><view contentMode="scaleToFill" id="iN0-l3-epB">
      <rect key="frame" x="0.0" y="0.0" width="375" height="667"/></view></objects></document>
      """
    try Data(xib.utf8).write(to: documents.appendingPathComponent("Cell.xib"))
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let stored = try #require(paths.first { $0.hasSuffix("/case.json") })
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent(stored),
      to: documents.appendingPathComponent("one.case.json"))
    for (name, text) in [("bad.case.json", "{\"layoutfuzz\": 1, "), ("empty.case.json", "")] {
      try Data(text.utf8).write(to: documents.appendingPathComponent(name))
    }
    let run = try ToolRun([
      "fuzz", "--feedback", "--seeds", documents.path, "--cases", "70", "--json",
    ])
    #expect(run.status == 0, "\(run.error)")
    for name in ["bad", "empty"] {
      #expect(
        run.error.contains("left out: \(documents.path)/\(name).case.json:"), "\(run.error)")
    }
    let alone = documents.appendingPathComponent("bad.case.json").path
    #expect(try ToolRun(["fuzz", "--feedback", "--seeds", alone, "--cases", "9"]).status == 65)
    #expect(run.error.contains("2 screens of"), "\(run.error)")
    #expect(try run.json()["cases"]?.int == 70)
  }

  /// A screen with so many views beside its root, each held on one side.
  private static func screen(views: Int) -> String {
    let names = (0..<views).map { "{\"id\": \"v\($0)\", \"parent\": \"root\"}" }
    let rows = (0..<views).map {
      "{\"id\": \"c\($0)\", \"first\": \"v\($0).left\", \"relation\": \"==\", "
        + "\"second\": \"root.left\"}"
    }
    return "{\"layoutfuzz\": 1, \"environment\": {\"size\": [100, 100]}, \"views\": "
      + "[{\"id\": \"root\"}, \(names.joined(separator: ", "))], "
      + "\"constraints\": [\(rows.joined(separator: ", "))]}"
  }

  @Test("screens that are too large to begin with are left out, and that is said")
  func hugeSeeds() throws {
    let folder = try TemporaryFolder.make()
    let seeds = folder.appendingPathComponent("s")
    try FileManager.default.createDirectory(at: seeds, withIntermediateDirectories: true)
    for (name, views) in [("huge", 12_000), ("small", 3)] {
      try Data(Self.screen(views: views).utf8).write(
        to: seeds.appendingPathComponent("\(name).case.json"))
    }
    let run = try ToolRun(
      ["fuzz", "--feedback", "--seeds", "s", "--cases", "32", "--json"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(
      run.error.contains(
        "left out: s/huge.case.json: 12,001 views, 12,000 constraints; "
          + "screens to begin with have at most 1,000 and 4,000"), "\(run.error)")
    #expect(run.error.contains("1 screen of s comes first"), "\(run.error)")
    #expect(try run.json()["cases"]?.int == 32)
    let alone = try ToolRun(
      ["fuzz", "--feedback", "--seeds", "s/huge.case.json", "--cases", "32"], in: folder)
    #expect(alone.status == 65 && alone.error.contains("no screens to begin with"))
  }

  @Test("a campaign in which no case comes to its end does not pass")
  func nothingTried() throws {
    // Hardly ever does one.
    let run = try ToolRun(["fuzz", "--time", "1ms", "--json"])
    let hasTried = try #require(try run.json()["cases"]?.int) > 0
    #expect(run.status == (hasTried ? 0 : 75), "\(run.status): \(run.error)")
    #expect(run.error.contains("nothing was tried") != hasTried, "\(run.error)")
  }

  @Test(
    "what does not go with feedback is a usage error that says so",
    arguments: [
      (["fuzz", "--seeds", "x"], "--seeds needs --feedback"),
      (["fuzz", "--feedback", "--fresh"], "--fresh needs --out"),
      (["fuzz", "--feedback", "--external", "cat"], "--feedback does not go with --external"),
      (
        ["campaign", "plan", "--feedback", "--cases", "9", "--shards", "2", "--dir", "d"],
        "unknown option '--feedback'"
      ),
      (["mutants", "compare", "--time", "1s"], "takes no --time"),
      (["mutants", "run", "--percent", "5"], "takes no --percent"),
      (["mutants", "templates", "--json"], "takes no --json"),
      (["mutants", "templates", "session"], "about cases, not about scripts"),
      (["mutants", "compare", "lowering.cellsOnlyGrow", "--hidden"], "does not look at these"),
      (
        ["mutants", "compare", "session.oneSideRemoved"], "feedback does not look at these mutants"
      ),
    ])
  func refusals(arguments: [String], message: String) throws {
    let run = try ToolRun(arguments)
    #expect(run.status == 64, "\(run.error)")
    #expect(run.error.contains(message), "\(run.error)")
  }

  @Test(
    "a file that no campaign wrote is left alone; seeds that are not there are told")
  func folders() throws {
    let folder = try TemporaryFolder.make()
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("o"), withIntermediateDirectories: true)
    let progress = folder.appendingPathComponent("o/campaign.progress")
    try Data("x".utf8).write(to: progress)
    let run = try ToolRun(["fuzz", "--feedback", "--cases", "9", "--out", "o"], in: folder)
    #expect(run.status == 65)
    #expect(run.error.contains("campaign.progress: "), "\(run.error)")
    #expect(FileManager.default.fileExists(atPath: progress.path))
    let missing = try ToolRun(["fuzz", "--feedback", "--seeds", "nowhere", "--cases", "9"])
    #expect(missing.status == 65, "\(missing.error)")
  }

  @Test("what a campaign finds is no seed of it, so the same command goes on, and begins as it did")
  func ownFindings() throws {
    let folder = try TemporaryFolder.make()
    let text =
      #"{"layoutfuzz": 1, "environment": {"size": [100, 100]}, "views": [{"id": "root"}]}"#
    try Data(text.utf8).write(to: folder.appendingPathComponent("a.case.json"))
    for _ in 0..<2 {
      let run = try ToolRun(
        [
          "fuzz", "--feedback", "--seeds", ".", "--out", "o", "--cases", "64", "--strategies",
          "naive.flippedConstant", "--no-minimize",
        ], in: folder)
      #expect(run.status == 1, "\(run.error)")
      #expect(run.error.contains("1 screen of . comes first"), "\(run.error)")
    }
  }

  @Test("templates counts what matches, the same for any number of jobs")
  func templates() throws {
    let common = [
      "mutants", "templates", "naive.relationKept", "naive.flippedConstant", "--cases", "40",
      "--jobs",
    ]
    let one = try ToolRun(common + ["1"])
    #expect(one.status == 0, "\(one.error)")
    #expect(one.output == (try ToolRun(common + ["2"])).output)
    #expect(one.error.contains("naive.flippedConstant: "), "\(one.error)")
    let lines = one.output.split(separator: "\n")
    #expect(lines.count == 12 && lines[0].hasPrefix("minimized cases with all their numbers, of "))
  }

  @Test("compare hunts with and without feedback, and prints the same for any number of jobs")
  func compare() throws {
    let common = [
      "mutants", "compare", "simplex.weightedLevels", "lowering.cellsOnlyGrow", "--seeds", "2",
      "--cases", "90", "--json", "--jobs",
    ]
    let one = try ToolRun(common + ["1"])
    #expect(one.status == 0, "\(one.error)")
    #expect(one.output == (try ToolRun(common + ["2"])).output)
    let json = try one.json()
    #expect(json.members?.map(\.key) == ["all", "hard", "mutants"])
    #expect(json["all"]?["hunts"]?.int == 4)
    let mutants = try #require(json["mutants"]?.array)
    #expect(
      mutants.map { $0["name"]?.string } == ["simplex.weightedLevels", "lowering.cellsOnlyGrow"])
    for mutant in mutants {
      let runs = try #require(mutant["runs"]?.array)
      #expect(runs.count == 2)
      for run in runs {
        for side in ["plain", "guided"] {
          let (cases, count) = (run[side]?["cases"], try #require(run[side]?["run"]?.int))
          #expect(cases?.int.map { $0 == count } ?? (count == 90))
        }
      }
    }
  }
}
