// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Judging
@testable import MutantHunts

@Suite("Hunts of planted faults, when time runs short")
struct FaultHuntTests {
  /// Says that time is nearly over after some questions, and never that it is over.
  private final class Clock: Sendable {
    private let asked = Atomic<Int>(0)
    let late: Int

    init(late: Int) { self.late = late }

    func isLate() -> Bool { asked.add(1, ordering: .relaxed).newValue > late }
  }

  @Test(
    "a failure that is not of the main kind is made small in the time that is kept for it",
    arguments: ["simplex.weightedLevels", "session.zerosUnreported"])
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
