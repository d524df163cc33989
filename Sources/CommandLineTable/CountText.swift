// SPDX-License-Identifier: MIT

import Display

/// Integers as typed on a command line: `1000`, `1_000`, `10k` or `2M`.
package enum CountText {
  /// Returns the integer of a text.
  ///
  /// Underscores stand between digits. The suffix `k` multiplies by 1,000, and `M` by 1,000,000.
  ///
  /// - Returns: nil for another text, or a number that the type does not hold.
  package static func number<Number: FixedWidthInteger>(_ text: String) -> Number? {
    let factors: [(suffix: String, factor: UInt32)] = [("k", 1_000), ("M", 1_000_000)]
    guard let unit = factors.first(where: { text.ends(with: $0.suffix) }) else {
      return digits(text).flatMap { Number($0) }
    }
    guard let number = digits(String(text.unicodeScalars.dropLast())).flatMap({ Number($0) }),
      let factor = number == 0 ? 1 : Number(exactly: unit.factor)
    else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: factor)
    return overflows ? nil : product
  }

  /// Returns the text without the underscores between digits; nil if one is elsewhere.
  private static func digits(_ text: String) -> String? {
    let parts = text.split(scalar: "_")
    if parts.count == 1 { return text }
    // Only the first part may have a sign.
    guard parts.first?.utf8.last.map(isDigit) == true,
      parts.dropFirst().allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) })
    else { return nil }
    return parts.joined()
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
