// SPDX-License-Identifier: MIT

import Choices
import Foundation
import Nights
import TestSupport
import Testing

@Suite("Command line: the files of nights on disk", .serialized, .waitsForProcesses)
struct NightStateTests {
  private static func night(_ folder: URL, _ day: Int, _ strategies: String) throws -> ToolRun {
    try ToolRun(
      [
        "campaign", "nightly", "--state", "s", "--cases", "64", "--laws", "none", "--no-costs",
        "--no-minimize", "--date", "2026-11-0\(day)", "--strategies", strategies, "--json",
        "--seed", "3", "--jobs", "2",
      ], in: folder)
  }

  private static let mutant = "simplex,simplex.weightedLevels"

  /// Returns the folder of two nights with open buckets.
  private static func healthy() throws -> URL {
    let folder = try TemporaryFolder.make()
    let first = try night(folder, 1, mutant)
    try #require(first.status == 1, "\(first.error)")
    let second = try night(folder, 2, "simplex")
    try #require(second.status == 0, "\(second.error)")
    return folder
  }

  /// Returns the files and folders of a folder of nights, in order.
  private static func entries(_ folder: URL) throws -> [String] {
    let state = folder.appendingPathComponent("s").path
    let names = try #require(FileManager.default.enumerator(atPath: state))
    return names.compactMap { $0 as? String }.sorted()
  }

  /// Whether no verdict of a night depends on the file.
  private static func isPage(_ name: String) -> Bool {
    name == "index.html" || name == "findings.html"
  }

  /// Damages a file or a folder; returns nil if the damage leaves it unchanged.
  private static func damage(_ path: String, _ choice: UInt64, _ place: UInt64) throws -> String {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    _ = manager.fileExists(atPath: path, isDirectory: &isFolder)
    let ways = ["removed", "a link to nowhere", "truncated", "changed", "emptied"]
    let way = ways[Int(choice % (isFolder.boolValue ? 2 : 5))]
    let bytes = isFolder.boolValue ? Data() : try Data(contentsOf: URL(fileURLWithPath: path))
    try manager.removeItem(atPath: path)
    switch way {
    case "a link to nowhere":
      try manager.createSymbolicLink(atPath: path, withDestinationPath: "\(path).none")
    case "truncated":
      try bytes.prefix(Int(place % UInt64(max(1, bytes.count))))
        .write(to: URL(fileURLWithPath: path))
    case "changed":
      var changed = bytes.isEmpty ? [0] : Array(bytes)
      changed[Int(place % UInt64(changed.count))] ^= UInt8(1 + place % 7)
      try Data(changed).write(to: URL(fileURLWithPath: path))
    case "emptied": try Data().write(to: URL(fileURLWithPath: path))
    default: break
    }
    return way
  }

  private static let trials = TestLength.choose(quick: 12, full: 24, long: 200)

  @Test("a night after any single loss or change is never green, and lists no bucket as fixed")
  func damaged() throws {
    let seed: UInt64 = 41
    var random = SplitMix64(seed: seed)
    let folder = try Self.healthy()
    let names = try Self.entries(folder)
    // Each file and folder of the top level is chosen, and random ones below.
    var chosen = names.filter { !$0.contains("/") }
    while chosen.count < Self.trials {
      chosen.append(names[Int(random.next() % UInt64(names.count))])
    }
    for (number, name) in chosen.enumerated() {
      let copy = try TemporaryFolder.make()
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent("s"), to: copy.appendingPathComponent("s"))
      let way = try Self.damage(
        copy.appendingPathComponent("s/\(name)").path, random.next(), random.next())
      let context = "seed \(seed), trial \(number): \(name) \(way)"
      let run = try Self.night(copy, 3, "simplex")
      let output = run.output + run.error
      if Self.isPage(name) {
        #expect([0, 70, 74].contains(run.status), "\(context): \(run.error)")
      } else if name == "nights" || name.hasPrefix("nights/") {
        #expect([70, 74].contains(run.status), "\(context): \(run.status) \(run.error)")
      } else {
        #expect([65, 70].contains(run.status), "\(context): \(run.status) \(run.error)")
        let parts = name.split(separator: "/").map(String.init)
        #expect(output.contains(parts.last ?? ""), "\(context): not named: \(output)")
      }
      #expect(!output.contains("\"change\": \"fixed\""), "\(context): \(output)")
      try FileManager.default.removeItem(at: copy)
    }
  }

  @Test(
    "an older copy of the registry or of the history is refused, and so is one of another night")
  func olderCopies() throws {
    let folder = try TemporaryFolder.make()
    #expect(try Self.night(folder, 1, Self.mutant).status == 1)
    let state = folder.appendingPathComponent("s")
    let names = ["registry.json", "history.jsonl"]
    let old = try names.map { try Data(contentsOf: state.appendingPathComponent($0)) }
    #expect(try Self.night(folder, 2, "simplex").status == 0)
    let new = try names.map { try Data(contentsOf: state.appendingPathComponent($0)) }
    for wrong in [[0], [1], [0, 1]] {
      for (index, name) in names.enumerated() {
        let bytes = wrong.contains(index) ? old[index] : new[index]
        try bytes.write(to: state.appendingPathComponent(name))
      }
      let run = try Self.night(folder, 3, "simplex")
      #expect(run.status == 70, "\(wrong): \(run.error)")
      #expect(run.error.contains("restore the file from a backup"), "\(wrong): \(run.error)")
    }
    // With the files restored the night succeeds: a refused night changes nothing.
    for (index, name) in names.enumerated() {
      try new[index].write(to: state.appendingPathComponent(name))
    }
    let healed = try Self.night(folder, 3, "simplex")
    #expect(healed.status == 0, "\(healed.error)")
  }

  @Test("without history and findings a night is red, and so is one with a changed stored case")
  func asReported() throws {
    let folder = try Self.healthy()
    let copy = try TemporaryFolder.make()
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent("s"), to: copy.appendingPathComponent("s"))
    for name in ["history.jsonl", "findings"] {
      try FileManager.default.removeItem(at: copy.appendingPathComponent("s/\(name)"))
    }
    let lost = try Self.night(copy, 3, "simplex")
    #expect(lost.status == 70 && lost.error.contains("history.jsonl: error: "), "\(lost.error)")
    let file = try #require(Self.entries(folder).first { $0.hasSuffix("/case.json") })
    let path = folder.appendingPathComponent("s/\(file)")
    let good = try Data(contentsOf: path)
    let passing = #"{"layoutfuzz": 1, "environment": {"size": [9, 9]}, "views": [{"id": "root"}]}"#
    try Data(passing.utf8).write(to: path)
    // It stays red until the case is restored or removed.
    for day in 3...4 {
      let changed = try Self.night(folder, day, "simplex")
      #expect(changed.status == 70, "\(changed.error)")
      #expect(changed.output.contains("its case.json was changed after it was stored"))
      #expect(!changed.output.contains("\"change\": \"fixed\""), "\(changed.output)")
    }
    try good.write(to: path)
    let mended = try Self.night(folder, 5, "simplex")
    #expect(mended.status == 0, "\(mended.error)")
  }

  /// The parts of a folder of nights that a later night needs.
  private static let parts = [
    "registry.json", "history.jsonl", "nights", "findings", "index.html", "findings.html",
  ]

  @Test("a night is red after the loss of any of the parts, and names a lost part", .exhaustive)
  func lostTogether() throws {
    let folder = try Self.healthy()
    // All sets of parts but none and all: without all of them the folder is a new one.
    for set in 1..<(1 << Self.parts.count) - 1 {
      let lost = Self.parts.enumerated().filter { set >> $0.offset & 1 == 1 }.map(\.element)
      // Each night writes its pages again.
      if lost.allSatisfy({ $0.hasSuffix(".html") }) { continue }
      let copy = try TemporaryFolder.make()
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent("s"), to: copy.appendingPathComponent("s"))
      for name in lost {
        try FileManager.default.removeItem(at: copy.appendingPathComponent("s/\(name)"))
      }
      let run = try Self.night(copy, 3, "simplex")
      let output = run.output + run.error
      #expect(run.status == 70, "\(lost): \(run.status) \(output)")
      #expect(lost.contains { output.contains($0) }, "\(lost): not named: \(output)")
      if lost.contains("registry.json") {
        #expect(output.contains("registry.json: error: the registry is missing"), "\(lost)")
      }
      try FileManager.default.removeItem(at: copy)
    }
  }

  @Test("a missing record of a night is reported once, also if it is lost after a kill")
  func lostRecords() throws {
    let folder = try Self.healthy()
    try FileManager.default.removeItem(
      at: folder.appendingPathComponent("s/nights/0001/night.json"))
    let red = try Self.night(folder, 3, "simplex")
    #expect(
      red.status == 70 && red.output.contains("nights/0001/night.json is missing"), "\(red.error)")
    let green = try Self.night(folder, 4, "simplex")
    #expect(green.status == 0, "\(green.output)\(green.error)")
    try FileManager.default.removeItem(at: folder.appendingPathComponent("s/nights"))
    let all = try Self.night(folder, 5, "simplex")
    #expect(all.status == 70, "\(all.error)")
    #expect(all.output.contains("nights/0002/night.json and 2 other records are missing"))
  }

  @Test("a changed record, or the missing campaign of a night, is reported once")
  func changedRecords() throws {
    for name in ["night.json", "campaign.json"] {
      let folder = try Self.healthy()
      let file = folder.appendingPathComponent("s/nights/0001/\(name)")
      try (try Data(contentsOf: file) + Data(" ".utf8)).write(to: file)
      let red = try Self.night(folder, 3, "simplex")
      #expect(
        red.status == 70 && red.output.contains("nights/0001/\(name) was changed after"),
        "\(red.output)\(red.error)")
      let green = try Self.night(folder, 4, "simplex")
      #expect(green.status == 0, "\(green.output)\(green.error)")
    }
    let folder = try Self.healthy()
    try FileManager.default.removeItem(
      at: folder.appendingPathComponent("s/nights/0001/campaign.json"))
    let red = try Self.night(folder, 3, "simplex")
    #expect(
      red.status == 70 && red.output.contains("nights/0001/campaign.json is missing"),
      "\(red.error)")
    let green = try Self.night(folder, 4, "simplex")
    #expect(green.status == 0, "\(green.output)\(green.error)")
    // Put back late.
    try Data("{}".utf8).write(to: folder.appendingPathComponent("s/nights/0001/campaign.json"))
    let late = try Self.night(folder, 5, "simplex")
    #expect(late.status == 0, "\(late.output)\(late.error)")
  }

  @Test("a record that is changed during a night makes the next one red")
  func changedDuringNight() throws {
    let folder = try Self.healthy()
    let state = folder.appendingPathComponent("s")
    // A store locks its folder, so none may be open while the tool runs.
    let before = try NightStore(state.path).recordSeals
    let words = NightlyTests.words(3, strategies: "simplex", ["--time", "3s"])
    let tool = try RunningTool(words.filter { $0 != "--cases" && $0 != "128" }, in: folder)
    let progress = state.appendingPathComponent(NightStore.progressName).path
    for _ in 0..<10_000 where !FileManager.default.fileExists(atPath: progress) { usleep(1_000) }
    let file = state.appendingPathComponent("nights/0001/night.json")
    try (try Data(contentsOf: file) + Data(" ".utf8)).write(to: file)
    let run = try tool.finish()
    // The planted fault may be missed in so short a time, which is red for another reason.
    #expect(!run.output.contains("was changed after"), "\(run.output)\(run.error)")
    #expect(try NightStore(state.path).registry().records?.prefix(2) == before.prefix(2))
    let red = try Self.night(folder, 4, "simplex")
    #expect(
      red.status == 70 && red.output.contains("nights/0001/night.json was changed after"),
      "\(red.output)\(red.error)")
  }

  @Test("an invalid file of a night ends it with 65, and the fix or the place of the error")
  func unreadable() throws {
    for (name, advice) in [
      ("registry.json", "; restore the file from a backup, or start in an empty folder"),
      ("history.jsonl", "; restore the file from a backup, or start in an empty folder"),
      ("known.json", "\n  {\n   ^\n"),
    ] {
      let folder = try TemporaryFolder.make()
      let state = folder.appendingPathComponent("s")
      try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
      try Data("{".utf8).write(to: state.appendingPathComponent(name))
      let run = try Self.night(folder, 1, "simplex")
      #expect(run.status == 65 && run.error.contains(advice), "\(name): \(run.error)")
    }
  }

  @Test("a symbolic link or a file in place of a folder of a night ends it before any work")
  func links() throws {
    for (name, code) in [("findings", 70), ("findings/unfinished", 70), ("nights", 74)] {
      for isLink in [true, false] {
        // The check also runs before the first night.
        for isNew in [true, false] {
          let folder = isNew ? try TemporaryFolder.make() : try Self.healthy()
          let place = folder.appendingPathComponent("s/\(name)")
          try? FileManager.default.removeItem(at: place)
          try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
          let elsewhere = try TemporaryFolder.make()
          if isLink {
            try FileManager.default.createSymbolicLink(at: place, withDestinationURL: elsewhere)
          } else {
            try Data().write(to: place)
          }
          let before = try Self.entries(folder)
          let run = try Self.night(folder, 3, Self.mutant)
          let context = "\(name), link \(isLink), new \(isNew): \(run.status) \(run.error)"
          #expect(run.status == code, "\(context)")
          #expect(run.error.contains("s/\(name): cannot write: "), "\(context)")
          #expect(!run.error.contains("night 1, ") && !run.error.contains("night 3, "))
          #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path).isEmpty)
          // Only the folder that every night has exists.
          #expect(
            try Self.entries(folder).filter { $0 != "nights" } == before.filter { $0 != "nights" })
        }
      }
    }
  }

  @Test("a campaign ends before any work when its folder of findings is a symbolic link")
  func linkedCampaign() throws {
    let folder = try TemporaryFolder.make()
    let elsewhere = try TemporaryFolder.make()
    let output = folder.appendingPathComponent("o")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: output.appendingPathComponent("findings"), withDestinationURL: elsewhere)
    let run = try ToolRun(["fuzz", "--cases", "1", "--out", "o"], in: folder)
    #expect(run.status == 74 && run.output.isEmpty, "\(run.status) \(run.output)")
    #expect(run.error.contains("o/findings: cannot write: it is a symbolic link"), "\(run.error)")
  }

  @Test("missing known issues make a night red if they suppressed a bucket")
  func knownIssues() throws {
    let folder = try TemporaryFolder.make()
    let state = folder.appendingPathComponent("s")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    let known = state.appendingPathComponent("known.json")
    try Data(
      """
      {"layoutfuzzKnown": 1, "issues": [
        {"bucket": "simplex.weightedLevels-*", "until": "2026-11-20", "reason": "planted"}]}
      """.utf8
    ).write(to: known)
    #expect(try Self.night(folder, 1, Self.mutant).status == 0)
    try FileManager.default.removeItem(at: known)
    let gone = try Self.night(folder, 2, "simplex")
    #expect(gone.status == 70 && gone.output.contains("known.json is missing"), "\(gone.error)")
  }

  @Test("pending findings of a strategy that does not take part are counted, and stay pending")
  func absentStrategies() throws {
    let folder = try Self.healthy()
    let words = [
      "campaign", "nightly", "--state", "s", "--cases", "64", "--laws", "none", "--no-costs",
      "--date", "2026-11-03", "--strategies", "simplex", "--json", "--seed", "3",
    ]
    let run = try ToolRun(words, in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(
      run.error.contains("strategy 'simplex.weightedLevels' does not take part"), "\(run.error)")
    #expect(!run.error.contains("resuming"), "\(run.error)")
    let notes = try run.json()["notes"]?.array?.compactMap(\.string) ?? []
    #expect(
      notes.contains { $0.contains(" not minimized: strategy ") }, "\(notes)")
    let pending = try Self.entries(folder).filter { $0.hasSuffix("-unminimized") }
    #expect(!pending.isEmpty)
  }

  /// Runs the tool and returns nil if it does not end by itself; a tool that waits for a pipe is
  /// killed.
  private static func ended(_ words: [String], in folder: URL) throws -> ToolRun? {
    let tool = try RunningTool(words, in: folder)
    for _ in 0..<1500 {
      if !tool.isRunning { return try tool.finish() }
      usleep(20_000)
    }
    tool.send(signal: SIGKILL)
    _ = try tool.finish()
    return nil
  }

  /// Replaces a file by a pipe.
  private static func pipe(_ file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    unlink(file.path)
    try #require(mkfifo(file.path, 0o600) == 0)
  }

  @Test("a pipe in place of a state file of a night ends with a message")
  func pipesOfNights() throws {
    let folder = try Self.healthy()
    let finding = try #require(Self.entries(folder).first { $0.hasSuffix("/finding.json") })
    let cases = finding.replacing("finding.json", with: "case.json")
    let codes: [(name: String, codes: Set<Int32>)] = [
      ("registry.json", [65]), ("history.jsonl", [65]), ("known.json", [65]),
      ("night.progress", [0, 1]), (finding, [70]), (cases, [70]),
      ("nights/0003/campaign.json", [0]), ("nights/0003/campaign.progress", [0]),
    ]
    for (name, expected) in codes {
      let copy = try TemporaryFolder.make()
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent("s"), to: copy.appendingPathComponent("s"))
      try Self.pipe(copy.appendingPathComponent("s/\(name)"))
      let run = try #require(
        try Self.ended(
          [
            "campaign", "nightly", "--state", "s", "--cases", "64", "--laws", "none", "--no-costs",
            "--no-minimize", "--strategies", "simplex", "--date", "2026-11-03",
          ], in: copy), "\(name): it never ends")
      #expect(expected.contains(run.status), "\(name): \(run.status) \(run.error)")
      if expected == [65] {
        #expect(run.error.contains("\(name): a pipe where a file is expected"), "\(run.error)")
      }
      let report = try #require(try Self.ended(["report", "s"], in: copy), "report: \(name)")
      #expect([0, 65].contains(report.status), "\(name): \(report.error)")
    }
  }

  @Test(
    "a pipe in place of a state file of a campaign, of shards or of a check ends with a message"
  )
  func otherPipes() throws {
    let planned = [
      "campaign", "plan", "--dir", "d", "--seed", "1", "--cases", "16", "--shards", "1",
    ]
    let commands: [(file: String, words: [String], code: Int32, plans: Bool)] = [
      ("o/campaign.progress", ["fuzz", "--cases", "8", "--out", "o"], 65, false),
      ("o/campaign.json", ["report", "o"], 65, false),
      ("d/plan.json", ["campaign", "run", "--dir", "d", "--index", "0"], 65, true),
      ("d/plan.json", ["campaign", "status", "--dir", "d"], 65, true),
      ("d/results/shard-0.json", ["campaign", "merge", "--dir", "d"], 75, true),
      ("d/results/shard-0.json", ["campaign", "run", "--dir", "d", "--index", "0"], 0, true),
      ("d/progress/shard-0.json", ["campaign", "run", "--dir", "d", "--index", "0"], 0, true),
      ("d/attempts/0.x.json", ["campaign", "missing", "--dir", "d"], 0, true),
      ("b.json", ["check", "--baseline", "b.json", "a.storyboard"], 65, false),
      ("a.case.json", ["solve", "a.case.json"], 65, false),
      ("certificate.json", ["verify", "certificate.json", "a.case.json"], 65, false),
    ]
    for (file, words, code, plans) in commands {
      let folder = try TemporaryFolder.make()
      if plans { try #require(try ToolRun(planned, in: folder).status == 0) }
      try Self.pipe(folder.appendingPathComponent(file))
      let run = try #require(try Self.ended(words, in: folder), "\(words): it never ends")
      #expect(run.status == code, "\(words), \(file): \(run.status) \(run.error)\(run.output)")
    }
  }
}
