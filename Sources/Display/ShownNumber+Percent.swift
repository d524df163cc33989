// SPDX-License-Identifier: MIT

extension ShownNumber {
  /// The precision of a percentage.
  package enum PercentPrecision: Sendable {
    /// `98 %`, rounded down, so that only all is 100 %.
    case whole
    /// `98.4 %`.
    case tenths
    /// Two significant digits without zeros at the end, for shares near 0: `0.012 %`.
    case twoDigits
    /// Three significant digits; only exact shares give 100 % and 0 %.
    case threeDigits
  }

  /// Returns a share, mostly of 0 to 1, in percent.
  package static func percent(
    _ share: Double, _ precision: PercentPrecision = .threeDigits
  ) -> String {
    percentNumber(share, precision) + " %"
  }

  private static func percentNumber(_ share: Double, _ precision: PercentPrecision) -> String {
    guard share.isFinite, share.magnitude < magnitudeMax else { return plain(share * 100) }
    switch precision {
    // A share of whole percents may be a little below its number.
    case .whole: return "\(Int((share * 100 + 1e-9).rounded(.down)))"
    case .tenths:
      let tenths = Int((share * 1000).rounded())
      return (tenths < 0 ? "-" : "") + "\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    case .twoDigits:
      guard share > 0 else { return "0" }
      var unit = 1.0
      while share * 100 * unit < 10, unit < 1e9 { unit *= 10 }
      return plain((share * 100 * unit).rounded() / unit)
    case .threeDigits:
      let text = digits(100 * share)
      return share < 1 && text == "100" ? "99.9" : text
    }
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

  /// Returns a power of ten.
  package static func power(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { value, _ in value * 10 }
  }
}
