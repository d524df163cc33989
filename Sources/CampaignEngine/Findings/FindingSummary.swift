// SPDX-License-Identifier: MIT

import Display
import Judging
import LinearModel
import Lowering
import Oracles

/// The description of a wrong answer in words.
package struct FindingSummary: Sendable {
  private let record: CaseRecord
  private let failure: StrategyRecord

  package init(_ record: CaseRecord, _ failure: StrategyRecord) {
    self.record = record
    self.failure = failure
  }

  /// The verdict in one sentence without a full stop: the expected and the actual answer.
  package var sentence: String {
    switch failure.verdict {
    case .pass: return "the answer is right"
    case .processFailed(let failure):
      return failure.sentence(during: "while it solved the case")
    case .gaveUp: return gaveUp
    case .undecided(let reason): return "too close to call: \(reason.sentence)"
    case .nonDeterministic: return "two runs on the same system gave different results"
    case .malformed: return malformed
    case .requiredViolated(let row): return broken(row.index)
    case .worseThanOptimal(let strength): return worse(at: strength)
    case .wrongValue(let variable): return wrongValue(variable.index)
    case .wrongInfeasible: return wrongInfeasible
    case .wrongFeasible: return wrongFeasible
    case .wrongConflict: return wrongConflict
    case .needlessGiveUp: return gaveUp + ", but rounding does not decide the case"
    case .slowerByCounter(let excess): return slower(excess)
    case .promiseBroken(let promise): return promise.sentence
    case .lawBroken(let law, let detail): return "the law '\(law)' is broken: \(detail)"
    }
  }

  private var system: LinearSystem { record.lowered.system }

  private var values: [Double]? {
    guard let values = failure.result.outcome.solution?.values,
      values.count == system.variableCount
    else { return nil }
    return values
  }

  private var gaveUp: String {
    guard case .gaveUp(let reason) = failure.result.outcome else { return "the strategy gave up" }
    return "the strategy gave up (\(reason.sentence))"
  }

  private var witness: WitnessText { WitnessText(system: system, name: name(of:)) }

  private func slower(_ excess: CostExcess) -> String {
    let name = excess.counter.rawValue
    switch excess.basis {
    case .size(let size):
      let expected = excess.expected > 0 ? " (\(rounded(excess.measured / excess.expected))x)" : ""
      return "counter \(name): expected \(rounded(excess.expected)) for a system of size \(size), "
        + "actual \(rounded(excess.measured - 1))\(expected); the answer is right"
    case .growth(let scaling):
      return
        "counter \(name): expected growth n^\(rounded(excess.expected)) when the case is repeated "
        + "(\(scaling)), actual n^\(rounded(excess.measured)); the answer is right"
    }
  }

  private func rounded(_ value: Double) -> String { ShownNumber.ratio(value) }

  private var malformed: String {
    WitnessText.malformed(
      failure.result.outcome.solution?.values, count: system.variableCount, name: name(of:))
  }

  private func broken(_ row: Int) -> String {
    let actual = values.map { ", actual \(points(system.violation(of: row, at: $0))) pt" } ?? ""
    return "required constraint \(described(row)): violation expected 0 pt\(actual)"
  }

  private func worse(at strength: Strength) -> String {
    let start = "priority \(ShownNumber.plain(strength.value)): violation expected"
    guard let optimum = record.answer?.optimum, let values,
      let level = optimum.levels.first(where: { $0.strength == strength }),
      let own = system.objectives(at: values).first(where: { $0.strength == strength })
    else { return "\(start) to be minimal, but is not" }
    let expected = WitnessText.text(level.optimum)
    let actual = ShownNumber.points(own.violation, unlike: level.optimum.doubleValue)
    let text = "\(start) \(expected) pt, actual \(actual) pt"
    if let misplaced = Misplacement.largest(of: failure, in: record) {
      return "\(text). \(misplaced.sentence)"
    }
    return witness.difference(at: strength, values, optimum).map {
      "\(start) \(expected) pt (\($0.better)), actual \(actual) pt (\($0.given))"
    } ?? text
  }

  private func wrongValue(_ variable: Int) -> String {
    guard let point = record.answer?.optimum?.point, let values else {
      return "the answer is not the only optimal layout"
    }
    let actual = ShownNumber.points(values[variable], unlike: point[variable].doubleValue)
    return
      "value of \(name(of: variable)): expected \(WitnessText.text(point[variable])) pt, actual "
      + "\(actual) pt; only one layout is optimal"
  }

  private var wrongInfeasible: String {
    let start = "the solver answered \"infeasible\", but "
    guard let point = record.answer?.optimum?.point, !decisive.isEmpty else {
      return start + "a layout satisfies all required constraints"
    }
    return start + "\(witness.values(decisive, at: point)) satisfies all required constraints"
  }

  /// The variables of required constraints of the case, without those of the root.
  private var decisive: [Int] {
    let lowered = record.lowered
    let rows = (0..<system.constraintCount).filter { row in
      guard case .constraint = lowered.origins[row] else { return false }
      return system.strengths[row].isRequired
    }
    let root = lowered.viewVariables[0]
    return witness.variables(of: rows).filter { !(root..<root + 4).contains($0) }
  }

  private var wrongFeasible: String {
    let claim = failure.answer.name
    guard case .infeasible(let proof) = record.answer?.status else {
      return "the solver answered \"\(claim)\", but the required constraints conflict"
    }
    return "the solver answered \"\(claim)\", but these required constraints conflict: "
      + WitnessText.list(proof.support.map { described($0.index) })
  }

  private var wrongConflict: String {
    guard case .infeasible(let claimed) = failure.result.outcome else {
      return "the reported constraints are no minimal conflict"
    }
    let rows = claimed.map { row in
      system.relations.indices.contains(row.index) ? described(row.index) : "no such row"
    }
    return "the solver reported a conflict of \(ShownNumber.counted(claimed.count, "constraint")) "
      + "that is not minimal, or no conflict: " + WitnessText.list(rows)
  }

  /// Returns the name and the text of a row, such as `'c1' (v1.width >= 2)`.
  private func described(_ row: Int) -> String {
    let text = record.lowered.describe(row)
    guard case .constraint = record.lowered.origins[row] else { return "'\(text)'" }
    return "'\(record.lowered.originID(of: row))' (\(text))"
  }

  private func points(_ value: Double) -> String { ShownNumber.points(value) }

  /// Returns the name of a variable of the linear system, such as `v1.width`.
  private func name(of variable: Int) -> String {
    let lowered = record.lowered
    let quantities = ["left (in the root)", "top (in the root)", "width", "height"]
    for (view, first) in lowered.viewVariables.enumerated()
    where (first..<first + 4).contains(variable) {
      return "\(lowered.layoutCase.views[view].id).\(quantities[variable - first])"
    }
    for (guide, first) in lowered.guideVariables.enumerated()
    where first >= 0 && (first..<first + 4).contains(variable) {
      return "\(lowered.layoutCase.guides[guide].id).\(quantities[variable - first])"
    }
    for (view, first) in lowered.contentVariables.enumerated()
    where first >= 0 && (first..<first + 2).contains(variable) {
      let quantity = variable == first ? "contentWidth" : "contentHeight"
      return "\(lowered.layoutCase.views[view].id).\(quantity)"
    }
    return "variable \(variable)"
  }
}

extension Verdict.UndecidedReason {
  /// The reason without a full stop.
  fileprivate var sentence: String {
    switch self {
    case .illConditioned: return "the problem magnifies rounding more than the answer is off"
    case .knifeEdge: return "feasibility changes within the tolerance"
    case .readingsDiffer: return "the decimal and the double reading have different answers"
    case .oracleLimit: return "the exact oracle reached its work limit"
    }
  }
}

extension Verdict.SessionPromise {
  /// The broken promise in one sentence without a full stop.
  var sentence: String {
    switch self {
    case .refusalChangesNothing: return "refused operations have changed the answer"
    case .changesAreReported: return "the report of changed variables lacks one, or has one twice"
    case .constraintsAreKnown:
      return "a constraint that is there is not known, or one that is gone is"
    case .answersAsANewSession:
      return "the solver gives up on constraints that a new session solves"
    case .nonFiniteIsRefused: return "a number that is not finite is accepted"
    }
  }
}
