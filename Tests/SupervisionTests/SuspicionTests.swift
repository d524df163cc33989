// SPDX-License-Identifier: MIT

import Choices
import Foundation
import LinearModel
import Synchronization
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging
@testable import Supervision

@Suite("Ends of workers that are attributed to a case", .serialized, .waitsForProcesses)
struct SuspicionTests {
  @Sendable private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  private static func death(
    _ phase: CasePhase, _ failure: ProcessFailure = .crashed("signal 4"), outside: Bool = false
  ) -> CaseDeath {
    CaseDeath(index: 7, phase: phase, failure: failure, isFromOutside: outside)
  }

  /// Returns the number of these ends that it takes to attribute them to the case; nil if they do
  /// not suffice.
  private static func ends(_ deaths: [CaseDeath], after first: CaseDeath? = nil) -> Int? {
    var suspicion = Suspicion(after: first)
    return deaths.firstIndex { suspicion.confirms($0) }.map { $0 + 1 }
  }

  @Test("two crashes in a row in the same phase are attributed to the case")
  func crashes() {
    let (one, other) = (Self.death(.strategy(0)), Self.death(.oracle))
    #expect(Self.ends([one, one]) == 2)
    #expect(Self.ends([one, other, one, other]) == nil)
    #expect(Self.ends([one, other, other]) == 3)
    #expect(Self.ends([one, Self.death(.strategy(0), .hung), one]) == nil)
    let eight = (0..<8).map { $0 % 2 == 0 ? one : other }
    #expect(Self.ends(eight + [one]) == 8, "no request is tried for ever")
    #expect(Self.ends([one], after: one) == nil, "the cases before may be the reason of the first")
  }

  @Test("a hang and too much memory are measured: one end among other cases counts")
  func measured() {
    for failure in [ProcessFailure.hung, .outOfMemory] {
      let death = Self.death(.strategy(1), failure)
      #expect(Self.ends([death], after: death) == 1)
      #expect(Self.ends([death, death]) == 2)
      #expect(Self.ends([death], after: Self.death(.oracle, failure)) == nil)
    }
  }

  @Test("signals from outside and ends before the work prove nothing, however many there are")
  func outside() {
    let killed = Self.death(.strategy(0), .crashed("signal 9 (SIGKILL)"), outside: true)
    #expect(Self.ends([CaseDeath](repeating: killed, count: 99)) == nil)
    #expect(Self.ends([CaseDeath](repeating: Self.death(.idle), count: 99)) == nil)
    #expect(Self.ends([CaseDeath](repeating: Self.death(.idle, .hung), count: 99)) == nil)
    for failure in [ProcessFailure.hung, .outOfMemory] {
      #expect(Self.ends([Self.death(.idle, failure)], after: Self.death(.idle, failure)) == nil)
    }
    // They do not hide the evidence of other ends, either.
    let crash = Self.death(.strategy(0))
    #expect(Self.ends([crash, killed, Self.death(.idle), killed, crash]) == 5)
  }

  @Test("an unreadable reply is attributed to the work, for any last note of the worker")
  func garbled() {
    let garbled = Self.death(.idle, .garbled("no JSON"))
    #expect(!garbled.isDisturbance)
    #expect(Self.ends([garbled, garbled]) == 2)
  }

  @Test(
    "work is accused exactly when two new workers end alike, or eight end, except for disturbances"
  )
  func property() {
    let deaths = Generator.drawn { draws in
      draws.list(1...23) { draws in
        Self.death(
          draws.pick([.idle, .oracle, .strategy(0)]), draws.pick([.crashed("signal 4"), .hung]),
          outside: draws.chance())
      }
    }
    forAll(deaths, count: 10_000) { deaths in
      var suspicion = Suspicion()
      var row: [CaseDeath] = []
      for death in deaths {
        let isBlamed = suspicion.confirms(death)
        if !death.isDisturbance { row.append(death) }
        let isRepeated = row.count > 1 && row.suffix(2).allSatisfy { $0 == death }
        try claim(
          isBlamed, is: !death.isDisturbance && (isRepeated || row.count >= 8), "\(row)")
      }
      return .holds
    }
  }

  @Test("an end of a worker with earlier work counts if it was measured, not if it crashed")
  func worn() {
    for (failure, isBlamed) in [
      (ProcessFailure.crashed("signal 4"), [false, false, true]), (.hung, [false, true, true]),
      (.outOfMemory, [false, true, true]), (.garbled("no JSON"), [false, false, true]),
    ] {
      var suspicion = Suspicion()
      var found: [Bool] = []
      for wasFresh in [false, true, true] {
        found.append(suspicion.confirms(Self.death(.oracle, failure), wasFresh: wasFresh))
      }
      #expect(found == isBlamed, "\(failure)")
    }
  }

  // MARK: - Giving up

  private static let limits: WorkerLimits = {
    var limits = WorkerLimits()
    (limits.backOff.countMax, limits.backOff.milliseconds) = (3, 1)
    return limits
  }()

  private static func pool(
    _ settings: CampaignSettings, _ script: String, _ reasons: Reasons
  ) throws -> WorkerPool {
    try WorkerPool(
      settings, command: ["/bin/sh", "-c", script], limits: limits, now: now,
      onGivingUp: { reasons.add($0) })
  }

  private final class Reasons: Sendable {
    private let all = Mutex<[String]>([])
    var texts: [String] { all.withLock { $0 } }
    func add(_ text: String) { all.withLock { $0.append(text) } }
  }

  @Test(
    "if all workers end, the campaign stops: no case is accused, nothing is counted",
    arguments: [
      ("kill -KILL $$", "are ended from outside"), ("kill -TERM $$", "are ended from outside"),
      ("exit 71", "end before they have begun"),
    ])
  func givingUp(script: String, sentence: String) throws {
    let settings = CampaignSettings(seed: 1, caseCount: 64, jobs: 3)
    let reasons = Reasons()
    let pool = try Self.pool(settings, "read -r line <&3; \(script)", reasons)
    defer { pool.endAll() }
    let result = try Campaign(settings, workers: pool, now: { 0 }).run()
    #expect(result.internalErrors.isEmpty && result.findings.isEmpty)
    #expect(result.counts.cases == 0)
    #expect(reasons.texts.count == 1 && reasons.texts[0].contains(sentence), "\(reasons.texts)")
    #expect(pool.problem == reasons.texts.first)
    #expect(pool.unexplainedDeaths >= 3)
    let layoutCase = try CaseSource(settings).generate(0).layoutCase
    guard case .unavailable = pool.judge(layoutCase) else {
      Issue.record("a case is judged without workers")
      return
    }
  }

  @Test(
    "no work is accused if workers are ended from outside, or before they begin",
    arguments: ["read -r line <&3; kill -KILL $$", "exit 71"])
  func otherWork(script: String) throws {
    let settings = CampaignSettings(seed: 1, caseCount: 64)
    let pool = try Self.pool(settings, script, Reasons())
    defer { pool.endAll() }
    guard case .stopped = pool.done(.cases(0..<16, []), isMinimizing: false) else {
      Issue.record("work is blamed for a disturbance")
      return
    }
    #expect(pool.problem != nil)
  }
}
