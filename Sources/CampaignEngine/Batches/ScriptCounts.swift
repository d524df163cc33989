// SPDX-License-Identifier: MIT

import Judging
import Oracles
import Scripts

/// What the scripts of a campaign came to, in numbers; counts of disjoint sets of cases add up.
package struct ScriptCounts: Sendable, Hashable {
  /// Scripts that were run.
  package var scripts = 0
  /// Their operations and readings.
  package var steps = 0
  /// Answers that were judged.
  package var answers = 0
  /// Readings at which all that was done since the last answer had to be refused.
  package var refusals = 0
  package var wrong = 0
  /// Scripts with an answer that no claim is made about.
  package var undecided = 0
  package var gaveUp = 0
  /// Scripts that the oracle did not solve within its limit.
  package var skipped = 0
  /// The coefficients that sessions have read or written.
  package var cellOperations = 0

  package init() {}

  /// Whether a script came to a verdict.
  package var hasVerdict: Bool { wrong > 0 || scripts > gaveUp + undecided }

  mutating func count(_ script: SolverScript, _ truth: ScriptTruth, _ judgement: ScriptJudgement) {
    scripts += 1
    steps += script.steps.count
    answers += judgement.judgedAnswers
    for expectation in truth.expectations {
      switch expectation {
      case .refused, .refusedNumber: refusals += 1
      case .done, .either, .skipped, .answer, .anything: break
      }
    }
    cellOperations += judgement.cellOperations
    switch judgement.verdict {
    case .pass: break
    case .gaveUp: gaveUp += 1
    case .undecided: undecided += 1
    default: wrong += 1
    }
  }

  static func += (lhs: inout ScriptCounts, rhs: ScriptCounts) {
    lhs.scripts += rhs.scripts
    lhs.steps += rhs.steps
    lhs.answers += rhs.answers
    lhs.refusals += rhs.refusals
    lhs.wrong += rhs.wrong
    lhs.undecided += rhs.undecided
    lhs.gaveUp += rhs.gaveUp
    lhs.skipped += rhs.skipped
    lhs.cellOperations += rhs.cellOperations
  }
}
