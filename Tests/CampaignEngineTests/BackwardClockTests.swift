// SPDX-License-Identifier: MIT

import ExternalSolvers
import Foundation
import ProgramCampaigns
import Solvers
import Testing

@testable import CampaignEngine
@testable import Judging
@testable import MutantHunts

/// Runs campaigns with clocks that jump back: only their times may be wrong.
@Suite("Campaigns with a clock that jumps back", .serialized)
struct BackwardClockTests {
  private static let seeds: ClosedRange<UInt64> = 1...6

  private static func settings() throws -> CampaignSettings {
    CampaignSettings(
      seed: 3, caseCount: 48, jobs: 2,
      strategies: [try #require(Strategy.named("simplex.conflictNotMinimal"))],
      profile: .conflicting, minimizes: false, laws: [])
  }

  @Test("a campaign has the same digest and findings", arguments: seeds)
  func campaign(seed: UInt64) throws {
    let settings = try Self.settings()
    let right = try Campaign(settings, now: { 0 }).run()
    let clock = BackwardClock(seed: seed)
    let result = try Campaign(settings, now: clock.now).run()
    #expect(result.counts.digest == right.counts.digest, "seed \(seed)")
    #expect(result.findings.map(\.signature) == right.findings.map(\.signature))
  }

  @Test("a campaign with a time limit and minimization ends for any clock", arguments: seeds)
  func limited(seed: UInt64) throws {
    var settings = try Self.settings()
    settings.minimizes = true
    settings.nanosecondsMax = 1 << 40
    let clock = BackwardClock(seed: seed)
    let time = MinimizingTime(limit: 1 << 50, each: 1 << 40, now: clock.now)
    let result = try Campaign(settings, minimizing: time, now: clock.now).run()
    #expect(result.counts.cases <= 48, "seed \(seed)")
    _ = time.nanoseconds
  }

  @Test("hunts for planted faults and confirmations with a time limit end", arguments: seeds)
  func hunts(seed: UInt64) throws {
    let clock = BackwardClock(seed: seed)
    let mutant = try #require(Mutant.named("simplex.conflictNotMinimal"))
    let hunt = MutantHunt(
      mutants: [mutant], seeds: [1], nanosecondsMax: 1 << 62, jobs: 1, failuresMax: 1,
      now: clock.now, isStopped: { false })
    #expect(hunt.run().count == 1, "seed \(seed)")
  }

  private static let script =
    "read -r a; echo '\(greeting)'; while read -r a; do :; done; exit 3"

  /// Returns a pool with such a clock, or nil if the adapter does not start: the handshake may seem
  /// to take too long.
  private static func pool(seed: UInt64) -> (pool: AdapterPool, clock: BackwardClock)? {
    let clock = BackwardClock(seed: seed)
    let command = AdapterCommand(name: "mute", command: script)
    return (try? AdapterPool(command, now: clock.now)).map { ($0, clock) }
  }

  /// The pool and clock of the first seed with which an adapter starts.
  private static let started = (1...64).lazy.compactMap { pool(seed: $0) }.first

  @Test("an adapter that exits at once does not start, for any clock", arguments: seeds)
  func gone(seed: UInt64) throws {
    let command = AdapterCommand(name: "gone", command: "true")
    #expect(throws: AdapterStartError.self) {
      try AdapterPool(command, now: BackwardClock(seed: seed).now)
    }
  }

  @Test(
    "at worst an adapter is judged as hanging, and the campaign ends",
    .enabled(if: started != nil, "no adapter starts by 64 clocks that are set back"))
  func external() throws {
    let (pool, clock) = try #require(Self.started)
    let settings = ExternalSettings(
      seed: 1, caseCount: 4, nanosecondsMax: 1 << 62, pools: [pool], minimizes: false)
    let result = try ProgramCampaign<SolverPrograms>(settings, now: clock.now).run()
    #expect(result.counts.cases <= 4)
  }

  private static let greeting =
    #"{"id": 0, "protocol": "layoutfuzz-solver", "version": 1, "solver": "mute", "session": false}"#
}
