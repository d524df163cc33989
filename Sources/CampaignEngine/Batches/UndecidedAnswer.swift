// SPDX-License-Identifier: MIT

import Oracles

/// An answer of a campaign about which the oracle made no claim.
package struct UndecidedAnswer: Sendable, Hashable {
  /// The index of the case in the campaign, and its seed.
  package let index: Int
  package let seed: UInt64
  /// The name of the strategy.
  package let strategy: String
  package let reason: Verdict.UndecidedReason

  /// The most answers that a campaign lists; others are only counted.
  package static let listedMax = 1000
}
