// SPDX-License-Identifier: MIT

import Digests

/// The decisions of one run of a generator, in order: enough to generate its value again.
///
/// Order: shortlex. Fewer choices come first; among equally many, the one whose first differing
/// choice is simpler.
///
/// Shape: `spans` in the order in which they began; a span's children follow it.
package struct ChoiceSequence: Sendable {
  package let choices: ContiguousArray<Choice>
  package let spans: ContiguousArray<ChoiceSpan>

  package init(choices: ContiguousArray<Choice>, spans: ContiguousArray<ChoiceSpan> = []) {
    self.choices = choices
    self.spans = spans
  }

  /// Creates a sequence of bare values, as read from storage.
  ///
  /// Ranges and spans are unknown until it is replayed: the recording of the replay has them.
  package init(values: some Sequence<Int64>) {
    self.init(
      choices: ContiguousArray(
        values.map { Choice(value: $0, low: .min, high: .max, towards: 0) }))
  }

  package var count: Int { choices.count }

  package var values: ContiguousArray<Int64> { ContiguousArray(choices.lazy.map(\.value)) }
}

extension ChoiceSequence: Comparable, Hashable {
  /// Whether two sequences make the same decisions with the same ranks.
  package static func == (lhs: ChoiceSequence, rhs: ChoiceSequence) -> Bool {
    lhs.choices.elementsEqual(rhs.choices) { $0.value == $1.value && $0.index == $1.index }
  }

  /// Whether a sequence is simpler: shorter, or of equal length with the smaller rank at the first
  /// place where they differ (shortlex order).
  package static func < (lhs: ChoiceSequence, rhs: ChoiceSequence) -> Bool {
    if lhs.count != rhs.count { return lhs.count < rhs.count }
    for (left, right) in zip(lhs.choices, rhs.choices) {
      let (a, b) = (left.index, right.index)
      if a != b { return a < b }
    }
    // The same ranks in different ranges: any fixed order is suitable.
    return lhs.choices.lazy.map(\.value).lexicographicallyPrecedes(rhs.choices.lazy.map(\.value))
  }

  package func hash(into hasher: inout Hasher) {
    for choice in choices { hasher.combine(choice.value) }
  }
}

/// The stored forms: only the values are kept, a replay restores ranges and spans.
extension ChoiceSequence {
  /// The values in decimal, separated by single spaces; empty for the empty sequence.
  package var text: String { choices.lazy.map { String($0.value) }.joined(separator: " ") }

  /// Reads the output of `text`; nil when a word is not a 64-bit integer.
  package init?(text: String) {
    var values: [Int64] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      guard let value = Int64(word) else { return nil }
      values.append(value)
    }
    self.init(values: values)
  }

  /// The values as variable-length integers: zigzag, then seven bits to a byte, lowest first.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(choices.count)
    for choice in choices {
      var rest = UInt64(bitPattern: (choice.value << 1) ^ (choice.value >> 63))
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    return bytes
  }

  /// Reads the output of `encoded`; nil for a truncated or overlong number.
  package init?(encoded bytes: [UInt8]) {
    var values: [Int64] = []
    var rest: UInt64 = 0
    var shift: UInt64 = 0
    for byte in bytes {
      let bits = UInt64(byte & 0x7F)
      if shift > 63 || (shift == 63 && bits > 1) { return nil }
      rest |= bits << shift
      if byte & 0x80 != 0 {
        shift += 7
        continue
      }
      values.append(Int64(bitPattern: rest >> 1) ^ -Int64(bitPattern: rest & 1))
      (rest, shift) = (0, 0)
    }
    if shift != 0 { return nil }
    self.init(values: values)
  }

  /// A 64-bit fingerprint of the values (FNV-1a over `encoded`), the same in every build.
  package var digest: UInt64 { ContentHash.hash(encoded) }
}
