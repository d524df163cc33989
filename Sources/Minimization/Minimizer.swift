// SPDX-License-Identifier: MIT

import LayoutModel

/// Makes a failing case small: drops and simplifies parts for as long as it still fails in the same
/// way.
///
/// Deterministic: the same start, budget and predicate give the same result. Never larger than the
/// start in `CaseSize` order; a result that ended in a fixpoint does not change when minimized
/// again.
package enum Minimizer {
  /// The most rounds over all reducers.
  ///
  /// Each round that goes on has made the case smaller, so reaching this means a reducer that
  /// crawls: the result says so with `.noFixpoint`.
  package static let roundLimit = 100

  /// The reducers in the order in which they run.
  static func reducers(
    _ hints: MinimizationHints, _ origin: ChoiceOrigin?, of start: LayoutCase
  ) -> [any Reducer] {
    // Choices lead to the start case only, so they come before anything else changes it.
    let onChoices: [any Reducer] = origin.map { [ChoiceReducer($0)] } ?? []
    return onChoices + [
      // Hints name the few constraints that matter: one success here replaces all of the big steps.
      ConflictCoreReducer(hints, of: start),
      // Whole kinds of things next, because one call can settle what would else take one per part.
      BulkReducer(),
      // Views before constraints: a view takes its constraints with it, a constraint takes nothing.
      SubtreeReducer(),
      ConstraintReducer(),
      // With few constraints left the tree can be flattened, and fewer things depend on guides.
      GuideReducer(),
      HoistReducer(),
      MergeReducer(),
      // Only now single properties: what is gone needs no simplifying.
      ViewPropertyReducer(),
      PriorityReducer(),
      RelationReducer(),
      // Attributes before numbers: on a simpler attribute a simpler number may do.
      AnchorReducer(),
      NumberReducer(),
      EnvironmentReducer(),
      // Names and order last: earlier they would change again.
      CanonicalReducer(),
      // Last of all: out of what the others leave, into the smallest case that fails in the same
      // way.
      SmallCaseReducer(),
      RetellReducer(),
    ]
  }

  /// Makes a case as small as it can.
  ///
  /// - Parameters:
  ///   - start: a well-formed case.
  ///   - hints: what the verdict says about where the fault is; they only save work.
  ///   - origin: where the start case comes from, if it was generated.
  ///   - explains: whether to find out which numbers of the smallest case do not matter; those runs
  ///     are beside the budget.
  ///   - isStopped: asked before every run of the predicate; when it says true, the smallest case
  ///     so far is returned.
  ///   - bench: finds out whether cases fail in the same way as the start. It gets the start first,
  ///     and must always give the same answer for the same case. How many it tries at a time
  ///     changes nothing in the result.
  package static func minimize(
    _ start: LayoutCase, budget: MinimizationBudget = .standard, hints: MinimizationHints = .none,
    origin: ChoiceOrigin? = nil, explains: Bool = false,
    isStopped: @escaping () -> Bool = { false }, bench: TrialBench<LayoutCase>
  ) -> MinimizationResult {
    precondition(start.isValid, "only a well-formed case can be minimized: \(start.validate())")
    // Reducers renumber views; what fails is the cell, whatever a table fills it with.
    var start = start
    start.removeTable()
    var gate = MinimizationGate(
      start, budget: budget, isStopped: isStopped, bench: bench)
    guard gate.confirmStart() else {
      // What is stopped while it is tried says nothing of the start.
      return result(gate, isStopped() ? .stopped : .startPasses, rounds: 0)
    }
    let reducers = reducers(hints, origin, of: start)
    for round in 1...roundLimit {
      let before = gate.acceptedSteps
      for reducer in reducers {
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

  /// The same where one case is tried after the other.
  ///
  /// - Parameter stillFails: whether a case fails in the same way as the start.
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
    _ gate: MinimizationGate, _ end: MinimizationResult.End, rounds: Int,
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
