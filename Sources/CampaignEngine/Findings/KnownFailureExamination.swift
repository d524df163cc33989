// SPDX-License-Identifier: MIT

import CorpusStore
import Oracles

/// The examination of a subject whose failure is known without a diagnosis: a layout or a document.
package protocol KnownFailureExamination: FailureExamination
where Diagnosis == FailureIdentity {
  /// The failure, which takes no run to diagnose.
  var known: FailureIdentity { get }
}

extension KnownFailureExamination {
  package var program: String { known.accused.name }
  package var verdict: FailureKind { known.verdict }

  package func diagnosed(measuringRate: Bool) -> FailureIdentity { known }
}

/// A failure as the diagnosis of itself, where no run is needed to diagnose it.
extension FailureIdentity: DiagnosedFailure {
  package var failure: FailureIdentity { self }
  package var isUnexamined: Bool { false }
  package var isReducible: Bool { true }
  package var isRare: Bool { false }
}
