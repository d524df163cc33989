// SPDX-License-Identifier: MIT

/// The hash function FNV-1a of 64 bits, one word at a time: the only one in this project.
///
/// It is the same on every machine and in every build. Other hashes mix its value further.
///
/// Reference: Fowler, Noll, Vo, FNV-1a.
package struct FNV1a: Sendable {
  /// The factor that spreads a word over the higher bits.
  @inlinable package static var prime: UInt64 { 0x0000_0100_0000_01b3 }

  /// The hash of the words so far.
  package var value: UInt64 = 0xcbf2_9ce4_8422_2325

  @inlinable
  package init() {}

  /// Combines a word, which is a byte in the published function.
  @inlinable
  package mutating func combine(_ word: UInt64) { value = (value ^ word) &* FNV1a.prime }
}
