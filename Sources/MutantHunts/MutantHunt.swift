// SPDX-License-Identifier: MIT

import Clocks
import Judging
import Pools

/// A test of the tester: each mutant is hunted separately until it is found, and the case
/// minimized; once for each seed.
///
/// Hunts run in parallel; each uses one core.
package struct MutantHunt: Sendable {
  private let mutants: [Mutant]
  private let seeds: [UInt64]
  private let nanosecondsMax: UInt64
  private let jobs: Int
  /// The most failing cases of a mutant that are minimized.
  private let failuresMax: Int
  private let now: @Sendable () -> UInt64
  private let isStopped: @Sendable () -> Bool
  private let trial: @Sendable (Mutant) -> any MutantTrial

  /// - Parameters:
  ///   - mutants: the mutants.
  ///   - seeds: the seeds; at least one.
  ///   - nanosecondsMax: the time limit for one mutant and one seed.
  ///   - jobs: the number of hunts that run at a time.
  ///   - failuresMax: the most failing cases of a mutant that are minimized.
  ///   - now: returns nanoseconds since some fixed moment.
  ///   - isStopped: whether the run is stopped.
  ///   - trial: returns the trial that hunts a mutant.
  package init(
    mutants: [Mutant], seeds: [UInt64], nanosecondsMax: UInt64, jobs: Int, failuresMax: Int = 8,
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping @Sendable () -> Bool,
    trial: @escaping @Sendable (Mutant) -> any MutantTrial = { $0.trial }
  ) {
    precondition(!seeds.isEmpty, "a hunt needs a seed")
    self.mutants = mutants
    self.seeds = seeds
    self.nanosecondsMax = nanosecondsMax
    self.jobs = jobs
    self.failuresMax = failuresMax
    self.now = now
    self.isStopped = isStopped
    self.trial = trial
  }

  /// Hunts all mutants.
  ///
  /// - Parameter onOutcome: called on the calling thread, in the order of the mutants, when all
  ///   seeds are done.
  /// - Returns: the outcomes in the order of the mutants; mutants that a stop cut short are left
  ///   out.
  package func run(onOutcome: (MutantOutcome) -> Void = { _ in }) -> [MutantOutcome] {
    var outcomes: [MutantOutcome] = []
    var runs: [MutantOutcome.Run] = []
    OrderedPool(jobs: jobs).run(
      count: mutants.count * seeds.count, shouldStop: isStopped,
      unit: { hunt(mutants[$0 / seeds.count], seed: seeds[$0 % seeds.count]) },
      fold: { index, run in
        runs.append(run)
        guard runs.count == seeds.count else { return .next }
        let outcome = MutantOutcome(mutant: mutants[index / seeds.count], runs: runs)
        runs = []
        outcomes.append(outcome)
        onOutcome(outcome)
        return .next
      })
    return outcomes
  }

  private func hunt(_ mutant: Mutant, seed: UInt64) -> MutantOutcome.Run {
    let start = now()
    let (now, isStopped, limit) = (now, isStopped, nanosecondsMax)
    let caught = trial(mutant).run(
      MutantPlan(
        seed: seed, seenBy: mutant.seenBy, failuresMax: failuresMax,
        isOver: { isStopped() || now().elapsed(since: start) >= limit },
        isNearlyOver: { isStopped() || now().elapsed(since: start) >= limit / 4 * 3 }))
    return MutantOutcome.Run(seed: seed, caught: caught, nanoseconds: now().elapsed(since: start))
  }
}
