// SPDX-License-Identifier: MIT

import Display

/// The solvers with and without a verdict on replayed cases: for those without one, "nothing wrong"
/// proves nothing.
package struct ReplayVerdicts {
  /// The answer of one solver: its kind of verdict, and whether it is wrong.
  package typealias Answer = (solver: String, verdict: String, isFailure: Bool)

  /// Answers of these kinds are neither right nor wrong.
  private static let open: Set<String> = ["gaveUp", "undecided"]

  /// The solvers in the order of their first answer.
  private var solvers: [(name: String, isJudged: Bool)] = []
  /// The number of cases without any verdict.
  package private(set) var casesWithout = 0
  /// The number of cases with a wrong answer.
  package private(set) var wrong = 0

  package init() {}

  /// Whether an answer of a kind is right or wrong.
  static func isVerdict(_ kind: String) -> Bool { !open.contains(kind) }

  /// Counts the answers to one case.
  package mutating func take(_ answers: [Answer]) {
    if answers.contains(where: \.isFailure) { wrong += 1 }
    if !answers.contains(where: { Self.isVerdict($0.verdict) }) { casesWithout += 1 }
    for answer in answers {
      let isJudged = Self.isVerdict(answer.verdict)
      if let index = solvers.firstIndex(where: { $0.name == answer.solver }) {
        solvers[index].isJudged = solvers[index].isJudged || isJudged
      } else {
        solvers.append((answer.solver, isJudged))
      }
    }
  }

  /// The solvers without a verdict.
  package var without: [String] { solvers.filter { !$0.isJudged }.map(\.name) }

  /// Returns `3 cases replayed, nothing wrong, 1 without a verdict`.
  ///
  /// - Parameters:
  ///   - replayed: the number of cases.
  ///   - left: the number of scripts that were not replayed.
  ///   - isStopped: whether the run ended before all cases.
  package func summary(replayed: Int, left: Int, isStopped: Bool) -> String {
    var parts: [String] = []
    if replayed > 0 || left == 0 {
      parts.append("\(ShownNumber.counted(replayed, "case")) replayed")
    }
    if replayed > casesWithout || replayed == 0 && left == 0 && !isStopped {
      parts.append("\(wrong == 0 ? "nothing" : "\(wrong)") wrong")
    }
    if casesWithout > 0 {
      parts.append(
        "\(casesWithout == replayed ? "none with" : "\(casesWithout) without") a verdict")
    }
    if isStopped { parts.append("stopped before the end") }
    // Omitted scripts must not count as right.
    if left > 0 { parts.append("\(ShownNumber.counted(left, "script")) not replayed") }
    return parts.joined(separator: ", ")
  }
}
