// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Judging
import Minimization

@testable import CampaignEngine

extension NotableCase {
  /// Returns a case of this index that fails in one way, with its evidence.
  static func sample(
    _ index: Int, hints: MinimizationHints = .none
  ) throws -> NotableCase {
    let kind = FailureIdentity(name: "simplex", verdict: .wrongValue)
    let (generated, source) = try CaseSource(seed: 1).draw(index)
    return NotableCase(
      index: index, profile: generated.profile, failures: [kind],
      evidence: FailureEvidence(
        original: generated.layoutCase, plain: nil,
        choices: ChoiceSequence(values: source.recording.values),
        starts: [.init(failure: kind, isOnPlainCase: true, hints: hints)]))
  }
}
