// SPDX-License-Identifier: MIT

import LinearModel
import Lowering
import Oracles

/// A wrong answer, told to people.
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
    case .gaveUp: return "the strategy gave up"
    case .undecided: return "too close to call"
    case .nonDeterministic: return "two runs on the same system gave different results"
    case .malformed: return "a value is not a finite number, or values are missing"
    case .requiredViolated(let row):
      let violation = values.map { record.lowered.system.violation(of: row.index, at: $0) }
      return "the answer breaks the required constraint \(name(row)): "
        + record.lowered.describe(row.index) + (violation.map { ", by \(plain($0)) pt" } ?? "")
    case .worseThanOptimal(let strength): return worse(at: strength, values)
    case .wrongValue(let variable): return wrongValue(variable, values)
    case .wrongInfeasible: return "the answer is a conflict, but the required constraints can hold"
    case .wrongFeasible: return "the answer is a layout, but the required constraints conflict"
    case .wrongConflict:
      return "the conflict given is not one, or not without any one of its constraints"
    }
  }

  private func name(_ row: ConstraintID) -> String {
    "'\(record.lowered.originID(of: row.index))'"
  }

  private func worse(at strength: Strength, _ values: [Double]?) -> String {
    var text = "the answer claims to be optimal, but is not at priority \(plain(strength.value))"
    let level = record.answer?.optimum?.levels.first { $0.strength == strength }
    if let level, let values {
      let own = record.lowered.system.objectives(at: values).first { $0.strength == strength }
      if let own {
        text += ": violations of \(plain(own.violation)) pt instead of \(level.optimum)"
      }
    }
    return text
  }

  private func wrongValue(_ variable: VariableID, _ values: [Double]?) -> String {
    var text = "the answer claims to be optimal, but is not the only right layout"
    if let point = record.answer?.optimum?.point, let values, variable.index < values.count {
      text += ": \(plain(values[variable.index])) instead of \(point[variable.index])"
    }
    return text
  }

  private func plain(_ value: Double) -> String { FindingSummary.plain(value) }

  /// The shortest decimal that reads back as the number, whole numbers without a point.
  static func plain(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
