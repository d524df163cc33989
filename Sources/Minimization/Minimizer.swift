// SPDX-License-Identifier: MIT

import LayoutModel

/// Minimizes a failing case: removes and simplifies parts while it still fails in the same way.
///
/// Deterministic: the same start, budget and predicate give the same result. The result is never
/// larger than the start in `CaseSize` order. A result that ended in a fixpoint does not change
/// when minimized again.
package enum Minimizer {
  /// The largest number of rounds over all reducers.
  ///
  /// Each further round made the case smaller, so reaching the limit means that a reducer
  /// progresses too slowly: the result has `.noFixpoint`.
  package static let roundLimit = 100

  /// Returns the reducers in the order in which they run.
  static func reducers(
    _ hints: MinimizationHints, _ origin: ChoiceOrigin?, of start: LayoutCase
  ) -> [any Reducer] {
    // Choices generate the start case only, so this reducer runs before any other changes it.
    let onChoices: [any Reducer] = origin.map { [ChoiceReducer($0)] } ?? []
    return onChoices + [
      // Hints name the few constraints that matter: one success here replaces all big steps.
      ConflictCoreReducer(hints, of: start),
      // Whole kinds of parts next: one call can replace one call for each part.
      BulkReducer(),
      // Views before constraints: a removed view takes its constraints with it.
      SubtreeReducer(),
      ConstraintReducer(),
      // With few constraints left the tree can be flattened, and fewer parts depend on guides.
      GuideReducer(),
      HoistReducer(),
      MergeReducer(),
      // Single properties only now, when fewer parts are left to simplify.
      ViewPropertyReducer(),
      PriorityReducer(),
      RelationReducer(),
      // Attributes before numbers: a simpler attribute may permit a simpler number.
      AnchorReducer(),
      NumberReducer(),
      EnvironmentReducer(),
      // Names and order last, since other reducers would change them again.
      CanonicalReducer(),
      // Finally replace the case by the smallest case that fails in the same way.
      SmallCaseReducer(),
      ReplacementReducer(),
    ]
  }

  /// Finds the smallest case that still fails in the same way.
  ///
  /// - Parameters:
  ///   - start: a well-formed case.
  ///   - budget: the limits of the minimization.
  ///   - hints: the parts that the verdict names; they only save work.
  ///   - origin: the choices of the start case, if it was generated.
  ///   - explains: whether to find the irrelevant numbers of the smallest case; those runs do not
  ///     count for the budget.
  ///   - isStopped: called before every run of the predicate; when it returns true, the smallest
  ///     case so far is returned.
  ///   - bench: tests whether cases fail in the same way as the start. It gets the start first, and
  ///     must always give the same answer for the same case. Its number of jobs does not affect the
  ///     result.
  /// - Returns: the smallest case, with the reason why minimization ended.
  package static func minimize(
    _ start: LayoutCase, budget: MinimizationBudget = .standard, hints: MinimizationHints = .none,
    origin: ChoiceOrigin? = nil, explains: Bool = false,
    isStopped: @escaping () -> Bool = { false }, bench: TrialBench<LayoutCase>
  ) -> MinimizationResult {
    precondition(start.isValid, "only a well-formed case can be minimized: \(start.validate())")
    // Reducers renumber views, and the failure is in the cell, whatever the rows of a table.
    var start = start
    start.removeTable()
    var gate = SubjectGate<LayoutCase>(
      start, budget: budget, isStopped: isStopped, bench: bench)
    guard gate.confirmStart() else {
      // A start that was stopped during its trial is not known to pass.
      return result(gate, isStopped() ? .stopped : .startPasses, rounds: 0)
    }
    let reducers = reducers(hints, origin, of: start)
    for round in 1...roundLimit {
      let before = gate.acceptedSteps
      for reducer in reducers where !gate.isExhausted {
        gate.run(reducer)
        assert(gate.current.isValid, "\(reducer.name) left a case that is not well formed")
      }
      if gate.isSpent { return result(gate, .budget, rounds: round) }
      if gate.isStopped() { return result(gate, .stopped, rounds: round) }
      assert(gate.acceptedSteps >= before, "a round has taken steps back")
      if gate.acceptedSteps == before {
        guard explains else { return result(gate, .fixpoint, rounds: round) }
        let indifferent = IndifferentNumbers.places(
          in: gate.current, isStopped: isStopped, bench: bench)
        return result(
          gate, .fixpoint, rounds: round, indifferent: indifferent ?? [],
          explanationIsCut: indifferent == nil)
      }
    }
    return result(gate, .noFixpoint, rounds: roundLimit)
  }

  /// Minimizes with trials one after the other.
  ///
  /// `stillFails` returns whether a case fails in the same way as the start.
  package static func minimize(
    _ start: LayoutCase, budget: MinimizationBudget = .standard, hints: MinimizationHints = .none,
    origin: ChoiceOrigin? = nil, explains: Bool = false,
    isStopped: @escaping () -> Bool = { false }, stillFails: @escaping (LayoutCase) -> Bool
  ) -> MinimizationResult {
    minimize(
      start, budget: budget, hints: hints, origin: origin, explains: explains,
      isStopped: isStopped, bench: TrialBench(stillFails: stillFails))
  }

  private static func result(
    _ gate: SubjectGate<LayoutCase>, _ end: MinimizationEnd, rounds: Int,
    indifferent: [String] = [], explanationIsCut: Bool = false
  ) -> MinimizationResult {
    assert(gate.acceptedSteps <= gate.calls, "\(gate.acceptedSteps) steps in \(gate.calls) calls")
    assert(rounds >= 0 && rounds <= roundLimit, "\(rounds) rounds of \(roundLimit)")
    return MinimizationResult(
      layoutCase: gate.current, end: end, calls: gate.calls, acceptedSteps: gate.acceptedSteps,
      rounds: rounds, statistics: gate.statistics, indifferent: indifferent,
      explanationIsCut: explanationIsCut)
  }
}
