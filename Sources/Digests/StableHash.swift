// SPDX-License-Identifier: MIT

import ExactNumerics

/// A hash that is the same on every machine, in every build and in every run.
///
/// Not for untrusted input: it finds differences, it does not resist attackers.
/// Reference: FNV-1a by words, closed with the finalizer of SplitMix64.
package struct StableHash: Sendable {
  private var state = FNV1a()

  package init() {}

  package mutating func combine(_ value: Int) { combine(UInt64(bitPattern: Int64(value))) }

  package mutating func combine(_ value: UInt64) {
    state.combine(StableHash.mix(value))
  }

  package mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(UInt64(byte)) }
    combine(text.utf8.count)
  }

  /// Combines bytes, eight at a time, and their number.
  package mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    let words = bytes.count / 8
    for index in 0..<words {
      combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)))
    }
    for byte in bytes[(8 * words)...] { combine(UInt64(byte)) }
    combine(bytes.count)
  }

  package func finalize() -> UInt64 { StableHash.mix(state.value) }

  /// Returns a bijection of 64-bit numbers that spreads each bit over all.
  package static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension StableHash {
  /// Combines the exact value.
  package mutating func combine(_ value: Rational) {
    combine(value.signum)
    for part in [value.numerator, value.denominator] {
      for limb in part.magnitude { combine(limb) }
      combine(part.magnitude.count)
    }
  }
}
