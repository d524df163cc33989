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

  package init(_ script: SolverScript, _ judgement: ScriptJudgement, solver: String) {
    self.script = script
    self.judgement = judgement
    self.solver = solver
  }

  /// The verdict in one sentence without a full stop.
  package var sentence: String {
    let place = judgement.step.map { " (step \($0 + 1))" } ?? ""
    switch judgement.verdict {
    case .pass: return "every answer is right"
    case .gaveUp: return "the solver gave up" + place
    case .undecided: return "too close to call" + place
    case .processFailed(let failure): return failure.sentence
    case .nonDeterministic: return "two runs gave different answers"
    case .malformed: return "a value is not a finite number, or values are missing" + place
    case .requiredViolated(let row):
      let text =
        row.index < (judgement.truth?.rows.count ?? 0) ? judgement.truth?.rows[row.index] : nil
      return "the answer breaks a constraint: " + (text.map(Self.text) ?? "one that is required")
        + place
    case .worseThanOptimal(let strength): return worse(at: strength) + place
    case .wrongValue(let variable):
      return "the only right values are others, first that of x\(variable.index)" + place
    case .wrongInfeasible:
      return "an operation is refused, or an answer is a conflict, though all can hold" + place
    case .wrongFeasible:
      return "the answer has values, but the required constraints conflict" + place
    case .wrongConflict: return "the conflict given is none, or not a smallest one" + place
    case .lawBroken, .slowerByCounter:
      // Laws only concern layouts, and other programs have no counters.
      preconditionFailure("a script was judged by a law or by its cost")
    case .promiseBroken(let promise): return promise.sentence + place
    }
  }

  private func worse(at strength: Strength) -> String {
    let start = "not the best at priority \(ShownNumber.plain(strength.value))"
    guard let truth = judgement.truth, let values = judgement.outcome?.solution?.values,
      let best = truth.answer.optimum?.levels.first(where: { $0.strength == strength })
    else { return start }
    var sum = 0.0
    for row in 0..<truth.system.constraintCount where truth.system.strengths[row] == strength {
      sum += truth.system.violation(of: row, at: values)
    }
    let shown = ShownNumber.points(sum, unlike: best.optimum.doubleValue)
    return start + ": violations of \(shown), the best is \(best.optimum)"
  }

  /// The operations, one in each line.
  package var lines: [String] {
    script.steps.enumerated().map { index, step in
      let mark = judgement.step == index ? "   <- here" : ""
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
        return "add c\(constraint.id): \(Self.text(constraint))" + mark
      case .suggest(let variable, let value, let strength):
        return "suggest x\(variable) = \(value) @\(ShownNumber.plain(strength.value))" + mark
      }
    }
  }

  /// Returns a text such as `x0 - 2 x1 >= 5 @750`.
  static func text(_ constraint: SolverScript.Constraint) -> String {
    var text = ""
    for term in constraint.terms {
      let isNegative = term.coefficient.signum < 0
      text += text.isEmpty ? (isNegative ? "-" : "") : (isNegative ? " - " : " + ")
      let size = term.coefficient.magnitude
      text += size == .one ? "x\(term.variable.index)" : "\(size) x\(term.variable.index)"
    }
    let priority =
      constraint.strength.isRequired
      ? "required" : "@\(ShownNumber.plain(constraint.strength.value))"
    return "\(text) \(constraint.relation.symbol) \(constraint.constant) \(priority)"
  }

  /// The operations and answers for the page of a finding.
  package var body: ReportBody {
    let operations = "## Operations\n\n```\n" + lines.joined(separator: "\n") + "\n```"
    return ReportBody(sections: [operations] + (judgement.truth.map { [answers($0)] } ?? []))
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
