// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import Display
import Judging
import LinearModel
import Oracles
import Reporting

extension FindingEvidence {
  /// The failure in one sentence without a full stop: the largest misplacement that every correct
  /// layout excludes, or what the verdict is about.
  var sentence: String {
    if let verdict = repaired {
      return "\(finding.accused) is not wrong on this case any more (\(verdict.name)); "
        + "it was: \(finding.summary)"
    }
    if let accused, !kind.isCost, let misplaced = Misplacement.largest(of: accused, in: record) {
      return misplaced.sentence(of: finding.accused.name)
    }
    switch kind {
    case .wrongFeasible where !conflict.isEmpty:
      return "\(finding.accused) answers \(Self.contradicting(conflict.count)) with a layout"
    case .requiredViolated:
      guard let worst = worstRequired else { break }
      return
        "\(finding.accused) breaks required \(worst.id) by \(ShownNumber.points(worst.amount)) pt"
    case .worseThanOptimal:
      guard let level = worseLevel else { break }
      return "\(finding.accused) is off by \(ShownNumber.points(level.own)) pt at priority "
        + "\(ShownNumber.points(level.priority)), where \(level.best) pt is possible"
    case .slower(let counter):
      guard let cost = costFacts else { break }
      return "\(finding.accused) takes \(cost.actual) \(counter.rawValue), "
        + "\(cost.ratio) times the expected cost"
    default: break
    }
    return FindingWords(finding).sentence
  }

  /// The reason for which the answer is wrong, in sentences; nil when it is not known.
  var detail: String? {
    guard repaired == nil else { return nil }
    // The table of a law has its statement.
    if law != nil { return nil }
    switch kind {
    case .wrongFeasible where !conflict.isEmpty:
      return
        "The correct answer is \"infeasible\": \(list(conflict.sorted())) contradict each other."
    case .wrongInfeasible where optimum != nil:
      return "The expected layout satisfies every required constraint."
    case .wrongConflict where !conflict.isEmpty:
      return "\(list(conflict.sorted())) contradict each other, and none of them can be left out."
    case .requiredViolated:
      guard let worst = worstRequired, optimum != nil else { return nil }
      return "The expected layout satisfies \(worst.id): \(worst.text)."
    case .worseThanOptimal:
      guard let level = worseLevel else { return nil }
      return "At priority \(ShownNumber.points(level.priority)) the violations sum to "
        + "\(ShownNumber.points(level.own)) pt, and \(level.best) pt is possible."
    case .wrongValue: return optimum?.isUnique == true ? "No other layout is correct." : nil
    default: return FindingWords(finding).detail
    }
  }

  // MARK: - Parts

  private static func contradicting(_ count: Int) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    let number = words.indices.contains(count) ? words[count] : ShownNumber.grouped(count)
    return count == 1
      ? "a constraint that cannot hold" : "\(number) contradicting constraints"
  }

  /// The most constraints of a list.
  private static let listMax = 4

  private func list(_ rows: [Int]) -> String {
    let names = rows.prefix(Self.listMax).map { lowered.originID(of: $0) }
    let more = rows.count - names.count
    guard more == 0, names.count > 1 else {
      return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  /// The required constraint that the accused answer breaks most.
  private var worstRequired: (id: String, text: String, amount: Double)? {
    guard let own = accused.flatMap(values) else { return nil }
    var worst: (row: Int, amount: Double)?
    for row in 0..<system.constraintCount where system.strengths[row].isRequired {
      let amount = system.violation(of: row, at: own)
      if FindingPage.isBroken(by: amount), amount > worst?.amount ?? 0 { worst = (row, amount) }
    }
    return worst.map { (lowered.originID(of: $0.row), text($0.row), $0.amount) }
  }

  /// The highest priority at which the accused answer is worse than the exact one.
  private var worseLevel: (priority: Double, own: Double, best: String)? {
    guard let own = accused.flatMap(values), let optimum else { return nil }
    let objectives = system.objectives(at: own)
    for (index, strength) in system.optionalStrengths.enumerated() {
      let best = optimum.levels.first { $0.strength == strength }?.optimum ?? .zero
      let sum = objectives[index].violation
      if FindingPage.isBroken(by: sum - best.doubleValue) {
        return (strength.value, sum, ShownNumber.points(best.doubleValue))
      }
    }
    return nil
  }

  private var costFacts: (expected: String, actual: String, ratio: String)? {
    guard let costs, let accused, case .slower(let counter) = kind,
      let own = costs.comparison(accused.result, of: accused.strategy, on: system)
    else { return nil }
    return (
      ShownNumber.grouped(rounding: own.cost(counter).expected),
      ShownNumber.grouped(accused.result.work[counter]), ShownNumber.ratio(own.ratio(counter))
    )
  }

  // MARK: - Facts

  /// The facts about the whole answer that are not as expected.
  var facts: [FindingPage.Fact] {
    if let law = law?.law {
      return [
        .init(
          "law \(law.name)", expected: law.statement, actual: FindingWords(finding).lawDetail,
          isWrong: true)
      ]
    }
    if case .slower(let counter) = kind, let cost = costFacts {
      return [
        .init(
          counter.rawValue, expected: "about \(cost.expected)", actual: cost.actual, isWrong: true)
      ]
    }
    let expected = record.answer.map { $0.isFeasible ? "optimal" : "infeasible" } ?? "not known"
    if let end = FindingWords(finding).processEnd {
      return [.init("status", expected: expected, actual: end, isWrong: true)]
    }
    guard let accused else { return [] }
    let actual = accused.answer.name
    let isWrong = kind == .wrongFeasible || kind == .wrongInfeasible || kind == .malformed
    guard isWrong || actual != expected else { return [] }
    return [
      .init("status", expected: expected, actual: actual, isWrong: isWrong && repaired == nil)
    ]
  }

  /// By view whether x, y, width and height are the same in every correct layout.
  var fixedNumbers: [[Bool]]? {
    guard let optimum, accused != nil, !kind.isCost,
      system.variableCount <= Misplacement.variablesMax
    else { return nil }
    if optimum.isUnique {
      return lowered.layoutCase.views.map { _ in [true, true, true, true] }
    }
    guard let freedom = try? FreedomSpace(of: optimum, in: system) else { return nil }
    var numbers = lowered.layoutCase.views.map { _ in [false, false, false, false] }
    for part in FramePart.all(of: lowered) where part.kind != .contentSize {
      let place = (part.kind == .size ? 2 : 0) + (part.axis == .horizontal ? 0 : 1)
      numbers[part.view][place] = freedom.isSettled(part)
    }
    return numbers
  }
}
