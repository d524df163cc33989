// SPDX-License-Identifier: MIT

import Oracles

/// The kind of a verdict, without its particulars.
package enum VerdictKind: Sendable, Hashable {
  case pass
  /// The strategy made no claim, as it may.
  case gaveUp
  /// The oracle makes no claim about the answer.
  case undecided
  case failure(FailureKind)

  package init(_ verdict: Verdict) {
    switch verdict {
    case .gaveUp: self = .gaveUp
    case .undecided: self = .undecided
    default: self = verdict.failureKind.map { .failure($0) } ?? .pass
    }
  }

  /// Creates the kind of this name; a name that is not known is that of a failure.
  package init(name: String) {
    self = [.pass, .gaveUp, .undecided].first { $0.name == name } ?? .failure(.init(name: name))
  }

  /// The name in messages and files, such as `pass` and `worseThanOptimal`.
  package var name: String {
    switch self {
    case .pass: return "pass"
    case .gaveUp: return "gaveUp"
    case .undecided: return "undecided"
    case .failure(let kind): return kind.name
    }
  }

  /// The failure; nil for other verdicts.
  package var failure: FailureKind? {
    if case .failure(let kind) = self { kind } else { nil }
  }

  package var isFailure: Bool { failure != nil }
}

extension Verdict {
  /// The name of the kind of verdict, without its particulars.
  package var name: String { VerdictKind(self).name }
}
