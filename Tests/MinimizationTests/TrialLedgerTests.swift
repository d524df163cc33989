// SPDX-License-Identifier: MIT

import LayoutModel
import Minimization
import Testing

@Suite("Trying several proposals at a time")
struct TrialLedgerTests {
  /// Tries proposals in order, however many jobs it says it has.
  private static func bench(jobs: Int, _ fault: Fault) -> TrialBench<LayoutCase> {
    TrialBench(jobs: jobs) { Trial(fails: fault.occurs(in: $0)) }
  }

  @Test(
    "Any number of jobs gives the same case, the same steps and the same counts",
    arguments: Fault.allCases)
  func jobsChangeNothing(fault: Fault) throws {
    let starts = MinimizerPropertyTests.starts(fault, count: 4)
    try #require(starts.count >= 2, "too few random cases have the fault \(fault)")
    for (seed, start) in starts {
      let alone = Minimizer.minimize(start, explains: true, stillFails: fault.occurs)
      for jobs in [2, 3, 16] {
        let together = Minimizer.minimize(
          start, explains: true, bench: Self.bench(jobs: jobs, fault))
        #expect(together == alone, "seed \(seed), \(jobs) jobs")
      }
    }
  }

  @Test("Any number of jobs ends at the same place when the budget is spent")
  func jobsKeepTheBudget() throws {
    let (seed, start) = try #require(
      MinimizerPropertyTests.starts(.farSiblings, count: 1).first)
    for limit in [0, 1, 2, 3, 5, 8, 13, 40] {
      for budget in [
        MinimizationBudget(calls: limit), MinimizationBudget(acceptedSteps: limit),
        MinimizationBudget(callsWithoutProgress: limit),
      ] {
        let alone = Minimizer.minimize(
          start, budget: budget, stillFails: Fault.farSiblings.occurs)
        let together = Minimizer.minimize(
          start, budget: budget, bench: Self.bench(jobs: 4, .farSiblings))
        #expect(together == alone, "seed \(seed), \(budget)")
      }
    }
  }

  @Test("Trials that end their process have a bound of their own, which others do not count for")
  func endings() throws {
    let (seed, start) = try #require(
      MinimizerPropertyTests.starts(.farSiblings, count: 1).first)
    for jobs in [1, 4] {
      var ended = 0
      let bench = TrialBench<LayoutCase>(jobs: jobs) { proposals, wanted in
        var trials: [Trial] = []
        for proposal in proposals {
          // The last process ends with what is no failure, as one may that is looked for in vain.
          let ends = proposal.constraints.isEmpty
          ended += ends ? 1 : 0
          trials.append(
            Trial(fails: Fault.farSiblings.occurs(in: proposal), endsProcess: ends))
          if trials.last?.fails == wanted { break }
        }
        return trials
      }
      let none = Minimizer.minimize(
        start, budget: MinimizationBudget(endings: 1), bench: bench)
      #expect(ended > 0, "seed \(seed): nothing ended a process, so nothing was tried")
      #expect(none.end == .budget, "seed \(seed), \(jobs) jobs")
      let all = Minimizer.minimize(start, bench: bench)
      #expect(all.end == .fixpoint && all.calls > none.calls, "seed \(seed), \(jobs) jobs")
    }
  }

  @Test(
    "A stop loses no step that was accepted, and minimizing goes on from there to the same case")
  func stops() throws {
    let (seed, start) = try #require(
      MinimizerPropertyTests.starts(.farSiblings, count: 1).first)
    let whole = Minimizer.minimize(start, stillFails: Fault.farSiblings.occurs)
    for limit in [1, 3, 7, 20] {
      var tried = 0
      var smallest = CaseSize(start)
      let bench = TrialBench<LayoutCase>(jobs: 4) { proposals, wanted in
        var trials: [Trial] = []
        for proposal in proposals where tried < limit {
          tried += 1
          trials.append(Trial(fails: Fault.farSiblings.occurs(in: proposal)))
          if trials.last?.fails == wanted {
            smallest = min(smallest, CaseSize(proposal))
            break
          }
        }
        return trials
      }
      let cut = Minimizer.minimize(start, isStopped: { tried >= limit }, bench: bench)
      #expect(cut.end == .stopped, "seed \(seed), limit \(limit)")
      #expect(cut.calls == limit, "seed \(seed), limit \(limit)")
      #expect(CaseSize(cut.layoutCase) == smallest, "seed \(seed), limit \(limit)")
      let rest = Minimizer.minimize(cut.layoutCase, stillFails: Fault.farSiblings.occurs)
      #expect(rest.layoutCase == whole.layoutCase, "seed \(seed), limit \(limit)")
    }
  }
}
