// SPDX-License-Identifier: MIT

import Judging
import Oracles
import Scripts

/// The results of a campaign's scripts, as counts; counts of disjoint sets of cases add up.
package struct ScriptCounts: Sendable, Hashable {
  /// The number of scripts that were run.
  package var scripts = 0
  /// The number of their operations and readings.
  package var steps = 0
  /// The number of judged answers.
  package var answers = 0
  /// The number of readings at which all changes since the last answer had to be refused.
  package var refusals = 0
  package var wrong = 0
  /// The number of scripts with an answer about which no claim is made.
  package var undecided = 0
  package var gaveUp = 0
  /// The number of scripts that the oracle did not solve within its limit.
  package var skipped = 0
  /// The number of coefficients that sessions have read or written.
  package var cellOperations = 0

  package init() {}

  /// Whether at least one script has a verdict.
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
