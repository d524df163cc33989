// SPDX-License-Identifier: MIT

import CaseFormats
import ExactNumerics
import LayoutEngine
import LayoutModel
import LinearModel
import Lowering

/// A solution of one imported scope, and its comparison with the frames in its document.
struct FidelityScope {
  /// A reason why a view that is not at its recorded place is no disagreement; the raw value is for
  /// reports.
  enum Excuse: String, Hashable, CaseIterable {
    /// Several layouts are optimal because preferences of one priority compete, and the recorded
    /// one is among them.
    ///
    /// Once these preferences are met as much as recorded, the view is at its recorded place.
    case tie = "tie between equal priorities"
    /// Constraints leave the view free, and the editor flagged a view that contains it.
    case ambiguity = "open below a flagged view"
  }

  enum Outcome: Hashable {
    case agrees
    case agreesWithinHalf
    case excused(Excuse)
    case disagrees(FidelityDisagreement.Cause, solved: [Double])
  }

  typealias Outcomes = [(view: Int, outcome: Outcome)]

  /// The largest accepted difference between a solved and a recorded number, in points.
  static let tolerance = 1.0

  /// The largest number of members of a contradiction that are tried as the broken one.
  static let triedMembers = 16

  let scope: ImportedScope
  let lowered: LoweredCase
  let result: SolveOutcome
  private let isSettled: Bool
  /// Whether the editor flagged an ancestor of each view.
  private let isBelowFlagged: [Bool]
  private let solve: (LinearSystem) -> SolveOutcome

  init(_ scope: ImportedScope, solver: some Solver) {
    self.scope = scope
    let settled = LayoutEngine.settle(scope.layoutCase, solver: solver)
    lowered = settled.lowered
    isSettled = settled.isSettled
    result = settled.result.outcome
    var isBelow: [Bool] = []
    for view in scope.layoutCase.views {
      isBelow.append(view.parent.map { isBelow[$0] || scope.origins[$0].isFlagged } ?? false)
    }
    isBelowFlagged = isBelow
    solve = { solver.solve($0, limit: .standard).outcome }
  }

  /// The comparison of one scope.
  struct Comparison {
    /// The outcomes of the compared views, by view index.
    var outcomes: Outcomes
    /// Whether a constraint had to be broken for them.
    var isBroken = false
    var consistency = FidelityEntry.Consistency.consistent

    /// Whether some views differ, each only because nothing decides its frame.
    var isOpen: Bool {
      let differing = outcomes.compactMap { entry -> FidelityDisagreement.Cause? in
        if case .disagrees(let cause, _) = entry.outcome { return cause }
        return nil
      }
      return !differing.isEmpty && differing.allSatisfy { $0 == .underdetermined }
    }
  }

  /// Returns the comparison of a scope.
  ///
  /// Some documents contain constraints that contradict each other by a rounding error. Auto Layout
  /// breaks one of them and continues. The broken one is unknown, so each is allowed (AUTOLAYOUT
  /// 12.6); the one with which the most views agree counts. The recorded frames must satisfy every
  /// required constraint within the tolerance. A larger contradiction remains a contradiction.
  static func solved(_ scope: ImportedScope, solver: some Solver) -> Comparison {
    let (whole, isBroken) = withoutHiddenConflicts(scope, solver: solver)
    let recorded = RecordedFrames(scope)
    var best = Comparison(outcomes: whole.outcomes(), isBroken: isBroken)
    guard case .infeasible(let conflict) = whole.result else {
      if recorded.breakPlainConstraint {
        best.consistency = .stale
      } else if recorded.missBar {
        best.consistency = .bars
      } else if best.isOpen {
        best.consistency = .open
      }
      return best
    }
    best.consistency = .contradictory
    guard whole.recordedKeepsRequired else { return best }
    best.consistency = .consistent
    func agreeing(_ outcomes: Outcomes) -> Int {
      outcomes.count { $0.outcome == .agrees || $0.outcome == .agreesWithinHalf }
    }
    for index in whole.authored(conflict).prefix(triedMembers) {
      var rest = whole.scope
      rest.layoutCase.constraints.remove(at: index)
      let outcomes = FidelityScope(rest, solver: solver).outcomes()
      if agreeing(outcomes) > agreeing(best.outcomes) {
        best = Comparison(outcomes: outcomes, isBroken: true)
      }
    }
    return best
  }

  /// Returns the constraints of the document in a conflict, by their index in the case.
  func authored(_ conflict: [ConstraintID]) -> [Int] {
    conflict.compactMap { row in
      guard case .constraint(let index) = lowered.origins[row.index],
        scope.layoutCase.constraints.indices.contains(index)
      else { return nil }
      return index
    }
  }

  /// Returns the outcomes of the compared views, by view index.
  func outcomes() -> Outcomes {
    let compared = scope.origins.indices.filter { scope.origins[$0].skipReason == nil }
    guard let solution = result.solution else {
      let cause: FidelityDisagreement.Cause
      if case .infeasible = result { cause = .conflict } else { cause = .solverGaveUp }
      return compared.map { ($0, .disagrees(cause, solved: [])) }
    }
    let layout = lowered.layout(from: solution, rounded: true)
    var standing: Standing?
    lazy var free = layoutNearRecorded()
    return compared.map { view in
      let distance = distance(of: view, in: layout)
      if distance <= Self.tolerance / 2 { return (view, .agreesWithinHalf) }
      if distance <= Self.tolerance { return (view, .agrees) }
      let known = standing ?? recordedStanding(against: solution)
      standing = known
      if let excuse = excuse(for: view, known) { return (view, .excused(excuse)) }
      var cause = FidelityDisagreement.Cause.underdetermined
      if case .rejected(let reason) = known,
        free.map({ self.distance(of: view, in: $0) > Self.tolerance }) ?? true
      {
        cause = reason
      }
      return (
        view,
        .disagrees(isSettled ? cause : .unsettled, solved: layout.frames[view].numbers)
      )
    }
  }

  /// Returns the reason why a misplaced view is no disagreement; nil when it is one.
  private func excuse(for view: Int, _ standing: Standing) -> Excuse? {
    guard isSettled, case .optimal(let asRecorded) = standing else { return nil }
    if let asRecorded, distance(of: view, in: asRecorded) <= Self.tolerance { return .tie }
    return isBelowFlagged[view] ? .ambiguity : nil
  }

  /// Returns the largest difference between the four numbers of the solved and the recorded frame.
  private func distance(of view: Int, in layout: Layout) -> Double {
    guard let recorded = scope.layoutCase.views[view].recordedFrame else { return .infinity }
    let differences = zip(layout.frames[view].numbers, recorded.numbers).map { abs($0 - $1) }
    return differences.max() ?? .infinity
  }

  // MARK: - The recorded layout as an answer

  private enum Standing {
    /// The recorded frames are as good as the solved layout.
    ///
    /// The layout is the solved one once competing preferences are met as much as recorded; nil
    /// when none compete.
    case optimal(asRecorded: Layout?)
    case rejected(FidelityDisagreement.Cause)
  }

  /// Whether the recorded frames are an optimum themselves, otherwise the constraints that they
  /// break.
  private func recordedStanding(against solution: Solution) -> Standing {
    guard let point = recordedPoint() else { return .rejected(.required) }
    let system = lowered.system
    var broken: FidelityDisagreement.Cause?
    for constraint in 0..<system.constraintCount
    where system.strengths[constraint].isRequired {
      guard system.violation(of: constraint, at: point) > Self.tolerance else { continue }
      let cause = cause(ofRow: constraint)
      // A broken guide or margin explains more than the plain constraints that break with it.
      if broken == nil || broken == .required { broken = cause }
    }
    if let broken { return .rejected(broken) }
    let recorded = system.objectives(at: point)
    let solved = system.objectives(at: solution.values)
    for (one, other) in zip(recorded, solved) where one.violation > other.violation + Self.tolerance
    {
      return .rejected(.optional)
    }
    return .optimal(asRecorded: layoutAsRecorded(point, against: solution))
  }

  /// Returns the solved layout with each competing preference pulled to its recorded value; nil
  /// without such preferences.
  ///
  /// The pull is weaker than every row that decides the layout.
  private func layoutAsRecorded(_ point: [Double], against solution: Solution) -> Layout? {
    var system = lowered.system
    let weakest = system.optionalStrengths.last?.value ?? 1000
    let rows = 0..<system.constraintCount
    var competes = false
    for row in rows where !system.strengths[row].isRequired {
      let given = system.violation(of: row, at: point)
      guard abs(given - system.violation(of: row, at: solution.values)) > Self.tolerance else {
        continue
      }
      let terms = system.terms(of: row)
      let value = system.residual(of: row, at: point) + system.constants[row]
      guard let number = LayoutNumber(rounding: value, places: 6) else { return nil }
      competes = true
      system.addConstraint(terms, .equal, Rational(number), strength: Strength(weakest / 2))
    }
    guard competes, let settled = solve(system).solution else { return nil }
    return lowered.layout(from: settled, rounded: true)
  }

  /// Returns the right layout that is nearest to the recorded frames: every edge and size is pulled
  /// there, more weakly than every row that decides the layout; nil when none is found.
  private func layoutNearRecorded() -> Layout? {
    var system = lowered.system
    let weakest = Strength((system.optionalStrengths.last?.value ?? 1000) / 2)
    for (variable, value) in recordedValues() {
      guard let number = LayoutNumber(rounding: value, places: 6) else { return nil }
      system.addConstraint(
        [LinearSystem.Term(.one, VariableID(variable))], .equal, Rational(number),
        strength: weakest)
    }
    return solve(system).solution.map { lowered.layout(from: $0, rounded: true) }
  }

  /// Whether the recorded frames break no required constraint by more than the tolerance.
  private var recordedKeepsRequired: Bool {
    guard let point = recordedPoint() else { return false }
    let system = lowered.system
    return (0..<system.constraintCount).allSatisfy {
      !system.strengths[$0].isRequired || system.violation(of: $0, at: point) <= Self.tolerance
    }
  }

  private func cause(ofRow row: Int) -> FidelityDisagreement.Cause {
    guard case .constraint(let index) = lowered.origins[row] else { return .required }
    let constraint = lowered.layoutCase.constraints[index]
    let anchors = [constraint.first] + (constraint.second.map { [$0] } ?? [])
    for anchor in anchors {
      if case .guide = anchor.item { return .safeArea }
      if anchor.attribute.isMargin { return .margin }
      if anchor.attribute.isBaseline { return .baseline }
    }
    return .required
  }

  /// Returns values for all variables by the recorded frames.
  ///
  /// Nil when a frame is missing or the document does not record every variable (such as the
  /// content of scroll views).
  private func recordedPoint() -> [Double]? {
    guard lowered.contentVariables.allSatisfy({ $0 < 0 }),
      lowered.guideVariables.allSatisfy({ $0 < 0 }),
      scope.layoutCase.views.allSatisfy({ $0.recordedFrame != nil })
    else { return nil }
    var values = [Double](repeating: 0, count: lowered.system.variableCount)
    for (variable, value) in recordedValues() { values[variable] = value }
    return values
  }

  /// Returns the values of the variables of all views whose place is recorded.
  private func recordedValues() -> [(variable: Int, value: Double)] {
    let views = scope.layoutCase.views
    var values: [(variable: Int, value: Double)] = []
    var origins: [(x: Double, y: Double)?] = []
    for (index, view) in views.enumerated() {
      let outer = view.parent.map { origins[$0] } ?? (0, 0)
      guard let frame = view.recordedFrame, let outer else {
        origins.append(nil)
        continue
      }
      let origin =
        view.parent == nil
        ? outer : (x: outer.x + frame.x.doubleValue, y: outer.y + frame.y.doubleValue)
      origins.append(origin)
      let insets = view.alignmentInsets
      let variable = lowered.viewVariables[index]
      values += [
        (variable, origin.x + insets.left.doubleValue),
        (variable + 1, origin.y + insets.top.doubleValue),
        (
          variable + 2,
          frame.width.doubleValue - insets.left.doubleValue - insets.right.doubleValue
        ),
        (
          variable + 3,
          frame.height.doubleValue - insets.top.doubleValue - insets.bottom.doubleValue
        ),
      ]
    }
    return values
  }
}

extension Layout.Frame {
  var numbers: [Double] { [x, y, width, height] }
}

extension LayoutRect {
  var numbers: [Double] {
    [x.doubleValue, y.doubleValue, width.doubleValue, height.doubleValue]
  }
}
