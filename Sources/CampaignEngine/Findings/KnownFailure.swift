// SPDX-License-Identifier: MIT

import Judging
import Oracles

/// The examination of a subject whose failure is known without a diagnosis: a layout or a document.
package protocol KnownFailureExamination: FailureExamination {
  /// The failure, which takes no run to diagnose.
  var known: Diagnosis { get }
}

extension KnownFailureExamination {
  package var program: String { known.failure.accusedName }
  package var verdict: FailureKind { known.failure.verdict }

  package func diagnosed(measuringRate: Bool) -> Diagnosis { known }
}

/// A failure without a cause that a diagnosis would find.
package struct KnownFailure<Failure: Sendable>: DiagnosedFailure {
  package let failure: Failure

  package init(_ failure: Failure) { self.failure = failure }

  package var isUnexamined: Bool { false }
  package var isReducible: Bool { true }
  package var isRare: Bool { false }
}
