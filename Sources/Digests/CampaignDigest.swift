// SPDX-License-Identifier: MIT

/// A hash of 128 bits of a set of cases with their verdicts and work, however the cases are divided
/// over workers.
///
/// Each case adds a number that its index and its hash determine. So digests of disjoint sets of
/// cases add up to the digest of all of them, in any order.
package struct CampaignDigest: Sendable, Hashable {
  private var sum: UInt128 = 0

  package init() {}

  /// Adds one case.
  package mutating func add(case index: Int, hash: UInt64) {
    let place = StableHash.mix(UInt64(bitPattern: Int64(index)))
    let low = StableHash.mix(place ^ hash)
    let high = StableHash.mix(low &+ hash)
    sum &+= UInt128(high) << 64 | UInt128(low)
  }

  package static func += (lhs: inout CampaignDigest, rhs: CampaignDigest) { lhs.sum &+= rhs.sum }

  /// Reads a digest from its `text`; nil for any other text.
  package init?(text: String) {
    guard text.utf8.count == 32, let sum = UInt128(text, radix: 16) else { return nil }
    self.sum = sum
  }

  /// 32 hexadecimal digits.
  package var text: String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
