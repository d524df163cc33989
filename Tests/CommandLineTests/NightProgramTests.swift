// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Display
import Foundation
import Nights
import TestSupport
import Testing

/// Runs nights against the reference engine with and without a planted fault.
@Suite(
  "Command line: nights with other programs", .serialized, .timeLimit(.minutes(30)),
  .waitsForProcesses)
struct NightProgramTests {
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/engines/reference.py").path

  private static let fault = "--fault message"

  private static func words(_ day: Int, _ engine: String?) -> [String] {
    [
      "campaign", "nightly", "--state", "s", "--cases", "60", "--seed", "5", "--laws", "none",
      "--date", "2026-11-1\(day)", "--jobs", "2",
    ] + (engine.map { ["--engine", "ref=\(Python.command) '\(script)' \($0)"] } ?? [])
  }

  /// Returns the states of the buckets about the engine.
  private static func states(_ folder: URL) throws -> [String: Bucket.State] {
    let store = try NightStore(folder.appendingPathComponent("s").path)
    return Dictionary(
      uniqueKeysWithValues: try store.registry().buckets.filter { $0.failing.name == "ref" }.map {
        ($0.signature, $0.state)
      })
  }

  @Test("a fault is new, fixed by another version, left alone without the program, and reopened")
  func course() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try ToolRun(Self.words(1, Self.fault), in: folder)
    #expect(first.status == 1 && first.output.contains("new: ref: message"), "\(first.output)")
    #expect(first.output.contains("program   ref: reference"), "\(first.output)")
    // The printed command runs the finding again.
    #expect(first.output.contains("case.engine.json --engine 'ref="), "\(first.output)")
    let found = try Self.states(folder)
    #expect(!found.isEmpty && found.values.allSatisfy { $0 == .open })

    let second = try ToolRun(Self.words(2, ""), in: folder)
    #expect(second.status == 0 && second.output.contains(": fixed, with reference"))
    #expect(try Self.states(folder).values.allSatisfy { $0 == .fixed })

    let third = try ToolRun(Self.words(3, nil), in: folder)
    #expect(third.status == 0, "\(third.output)\(third.error)")
    #expect(third.output.contains("not replayed: 'ref' does not take part tonight"))
    #expect(try Self.states(folder).values.allSatisfy { $0 == .fixed })

    let fourth = try ToolRun(Self.words(4, Self.fault), in: folder)
    #expect(fourth.status == 1 && fourth.output.contains("reopened: ref: message"))
    #expect(fourth.output.contains("fixed in night 2, 2026-11-12, with reference"))
  }

  @Test("the page has the command that repeats the random cases, for each part of the night")
  func repeated() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = "{\"layoutfuzzKnown\": 1, \"issues\": []}"
    try Data(text.utf8).write(to: folder.appendingPathComponent("issues.json"))
    let run = try ToolRun(
      Self.words(1, "") + ["--known", "issues.json", "--timeout", "7s"], in: folder)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    let store = try NightStore(folder.appendingPathComponent("s").path)
    let night = try #require(try store.night(1)).record
    let page = try String(
      contentsOf: folder.appendingPathComponent("s/index.html"), encoding: .utf8)
    let end = "--seed \(night.seed) --cases 60"
    let engine = ShellWord.quoted("ref=\(Python.command) '\(Self.script)' ")
    for command in [
      "layoutfuzz fuzz \(end) --laws none --canary ",
      "layoutfuzz fuzz --engine \(engine) --timeout 7.0s --known issues.json \(end)<",
    ] {
      let markup = command.dropLast().replacing("'", with: "&#39;") + command.suffix(1)
      #expect(page.contains(markup), "\(command)")
    }
  }

  @Test("a night counts known failures of a program and does not draw their trigger", .exhaustive)
  func known() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = folder.appendingPathComponent("s")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    func write(_ bucket: String, _ feature: String) throws {
      let text = """
        {"layoutfuzzKnown": 1, "issues": [{"bucket": "\(bucket)", "until": "2026-11-12",
          "reason": "r", "without": ["\(feature)"]}]}
        """
      try Data(text.utf8).write(to: state.appendingPathComponent("known.json"))
    }
    try write("ref-message-*", "reroots")
    let wrong = try ToolRun(Self.words(1, Self.fault), in: folder)
    #expect(wrong.status == 65 && wrong.error.contains("fix: use \"reroot\""), "\(wrong.error)")
    try write("ref-message-*", "reroot")
    let first = try ToolRun(Self.words(1, Self.fault), in: folder)
    #expect(first.status == 0, "\(first.output)\(first.error)")
    #expect(first.output.contains("known.json suppressed 1 bucket about engines, "))
    #expect(try Self.states(folder).isEmpty)
    let third = try ToolRun(Self.words(3, Self.fault), in: folder)
    #expect(third.status == 1 && third.output.contains("new: ref: message"), "\(third.output)")
  }

  @Test("--known FILE suppresses like known.json, also in a night without that file")
  func knownFile() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = """
      {"layoutfuzzKnown": 1, "issues": [{"bucket": "ref-message-*", "until": "2026-11-12",
        "reason": "r"}]}
      """
    try Data(text.utf8).write(to: folder.appendingPathComponent("issues.json"))
    for day in 1...2 {
      let run = try ToolRun(Self.words(day, Self.fault) + ["--known", "issues.json"], in: folder)
      #expect(run.status == 0, "\(run.output)\(run.error)")
      #expect(try Self.states(folder).values.allSatisfy { $0 == .known })
    }
    let third = try ToolRun(Self.words(3, Self.fault) + ["--known", "issues.json"], in: folder)
    #expect(third.status == 1 && third.output.contains("ref: message"), "\(third.output)")
  }

  @Test(
    "a known fault of a program that a later night cuts short is still open", .exhaustive,
    arguments: ["engine", "external"])
  func cutShort(kind: String) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let adapter = URL(fileURLWithPath: Self.script).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("chaos/adapter.py").path
    let command = kind == "engine" ? "'\(Self.script)' \(Self.fault)" : "'\(adapter)'"
    func night(_ day: Int, _ more: [String]) throws -> ToolRun {
      try ToolRun(
        Self.words(day, nil) + ["--json", "--\(kind)", "ref=\(Python.command) \(command)"] + more,
        in: folder)
    }
    let first = try night(1, ["--minimize-time", "10m"])
    let known = try #require(try NightlyTests.changes(first)["new"])
    #expect(known.contains { !$0.hasSuffix("-unminimized") }, "\(known)")
    let second = try NightlyTests.changes(try night(2, ["--minimize-time", "1ms"]))
    let waiting = second.mapValues { $0.filter { $0.hasSuffix("-unminimized") } }
    #expect(waiting["stillOpen"]?.isEmpty == false, "\(second)")
    for queue in waiting["new"] ?? [] {
      let kind = queue.dropLast("unminimized".count)
      #expect(!known.contains { $0.hasPrefix(kind) }, "\(queue), \(known)")
    }
  }

  // MARK: - Shards

  /// Plans a campaign in shards and runs all of them.
  private static func shards(_ name: String, _ words: [String], in folder: URL) throws {
    let plan = try ToolRun(
      ["campaign", "plan", "--dir", name, "--shards", "3"] + words, in: folder)
    #expect(plan.status == 0, "\(plan.error)")
    let run = try ToolRun(["campaign", "run", "--dir", name, "--index", "all"], in: folder)
    #expect(run.status == 0, "\(run.error)")
  }

  private static func engine(_ fault: String) -> [String] {
    ["--engine", "ref=\(Python.command) '\(script)' \(fault)"]
  }

  private static func night(_ day: Int, from names: [String]) -> [String] {
    words(day, nil) + names.flatMap { ["--from", $0] }
  }

  @Test("a night takes the random cases of an engine from shards, once")
  func fromShards() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let cases = ["--cases", "60", "--seed", "5"] + Self.engine(Self.fault)
    let plan = try ToolRun(["campaign", "plan", "--dir", "c", "--shards", "3"] + cases, in: folder)
    #expect(plan.status == 0)
    let early = try ToolRun(Self.night(1, from: ["c"]), in: folder)
    #expect(early.status == 75 && early.error.contains("3 of its shards"), "\(early.error)")
    try Self.shards("c", cases, in: folder)
    let both = try ToolRun(Self.words(1, "") + ["--from", "c"], in: folder)
    #expect(both.status == 64 && both.error.contains("same kind"), "\(both.error)")
    let first = try ToolRun(Self.night(1, from: ["c"]), in: folder)
    #expect(first.status == 1 && first.output.contains("new: ref: message"), "\(first.output)")
    #expect(first.output.contains("program   ref: reference"), "\(first.output)")
    let merged = try ToolRun(["campaign", "merge", "--dir", "c"], in: folder)
    #expect(merged.status == 1, "\(merged.error)")
    let path = folder.appendingPathComponent("c/findings").path
    let own = try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
    #expect(try Self.folders(folder) == own)
    let again = try ToolRun(Self.night(2, from: ["c"]), in: folder)
    #expect(again.status == 65 && again.error.contains("night 1 has the shards"), "\(again.error)")
    try Self.shards("d", ["--cases", "60", "--seed", "6"] + Self.engine(""), in: folder)
    let second = try ToolRun(Self.night(2, from: ["d"]), in: folder)
    #expect(second.status == 0 && second.output.contains(": fixed, with reference"))
  }

  @Test("a night takes the cases of the tool's own strategies from shards with a canary")
  func fromOwnShards() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let cases = ["--cases", "300", "--seed", "5", "--laws", "none"]
    try Self.shards("plain", cases, in: folder)
    let night = ["campaign", "nightly", "--state", "s", "--date", "2026-11-11", "--from"]
    let plain = try ToolRun(night + ["plain"], in: folder)
    #expect(plain.status == 65 && plain.error.contains("no canary"), "\(plain.error)")
    try Self.shards("c", cases + ["--canary", "relaxation.staleValue"], in: folder)
    let laws = try ToolRun(night + ["c", "--laws", "none"], in: folder)
    #expect(laws.status == 64 && laws.error.contains("--laws does not go with --from"))
    let first = try ToolRun(night + ["c"], in: folder)
    #expect(first.status == 0, "\(first.output)\(first.error)")
    #expect(first.output.contains("300 cases"), "\(first.output)")
  }

  @Test("a night that merges shards and is killed comes to the same buckets", .exhaustive)
  func killedMerge() throws {
    try Self.checkKills(of: Self.night(1, from: ["c"]), seed: 12) { folder in
      try Self.shards("c", ["--cases", "60"] + Self.engine(Self.fault), in: folder)
    }
  }

  @Test("a night against an engine that is killed comes to the same buckets", .exhaustive)
  func killed() throws {
    try Self.checkKills(of: Self.words(1, Self.fault), seed: 11) { _ in }
  }

  private static let kills = TestLength.choose(quick: 2, full: 6, long: 60)

  /// Checks that a night that is killed at random times has the buckets and folders of a whole one.
  ///
  /// `prepare` fills the folder of each of both.
  private static func checkKills(
    of words: [String], seed: UInt64, prepare: (URL) throws -> Void
  ) throws {
    var random = SplitMix64(seed: seed)
    let (whole, broken) = (try TemporaryFolder.make(), try TemporaryFolder.make())
    defer { for folder in [whole, broken] { try? FileManager.default.removeItem(at: folder) } }
    for folder in [whole, broken] { try prepare(folder) }
    let start = ContinuousClock.now
    let run = try ToolRun(words, in: whole)
    #expect(run.status == 1, "\(run.error)")
    let span = UInt64((ContinuousClock.now - start) / .microseconds(1))
    for attempt in 0...kills {
      let tool = try RunningTool(words, in: broken)
      if attempt < kills {
        usleep(UInt32(random.next() % span))
        tool.send(signal: SIGKILL)
      }
      let end = try tool.finish()
      if end.status != -1 { break }
      #expect(attempt < kills, "seed \(seed): killed by something else: \(end.error)")
    }
    #expect(try states(broken) == states(whole), "seed \(seed)")
    #expect(try folders(broken) == folders(whole), "seed \(seed)")
  }

  /// Returns the folders of all findings, also unfinished ones.
  private static func folders(_ folder: URL) throws -> [String] {
    let path = folder.appendingPathComponent("s/findings").path
    return try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }
}
