// SPDX-License-Identifier: MIT

/// A 64-bit hash of bytes that is the same on every machine and in every build: names cases by
/// their content.
///
/// Not for untrusted input: collisions are easy to construct.
///
/// Reference: Fowler, Noll, Vo, FNV-1a.
package enum ContentHash {
  @inlinable
  package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return hash
  }

  /// Returns the last `digits` hexadecimal digits of the hash, with leading zeros.
  @inlinable
  package static func text(_ bytes: some Sequence<UInt8>, digits: Int = 16) -> String {
    precondition((1...16).contains(digits), "a 64-bit hash has 1 to 16 digits, not \(digits)")
    // FNV mixes upward: the low digits alone would miss the last bytes.
    let hash = hash(bytes)
    let folded = digits > 8 ? hash : (hash ^ (hash >> 32)) & 0xffff_ffff
    let padded = String(repeating: "0", count: 16) + String(folded, radix: 16)
    return String(padded.suffix(digits))
  }
}
