// SPDX-License-Identifier: MIT

/// The result of trying a proposal, which may take several runs of a program.
package struct Trial: Sendable, Hashable {
  /// Whether it fails in the expected way.
  package var fails: Bool
  /// The number of runs of the solver or program.
  package var runs: Int
  /// The number of runs that ended their process, or took the whole time limit.
  ///
  /// Such a run costs a new process, and often a time limit first, so their number has its own
  /// limit.
  package var endings: Int

  package init(fails: Bool, endsProcess: Bool = false, runs: Int = 1) {
    self.fails = fails
    self.runs = runs
    endings = endsProcess ? 1 : 0
  }

  /// A trial before its first run.
  package static let untried = Trial(fails: false, runs: 0)

  /// Counts a run.
  package mutating func count(isHang: Bool) {
    runs += 1
    if isHang { endings += 1 }
  }
}

/// A runner of proposals, one after the other or several in parallel.
package struct TrialBench<Proposal> {
  /// The number of parallel trials.
  package let jobs: Int
  private let tryInOrder: ([Proposal], Bool) -> [Trial]

  /// - Parameters:
  ///   - jobs: the number of parallel trials; with one they run one after the other.
  ///   - tryInOrder: returns the trials of the first proposals, in order. The last one is the first
  ///     that fails, or, when the second argument is false, that does not. Fewer when the run is
  ///     stopped.
  /// - Precondition: `jobs > 0`.
  package init(jobs: Int, tryInOrder: @escaping ([Proposal], Bool) -> [Trial]) {
    precondition(jobs > 0, "\(jobs) jobs: at least 1 is needed")
    self.jobs = jobs
    self.tryInOrder = tryInOrder
  }

  /// Makes a bench that tries proposals one at a time, on the proposing thread.
  ///
  /// `jobs` is the number of proposals that it receives at a time.
  package init(jobs: Int = 1, trial: @escaping (Proposal) -> Trial) {
    self.init(jobs: jobs) { proposals, wanted in
      var trials: [Trial] = []
      for proposal in proposals {
        trials.append(trial(proposal))
        if trials.last?.fails == wanted { break }
      }
      return trials
    }
  }

  /// Makes a bench from a function that only knows whether a proposal fails.
  package init(stillFails: @escaping (Proposal) -> Bool) {
    self.init { Trial(fails: stillFails($0)) }
  }

  /// Returns the trials of the proposals up to the first that fails; all when none fails, and fewer
  /// after a stop request.
  func untilFirstFailing(_ proposals: [Proposal]) -> [Trial] {
    let trials = tryInOrder(proposals, true)
    assert(trials.count <= proposals.count, "\(trials.count) of \(proposals.count) were tried")
    assert(trials.dropLast().allSatisfy { !$0.fails }, "trials follow one that fails")
    return trials
  }

  /// Whether all of them fail; false after a stop request.
  func allFail(_ proposals: [Proposal]) -> Bool {
    let trials = tryInOrder(proposals, false)
    assert(trials.count <= proposals.count, "\(trials.count) of \(proposals.count) were tried")
    assert(trials.dropLast().allSatisfy(\.fails), "trials follow one that does not fail")
    return trials.count == proposals.count && trials.allSatisfy(\.fails)
  }

  /// Returns the trial of `proposal`, or nil after a stop request.
  func trial(of proposal: Proposal) -> Trial? { tryInOrder([proposal], true).first }
}
