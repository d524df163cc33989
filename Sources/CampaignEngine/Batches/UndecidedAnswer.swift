// SPDX-License-Identifier: MIT

import Oracles

/// An answer of a campaign that the oracle made no claim about.
package struct UndecidedAnswer: Sendable, Hashable {
  /// The index of the case in the campaign, and the seed it was made from.
  package let index: Int
  package let seed: UInt64
  /// The name of the strategy.
  package let strategy: String
  package let reason: Verdict.UndecidedReason

  /// A campaign lists so many; others are only counted.
  package static let listedMax = 1000
}
