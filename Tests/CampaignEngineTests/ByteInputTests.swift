// SPDX-License-Identifier: MIT

import Choices
import Testing

@testable import CampaignEngine
@testable import Judging

@Suite("Cases from the bytes of a fuzzer")
struct ByteInputTests {
  static let seed: UInt64 = 77

  /// Returns bytes that generate a case on which a strategy with a planted fault answers wrongly.
  static func wrong(_ changing: (inout CampaignSettings) -> Void) throws -> ByteInput {
    for round in 0..<400 {
      var random = SplitMix64(seed: seed &+ UInt64(round))
      let bytes = (0..<1024).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let input = ByteInput(bytes, changing: changing)
      if case .wrong = input.verdict() { return input }
    }
    Issue.record("nothing is wrong in 400 rounds from seed \(seed)")
    throw ByteInputTests.NothingWrong()
  }

  struct NothingWrong: Error {}

  private static func withMutant(_ settings: inout CampaignSettings) {
    settings.strategies = [Strategy.named("simplex.basicErrorsForgotten")].compactMap { $0 }
    settings.scriptFrequency = .never
    settings.minimizes = false
  }

  @Test("the verdict on bytes is that on their case, in one process and as a campaign of one case")
  func sameVerdict() throws {
    let input = try Self.wrong(Self.withMutant)
    guard case .wrong(let text) = input.verdict() else {
      Issue.record("\(input.verdict())")
      return
    }
    let layoutCase = try #require(input.layoutCase)
    #expect(layoutCase.isValid)
    #expect(
      ByteInput(input.settings.bytes ?? [], changing: Self.withMutant).verdict() == input.verdict())
    guard case .done(let result) = try input.run() else {
      Issue.record("the case does not run")
      return
    }
    let finding = try #require(result.findings.first)
    #expect("\(finding.failure.accused.name): \(finding.failure.verdict)" == text)
    let record = try CaseRunner(strategies: input.settings.strategies).run(finding.original)
    #expect(record.failures.map(\.verdict.failureKind) == [finding.failure.verdict])
    // Healthy strategies answer it correctly.
    #expect(ByteInput(input.settings.bytes ?? []).verdict() == .right)
  }

  @Test("settings with bytes are restored from their identity")
  func identity() throws {
    let input = ByteInput([0, 15, 16, 255])
    let read = try CampaignSettings(identity: input.settings.identity)
    #expect(read.bytes == [0, 15, 16, 255])
    #expect(read.identity == input.settings.identity)
    #expect(CampaignSettings(seed: 1, caseCount: 1).identity["bytes"] == nil)
  }

  @Test("empty bytes generate the simplest case; bytes that generate none are refused")
  func extremes() throws {
    let empty = ByteInput([])
    #expect(empty.verdict() != .refused)
    let views = try #require(empty.layoutCase).views.count
    #expect(views <= 2)
    let seed: UInt64 = 5
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      let bytes = (0..<200).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let input = ByteInput(bytes)
      // Nearly all bytes generate a case.
      let isRefused = if case .refused = try input.run() { true } else { false }
      #expect(isRefused == (input.layoutCase == nil), "seed \(seed)")
      #expect((input.verdict() == .refused) == isRefused, "seed \(seed)")
    }
  }
}
