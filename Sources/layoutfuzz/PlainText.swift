// SPDX-License-Identifier: MIT

/// Texts of inputs on the terminal.
enum PlainText {
  /// The text with control characters and marks that turn the reading direction written as `\u{1B}`: what
  /// stands in an input must not steer the terminal, nor look like another line.
  static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: steers) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if steers(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format:
      return (0x200E...0x200F).contains(scalar.value)
        || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    default: return false
    }
  }
}
