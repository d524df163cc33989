// SPDX-License-Identifier: MIT

/// Numbers as sentences and tables show them: rounded to the digits that a reader can use, without
/// becoming false.
package enum ShownNumber {
  /// The treatment of a number that is not 0 but would be rounded to 0.
  package enum Tiny: Sendable {
    /// `0`: a remainder of rounding is not shown.
    case zero
    /// `2.5e-7`: shows that the number is not 0.
    case scientific
  }

  /// Returns a number of points with at most three decimals and no trailing zeros; numbers too
  /// large for any layout in full.
  package static func points(_ value: Double, tiny: Tiny = .scientific) -> String {
    rounded(value, decimals: 3, tiny)
  }

  /// Returns a ratio or a power with at most two decimals.
  package static func ratio(_ value: Double) -> String { ratio(value, tiny: .scientific) }

  /// Returns a number with at most two decimals.
  package static func ratio(_ value: Double, tiny: Tiny) -> String {
    rounded(value, decimals: 2, tiny)
  }

  /// Returns a number with two decimals, also when they are zeros: `1.50`, `1,234.05`.
  package static func hundredths(_ value: Double) -> String {
    guard value.magnitude < magnitudeMax else { return plain(value) }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    return (hundredths < 0 ? "-" : "") + grouped(Int(whole)) + (rest < 10 ? ".0" : ".") + "\(rest)"
  }

  /// Returns a number above 0 with two significant digits and at most three decimals: `6.7`, `310`.
  package static func twoDigits(_ value: Double) -> String {
    var unit = 1.0
    while value < 10 * unit, unit > 1e-6 { unit /= 10 }
    while value >= 100 * unit, unit < magnitudeMax { unit *= 10 }
    let rounded = (value / unit).rounded() * unit
    return points((rounded * 1e6).rounded() / 1e6)
  }

  /// Returns a number of points with as many decimals, three or more, as it needs to look different
  /// from `other`.
  ///
  /// All decimals when that is not enough.
  package static func points(_ value: Double, unlike other: Double) -> String {
    for decimals in 3...decimalsMax where value != other {
      let text = rounded(value, decimals: decimals, .scientific)
      if text != rounded(other, decimals: decimals, .scientific) { return text }
    }
    return plain(value)
  }

  /// Returns the shortest decimal that reads back as the number, whole numbers without a point.
  package static func plain(_ value: Double) -> String {
    // Adding zero removes the sign of a zero.
    let text = "\(value + 0)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns `1,234,567`.
  package static func grouped(_ value: Int) -> String {
    var digits = Array("\(value.magnitude)")
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return (value < 0 ? "-" : "") + String(digits)
  }

  /// Returns the nearest whole number, `1,234,567`; the largest integer for anything above it.
  package static func grouped(rounding value: Double) -> String {
    grouped(value < 9e18 ? Int(max(value, -9e18).rounded()) : .max)
  }

  /// Returns `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`.
  package static func duration(nanoseconds: UInt64) -> String {
    let seconds = Int(nanoseconds / 1_000_000_000)
    if seconds < 10 { return "\(seconds).\(nanoseconds / 100_000_000 % 10) s" }
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds / 60 % 60) min"
  }

  /// Returns a time limit, never shown as 0: `10 ms`, `0.5 ms`, `2.0 s`.
  package static func limit(nanoseconds: UInt64) -> String {
    nanoseconds < 100_000_000
      ? points(Double(nanoseconds) / 1e6) + " ms" : duration(nanoseconds: nanoseconds)
  }

  /// Returns `0.4 MB`, `123 MB`.
  package static func megabytes(_ bytes: Int) -> String {
    let tenths = bytes / 100_000
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) MB" : "\(grouped(tenths / 10)) MB"
  }

  private static let decimalsMax = 12
  /// The magnitude above which a double has no decimals to round.
  static let magnitudeMax = 1e15

  private static func rounded(_ value: Double, decimals: Int, _ tiny: Tiny) -> String {
    let unit = power(decimals)
    let units = (value * unit).rounded()
    guard value.isFinite, value.magnitude < magnitudeMax, units.magnitude < 1e18 else {
      return plain(value)
    }
    if units == 0 { return value == 0 || tiny == .zero ? "0" : scientific(value) }
    let (magnitude, whole) = (UInt64(units.magnitude), UInt64(unit))
    var text = (units < 0 ? "-" : "") + "\(magnitude / whole)"
    if magnitude % whole > 0 {
      var fraction = "\(magnitude % whole + whole)".dropFirst()
      while fraction.last == "0" { fraction.removeLast() }
      text += "." + fraction
    }
    return text
  }

  /// Returns a number that is not 0 with one digit before the point and at most one after it:
  /// `2.5e-7`, `1e6`.
  package static func scientific(_ value: Double) -> String {
    guard value.isFinite else { return plain(value) }
    var (digits, power) = (value.magnitude, 0)
    while digits < 1, power > -400 { (digits, power) = (digits * 10, power - 1) }
    while digits >= 10 { (digits, power) = (digits / 10, power + 1) }
    var tenths = Int((digits * 10).rounded())
    if tenths == 100 { (tenths, power) = (10, power + 1) }
    let start = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return (value < 0 ? "-" : "") + start + "e\(power)"
  }
}
