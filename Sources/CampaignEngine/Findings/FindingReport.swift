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

/// The page about a finding for people: `report.md`.
///
/// Everything in it comes from the minimized case, solved by all strategies, and from the finding's
/// record.
package struct FindingReport: Sendable {
  private let record: CaseRecord
  private let failure: StrategyRecord
  private let finding: FindingRecord
  private let conflict: [ConstraintID]
  private let hasCertificate: Bool
  private let law: LawCheck?
  private let costs: CostOracle?

  /// - Parameters:
  ///   - predicate: says which strategy fails, or which law is broken; the other strategies are run
  ///     to compare with.
  ///   - record: the minimized case, solved by the strategy.
  ///   - failure: what it answered.
  ///   - hasCertificate: whether the proof of the exact answer is kept beside the page.
  package init(
    of predicate: FailurePredicate, _ record: CaseRecord, _ failure: StrategyRecord,
    _ finding: FindingRecord, hasCertificate: Bool = false
  ) {
    self.hasCertificate = hasCertificate
    let strategy = predicate.strategy
    let all = [strategy] + Strategy.healthy.filter { $0.name != strategy.name }
    let runner = CaseRunner(strategies: all, loweringFault: predicate.law?.world.fault?.lowering)
    // A contradiction in the tool is told elsewhere; here it only costs the comparison.
    self.record = (try? runner.run(record.lowered.layoutCase)) ?? record
    law = predicate.law
    costs = predicate.costs
    self.failure = failure
    self.finding = finding
    conflict = (try? record.conflict()) ?? []
  }

  /// The text of the page for the folder that the finding is kept in.
  package func text(folder: String) -> String {
    let sections = [
      head(folder), lawText(), costText(), frames(), violations(), constraints(), conflictSets(),
      certificate(folder),
      reductions(),
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  /// The page about a finding on which nothing can be solved.
  static func short(_ finding: FindingRecord, folder: String) -> String {
    let lines =
      title(finding)
      + [
        "- Replay: " + MarkdownCode.span("layoutfuzz replay \(ShellWord.path(folder))"),
        "- Signature: `\(finding.signature)`",
      ] + foundBy(finding) + ["- Version: \(finding.toolVersion)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func title(_ finding: FindingRecord) -> [String] {
    [
      "# \(finding.strategy): \(finding.verdict)", "",
      finding.summary.prefix(1).uppercased() + finding.summary.dropFirst() + ".", "",
    ]
  }

  private static func foundBy(_ finding: FindingRecord) -> [String] {
    guard let seed = finding.seed, let index = finding.caseIndex else { return [] }
    // The layout may have been changed since; how it is edited follows from the two.
    if finding.strategy == CasePhase.session.partName {
      return ["- Edits of the stored layout: as seed \(seed) draws them for case \(index)"]
    }
    let profile = finding.profile.map { ", profile \($0)" } ?? ""
    return ["- Found by: seed \(seed), case \(index)\(profile)"]
  }

  private var lowered: LoweredCase { record.lowered }
  private var system: LinearSystem { record.lowered.system }

  private func head(_ folder: String) -> [String] {
    let judgement = failure.judgement
    var lines = Self.title(finding)
    lines += [
      "- Replay: " + MarkdownCode.span("layoutfuzz replay \(ShellWord.path(folder))"),
      "- Signature: `\(finding.signature)`",
      "- Size: \(text(finding.minimized)); as it was found: \(text(finding.original)) "
        + "(`original.json`)",
      "- Minimizing: "
        + MinimizingWords.sentence(
          runs: finding.calls, steps: finding.acceptedSteps, end: finding.minimizationEnd),
    ]
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
    return lines + Self.foundBy(finding) + ["- Version: \(finding.toolVersion)"]
  }

  private func lawText() -> [String] {
    guard let check = law else { return [] }
    let law = check.law
    return [
      "## Law", "", "`\(law.name)`: \(law.statement). Reason: \(law.reason).", "",
      "No strategy is accused: all of them and the oracle are given the same linear system.",
    ] + (check.worldNote.map { ["", $0] } ?? [])
  }

  /// The counters of all strategies beside the envelope of the one that is accused.
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
        + "high when it is more than \(text(CostOracle.ratioMax)) times its envelope.", "",
    ]
      + table(
        ["counter", "envelope", "\(failure.strategy) / envelope"]
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
    ([header, header.map { _ in "---" }] + rows).map { row in
      "| " + row.map(cell).joined(separator: " | ") + " |"
    }
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
    return ["## Constraints", "", root] + lines + indifferent()
  }

  private func indifferent() -> [String] {
    if finding.explanationIsCut {
      return ["", "Which numbers matter was \(MinimizingWords.explanationCut)."]
    }
    guard !finding.indifferent.isEmpty else { return [] }
    return [
      "",
      "These numbers do not matter; others fail in the same way: "
        + finding.indifferent.map(quoted).joined(separator: ", ") + ".",
    ]
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

  private func certificate(_ folder: String) -> [String] {
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
    if hasCertificate {
      let files = ["certificate.json", "case.json"].map { ShellWord.path("\(folder)/\($0)") }
      let command = "layoutfuzz verify " + files.joined(separator: " ")
      lines.append("Check it again: \(MarkdownCode.span(command)).")
    }
    return lines
  }

  private func reductions() -> [String] {
    let rows = finding.reducers.filter { $0.attempts > 0 }.map {
      [$0.name, "\($0.attempts)", "\($0.successes)"]
    }
    guard !rows.isEmpty else { return [] }
    return [
      "## Minimizing", "",
    ] + table(["reducer", "runs", "steps"], rows)
  }

  // MARK: - Texts

  private func described(_ row: Int) -> String { quoted(lowered.describe(row)) }

  /// The text between backticks.
  private func quoted(_ text: String) -> String {
    "`\(text.mappingScalars { $0 == "`" || Character($0).isNewline ? " " : nil })`"
  }

  /// Text for a cell of a table.
  private func cell(_ text: String) -> String {
    text.mappingScalars { $0 == "|" ? "\\|" : (Character($0).isNewline ? " " : nil) }
  }

  private func text(_ size: FindingRecord.Size) -> String {
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    let guides = size.guides > 0 ? ", \(count(size.guides, "guide"))" : ""
    return "\(count(size.views, "view")), \(count(size.constraints, "constraint"))\(guides)"
  }

  private func text(_ frame: Layout.Frame) -> String {
    "(" + [frame.x, frame.y, frame.width, frame.height].map(text).joined(separator: ", ") + ")"
  }

  private func text(_ value: Double) -> String { ShownNumber.plain(value) }
}
