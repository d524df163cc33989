// SPDX-License-Identifier: MIT

/// What trying a proposal came to.
package struct Trial: Sendable, Hashable {
  /// Whether it fails in the way that is looked for.
  package let fails: Bool
  /// Whether it ended the process in which it was tried.
  ///
  /// Such trials cost a new one, and often a time limit first, so that their number has a bound of
  /// its own.
  package let endsProcess: Bool

  package init(fails: Bool, endsProcess: Bool = false) {
    self.fails = fails
    self.endsProcess = endsProcess
  }
}

/// A place where proposals are tried: one after the other, or several side by side.
package struct TrialBench<Proposal> {
  /// How many are tried at a time.
  package let jobs: Int
  private let tryInOrder: ([Proposal], Bool) -> [Trial]

  /// - Parameters:
  ///   - jobs: how many proposals are tried at a time; with one they are tried one after the other.
  ///   - tryInOrder: what the first of some proposals came to, in their order: all up to the first
  ///     that fails (or, when the second argument is false, that does not), which is the last.
  ///     Fewer when the run is stopped.
  /// - Precondition: `jobs > 0`.
  package init(jobs: Int, tryInOrder: @escaping ([Proposal], Bool) -> [Trial]) {
    precondition(jobs > 0, "nobody tries anything with \(jobs) jobs")
    self.jobs = jobs
    self.tryInOrder = tryInOrder
  }

  /// Tries one at a time, on the thread that proposes.
  ///
  /// - Parameter jobs: how many it is handed at a time.
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

  /// The same for who only knows whether a proposal fails.
  package init(stillFails: @escaping (Proposal) -> Bool) {
    self.init { Trial(fails: stillFails($0)) }
  }

  /// What the proposals came to up to the first that fails; without it when none does, and shorter
  /// when there is a stop.
  func untilFirstFailing(_ proposals: [Proposal]) -> [Trial] {
    let trials = tryInOrder(proposals, true)
    assert(trials.count <= proposals.count, "\(trials.count) of \(proposals.count) were tried")
    assert(trials.dropLast().allSatisfy { !$0.fails }, "trials follow one that fails")
    return trials
  }

  /// Whether all of them fail; false, too, when there is a stop.
  func allFail(_ proposals: [Proposal]) -> Bool {
    let trials = tryInOrder(proposals, false)
    assert(trials.count <= proposals.count, "\(trials.count) of \(proposals.count) were tried")
    assert(trials.dropLast().allSatisfy(\.fails), "trials follow one that does not fail")
    return trials.count == proposals.count && trials.allSatisfy(\.fails)
  }

  /// What one came to; nil when there is a stop.
  func trial(of proposal: Proposal) -> Trial? { tryInOrder([proposal], true).first }
}
