// SPDX-License-Identifier: MIT

/// One recorded decision: an integer in a range, with its simplest value.
///
/// Booleans are integers 0 and 1 with 0 the simplest; alternatives are their index.
///
/// Invariant: `low <= towards <= high` and `low <= value <= high`.
package struct Choice: Sendable, Hashable {
  package let value: Int64
  package let low: Int64
  package let high: Int64
  /// The simplest value of the range.
  package let towards: Int64

  @inlinable
  package init(value: Int64, low: Int64, high: Int64, towards: Int64) {
    self.value = value
    self.low = low
    self.high = high
    self.towards = towards
  }

  /// The rank of the value by simplicity: 0 for `towards`, then by distance from it, above before
  /// below.
  package var index: UInt64 { Choice.index(of: value, low: low, high: high, towards: towards) }

  /// The rank of the least simple value of the range.
  package var lastIndex: UInt64 { UInt64(bitPattern: high &- low) }

  package var isSimplest: Bool { value == towards }

  /// Whether the range has only two values, as for a boolean.
  package var isBinary: Bool { high &- low == 1 }

  /// Returns the value of this choice's range at a rank by simplicity.
  package func value(at index: UInt64) -> Int64 {
    Choice.value(at: index, low: low, high: high, towards: towards)
  }

  /// Returns the rank of a value of a range by simplicity: 0 for `towards`, then the values around
  /// it, the one above first.
  ///
  /// The inverse of `value(at:low:high:towards:)`.
  package static func index(of value: Int64, low: Int64, high: Int64, towards: Int64) -> UInt64 {
    let above = UInt64(bitPattern: high &- towards)
    let below = UInt64(bitPattern: towards &- low)
    let reach = min(above, below)
    let distance =
      value >= towards ? UInt64(bitPattern: value &- towards) : UInt64(bitPattern: towards &- value)
    if distance == 0 { return 0 }
    if distance > reach { return reach &+ distance }
    return value > towards ? 2 &* distance &- 1 : 2 &* distance
  }

  /// Returns the value of a range at a rank by simplicity.
  ///
  /// - Precondition: `index <= high - low`.
  package static func value(at index: UInt64, low: Int64, high: Int64, towards: Int64) -> Int64 {
    assert(index <= UInt64(bitPattern: high &- low), "rank \(index) is outside \(low)...\(high)")
    let above = UInt64(bitPattern: high &- towards)
    let below = UInt64(bitPattern: towards &- low)
    let reach = min(above, below)
    // `2 * reach` cannot overflow: the two sides together have at most 2^64 - 1 values.
    if index <= 2 &* reach {
      let distance = Int64(bitPattern: index / 2 &+ index % 2)
      return index % 2 == 1 ? towards &+ distance : towards &- distance
    }
    let distance = Int64(bitPattern: index &- reach)
    return above > below ? towards &+ distance : towards &- distance
  }
}

/// The purpose of a span of choices.
///
/// Spans of the same label can replace each other.
package struct SpanLabel: RawRepresentable, Sendable, Hashable {
  package let rawValue: UInt16

  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let list = SpanLabel(rawValue: 1)
  package static let element = SpanLabel(rawValue: 2)
  package static let alternative = SpanLabel(rawValue: 3)
  package static let attempt = SpanLabel(rawValue: 4)
  package static let optional = SpanLabel(rawValue: 5)
  package static let tuple = SpanLabel(rawValue: 6)
  package static let permutation = SpanLabel(rawValue: 7)
  /// The first value that is free for other modules.
  package static let firstFree: UInt16 = 100
}

/// A run of choices that belong together, such as those of one list element.
package struct ChoiceSpan: Sendable, Hashable {
  package let label: SpanLabel
  /// The number of spans around it.
  package let depth: Int32
  package let start: Int32
  /// One past the last choice.
  package internal(set) var end: Int32

  package var range: Range<Int> { Int(start)..<Int(end) }
  package var count: Int { Int(end - start) }

  @usableFromInline
  init(label: SpanLabel, depth: Int32, start: Int32, end: Int32) {
    self.label = label
    self.depth = depth
    self.start = start
    self.end = end
  }

  @inlinable
  mutating func close(at position: Int) { setEnd(Int32(truncatingIfNeeded: position)) }

  @usableFromInline
  mutating func setEnd(_ position: Int32) { end = position }
}
