// SPDX-License-Identifier: MIT

import LayoutModel

/// The gate for every reduction: runs the program under test, and accepts or refuses the proposal.
///
/// The gate, not the reducers, guarantees the promises of minimizing. An accepted subject is well
/// formed, smaller, and still fails in the same way. The budget is kept, and no proposal is tried
/// twice.
package struct SubjectGate<Subject: ReducibleSubject> {
  /// The smallest subject so far that still fails in the same way.
  package private(set) var current: Subject
  package private(set) var currentSize: Subject.Size
  /// The number of runs of the program.
  package private(set) var calls = 0
  package private(set) var acceptedSteps = 0
  /// The statistics by reducer, in the order of the calls of `enter`.
  package private(set) var statistics: [ReducerStatistics] = []
  private var callsWithoutProgress = 0
  private var active = 0
  /// The keys of refused subjects: they make the last round, which finds nothing, almost free.
  private var refused: Set<Subject.Key> = []
  private let budget: MinimizationBudget
  var ledger: TrialLedger<Subject>
  private let stopRequest: () -> Bool

  package init(
    _ start: Subject, budget: MinimizationBudget = .standard,
    isStopped: @escaping () -> Bool = { false }, bench: TrialBench<Subject>
  ) {
    current = start
    currentSize = start.reducedSize
    self.budget = budget
    stopRequest = isStopped
    ledger = TrialLedger(bench, endingsMax: budget.endings)
  }

  package init(
    _ start: Subject, budget: MinimizationBudget = .standard,
    isStopped: @escaping () -> Bool = { false }, stillFails: @escaping (Subject) -> Bool
  ) {
    self.init(
      start, budget: budget, isStopped: isStopped, bench: TrialBench(stillFails: stillFails))
  }

  /// Whether the caller requests to end with the smallest subject so far.
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

  /// The result of a minimization that has no more proposals or is exhausted.
  package var result: MinimizedSubject<Subject> {
    MinimizedSubject(
      subject: current, runs: calls, acceptedSteps: acceptedSteps,
      end: isSpent ? .calls : isStopped() ? .stopped : .fixpoint)
  }

  /// Runs the program on the start; costs a call.
  package mutating func confirmStart() -> Bool {
    calls += 1
    guard let trial = ledger.answer(to: current) else { return false }
    return trial.fails
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

  /// Makes `proposal` the current subject if it is smaller, well formed, and still fails in the
  /// same way.
  ///
  /// - Returns: whether the proposal was accepted.
  @discardableResult
  package mutating func testAndCommit(_ proposal: Subject) -> Bool {
    // Measuring takes long, and a reducer may have thousands of proposals left.
    isExhausted ? false : testAndCommit(proposal, size: proposal.reducedSize)
  }

  /// Tests a proposal whose size is known.
  @discardableResult
  mutating func testAndCommit(_ proposal: Subject, size: Subject.Size) -> Bool {
    if statistics.isEmpty { enter("unnamed") }
    guard size < currentSize else {
      statistics[active].notSmaller += 1
      return false
    }
    let key = proposal.key(size)
    guard !refused.contains(key) else {
      statistics[active].repeated += 1
      return false
    }
    guard proposal.isValid else {
      statistics[active].invalid += 1
      return false
    }
    if isExhausted { return false }
    guard let trial = ledger.answer(to: proposal) else { return false }
    calls += trial.runs
    callsWithoutProgress += trial.runs
    statistics[active].attempts += 1
    guard trial.fails else {
      refused.insert(key)
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

  /// Stops a debug build if the subject or the counts break the promises of the gate; called after
  /// every accepted step.
  ///
  /// - Complexity: O(size of the subject); nothing in release builds.
  private func checkInvariants() {
    #if DEBUG
      assert(current.isValid, "the current subject is not well formed")
      let own = current.reducedSize
      assert(!(own < currentSize) && !(currentSize < own), "the size is that of another subject")
      assert(acceptedSteps <= calls, "\(acceptedSteps) steps in \(calls) calls")
      assert(
        callsWithoutProgress >= 0 && callsWithoutProgress <= calls, "\(callsWithoutProgress)")
      assert(statistics.indices.contains(active), "no reducer is at work")
      assert(
        statistics.reduce(0) { $0 + $1.successes } == acceptedSteps, "steps are booked elsewhere")
      assert(
        statistics.allSatisfy { $0.successes <= $0.attempts },
        "a reducer has more steps than tries")
      assert(!refused.contains(current.key(own)), "a refused subject was accepted")
    #endif
  }
}

extension SubjectGate<LayoutCase> {
  /// Runs a reducer on the case; passes that look ahead count as one run.
  mutating func run(_ reducer: any Reducer) {
    enter(reducer.name)
    TrialLedger.run(&self, \.ledger) { reducer.reduce(&$0) }
  }
}
