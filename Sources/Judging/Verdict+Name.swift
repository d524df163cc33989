// SPDX-License-Identifier: MIT

import Oracles

extension Verdict {
  /// The name of the kind of verdict, without its particulars.
  package var name: String {
    switch self {
    case .pass: return "pass"
    case .gaveUp: return "gaveUp"
    case .undecided: return "undecided"
    default: return failureKind?.name ?? "pass"
    }
  }
}
