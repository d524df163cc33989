// SPDX-License-Identifier: MIT

/// Answers proposals as if they were tried one after the other, although several are tried in
/// parallel.
///
/// Each proposal may depend on all answers before it. Most proposals are refused. So a pass runs
/// ahead and assumes that unanswered proposals are refused. The ledger collects them, and they are
/// tried together.
///
/// Their trials are used in order up to the first success, where the assumption was wrong: from
/// there on everything is proposed again. Each repetition of the pass starts from a copy of the
/// initial state and gets the known answers. Its final answers are those of trials one by one. So
/// neither the result nor any count depends on the number of jobs.
///
/// The trials of one batch end at most as many processes as the budget still allows. Only trials
/// that other jobs had begun when one succeeded are not counted.
package struct TrialLedger<Proposal> {
  /// The number of proposals for each job in the first batch: trials after the first success are
  /// wasted.
  private static var openPerJob: Int { 4 }
  /// The largest batch, even without any success: its proposals are kept in memory.
  private static var openMax: Int { 1024 }

  package let bench: TrialBench<Proposal>
  /// Whether proposals are only collected.
  package private(set) var isAhead = false
  private var known: ArraySlice<Trial> = []
  private var open: [Proposal] = []
  private var openLimit = 0
  /// The number of runs that may still end their process.
  private var endingsLeft: Int

  /// Makes the ledger of a bench.
  ///
  /// `endingsMax` is the number of ended processes after which it is spent.
  package init(_ bench: TrialBench<Proposal>, endingsMax: Int) {
    self.bench = bench
    endingsLeft = endingsMax
  }

  /// Whether no further trial may end its process.
  package var hasNoEndingsLeft: Bool { endingsLeft <= 0 }

  /// Whether enough proposals are collected: further ones are ignored.
  ///
  /// Each of them may end its process, so there are at most as many as may still do that.
  package var isFull: Bool {
    guard isAhead, known.isEmpty else { return false }
    return open.count >= openLimit || !open.isEmpty && open.count >= endingsLeft
  }

  /// Returns the trial of a proposal; nil after a stop request.
  package mutating func answer(to proposal: Proposal) -> Trial? {
    guard let trial = trial(of: proposal) else { return nil }
    endingsLeft -= trial.endings
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
  ///   - proposer: a value whose copies are independent.
  ///   - ledger: the source of the proposer's answers; it must propose nothing when that is full.
  ///   - pass: makes the same proposals whenever it gets the same answers.
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
        // Fewer answers than proposals mean a stop: one more pass for the known ones.
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
