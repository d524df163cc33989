// SPDX-License-Identifier: MIT

import LayoutModel

/// Parsers for the numbers of a document: decimals in the C locale, and multipliers.
enum DocumentNumber {
  /// Returns a coordinate, size or constant in points, rounded to a millionth.
  ///
  /// Later digits are float noise, as in `13.999999999999996`.
  ///
  /// - Returns: nil for text that is not a finite number of at most `ImportLimits.magnitude`.
  static func points(_ text: String) -> LayoutNumber? { decimal(text, places: 6) }

  /// Returns the value of `0.5`, `1/3`, `16:9` or `50%`.
  ///
  /// - Returns: nil for other text, a zero denominator, or parts beyond `ImportLimits.magnitude`.
  static func multiplier(_ text: String) -> LayoutNumber? {
    for (separator, form) in [(":", LayoutNumber.Form.ratio), ("/", LayoutNumber.Form.fraction)] {
      let parts = text.split(
        separator: Character(separator), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      guard let top = decimal(String(parts[0]), places: 6),
        let bottom = decimal(String(parts[1]), places: 6), bottom.numerator != 0
      else { return nil }
      let sign: Int64 = bottom.numerator < 0 ? -1 : 1
      // Both parts may be decimals, as in `1.5:2`: cross-multiply their fractions.
      let numerator = top.numerator.multipliedReportingOverflow(by: bottom.denominator * sign)
      let denominator = top.denominator.multipliedReportingOverflow(by: bottom.numerator * sign)
      guard !numerator.overflow, !denominator.overflow else { return nil }
      return LayoutNumber(numerator.partialValue, denominator.partialValue, form: form)
    }
    if text.ends(with: "%"), let value = decimal(String(text.dropLast()), places: 6) {
      return scaled(value, by: 100)
    }
    return decimal(text, places: 12)
  }

  private static func scaled(_ value: LayoutNumber, by divisor: Int64) -> LayoutNumber? {
    let denominator = value.denominator.multipliedReportingOverflow(by: divisor)
    guard !denominator.overflow else { return nil }
    return LayoutNumber(value.numerator, denominator.partialValue, form: .fraction)
  }

  /// Returns the nearest decimal with a number of places to a finite double within the limit.
  static func rounded(_ value: Double, places: Int) -> LayoutNumber? {
    guard value.isFinite, abs(value) <= Double(ImportLimits.magnitude) else { return nil }
    var scale = places
    var power = 1.0
    for _ in 0..<places { power *= 10 }
    // Large values keep fewer places, so that their digits fit 53 bits.
    while scale > 0, abs(value) * power > 9e15 {
      scale -= 1
      power /= 10
    }
    return LayoutNumber(digits: Int64((value * power).rounded()), scale: scale)
  }

  /// A reason why a text is not a priority.
  enum UnusablePriority: Error {
    case notANumber, zero, outOfRange
  }

  /// Returns a priority above 0 and at most 1000, as the float that Auto Layout keeps.
  static func priority(_ text: String) -> Result<Priority, UnusablePriority> {
    guard let value = plain(text).map({ Float($0) }) else { return .failure(.notANumber) }
    if value == 0 { return .failure(.zero) }
    guard value > 0, value <= 1000 else { return .failure(.outOfRange) }
    return .success(Priority(value))
  }

  /// A reason why a text is not a number that a layout can use.
  enum Unusable {
    case notANumber, notFinite
    /// A finite number beyond `ImportLimits.magnitude`.
    case beyondLimits(isNegative: Bool)
  }

  /// Returns the reason why `points` or `multiplier` gives no value for a text.
  static func unusable(_ text: String) -> Unusable {
    var parts = [text[...]]
    for separator: Character in [":", "/"] where parts.count == 1 {
      parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    }
    if parts.count == 1, text.ends(with: "%") { parts = [text.dropLast()] }
    var isNegative = false
    var quotient = 1.0
    for (index, part) in parts.enumerated() {
      let name = part.drop { $0 == "-" || $0 == "+" }.lowercased()
      if ["nan", "inf", "infinity"].contains(name) { return .notFinite }
      guard let value = plain(part) else { return .notANumber }
      if !value.isFinite || (index == 1 && value == 0) { return .notFinite }
      isNegative = isNegative != (value < 0)
      quotient = index == 0 ? value : quotient / value
    }
    return quotient.isFinite ? .beyondLimits(isNegative: isNegative) : .notFinite
  }

  /// Returns a decimal in the C locale, infinite when it overflows.
  ///
  /// `Double` also accepts hexadecimal, `nan` and `inf`, which no document means.
  static func plain(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 400,
      text.utf8.allSatisfy({ byte in
        (byte >= 0x30 && byte <= 0x39) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
      })
    else { return nil }
    return Double(text)
  }

  private static func decimal(_ text: String, places: Int) -> LayoutNumber? {
    guard let value = plain(text) else { return nil }
    return rounded(value, places: places)
  }
}
