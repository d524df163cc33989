// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import ExactNumerics
import Judging
import LayoutModel
import LinearModel
import Lowering
import Oracles
import Supervision

/// The part of `report.md` that needs the minimized case solved by all strategies; a worker writes
/// it.
package struct FindingReport: Sendable {
  private let record: CaseRecord
  private let failure: StrategyRecord
  private let conflict: [ConstraintID]
  private let law: LawCheck?
  private let costs: CostOracle?

  /// - Parameters:
  ///   - predicate: the strategy that fails or the law that is broken.
  ///   - record: the minimized case, solved by the strategy.
  ///   - failure: the answer of the strategy.
  ///   - compares: whether the other strategies are run to compare with. One of them may end its
  ///     process on the case.
  package init(
    of predicate: FailurePredicate, _ record: CaseRecord, _ failure: StrategyRecord,
    compares: Bool = true
  ) {
    var solved: CaseRecord?
    if compares {
      let strategy = predicate.strategy
      let all = [strategy] + Strategy.healthy.filter { $0.name != strategy.name }
      let runner = CaseRunner(
        strategies: all, loweringFault: predicate.law?.world.fault?.lowering)
      // A contradiction in the tool is reported elsewhere; here only the comparison is missing.
      solved = try? runner.run(record.lowered.layoutCase)
    }
    self.record = solved ?? record
    law = predicate.law
    costs = predicate.costs
    self.failure = failure
    conflict = (try? record.conflict()) ?? []
  }

  package var description: FindingDescription {
    let sections = [
      lawText(), costText(), frames(), violations(), constraints(), conflictSets(), certificate(),
    ]
    return FindingDescription(
      FindingSummary(record, failure).sentence, facts: facts,
      sections: sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") })
  }

  private var lowered: LoweredCase { record.lowered }
  private var system: LinearSystem { record.lowered.system }

  private var facts: [String] {
    let judgement = failure.judgement
    var lines: [String] = []
    if judgement.measured > 0 {
      lines.append(
        "- Distance: at least \(ShownNumber.points(judgement.measured)) pt from every right answer "
          + "(tolerance \(ShownNumber.points(judgement.tolerance)) pt)")
    }
    if let conditioning = record.conditioning, conditioning.isIll {
      lines.append(
        "- Ill-conditioned: violations within the tolerance may move a priority's sum by "
          + "\(ShownNumber.points(conditioning.factor * conditioning.tolerance)) pt")
    }
    return lines
  }

  private func lawText() -> [String] {
    guard let check = law else { return [] }
    let law = check.law
    return [
      "## Law", "", "`\(law.name)`: \(law.statement). Reason: \(law.reason).", "",
      "No strategy is accused: all of them and the oracle are given the same linear system.",
    ] + (check.worldNote.map { ["", $0] } ?? [])
  }

  /// Returns the counters of all strategies and the expected cost of the failing one.
  private func costText() -> [String] {
    guard let costs,
      let own = costs.comparison(failure.result, of: failure.strategy, on: system)
    else { return [] }
    let rows = WorkCounter.allCases.map { counter in
      [
        counter.rawValue, text(own.cost(counter).expected.rounded()),
        ShownNumber.ratio(own.ratio(counter)),
      ] + record.strategies.map { "\($0.result.work[counter])" }
    }
    return [
      "## Costs", "",
      "The size of the system is \(own.size): constraints, variables and coefficients. A cost is too "
        + "high when it is more than \(text(CostOracle.ratioMax)) times the expected cost of its cost model.",
      "",
    ]
      + table(
        ["counter", "expected", "\(failure.strategy) / expected"]
          + record.strategies.map(\.strategy), rows)
  }

  // MARK: - Tables

  /// The strategies whose answer is a layout, with the values.
  private var solutions: [(strategy: String, solution: Solution)] {
    record.strategies.compactMap { record in
      guard let solution = record.result.outcome.solution,
        solution.values.count == system.variableCount
      else { return nil }
      return (record.strategy, solution)
    }
  }

  private func frames() -> [String] {
    let optimum = record.answer?.optimum
    guard optimum != nil || !solutions.isEmpty else { return [] }
    var header = ["view"]
    if let optimum { header.append(optimum.isUnique ? "exact" : "exact (one of several)") }
    let layouts = solutions.map { lowered.layout(from: $0.solution, rounded: false) }
    var rows: [[String]] = []
    for (view, id) in lowered.layoutCase.views.map(\.id).enumerated() {
      var row = [id]
      if let optimum { row.append("\(lowered.exactFrame(of: view, at: optimum.point))") }
      row += layouts.map { text($0.frames[view]) }
      rows.append(row)
    }
    return ["## Frames", "", "As (x, y, width, height) in the superview, not rounded.", ""]
      + table(header + solutions.map(\.strategy), rows)
  }

  private func violations() -> [String] {
    guard !solutions.isEmpty else { return [] }
    let objectives = solutions.map { system.objectives(at: $0.solution.values) }
    var rows = [["required"]]
    if record.answer?.optimum != nil { rows[0].append("0") }
    rows[0] += solutions.map { text(largestRequiredViolation($0.solution)) }
    for (level, strength) in system.optionalStrengths.enumerated() {
      var row = [text(strength.value)]
      if let optimum = record.answer?.optimum {
        let exact = optimum.levels.first { $0.strength == strength }?.optimum
        row.append(exact.map { "\($0)" } ?? "0")
      }
      row += objectives.map { text($0[level].violation) }
      rows.append(row)
    }
    let exactColumn = record.answer?.optimum == nil ? [] : ["exact"]
    return [
      "## Violations", "",
      "The largest one of the required constraints, and the sum at each lower priority.", "",
    ] + table(["priority"] + exactColumn + solutions.map(\.strategy), rows)
  }

  private func largestRequiredViolation(_ solution: Solution) -> Double {
    var largest = 0.0
    for row in 0..<system.constraintCount where system.strengths[row].isRequired {
      largest = max(largest, system.violation(of: row, at: solution.values))
    }
    return largest
  }

  private func table(_ header: [String], _ rows: [[String]]) -> [String] {
    MarkdownTable.lines(header.map(MarkdownTable.cell), rows.map { $0.map(MarkdownTable.cell) })
  }

  // MARK: - Lists

  private func constraints() -> [String] {
    let layoutCase = lowered.layoutCase
    var lines = layoutCase.constraints.map {
      "- \(quoted($0.id)): \(quoted(layoutCase.describe($0)))"
    }
    for (row, origin) in lowered.origins.enumerated() {
      switch origin {
      case .hugging, .compressionResistance, .hold: lines.append("- \(described(row))")
      case .constraint, .root, .nonNegativeSize, .nonNegativeContent: break
      }
    }
    let size = layoutCase.environment.size
    let root = "- the root is \(size.width.text) by \(size.height.text) pt"
    return ["## Constraints", "", root] + lines
  }

  private func conflictSets() -> [String] {
    var lines: [String] = []
    if !conflict.isEmpty {
      lines += ["## Conflict", "", "These contradict each other; without any one they do not:", ""]
      lines += conflict.map { "- \(described($0.index))" }
    }
    for strategy in record.strategies {
      guard case .infeasible(let claimed) = strategy.result.outcome, !claimed.isEmpty else {
        continue
      }
      lines += lines.isEmpty ? ["## Conflict", ""] : [""]
      lines += ["\(strategy.strategy) says that these conflict:", ""]
      lines += claimed.map { row in
        system.relations.indices.contains(row.index) ? "- \(described(row.index))" : "- no such row"
      }
    }
    return lines
  }

  private func certificate() -> [String] {
    guard let answer = record.answer else { return [] }
    var lines = ["## Certificate", ""]
    switch answer.status {
    case .infeasible(let proof):
      lines.append(
        "Checked: \(proof.multipliers.entries.count) multipliers prove that the required "
          + "constraints contradict each other (Farkas).")
    case .feasible(let optimum):
      lines.append("Checked: the exact point keeps all required constraints.")
      for level in optimum.levels {
        lines.append(
          "Priority \(text(level.strength.value)): no layout does better than \(level.optimum), "
            + "proved by \(level.multipliers.entries.count) multipliers.")
      }
      lines.append(
        optimum.isUnique
          ? "No other layout is as good." : "Other layouts are as good: a second one is known.")
    }
    return lines
  }

  // MARK: - Texts

  private func described(_ row: Int) -> String { quoted(lowered.describe(row)) }

  private func quoted(_ text: String) -> String { MarkdownCode.span(text) }

  private func text(_ frame: Layout.Frame) -> String {
    "(" + [frame.x, frame.y, frame.width, frame.height].map(text).joined(separator: ", ") + ")"
  }

  private func text(_ value: Double) -> String { ShownNumber.plain(value) }
}
