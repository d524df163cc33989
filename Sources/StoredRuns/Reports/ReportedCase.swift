// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import Diagnosis
import Display
import ExactNumerics
import Judging
import LayoutGenerators
import LayoutModel
import LinearModel
import Lowering
import Oracles
import Reporting
import ToolSupport
import VisualFormats

/// The smallest case of a finding, solved again by all strategies for its page.
struct ReportedCase {
  /// The wrong strategy and its failure, without a full stop.
  let sentence: String
  /// The reason for which that is wrong; nil when it is not known.
  let detail: String?
  let page: FindingPage

  /// Solves the case, but not with a strategy that ends its process on it, since a report runs
  /// cases in its own process.
  ///
  /// - Returns: nil when a part of the tool ends the process, without which nothing can be shown.
  /// - Throws: when the tool contradicts itself on the case.
  init?(_ layoutCase: LayoutCase, of finding: FindingRecord) throws(CommandFailure) {
    let kind = finding.verdict
    let ends = kind.endsProcess
    if ends, Strategy.named(finding.accused.name) == nil { return nil }
    let law = LawCheck(finding.failure)
    let strategy = law == nil && !ends ? Strategy.named(finding.accused.name) : nil
    let others = Strategy.healthy.filter { $0.name != strategy?.name }
    let runner = CaseRunner(
      strategies: (strategy.map { [$0] } ?? []) + others,
      loweringFault: law?.world.fault?.lowering)
    let costs = CostOracle(
      kind, profile: finding.profile.flatMap { Profile(rawValue: $0) })
    let evidence: FindingEvidence
    do throws(InternalError) {
      let record = try runner.run(layoutCase, costs: costs)
      evidence = FindingEvidence(
        record: record, finding: finding, law: law, costs: costs,
        accused: strategy == nil ? nil : record.strategies.first,
        conflict: Set(try record.conflict().map(\.index)))
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
    sentence = evidence.sentence
    detail = evidence.detail
    page = evidence.page(drawing: evidence.drawing(of: strategy))
  }
}

/// The results of all strategies for the smallest case of a finding, and the parts of its page.
struct FindingEvidence {
  let record: CaseRecord
  let finding: FindingRecord
  let law: LawCheck?
  /// The judge of costs; nil for findings about other failures.
  let costs: CostOracle?
  /// The accused strategy; nil for a law, and for a strategy that this tool does not have.
  let accused: StrategyRecord?
  /// The rows of an irreducible conflict.
  let conflict: Set<Int>
}

extension FindingEvidence {
  var lowered: LoweredCase { record.lowered }
  var kind: FailureKind { finding.verdict }
  var system: LinearSystem { record.lowered.system }
  var optimum: ExactOptimum? { record.answer?.optimum }

  /// The verdict of an answer that is not wrong any more; nil when it still is, or when one run
  /// cannot show that.
  var repaired: Verdict? {
    guard let accused, accused.verdict.failureKind == nil,
      !kind.isCost, kind != .nonDeterministic
    else { return nil }
    return accused.verdict
  }

  func page(drawing: LayoutDrawing?) -> FindingPage {
    var page = FindingPage(
      views: lowered.layoutCase.views.map { .init(id: $0.id, kind: $0.kind.rawValue) },
      columns: columns, isUnique: optimum?.isUnique ?? false, constraints: constraints,
      levels: levels, claimedConflict: claimedConflict, proofs: proofs, notes: notes,
      drawing: drawing)
    page.facts = facts
    page.fixedNumbers = fixedNumbers
    page.numberLine = numberLine
    return page
  }

  // MARK: - Answers

  private var columns: [FindingPage.Column] {
    var columns: [FindingPage.Column] = []
    if let answer = record.answer {
      let layout = answer.optimum.map {
        lowered.layout(from: Solution(values: $0.point.map(\.doubleValue)), rounded: false)
      }
      columns.append(
        .init(
          name: "exact", role: .exact, answer: layout == nil ? "infeasible" : "optimal",
          verdict: "", frames: layout?.frames))
    }
    for (index, strategy) in record.strategies.enumerated() {
      columns.append(
        .init(
          name: strategy.strategy, role: accused != nil && index == 0 ? .accused : .other,
          answer: strategy.answer.name, verdict: strategy.verdict.name,
          frames: values(strategy).map {
            lowered.layout(from: Solution(values: $0), rounded: false).frames
          }))
    }
    return columns
  }

  /// Returns the values of an answer, if it has one for each variable.
  func values(_ strategy: StrategyRecord) -> [Double]? {
    guard let values = strategy.result.outcome.solution?.values,
      values.count == system.variableCount
    else { return nil }
    return values
  }

  private var levels: [FindingPage.Level] {
    let all = record.strategies.map(values)
    guard optimum != nil || all.contains(where: { $0 != nil }) else { return [] }
    let objectives = all.map { $0.map(system.objectives(at:)) }
    var levels = [
      FindingPage.Level(
        priority: 1000, exact: optimum == nil ? nil : "0",
        values: all.map { $0.map(largestRequiredViolation) })
    ]
    for (index, strength) in system.optionalStrengths.enumerated() {
      let exact = optimum.map { optimum in
        optimum.levels.first { $0.strength == strength }.map { "\($0.optimum)" } ?? "0"
      }
      levels.append(
        .init(
          priority: strength.value, exact: exact,
          values: objectives.map { $0?[index].violation }))
    }
    return levels
  }

  private func largestRequiredViolation(_ values: [Double]) -> Double {
    var largest = 0.0
    for row in 0..<system.constraintCount where system.strengths[row].isRequired {
      largest = max(largest, system.violation(of: row, at: values))
    }
    return largest
  }

  // MARK: - Constraints

  private var constraints: [FindingPage.ConstraintRow] {
    let own = accused.flatMap(values)
    let exact = optimum?.point.map(\.doubleValue)
    var rows: [FindingPage.ConstraintRow] = []
    for (row, origin) in lowered.origins.enumerated() {
      let violation = own.map { system.violation(of: row, at: $0) }
      var isImplicit = true
      switch origin {
      case .root, .nonNegativeSize, .nonNegativeContent:
        // Constraints that every case has are listed only if they matter.
        guard conflict.contains(row) || violation.map(FindingPage.isBroken) == true else {
          continue
        }
      case .hugging, .compressionResistance: break
      case .constraint, .hold: isImplicit = false
      }
      rows.append(
        .init(
          id: lowered.originID(of: row), text: text(row), priority: system.strengths[row].value,
          isInConflict: conflict.contains(row), violation: violation,
          expected: exact.map { system.violation(of: row, at: $0) }, isImplicit: isImplicit))
    }
    return rows
  }

  func text(_ row: Int) -> String {
    guard case .constraint(let index) = lowered.origins[row] else { return lowered.describe(row) }
    return ConstraintText.describe(
      lowered.layoutCase.constraints[index], in: lowered.layoutCase)
  }

  private var claimedConflict: [String] {
    guard case .infeasible(let claimed) = accused?.result.outcome else { return [] }
    return claimed.map { row in
      system.relations.indices.contains(row.index) ? lowered.originID(of: row.index) : "no such row"
    }
  }

  // MARK: - Texts

  private var proofs: [String] {
    guard let answer = record.answer else { return [] }
    switch answer.status {
    case .infeasible(let proof):
      let count = ShownNumber.counted(proof.multipliers.entries.count, "multiplier")
      return ["\(count) prove that the required constraints contradict each other (Farkas)."]
    case .feasible(let optimum):
      var proofs = optimum.levels.map { level in
        "Priority \(FrameText.points(level.strength.value)): no layout does better than "
          + "\(level.optimum), proved by "
          + ShownNumber.counted(level.multipliers.entries.count, "multiplier") + "."
      }
      proofs.append(
        optimum.isUnique
          ? "No other layout is as good." : "Other layouts are as good: a second one is known.")
      return proofs
    }
  }

  private var notes: [String] {
    var notes: [String] = []
    if let law = law?.law {
      notes.append("The law '\(law.name)': \(law.statement). Reason: \(law.reason).")
      notes.append("No strategy is accused: all are given the same linear system.")
      if let note = self.law?.worldNote { notes.append(note) }
    } else if kind.endsProcess {
      notes.append(
        "\(finding.accused) was not run for this page. Replay runs it in a process of its own.")
    } else if accused == nil {
      notes.append("The strategy '\(finding.accused)' is not known here: others were run.")
    }
    if let cost { notes.append(cost) }
    if record.answer == nil { notes.append("The exact oracle reached its limit on this case.") }
    if let conditioning = record.conditioning, conditioning.isIll {
      notes.append(
        "Ill-conditioned: violations within the tolerance may move the sum of a priority by "
          + "\(FrameText.points(conditioning.factor * conditioning.tolerance)) pt.")
    }
    return notes
  }

  /// The sentence about the cost of the accused strategy, compared with its cost model and with the
  /// other strategies; nil for other findings.
  private var cost: String? {
    guard let costs, let accused, case .slower(let counter) = kind,
      let own = costs.comparison(accused.result, of: accused.strategy, on: system)
    else { return nil }
    func work(_ strategy: StrategyRecord) -> String {
      "\(strategy.strategy) did \(ShownNumber.grouped(strategy.result.work[counter]))"
    }
    let others = record.strategies.dropFirst().map(work).joined(separator: ", ")
    return
      "\(work(accused)) \(counter.rawValue), and its expected cost for systems of size \(own.size) "
      + "(constraints, variables and coefficients) is \(FrameText.points(own.cost(counter).expected.rounded())): "
      + "\(ShownNumber.ratio(own.ratio(counter))) times that. \(others). More than "
      + "\(FrameText.points(CostOracle.ratioMax)) times is a finding, so a minimized case is just above."
  }

  // MARK: - Picture

  /// Returns a drawing of the right layout and over it that of the strategy, with the constraints
  /// that the strategy violates in red.
  ///
  /// Constraints of a conflict are red, and some of them are left out of the layout.
  func drawing(of strategy: Strategy?) -> LayoutDrawing? {
    guard
      let drawn = try? DrawnCase(
        lowered.layoutCase, label: finding.accused.name, strategy: strategy
      )
      .drawing
    else { return nil }
    guard let own = accused.flatMap(values), conflict.isEmpty else { return drawn }
    var marks = drawn.marks
    for (row, origin) in lowered.origins.enumerated() {
      guard case .constraint(let index) = origin else { continue }
      marks[index] =
        FindingPage.isBroken(by: system.violation(of: row, at: own)) ? .violated : .plain
    }
    return LayoutDrawing(
      drawn.layoutCase, title: drawn.title, main: drawn.main, other: drawn.other,
      second: drawn.second,
      marks: marks)
  }
}
