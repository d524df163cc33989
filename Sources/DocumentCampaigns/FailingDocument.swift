// SPDX-License-Identifier: MIT

import CampaignEngine
import Oracles

/// A document on which the tool fails, before its turn to become a finding.
struct FailingDocument: EarlyFailure {
  let index: Int
  let subject: DocumentMarkup
  private let mistake: DocumentProbe.Mistake

  init(index: Int, _ document: DocumentMarkup, _ mistake: DocumentProbe.Mistake) {
    self.index = index
    subject = document
    self.mistake = mistake
  }

  var source: String { mistake.part.rawValue }
  var verdict: FailureKind { mistake.verdict }
}
