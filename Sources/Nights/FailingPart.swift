// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Judging
import Oracles
import Scripts

/// A failing strategy, program or part of the tool, and the way in which it fails, in any bucket.
package struct FailingPart: Sendable, Hashable {
  /// The name of the part: `simplex`, `session`, `kiwi`.
  package var name: String
  package var verdict: FailureKind
  /// The history that the failure needs; nil where causes are not distinguished.
  package var cause: FailureCause?

  init(_ failure: some CampaignFailure) {
    (name, verdict, cause) = (failure.accusedName, failure.verdict, failure.knownCause)
  }

  /// Creates the part that a file names.
  ///
  /// `text` is the verdict, with its cause where that is known: `worseThanOptimal-alone`.
  package init(_ name: String, text: String) {
    self.name = name
    let words = text.split(scalar: "-")
    if words.count > 1, let cause = words.last.flatMap(FailureCause.init(rawValue:)) {
      self.cause = cause
      verdict = FailureKind(name: words.dropLast().joined(separator: "-"))
    } else {
      verdict = FailureKind(name: text)
    }
  }

  /// Whether another part fails in the same way.
  func failsLike(_ other: FailingPart) -> Bool { (verdict, cause) == (other.verdict, other.cause) }

  /// The verdict with its cause, as in files.
  package var text: String { verdict.name + (cause.map { "-\($0.rawValue)" } ?? "") }
}

extension Bucket {
  var failing: FailingPart { FailingPart(subject, text: verdict) }

  /// Whether its answers are correct but cost too much.
  var isSlower: Bool { failing.verdict.isCost }
}
