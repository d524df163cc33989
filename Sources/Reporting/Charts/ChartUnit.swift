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
    guard size >= 1e-4, size < 1e6 else { return ShownNumber.scientific(value) }
    if let whole = Int(exactly: value) { return ShownNumber.grouped(whole) }
    return "\(value)"
  }
}
