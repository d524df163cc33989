// SPDX-License-Identifier: MIT

import LayoutModel

/// The gate for every reduction: runs the predicate, and accepts or refuses the proposal.
///
/// The gate, not the reducers, guarantees the promises of minimizing. An accepted case is well
/// formed, smaller in `CaseSize` order, and still fails in the same way. The budget is kept, and no
/// proposal is tried twice.
package struct MinimizationGate {
  /// The smallest case so far that still fails in the same way.
  package private(set) var current: LayoutCase
  package private(set) var currentSize: CaseSize
  package private(set) var calls = 0
  package private(set) var acceptedSteps = 0
  /// The statistics by reducer, in the order of the calls of `enter`.
  package private(set) var statistics: [ReducerStatistics] = []
  private var callsWithoutProgress = 0
  private var active = 0
  /// Fingerprints of refused cases: they make the last round, which finds nothing, almost free.
  private var refused: Set<[UInt64]> = []
  private let budget: MinimizationBudget
  private var ledger: TrialLedger<LayoutCase>
  private let stopRequest: () -> Bool

  package init(
    _ start: LayoutCase, budget: MinimizationBudget = .standard,
    isStopped: @escaping () -> Bool = { false }, bench: TrialBench<LayoutCase>
  ) {
    current = start
    currentSize = CaseSize(start)
    self.budget = budget
    stopRequest = isStopped
    ledger = TrialLedger(bench, endingsMax: budget.endings)
  }

  package init(
    _ start: LayoutCase, budget: MinimizationBudget = .standard,
    isStopped: @escaping () -> Bool = { false }, stillFails: @escaping (LayoutCase) -> Bool
  ) {
    self.init(
      start, budget: budget, isStopped: isStopped, bench: TrialBench(stillFails: stillFails))
  }

  /// Whether the caller requests to end with the smallest case so far.
  ///
  /// A pass that looks ahead is not stopped: the steps known to be accepted would be lost.
  var isStopped: () -> Bool { ledger.isAhead ? { false } : stopRequest }

  /// Whether no more proposals are tried: every further one is refused without a run.
  package var isExhausted: Bool { isSpent || ledger.isFull || isStopped() }

  /// Whether the budget is spent.
  var isSpent: Bool {
    calls >= budget.calls || callsWithoutProgress >= budget.callsWithoutProgress
      || acceptedSteps >= budget.acceptedSteps || ledger.hasNoEndingsLeft
  }

  /// Runs the predicate on the start case; costs a call.
  package mutating func confirmStart() -> Bool {
    calls += 1
    guard let trial = ledger.answer(to: current) else { return false }
    return trial.fails
  }

  /// Runs a reducer on the case; passes that look ahead count as one run.
  mutating func run(_ reducer: any Reducer) {
    enter(reducer.name)
    TrialLedger.run(&self, \.ledger) { reducer.reduce(&$0) }
  }

  /// Counts all following proposals for a reducer.
  package mutating func enter(_ reducer: String) {
    if let index = statistics.firstIndex(where: { $0.reducer == reducer }) {
      active = index
    } else {
      active = statistics.count
      statistics.append(ReducerStatistics(reducer: reducer))
    }
  }

  /// Makes `proposal` the current case if it is smaller, well formed, and still fails in the same
  /// way.
  ///
  /// - Returns: whether the proposal was accepted.
  @discardableResult
  package mutating func testAndCommit(_ proposal: LayoutCase) -> Bool {
    // Measuring takes long, and a reducer may have thousands of proposals left.
    isExhausted ? false : testAndCommit(proposal, size: CaseSize(proposal))
  }

  /// Tests a proposal whose size is known.
  @discardableResult
  mutating func testAndCommit(_ proposal: LayoutCase, size: CaseSize) -> Bool {
    if statistics.isEmpty { enter("unnamed") }
    guard size < currentSize else {
      statistics[active].notSmaller += 1
      return false
    }
    let fingerprint = size.fingerprint
    guard !refused.contains(fingerprint) else {
      statistics[active].repeated += 1
      return false
    }
    guard proposal.isValid else {
      statistics[active].invalid += 1
      return false
    }
    if isExhausted { return false }
    guard let trial = ledger.answer(to: proposal) else { return false }
    calls += 1
    callsWithoutProgress += 1
    statistics[active].attempts += 1
    guard trial.fails else {
      refused.insert(fingerprint)
      return false
    }
    callsWithoutProgress = 0
    acceptedSteps += 1
    statistics[active].successes += 1
    assert(size < currentSize, "an accepted step must be smaller")
    current = proposal
    currentSize = size
    checkInvariants()
    return true
  }

  /// Stops a debug build if the case or the counts break the promises of the gate; called after
  /// every accepted step.
  private func checkInvariants() {
    assert(current.isValid, "the current case is not well formed: \(current.validate())")
    assert(currentSize == CaseSize(current), "the size is that of another case")
    assert(acceptedSteps <= calls, "\(acceptedSteps) steps in \(calls) calls")
    assert(callsWithoutProgress >= 0 && callsWithoutProgress <= calls, "\(callsWithoutProgress)")
    assert(statistics.indices.contains(active), "no reducer is at work")
    assert(
      statistics.reduce(0) { $0 + $1.successes } == acceptedSteps, "steps are booked elsewhere")
    assert(
      statistics.allSatisfy { $0.successes <= $0.attempts }, "a reducer has more steps than tries")
    assert(!refused.contains(currentSize.fingerprint), "a refused case was accepted")
  }
}
