// SPDX-License-Identifier: MIT

import CampaignEngine
import Choices
import Foundation
import TestSupport
import Testing

@testable import Judging

/// Checks `layoutfuzz replay --bytes`, which turns inputs of libFuzzer into findings.
@Suite("Replay of a fuzzer's bytes", .serialized, .waitsForProcesses)
struct ByteReplayTests {
  private static let seed: UInt64 = 77
  private static let mutant = "simplex.basicErrorsForgotten"

  /// Returns bytes on whose case the mutant is wrong, and the verdict of the pipeline.
  private static func wrongInput() throws -> (bytes: [UInt8], verdict: String) {
    let strategy = try #require(Strategy.named(mutant))
    for round in 0..<400 {
      var random = SplitMix64(seed: seed &+ UInt64(round))
      let bytes = (0..<1024).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let input = ByteInput(bytes) {
        $0.strategies = [strategy]
        $0.scriptFrequency = .never
      }
      if case .wrong(let text) = input.verdict() { return (bytes, text) }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  @Test("an input that stops the pipeline is stored like any finding, and replays as stored")
  func finding() throws {
    let (bytes, verdict) = try Self.wrongInput()
    let folder = try TemporaryFolder.make()
    try Data(bytes).write(to: folder.appendingPathComponent("crash-1"))
    let run = try ToolRun(
      ["replay", "--bytes", "crash-1", "--strategies", Self.mutant, "--case", "made.case.json"],
      in: folder)
    #expect(run.status == 1, "seed \(Self.seed): \(run.error)")
    #expect(run.output.contains(verdict), "\(run.output)")
    let again = try ToolRun(["replay", "findings"], in: folder)
    #expect(again.status == 1)
    #expect(again.output.contains(": still open"))
    // The verdict on the case itself is the same.
    let made = try ToolRun(
      ["replay", "made.case.json", "--strategies", Self.mutant, "--json"], in: folder)
    #expect(made.status == 1)
    let kind = verdict.split(separator: " ").last.map(String.init) ?? ""
    #expect(made.output.contains("\"\(kind)"), "\(made.output)")
  }

  @Test("a folder stands for its files, and healthy strategies are right on all of them")
  func folder() throws {
    let (bytes, _) = try Self.wrongInput()
    let folder = try TemporaryFolder.make(["inputs-are-bytes": "", "any": "\u{1}text"])
    try Data(bytes).write(to: folder.appendingPathComponent("crash-1"))
    let run = try ToolRun(["replay", "--bytes", folder.path, "--json"])
    #expect(run.status == 0, "\(run.error)")
    let inputs = try #require(try run.json()["inputs"]?.array)
    #expect(inputs.count == 3)
    #expect(inputs.allSatisfy { $0["findings"]?.array?.isEmpty == true })
  }

  @Test("options that need bytes are refused without them")
  func usage() throws {
    #expect(try ToolRun(["replay", "x", "--out", "y"]).status == 64)
    #expect(try ToolRun(["replay", "--bytes", "no-such-file"]).status == 65)
  }
}
