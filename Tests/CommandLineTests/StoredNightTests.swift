// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import Nights
import TestSupport
import Testing

/// Reads nights written by earlier versions, in `Tests/Stored`, with keys of retired features.
@Suite("Command line: stored nights of earlier versions", .serialized, .waitsForProcesses)
struct StoredNightTests {
  private static let stored = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Stored")

  @Test("a further night knows the findings of the earlier ones, and drops keys of templates")
  func further() throws {
    let folder = try TemporaryFolder.make()
    let state = folder.appendingPathComponent("s")
    try FileManager.default.copyItem(at: Self.stored.appendingPathComponent("nights"), to: state)
    let registry = state.appendingPathComponent("registry.json")
    #expect(try String(contentsOf: registry, encoding: .utf8).contains("\"template\""))
    let run = try ToolRun(
      [
        "campaign", "nightly", "--state", "s", "--cases", "16", "--seed", "3", "--no-minimize",
        "--mutants", "0", "--laws", "none", "--date", "2026-11-24", "--strategies",
        "simplex,simplex.weightedLevels,relaxation.staleValue,naive.twinsCollapsed",
      ], in: folder)
    // Random cases that are not minimized count as the open findings of their kinds.
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("-unminimized: waits for minimization since night 3"))
    #expect(run.output.contains("replayed  8 stored cases; 8 fail in"), "\(run.output)")
    #expect(
      run.output.components(separatedBy: ": still open since night 1").count == 9, "\(run.output)")
    let text = try String(contentsOf: registry, encoding: .utf8)
    #expect(!text.contains("\"template\""))
    let buckets = try BucketRegistry(decoding: Array(text.utf8)).buckets
    #expect(buckets.count { $0.nights == 3 && $0.state == .open } == 8, "\(buckets)")
    let queues = buckets.filter { $0.signature.hasSuffix("-unminimized") }
    #expect(!queues.isEmpty && queues.allSatisfy { $0.isAttributed && $0.nights == 1 })
  }
}
