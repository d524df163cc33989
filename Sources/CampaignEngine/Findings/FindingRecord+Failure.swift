// SPDX-License-Identifier: MIT

import CorpusStore
import ExternalSolvers
import JSON
import Judging
import LinearModel
import Oracles

/// The typed identity of a stored finding.
extension FindingRecord {
  /// Returns the requests that the program of the finding accepts; nil for the session, and in
  /// records of earlier versions.
  ///
  /// - Throws: the place of the first key or value that is not as expected.
  package func offer() throws(JSONError) -> AdapterOffer? {
    try program?.offer.map { (value) throws(JSONError) in try AdapterOffer(value) }
  }
}

extension FindingRecord.Answer {
  /// Nil when the solver gave no answer.
  init?(_ judgement: ScriptJudgement) {
    guard let step = judgement.step else { return nil }
    self.init(
      step: step, claim: judgement.outcome.map { AnswerClass($0).name },
      values: judgement.outcome?.solution?.values.map { "\($0)" } ?? [])
  }
}
