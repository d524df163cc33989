// SPDX-License-Identifier: MIT

import Display

/// The solvers with and without a verdict on replayed cases: for those without one, "nothing wrong"
/// proves nothing.
package struct ReplayVerdicts {
  /// The solvers in the order of their first answer.
  private var solvers: [(name: String, isJudged: Bool)] = []
  /// The number of cases without any verdict.
  package private(set) var casesWithout = 0
  /// The number of cases with a wrong answer.
  package var wrong: Int { findings.wrong + others.wrong }
  /// The findings whose solver was run.
  private var findings = Tally()
  /// All other cases.
  private var others = Tally()

  /// The numbers of cases with and without a wrong answer.
  private struct Tally {
    var wrong = 0
    var right = 0

    var isEmpty: Bool { wrong + right == 0 }
  }

  package init() {}

  /// Counts the answers to one case.
  package mutating func take(_ replay: Replay) {
    let isWrong = replay.answers.contains { $0.verdict.isFailure }
    let isJudged = replay.answers.contains(where: \.isJudged)
    var tally = replay.isFinding ? findings : others
    tally.wrong += isWrong ? 1 : 0
    tally.right += isJudged && !isWrong ? 1 : 0
    if replay.isFinding { findings = tally } else { others = tally }
    if !isJudged { casesWithout += 1 }
    for answer in replay.answers {
      if let index = solvers.firstIndex(where: { $0.name == answer.solver }) {
        solvers[index].isJudged = solvers[index].isJudged || answer.isJudged
      } else {
        solvers.append((answer.solver, answer.isJudged))
      }
    }
  }

  /// Whether a solver has answered anything.
  package func has(_ name: String) -> Bool { solvers.contains { $0.name == name } }

  /// The solvers without a verdict.
  package var without: [String] { solvers.filter { !$0.isJudged }.map(\.name) }

  /// Returns `3 cases replayed: 1 still open, 1 fixed, 1 without a verdict`.
  ///
  /// `left` is the number of scripts that were not replayed. `isStopped` is whether the run ended
  /// before all cases.
  package func summary(replayed: Int, left: Int, isStopped: Bool) -> String {
    var parts: [String] = []
    if !findings.isEmpty {
      parts += [
        "\(ShownNumber.grouped(findings.wrong)) still open",
        "\(ShownNumber.grouped(findings.right)) fixed",
      ]
    }
    if !others.isEmpty {
      parts += [
        "\(ShownNumber.grouped(others.wrong)) wrong", "\(ShownNumber.grouped(others.right)) right",
      ]
    }
    if casesWithout > 0 { parts.append("\(ShownNumber.grouped(casesWithout)) without a verdict") }
    if isStopped { parts.append("stopped before the end") }
    // Omitted scripts must not count as right.
    if left > 0 { parts.append("\(ShownNumber.counted(left, "script")) not replayed") }
    let start = "\(ShownNumber.counted(replayed, "case")) replayed"
    return parts.isEmpty ? start : "\(start): " + parts.joined(separator: ", ")
  }
}
