// SPDX-License-Identifier: MIT

import Choices
import Foundation
import Nights
import TestSupport
import Testing

extension NightlyTests {
  /// Returns all files of a folder of nights, without measured values.
  private static func contents(_ folder: URL) throws -> [String: String] {
    let state = folder.appendingPathComponent("s").path
    var files: [String: String] = [:]
    for case let name as String in try #require(FileManager.default.enumerator(atPath: state)) {
      guard let data = FileManager.default.contents(atPath: "\(state)/\(name)") else { continue }
      // The page contains measured values.
      if name == "index.html" { continue }
      files[name] = String(decoding: data, as: UTF8.self)
        .replacing(/"(\w+Nanoseconds|nanoseconds|\w+Bytes)": \d+/, with: "")
        .replacing(/<dt>Cases<\/dt><dd>[^<]*<\/dd>/, with: "")
        // The registry has the hashes of the history and of records, which contain measured values.
        .replacing(/"(history|seal|night\.json|campaign\.json)": "[0-9a-f]{16}"/, with: "")
    }
    return files.filter { !$0.value.isEmpty }
  }

  private static let killsPerNight = TestLength.choose(quick: 1, full: 2, long: 8)

  @Test("equal nights have equal bytes except times, and killed ones have the same result")
  func kills() throws {
    let seed: UInt64 = 23
    var random = SplitMix64(seed: seed)
    let corpus = try Self.corpusFolder()
    let more = ["--corpus", corpus.path, "--jobs", "2", "--no-minimize"]
    var unbroken: [[String: String]] = []
    // The duration of a night on this machine, in microseconds: kills come before its end.
    var span: UInt64 = 3_000_000
    for _ in 0..<2 {
      let folder = try TemporaryFolder.make()
      for day in 1...2 {
        let start = ContinuousClock.now
        let run = try Self.night(folder, day, strategies: Self.mutant, more)
        #expect(run.status < 2, "\(run.error)")
        span = min(span, UInt64((ContinuousClock.now - start) / .microseconds(1)))
      }
      unbroken.append(try Self.contents(folder))
    }
    #expect(unbroken[0] == unbroken[1])
    let folder = try TemporaryFolder.make()
    var kills = 0
    for day in 1...2 {
      // After this many kills the night may finish.
      for attempt in 0...Self.killsPerNight {
        let tool = try RunningTool(Self.words(day, strategies: Self.mutant, more), in: folder)
        if attempt < Self.killsPerNight {
          usleep(UInt32(random.next() % span))
          tool.send(signal: SIGKILL)
        }
        let run = try tool.finish()
        if run.status != -1 {
          #expect(run.status < 2, "seed \(seed): \(run.error)")
          break
        }
        #expect(
          attempt < Self.killsPerNight, "seed \(seed): killed by something else: \(run.error)")
        kills += 1
      }
    }
    #expect(kills > 0, "seed \(seed)")
    let broken = try Self.contents(folder)
    let store = try NightStore(folder.appendingPathComponent("s").path)
    #expect(try store.registry().records == store.recordSeals)
    #expect(Set(broken.keys) == Set(unbroken[0].keys), "seed \(seed), \(kills) kills")
    for (name, text) in unbroken[0] {
      #expect(broken[name] == text, "seed \(seed), \(kills) kills: \(name)")
    }
  }

  @Test(
    "a night killed while it resumes a minimization has the same result", .exhaustive)
  func killsWhileResuming() throws {
    let seed: UInt64 = 29
    var random = SplitMix64(seed: seed)
    // The cases of the second night show no other buckets than those of the first.
    let strategies = "simplex,simplex.weightedLevels,session.oneSideRemoved"
    let whole = ["--jobs", "2", "--minimize-time", "10m"]
    let (calm, folder) = (try TemporaryFolder.make(), try TemporaryFolder.make())
    let first = try Self.night(calm, 1, strategies: strategies, ["--minimize-time", "1ms"])
    #expect(first.status == 1, "\(first.error)")
    // Two first nights that were cut short by time need not be equal.
    try FileManager.default.copyItem(
      at: calm.appendingPathComponent("s"), to: folder.appendingPathComponent("s"))
    let start = ContinuousClock.now
    let unbroken = try Self.night(calm, 2, strategies: strategies, whole)
    // The duration of the night on this machine, in microseconds: kills come before its end.
    let span = UInt64((ContinuousClock.now - start) / .microseconds(1))
    #expect(unbroken.status == 0, "what was pending is no news: \(unbroken.error)")
    var (kills, isDone) = (0, false)
    for _ in 0..<Self.killsPerNight where !isDone {
      let tool = try RunningTool(Self.words(2, strategies: strategies, whole), in: folder)
      for _ in 0..<3000 where try !tool.errorSoFar().contains("resuming") { usleep(20_000) }
      usleep(UInt32(random.next() % max(1, min(1_500_000, span / 2))))
      tool.send(signal: SIGKILL)
      // A night that ended before the kill must not be followed by another one.
      isDone = try tool.finish().status != -1
      kills += isDone ? 0 : 1
    }
    #expect(kills > 0, "seed \(seed)")
    if !isDone {
      let last = try Self.night(folder, 2, strategies: strategies, whole)
      #expect(last.status < 2, "\(last.error)")
    }
    let (expected, broken) = (try Self.contents(calm), try Self.contents(folder))
    let store = try NightStore(folder.appendingPathComponent("s").path)
    #expect(try store.registry().records == store.recordSeals)
    #expect(Set(broken.keys) == Set(expected.keys), "seed \(seed), \(kills) kills")
    for (name, text) in expected {
      #expect(broken[name] == text, "seed \(seed), \(kills) kills: \(name)")
    }
  }
}
