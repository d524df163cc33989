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

  /// The verdict in one sentence without a full stop.
  package var sentence: String {
    let values = failure.result.outcome.solution?.values
    switch failure.verdict {
    case .pass: return "the answer is right"
    case .processFailed(let failure): return failure.sentence
    case .gaveUp: return "the strategy gave up"
    case .undecided(.illConditioned):
      return "too close to call: the problem magnifies rounding more than the answer is off"
    case .undecided(.knifeEdge): return "too close to call: feasibility hangs on a hair"
    case .undecided(.readingsDiffer):
      return "too close to call: as doubles the numbers have another answer than as meant"
    case .undecided(.oracleLimit):
      return "too close to call: more work than the exact oracle may do"
    case .nonDeterministic: return "two runs on the same system gave different results"
    case .malformed: return "a value is not a finite number, or values are missing"
    case .requiredViolated(let row):
      let violation = values.map { record.lowered.system.violation(of: row.index, at: $0) }
      return "the answer breaks the required constraint \(name(row)): "
        + record.lowered.describe(row.index)
        + (violation.map { ", by \(ShownNumber.points($0)) pt" } ?? "")
    case .worseThanOptimal(let strength): return worse(at: strength, values)
    case .wrongValue(let variable): return wrongValue(variable, values)
    case .wrongInfeasible: return "the answer is a conflict, but the required constraints can hold"
    case .wrongFeasible: return "the answer is a layout, but the required constraints conflict"
    case .wrongConflict:
      return "the conflict given is not one, or not without any one of its constraints"
    case .slowerByCounter(let excess): return slower(excess)
    case .promiseBroken(let promise): return promise.sentence
    case .lawBroken(let law, let detail): return "the law '\(law)' is broken: \(detail)"
    }
  }

  private func slower(_ excess: CostExcess) -> String {
    let name = excess.counter.rawValue
    switch excess.basis {
    case .size(let size):
      return "the answer is right, but took \(rounded(excess.measured - 1)) \(name), "
        + "\(rounded(excess.measured / excess.expected)) times what systems of size \(size) take"
    case .growth(let scaling):
      return "the answer is right, but \(name) grow with the power "
        + "\(rounded(excess.measured)) when the case is repeated (\(scaling)), "
        + "\(rounded(excess.expected)) in its class"
    }
  }

  private func rounded(_ value: Double) -> String { ShownNumber.ratio(value) }

  private func name(_ row: ConstraintID) -> String {
    "'\(record.lowered.originID(of: row.index))'"
  }

  private func worse(at strength: Strength, _ values: [Double]?) -> String {
    var text = "the answer claims to be optimal, but is not at priority \(plain(strength.value))"
    let level = record.answer?.optimum?.levels.first { $0.strength == strength }
    if let level, let values {
      let own = record.lowered.system.objectives(at: values).first { $0.strength == strength }
      if let own {
        let shown = ShownNumber.points(own.violation, unlike: level.optimum.doubleValue)
        text += ": violations of \(shown) pt instead of \(level.optimum)"
      }
    }
    return text
  }

  private func wrongValue(_ variable: VariableID, _ values: [Double]?) -> String {
    var text = "the answer claims to be optimal, but is not the only right layout"
    if let point = record.answer?.optimum?.point, let values, variable.index < values.count {
      let right = point[variable.index]
      let shown = ShownNumber.points(values[variable.index], unlike: right.doubleValue)
      text += ": \(name(of: variable.index)) is \(shown) instead of \(right)"
    }
    return text
  }

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

  private func plain(_ value: Double) -> String { ShownNumber.plain(value) }
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
