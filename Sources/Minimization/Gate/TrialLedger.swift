// SPDX-License-Identifier: MIT

/// Answers proposals that are made one after the other, each in the light of the answers before, as
/// if they were tried in turn; and yet several are tried side by side.
///
/// Most proposals are refused. So a pass of proposals is run ahead, taking those without an answer
/// for refused and writing them down; then these are tried together. What they came to is taken in
/// order up to the first success, which is where the run ahead went wrong: from the lowest success
/// on everything is proposed anew. The pass begins again each time, on a copy of what it began
/// with, and is answered from what is known. The answers it gets in the end are those that it had
/// got one by one, so the result does not depend on how many are tried at a time, nor does any
/// count. Of what is tried together no more than the budget still allows can end its process; only
/// what other jobs had begun when one succeeded is beside it.
package struct TrialLedger<Proposal> {
  /// So many proposals for each job are tried together at first: what is tried beyond the first
  /// success is in vain.
  private static var openPerJob: Int { 4 }
  /// The most of them, however long nothing succeeds: they are kept in memory.
  private static var openMax: Int { 1024 }

  package let bench: TrialBench<Proposal>
  /// Whether proposals are only written down.
  package private(set) var isAhead = false
  private var known: ArraySlice<Trial> = []
  private var open: [Proposal] = []
  private var openLimit = 0
  /// How many trials may still end their process.
  private var endingsLeft: Int

  /// - Parameter endingsMax: the most answers that may come of a trial that ended its process.
  package init(_ bench: TrialBench<Proposal>, endingsMax: Int) {
    self.bench = bench
    endingsLeft = endingsMax
  }

  /// Whether as many trials have ended their process as may.
  package var hasNoEndingsLeft: Bool { endingsLeft <= 0 }

  /// Whether as many proposals are written down as are wanted: no further one is looked at.
  ///
  /// Each of them may end its process, so there are no more than may still do that.
  package var isFull: Bool {
    guard isAhead, known.isEmpty else { return false }
    return open.count >= openLimit || !open.isEmpty && open.count >= endingsLeft
  }

  /// What a proposal comes to; nil when there is a stop.
  package mutating func answer(to proposal: Proposal) -> Trial? {
    guard let trial = trial(of: proposal) else { return nil }
    if trial.endsProcess { endingsLeft -= 1 }
    return trial
  }

  private mutating func trial(of proposal: Proposal) -> Trial? {
    guard isAhead else { return bench.trial(of: proposal) }
    if let trial = known.popFirst() { return trial }
    guard !isFull else { return nil }
    assert(open.count < openLimit, "\(open.count) proposals are open, \(openLimit) at most")
    open.append(proposal)
    return Trial(fails: false)
  }

  /// Runs a pass over the proposals of a reducer.
  ///
  /// - Parameters:
  ///   - proposer: a value: a copy of it knows nothing of what the pass does to another one.
  ///   - ledger: where the proposer gets its answers. It must propose nothing when that is full.
  ///   - pass: proposes the same whenever it gets the same answers.
  package static func run<Proposer>(
    _ proposer: inout Proposer, _ ledger: WritableKeyPath<Proposer, TrialLedger>,
    pass: (inout Proposer) -> Void
  ) {
    let own = proposer[keyPath: ledger]
    assert(!own.isAhead && own.open.isEmpty, "a pass begins inside of another one")
    guard own.bench.jobs > 1 else { return pass(&proposer) }
    let openFirst = min(own.bench.jobs * openPerJob, openMax)
    var (known, openLimit): ([Trial], Int) = ([], openFirst)
    while true {
      var ahead = proposer
      ahead[keyPath: ledger].lookAhead(known, atMost: openLimit)
      pass(&ahead)
      let open = ahead[keyPath: ledger].open
      if open.isEmpty {
        let endingsLeft = ahead[keyPath: ledger].endingsLeft
        ahead[keyPath: ledger] = own
        ahead[keyPath: ledger].endingsLeft = endingsLeft
        proposer = ahead
        return
      }
      let trials = own.bench.untilFirstFailing(open)
      assert(trials.count <= open.count, "\(trials.count) answers to \(open.count) proposals")
      assert(
        trials.dropLast().allSatisfy { !$0.fails }, "there are answers after the first success")
      known += trials
      if trials.last?.fails == true {
        openLimit = openFirst
      } else {
        // Fewer answers than proposals mean a stop: once more, for what is known.
        openLimit = trials.count < open.count ? 0 : min(openLimit * 2, openMax)
      }
    }
  }

  private mutating func lookAhead(_ trials: [Trial], atMost limit: Int) {
    isAhead = true
    known = trials[...]
    openLimit = limit
  }
}
