// SPDX-License-Identifier: MIT

import Display
import Statistics

/// Measured numbers as text for people.
package enum MeasuredText {
  /// Returns a time with three digits: `1.23 ms`.
  package static func time(nanoseconds: Double) -> String {
    for (unit, size) in [("s", 1e9), ("ms", 1e6), ("us", 1e3)] where nanoseconds >= size * 0.9995 {
      return ShownNumber.digits(nanoseconds / size) + " " + unit
    }
    return ShownNumber.digits(nanoseconds) + " ns"
  }

  /// Returns a count of work, `1,234,567`; mean counts have fractions.
  package static func count(_ value: Double) -> String {
    guard let whole = Int(exactly: value), whole.magnitude < 1_000_000_000_000 else {
      return value.magnitude < 1e12 ? ShownNumber.digits(value) : "\(value)"
    }
    return ShownNumber.grouped(whole)
  }

  /// Returns a cost in the unit of an axis.
  static func cost(_ value: Double, _ unit: ChartUnit) -> String {
    unit == .nanoseconds ? time(nanoseconds: value) : count(value)
  }

  /// Returns `750`, `999.5`.
  package static func priority(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  /// Returns a factor: `1.29x`, `12.4x`, `130x`.
  package static func times(_ factor: Double) -> String {
    guard factor.isFinite else { return "no ratio" }
    let places = factor < 9.995 ? 2 : factor < 99.95 ? 1 : 0
    let rounded = (factor * ShownNumber.power(places)).rounded()
    guard rounded.magnitude < 1e15 else { return "\(factor)x" }
    let text = "\(Int(rounded.magnitude))"
    guard places > 0 else { return "\(text)x" }
    let padded = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
    return "\(padded.dropLast(places)).\(padded.suffix(places))x"
  }

  /// Returns a ratio of costs as a factor of at least 1 with its direction: `1.29x slower`.
  package static func change(
    _ ratio: Double, _ words: (more: String, less: String) = ("slower", "faster")
  ) -> String {
    guard ratio > 0, ratio.isFinite else { return "no ratio" }
    if times(ratio) == times(1) || times(1 / ratio) == times(1) { return times(1) }
    return ratio > 1 ? "\(times(ratio)) \(words.more)" : "\(times(1 / ratio)) \(words.less)"
  }

  /// Returns an interval with its direction: `1.27x to 1.31x slower`; one that contains 1 names
  /// both ends: `1.40x faster to 1.10x slower`.
  package static func interval(_ estimate: RatioEstimate) -> String {
    guard let low = estimate.low, let high = estimate.high else { return "one process" }
    guard low > 0, high.isFinite else { return "no interval" }
    if low > 1 { return "\(times(low)) to \(change(high))" }
    if high < 1 { return "\(times(1 / high)) to \(change(low))" }
    return "\(change(low)) to \(change(high))"
  }

  /// Returns the verdict with its factor: `1.29x slower`, `equal` or `undecided`.
  package static func verdict(_ verdict: ChangeVerdict, _ ratio: Double?) -> String {
    guard verdict.isChange, let ratio else { return word(verdict) }
    return change(ratio)
  }

  /// Returns the word of a verdict.
  package static func word(_ verdict: ChangeVerdict) -> String {
    switch verdict {
    case .faster: "faster"
    case .slower: "slower"
    case .equivalent: "equal"
    case .inconclusive: "undecided"
    }
  }

  /// Returns a ratio of two sides that do the same work: `1.00x, 0.99x to 1.01x`.
  package static func control(_ estimate: RatioEstimate) -> String {
    guard let low = estimate.low, let high = estimate.high else {
      return "\(times(estimate.ratio)), one process"
    }
    return "\(times(estimate.ratio)), \(times(low)) to \(times(high))"
  }

  /// Returns a table whose first column is aligned left and all others right.
  package static func table(_ rows: [[String]]) -> String {
    TextTable(rows).trimmedLines.joined(separator: "\n")
  }
}
