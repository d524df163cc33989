// SPDX-License-Identifier: MIT

import BenchmarkKit
import Foundation
import TestSupport
import Testing

@testable import layoutbench

@Suite("Runs on disk")
struct StoredRunTests {
  @Test("each run has its own folder, also if several begin in the same second")
  func folders() throws {
    let folder = TestFolder.root
      .appendingPathComponent("layoutbench-tests-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = RunStore(folder: folder)
    let ids = try (0..<5).map { _ in try store.startRun() }
    #expect(Set(ids).count == 5)
  }

  @Test("a damaged stored run is refused with the reason")
  func damaged() throws {
    let folder = TestFolder.root
      .appendingPathComponent("layoutbench-tests-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let good = MadeUpRun.pair { _, _ in (1000, ["pivots": 200]) }.stored
    func read(
      _ change: (inout RunRecord, inout [Sample]) -> Void
    ) throws -> StoreFailure? {
      try? FileManager.default.removeItem(atPath: folder)
      var (record, samples) = (good.record, good.samples)
      change(&record, &samples)
      let log = try SampleLog(path: "\(folder)/\(StoredRun.samplesName)")
      for sample in samples { try log.append(sample) }
      try Data(StoredRun.bytes(of: record)).write(
        to: URL(fileURLWithPath: "\(folder)/\(StoredRun.recordName)"))
      do throws(StoreFailure) {
        _ = try StoredRun.read(folder: folder)
        return nil
      } catch {
        return error
      }
    }
    #expect(try read { _, _ in } == nil)
    let damages: [(inout RunRecord, inout [Sample]) -> Void] = [
      { record, _ in record.arms = [] }, { record, _ in record.strategies = [] },
      { record, _ in record.arms[1] = record.arms[0] }, { _, samples in samples[0].cpu = 0 },
      { _, samples in samples[3].wall = -1 }, { _, samples in samples[0].round = 99 },
      { _, samples in samples.removeLast() }, { _, samples in samples[1].arm = "nobody" },
      { record, _ in record.schema = 1 },
    ]
    for (number, damage) in damages.enumerated() {
      guard case .malformed = try read(damage) else {
        Issue.record("damage \(number) was not seen")
        continue
      }
    }
  }
}
