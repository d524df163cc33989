// SPDX-License-Identifier: MIT

import Display
import ExactNumerics
import Judging
import LinearModel
import Oracles
import Scripts

/// The text of a script and its failure.
package struct ScriptText {
  private let script: SolverScript
  private let judgement: ScriptJudgement
  private let solver: String
  /// The time limit in words; nil if unknown.
  private let timeLimit: String?

  package init(
    _ script: SolverScript, _ judgement: ScriptJudgement, solver: String, timeLimit: String? = nil
  ) {
    self.script = script
    self.judgement = judgement
    self.solver = solver
    self.timeLimit = timeLimit
  }

  /// The verdict in one sentence without a full stop: the expected and the actual answer, after the
  /// step.
  package var sentence: String {
    (judgement.step.map { "step \($0 + 1): " } ?? "") + fact
  }

  private var fact: String {
    switch judgement.verdict {
    case .pass: return "every answer is right"
    case .gaveUp: return gaveUp
    case .undecided: return "too close to call"
    case .processFailed(let failure): return failure.sentence(during: nil, time: timeLimit)
    case .nonDeterministic: return "two runs gave different answers"
    case .malformed: return malformed
    case .requiredViolated(let row): return broken(row.index)
    case .worseThanOptimal(let strength): return worse(at: strength)
    case .wrongValue(let variable): return wrongValue(variable.index)
    case .wrongInfeasible: return wrongInfeasible
    case .wrongFeasible: return wrongFeasible
    case .wrongConflict: return wrongConflict
    case .needlessGiveUp: return gaveUp + ", but rounding does not decide the answer"
    case .lawBroken, .slowerByCounter:
      // Laws only concern layouts, and other programs have no counters.
      preconditionFailure("a script was judged by a law or by its cost")
    case .promiseBroken(let promise): return promise.sentence
    }
  }

  private var gaveUp: String {
    guard case .gaveUp(let reason)? = judgement.outcome else { return "the solver gave up" }
    return "the solver gave up (\(reason.sentence))"
  }

  /// The values of the answer, if they are complete.
  private var values: [Double]? {
    guard let values = judgement.outcome?.solution?.values, values.count == script.variableCount
    else { return nil }
    return values
  }

  private static func witness(_ truth: ScriptSystem) -> WitnessText {
    WitnessText(system: truth.system) { "x\($0)" }
  }

  private var malformed: String {
    WitnessText.malformed(
      judgement.outcome?.solution?.values, count: script.variableCount, name: { "x\($0)" })
  }

  private func broken(_ row: Int) -> String {
    guard let truth = judgement.truth, truth.rows.indices.contains(row) else {
      return "the answer violates a required constraint"
    }
    let actual = values.map {
      ", actual \(ShownNumber.points(truth.system.violation(of: row, at: $0)))"
    }
    return "\(Self.named(truth.rows[row])): violation expected 0\(actual ?? "")"
  }

  private func worse(at strength: Strength) -> String {
    let start = "priority \(ShownNumber.plain(strength.value)): violation expected"
    guard let truth = judgement.truth, let values, let optimum = truth.answer.optimum,
      let best = optimum.levels.first(where: { $0.strength == strength })
    else { return "\(start) to be minimal, but is not" }
    var sum = 0.0
    for row in 0..<truth.system.constraintCount where truth.system.strengths[row] == strength {
      sum += truth.system.violation(of: row, at: values)
    }
    let expected = WitnessText.text(best.optimum)
    let actual = ShownNumber.points(sum, unlike: best.optimum.doubleValue)
    return Self.witness(truth).difference(at: strength, values, optimum).map {
      "\(start) \(expected) (\($0.better)), actual \(actual) (\($0.given))"
    } ?? "\(start) \(expected), actual \(actual)"
  }

  private func wrongValue(_ variable: Int) -> String {
    guard let point = judgement.truth?.answer.optimum?.point, let values,
      point.indices.contains(variable)
    else { return "x\(variable) is not the only optimal value" }
    let actual = ShownNumber.points(values[variable], unlike: point[variable].doubleValue)
    return "expected x\(variable) = \(WitnessText.text(point[variable])), actual x\(variable) = "
      + "\(actual); only one answer is optimal"
  }

  private var wrongInfeasible: String {
    var start = "the solver answered \"infeasible\", but "
    if let step = judgement.step, case .add(let constraint) = script.steps[step] {
      start = "the solver refused c\(constraint.id), but "
    }
    guard let truth = judgement.truth, let point = truth.answer.optimum?.point else {
      return start + "the required constraints can be satisfied"
    }
    let witness = Self.witness(truth)
    let required = truth.rows.indices.filter { truth.rows[$0].strength.isRequired }
    let variables = witness.variables(of: required)
    if variables.isEmpty { return start + "no constraint is required" }
    return start + "\(witness.values(variables, at: point)) satisfies all required constraints"
  }

  private var wrongFeasible: String {
    let claim = judgement.outcome.map { AnswerClass($0).name } ?? "feasible"
    let start = "the solver answered \"\(claim)\", but "
    guard let truth = judgement.truth, case .infeasible(let proof) = truth.answer.status else {
      return start + "the required constraints conflict"
    }
    return start + "these required constraints conflict: "
      + WitnessText.list(proof.support.map { Self.named(truth.rows[$0.index]) })
  }

  private var wrongConflict: String {
    guard let truth = judgement.truth, case .infeasible(let claimed)? = judgement.outcome else {
      return "the reported constraints are no minimal conflict"
    }
    let rows = claimed.map { row in
      truth.rows.indices.contains(row.index) ? Self.named(truth.rows[row.index]) : "no such row"
    }
    return "the solver reported a conflict of \(ShownNumber.counted(claimed.count, "constraint")) "
      + "that is not minimal, or no conflict: " + WitnessText.list(rows)
  }

  private static func named(_ constraint: SolverScript.Constraint) -> String {
    "c\(constraint.id) (\(relation(constraint)))"
  }

  /// The operations, one in each line.
  package var lines: [String] { Self.lines(script, failingAt: judgement.step) }

  /// Returns the operations of a script, one in each line, with a mark at the failing step.
  package static func lines(_ script: SolverScript, failingAt wrong: Int?) -> [String] {
    script.steps.enumerated().map { index, step in
      let mark = wrong == index ? "   <- here" : ""
      switch step {
      case .solve: return "solve" + mark
      case .remove(let id): return "remove c\(id)" + mark
      case .endSuggestion(let variable): return "end suggestion x\(variable)" + mark
      case .setConstant(let id, let value):
        return "constant c\(id) = \(ShownNumber.plain(value))" + mark
      case .setStrength(let id, let strength):
        return "priority c\(id) @\(ShownNumber.plain(strength.value))" + mark
      case .setActive(let id, let isActive):
        return (isActive ? "activate" : "deactivate") + " c\(id)" + mark
      case .add(let constraint):
        return "add c\(constraint.id): \(text(constraint))" + mark
      case .suggest(let variable, let value, let strength):
        return "suggest x\(variable) = \(value) @\(ShownNumber.plain(strength.value))" + mark
      }
    }
  }

  /// Returns a text such as `x0 - 2 x1 >= 5 @750`.
  static func text(_ constraint: SolverScript.Constraint) -> String {
    relation(constraint)
      + (constraint.strength.isRequired
        ? " required" : " @\(ShownNumber.plain(constraint.strength.value))")
  }

  /// Returns a text such as `x0 - 2 x1 >= 5`.
  private static func relation(_ constraint: SolverScript.Constraint) -> String {
    var text = ""
    for term in constraint.terms {
      let isNegative = term.coefficient.signum < 0
      text += text.isEmpty ? (isNegative ? "-" : "") : (isNegative ? " - " : " + ")
      let size = term.coefficient.magnitude
      text += size == .one ? "x\(term.variable.index)" : "\(size) x\(term.variable.index)"
    }
    return "\(text) \(constraint.relation.symbol) \(constraint.constant)"
  }

  /// The sentence, and the operations and answers for the page of a finding.
  package var description: FindingDescription {
    let operations = "## Operations\n\n```\n" + lines.joined(separator: "\n") + "\n```"
    return FindingDescription(
      sentence, sections: [operations] + (judgement.truth.map { [answers($0)] } ?? []))
  }

  private func answers(_ truth: ScriptSystem) -> String {
    var lines = ["## Answers", ""]
    switch truth.answer.status {
    case .infeasible: lines.append("- exact: the required constraints contradict each other")
    case .feasible(let optimum):
      let values = optimum.point.enumerated().map { "x\($0) = \($1)" }.joined(separator: ", ")
      lines.append("- exact\(optimum.isUnique ? "" : " (one of several)"): \(values)")
    }
    if let values = judgement.outcome?.solution?.values {
      let text = values.enumerated().map { "x\($0) = \($1)" }.joined(separator: ", ")
      lines.append("- \(solver): \(text)")
    }
    return lines.joined(separator: "\n")
  }
}
