// SPDX-License-Identifier: MIT

import Oracles

/// A failing strategy, program or part of the tool, and the way in which it fails, in any bucket.
package struct FailingPart: Sendable, Hashable {
  /// The name of the part: `simplex`, `session`, `kiwi`.
  ///
  /// The files of nights do not say what kind of part it is.
  package var name: String
  package var verdict: FailureKind
  /// The history that the failure needs; nil where causes are not distinguished.
  package var cause: FailureCause?

  package init(_ name: String, _ verdict: FailureKind, _ cause: FailureCause?) {
    (self.name, self.verdict, self.cause) = (name, verdict, cause)
  }

  /// Creates the part that a file names.
  ///
  /// `text` is the verdict, with its cause where that is known: `worseThanOptimal-alone`.
  package init(_ name: String, text: String) {
    self.name = name
    (verdict, cause) = FailureKind.parse(text)
  }

  /// Whether another part fails in the same way.
  package func failsLike(_ other: FailingPart) -> Bool {
    (verdict, cause) == (other.verdict, other.cause)
  }

  /// The verdict with its cause, as in files.
  package var text: String { verdict.name(with: cause) }
}
