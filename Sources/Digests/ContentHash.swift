// SPDX-License-Identifier: MIT

/// A 64-bit hash of bytes that is the same on every machine and in every build: names cases by
/// their content.
///
/// It is `FNV1a` of the bytes. Not for untrusted input: collisions are easy to construct.
package enum ContentHash {
  @inlinable
  package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = FNV1a()
    for byte in bytes { hash.combine(UInt64(byte)) }
    return hash.value
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
