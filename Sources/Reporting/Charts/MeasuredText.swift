// SPDX-License-Identifier: MIT

import BenchmarkKit
import Display

/// Measured numbers as text for people.
package enum MeasuredText {
  /// Returns a time with three digits: `1.23 ms`.
  package static func time(nanoseconds: Double) -> String {
    for (unit, size) in [("s", 1e9), ("ms", 1e6), ("us", 1e3)] where nanoseconds >= size * 0.9995 {
      return digits(nanoseconds / size) + " " + unit
    }
    return digits(nanoseconds) + " ns"
  }

  /// Returns three significant digits in plain notation.
  package static func digits(_ value: Double) -> String {
    if value == 0 { return "0" }
    var scale = 0
    while abs(value) * power(scale) < 99.95, scale < 9 { scale += 1 }
    let rounded = (abs(value) * power(scale)).rounded()
    guard rounded < 1e15 else { return "\(value)" }
    var text = "\(Int(rounded))"
    if scale > 0 {
      text = String(repeating: "0", count: max(0, scale + 1 - text.count)) + text
      text.insert(".", at: text.index(text.endIndex, offsetBy: -scale))
    }
    return (value < 0 ? "-" : "") + text
  }

  /// Returns a share of 0 to 1 in percent; only exact shares give 100 % and 0 %.
  package static func percent(_ share: Double) -> String {
    let text = digits(100 * share)
    return (share < 1 && text == "100" ? "99.9" : text) + " %"
  }

  /// Returns a count of work, `1,234,567`; mean counts have fractions.
  package static func count(_ value: Double) -> String {
    guard let whole = Int(exactly: value), whole.magnitude < 1_000_000_000_000 else {
      return value.magnitude < 1e12 ? digits(value) : "\(value)"
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

  private static func power(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { value, _ in value * 10 }
  }

  /// Returns `1.05 [1.03, 1.07]`.
  package static func ratio(_ estimate: RatioEstimate) -> String {
    guard let low = estimate.low, let high = estimate.high else {
      return "\(digits(estimate.ratio)) [one process]"
    }
    return "\(digits(estimate.ratio)) [\(digits(low)), \(digits(high))]"
  }

  /// Returns a table whose first column is aligned left and all others right.
  package static func table(_ rows: [[String]]) -> String {
    TextTable(rows).lines
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
      .joined(separator: "\n")
  }
}
