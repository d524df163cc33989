// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import LayoutGenerators
import Oracles
import Scripts

/// A failing case of a campaign.
package struct NotableCase: Sendable, Hashable {
  /// The index of the case in the campaign.
  package let index: Int
  let profile: Profile
  /// The faulty strategies, laws and parts of the tool, with their failures.
  ///
  /// The campaign's strategies come first, in order, then its laws, then the parts of the tool that
  /// did not finish.
  package let failures: [FailureIdentity]
  /// The case with the starts of its examinations; nil in the results of shards, which name their
  /// failing cases only.
  ///
  /// The worker that runs a case sends it, so no other process generates the case again.
  package var evidence: FailureEvidence?
}

/// A script of a campaign on which the session is wrong.
package struct NotableScript: Sendable, Hashable {
  /// The index of the case in the campaign whose layout it edits.
  package let index: Int
  package let verdict: FailureKind
  /// The script; nil in the results of shards.
  package var script: SolverScript?
}
