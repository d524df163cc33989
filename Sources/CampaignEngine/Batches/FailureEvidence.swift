// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Diagnosis
import Judging
import LayoutModel
import Minimization
import Supervision

/// A failing case, with all that the examinations of its failures start from.
package struct FailureEvidence: Sendable, Hashable {
  /// The case as it was generated.
  package let original: LayoutCase
  /// The case as the strategies got it; nil when that is `original`, or when its layout ended the
  /// process.
  let plain: LayoutCase?
  /// The choices that generate `original`.
  package let choices: ChoiceSequence
  /// The start of each failure.
  let starts: [Start]

  /// The start of the examination of one failure.
  struct Start: Sendable, Hashable {
    let failure: FailureIdentity
    /// Whether the case as the strategies got it fails in this way; else the generated one does.
    let isOnPlainCase: Bool
    /// The probable places of the fault in that case.
    let hints: MinimizationHints
  }

  /// Returns the case from which the minimization of a failure starts, with hints about the fault.
  package func start(
    of kind: FailureIdentity
  ) -> (layoutCase: LayoutCase, hints: MinimizationHints) {
    guard let start = starts.first(where: { $0.failure == kind }), start.isOnPlainCase else {
      return (original, .none)
    }
    return (plain ?? original, start.hints)
  }
}

extension FailureEvidence.Start {
  /// Creates the start of a strategy's failure; nil when its verdict is no failure.
  init?(_ own: StrategyRecord, on record: CaseRecord) {
    guard let kind = FailureIdentity(strategy: own.strategy, verdict: own.verdict) else {
      return nil
    }
    self.init(
      failure: kind, isOnPlainCase: true,
      hints: kind.verdict.endsProcess ? .none : MinimizationHints(record, own))
  }

  /// Creates the start of a broken law; nil when the law is not broken.
  init?(_ law: LawRecord, on record: CaseRecord) {
    guard law.isBroken else { return nil }
    let isOnPlainCase = law.check.isAboutPlainCase
    self.init(
      failure: law.check.failure, isOnPlainCase: isOnPlainCase,
      hints: isOnPlainCase ? MinimizationHints(record, law.strategyRecord(record)) : .none)
  }

  /// Creates the start of a part of the tool that did not finish.
  init(part: CasePhase, _ kind: FailureIdentity) {
    self.init(failure: kind, isOnPlainCase: part == .oracle, hints: .none)
  }
}
