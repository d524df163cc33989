// SPDX-License-Identifier: MIT

import Judging
import Oracles

/// The examination of a subject whose failure is known without a diagnosis: a layout or a document.
package protocol KnownFailureExamination: FailureExamination
where Diagnosis == Subject.Failure {
  /// The failure, which takes no run to diagnose.
  var known: Diagnosis { get }
}

extension KnownFailureExamination {
  package var program: String { known.accusedName }
  package var verdict: FailureKind { known.verdict }

  package func diagnosed(measuringRate: Bool) -> Diagnosis { known }
}

extension FailureSignature.Kind: DiagnosedFailure {}

/// A failure without a cause that a diagnosis would find.
extension DiagnosedFailure where Self: CampaignFailure, Failure == Self {
  package var failure: Self { self }
  package var isUnexamined: Bool { false }
  package var isReducible: Bool { true }
  package var isRare: Bool { false }
}
