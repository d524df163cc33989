// SPDX-License-Identifier: MIT

import Synchronization
import TestSupport
import Testing

@testable import Judging
@testable import MutantHunts

@Suite("Hunts of planted faults near the time limit")
struct FaultHuntTests {
  /// A clock that reports after some questions that the time is nearly over, and never that it is
  /// over.
  private final class Clock: Sendable {
    private let asked = Atomic<Int>(0)
    let late: Int

    init(late: Int) { self.late = late }

    func isLate() -> Bool { asked.add(1, ordering: .relaxed).newValue > late }
  }

  @Test(
    "a failure of a secondary kind is minimized in the reserved time",
    arguments: TestLength.some(
      of: ["simplex.weightedLevels", "session.zerosUnreported"], quick: 1))
  func reserve(name: String) throws {
    let mutant = try #require(Mutant.named(name))
    let clock = Clock(late: 60)
    let plan = MutantPlan(
      seed: 1, seenBy: [.unknown("neverSeen")] + mutant.seenBy, isOver: { false },
      isNearlyOver: clock.isLate)
    let caught = mutant.trial.run(plan)
    let specimen = try #require(caught.specimen, "not found, seed 1")
    #expect(mutant.seenBy.contains(specimen.kind))
    #expect(specimen.size <= mutant.handMadeSize, "\(specimen.size)")
    #expect(caught.failures == 1 && caught.trueFailures == 1)
    let none = mutant.trial.run(
      MutantPlan(seed: 1, seenBy: [.unknown("neverSeen")], isOver: Clock(late: 10).isLate))
    #expect(none.specimen == nil)
  }
}
