// SPDX-License-Identifier: MIT

import LayoutModel
import Minimization
import TestSupport
import Testing

@Suite("Concurrent trials of proposals")
struct TrialLedgerTests {
  /// Returns a bench that tries proposals in order, for any number of jobs.
  private static func bench(jobs: Int, _ fault: Fault) -> TrialBench<LayoutCase> {
    TrialBench(jobs: jobs) { Trial(fails: fault.occurs(in: $0)) }
  }

  @Test(
    "Any number of jobs gives the same case, the same steps and the same counts",
    arguments: TestLength.some(of: Fault.allCases, quick: 2))
  func jobsChangeNothing(fault: Fault) {
    forAll(RandomCase.cases(with: fault), count: 5) { start in
      let alone = Minimizer.minimize(start, explains: true, stillFails: fault.occurs)
      for jobs in TestLength.some(of: [3, 2, 16], quick: 1) {
        let together = Minimizer.minimize(
          start, explains: true, bench: Self.bench(jobs: jobs, fault))
        if together != alone { return .fails("\(together) with \(jobs) jobs, \(alone) alone") }
      }
      return .holds
    }
  }

  @Test("Any number of jobs ends at the same place when the budget is spent")
  func jobsKeepTheBudget() throws {
    let (seed, start) = try #require(
      MinimizerPropertyTests.starts(.farSiblings, count: 1).first)
    for limit in TestLength.choose(quick: [0, 1, 5], full: [0, 1, 2, 3, 5, 8, 13, 40]) {
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

  @Test(
    "Trials that end their process have their own bound, which any number of jobs keeps exactly",
    arguments: TestLength.some(of: [4, 1, 2, 16], quick: 1))
  func endings(jobs: Int) throws {
    let (seed, start) = try #require(
      MinimizerPropertyTests.starts(.farSiblings, count: 1).first)
    func minimized(_ budget: MinimizationBudget, jobs: Int) -> (MinimizationResult, ended: Int) {
      var ended = 0
      let bench = TrialBench<LayoutCase>(jobs: jobs) { proposal in
        // Some of these trials are no failures, as in a search without success.
        let ends = proposal.constraints.count.isMultiple(of: 2)
        ended += ends ? 1 : 0
        return Trial(fails: Fault.farSiblings.occurs(in: proposal), endsProcess: ends)
      }
      return (Minimizer.minimize(start, budget: budget, bench: bench), ended)
    }
    let whole = minimized(.standard, jobs: jobs)
    #expect(whole.0.end == .fixpoint && whole.ended > 8, "seed \(seed), \(whole.ended) endings")
    for limit in [1, 2, 3, 5, 8] {
      let budget = MinimizationBudget(endings: limit)
      let (result, ended) = minimized(budget, jobs: jobs)
      #expect(ended == limit, "seed \(seed), \(jobs) jobs")
      #expect(result.end == .budget, "seed \(seed), \(limit)")
      #expect(result == minimized(budget, jobs: 1).0, "seed \(seed), \(jobs) jobs, \(limit)")
    }
  }

  @Test("A stop loses no accepted step, and minimization resumes to the same case")
  func stops() throws {
    let (seed, start) = try #require(
      MinimizerPropertyTests.starts(.farSiblings, count: 1).first)
    let whole = Minimizer.minimize(start, stillFails: Fault.farSiblings.occurs)
    for limit in TestLength.choose(quick: [3], full: [1, 3, 7, 20]) {
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
