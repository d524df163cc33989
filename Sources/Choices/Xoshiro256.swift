// SPDX-License-Identifier: MIT

/// The project's source of random numbers: xoshiro256**, seeded by SplitMix64.
///
/// The algorithm is fixed, so that a seed gives the same numbers in every build and on every
/// platform. Reference: Blackman, Vigna, Scrambled linear pseudorandom number generators, TOMS
/// 47(4), 2021.
package struct Xoshiro256: RandomNumberGenerator, Sendable, Hashable {
  @usableFromInline var s0: UInt64
  @usableFromInline var s1: UInt64
  @usableFromInline var s2: UInt64
  @usableFromInline var s3: UInt64

  package init(seed: UInt64) {
    var spreader = SplitMix64(seed: seed)
    self.init(state: (spreader.next(), spreader.next(), spreader.next(), spreader.next()))
  }

  /// Creates a generator in the given state, which must not be all zero.
  package init(state: (UInt64, UInt64, UInt64, UInt64)) {
    precondition(
      state.0 | state.1 | state.2 | state.3 != 0, "an all-zero state only ever gives zeros")
    (s0, s1, s2, s3) = state
  }

  /// Returns the next number, each of the 2^64 equally likely over the whole period.
  @inlinable
  package mutating func next() -> UInt64 {
    let product = s1 &* 5
    let result = ((product << 7) | (product >> 57)) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << 45) | (s3 >> 19)
    return result
  }

  /// Returns a number in `0 ... last`, each equally likely.
  ///
  /// It multiplies and rejects the few products that would bias the result (Lemire, Fast random
  /// integer generation in an interval, TOMACS 29(1), 2019). It uses no floating point.
  @inlinable
  package mutating func upTo(_ last: UInt64) -> UInt64 {
    if last == .max { return next() }
    let count = last &+ 1
    var product = count.multipliedFullWidth(by: next())
    if product.low < count {
      let threshold = (0 &- count) % count
      while product.low < threshold { product = count.multipliedFullWidth(by: next()) }
    }
    return product.high
  }
}
