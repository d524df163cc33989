// SPDX-License-Identifier: MIT

import Display

/// The unit of an axis, which determines the text of its ticks.
package enum ChartUnit: Sendable, Hashable {
  case number
  /// Times, written with the unit that fits.
  case nanoseconds
  /// Values of 0 to 100.
  case percent

  /// Returns a round value as short as possible: `0.5`, `20 ms`, `1e9`, `50 %`.
  package func tick(_ value: Double) -> String {
    switch self {
    case .number: return Self.plain(value)
    case .percent: return Self.plain(value) + " %"
    case .nanoseconds:
      for (unit, size) in [("s", 1e9), ("ms", 1e6), ("us", 1e3)] where value >= size {
        return Self.plain(value / size) + " " + unit
      }
      return Self.plain(value) + " ns"
    }
  }

  private static func plain(_ value: Double) -> String {
    if value == 0 { return "0" }
    let size = value.magnitude
    guard size >= 1e-4, size < 1e6 else { return scientific(value) }
    if let whole = Int(exactly: value) { return ShownNumber.grouped(whole) }
    return "\(value)"
  }

  /// Returns `2e6`; for powers of two only the first digits.
  private static func scientific(_ value: Double) -> String {
    var exponent = 0
    var power = 1.0
    while value.magnitude / power >= 10 {
      exponent += 1
      power = Double("1e\(exponent)") ?? .infinity
    }
    while value.magnitude / power < 1 {
      exponent -= 1
      power = Double("1e\(exponent)") ?? 0
    }
    let tenths = Int((value / power * 10).rounded())
    let digits = tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    return "\(digits)e\(exponent)"
  }
}
