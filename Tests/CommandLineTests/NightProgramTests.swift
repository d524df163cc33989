// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
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
      uniqueKeysWithValues: try store.registry().buckets.filter { $0.subject == "ref" }.map {
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

  private static let kills = TestLength.choose(quick: 2, full: 6, long: 60)

  @Test("a night against an engine that is killed comes to the same buckets", .exhaustive)
  func killed() throws {
    let seed: UInt64 = 11
    var random = SplitMix64(seed: seed)
    let whole = try TemporaryFolder.make()
    let broken = try TemporaryFolder.make()
    defer { for folder in [whole, broken] { try? FileManager.default.removeItem(at: folder) } }
    let start = ContinuousClock.now
    let run = try ToolRun(Self.words(1, Self.fault), in: whole)
    #expect(run.status == 1, "\(run.error)")
    let span = UInt64((ContinuousClock.now - start) / .microseconds(1))
    for attempt in 0...Self.kills {
      let tool = try RunningTool(Self.words(1, Self.fault), in: broken)
      if attempt < Self.kills {
        usleep(UInt32(random.next() % span))
        tool.send(signal: SIGKILL)
      }
      let end = try tool.finish()
      if end.status != -1 { break }
      #expect(attempt < Self.kills, "seed \(seed): killed by something else: \(end.error)")
    }
    #expect(try Self.states(broken) == Self.states(whole), "seed \(seed)")
    #expect(try Self.folders(broken) == Self.folders(whole), "seed \(seed)")
  }

  /// Returns the folders of all findings, also unfinished ones.
  private static func folders(_ folder: URL) throws -> [String] {
    let path = folder.appendingPathComponent("s/findings").path
    return try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }
}
