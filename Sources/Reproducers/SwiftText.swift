// SPDX-License-Identifier: MIT

/// Texts of inputs inside of Swift source.
enum SwiftText {
  /// A string literal. What steers a terminal or ends a literal is written by its number.
  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// The letters and digits of a text as a part of a name: `LoginCaseJson` of `login.case.json`.
  static func capitalizedWords(_ text: String) -> String {
    let words = text.unicodeScalars.split { scalar in
      !(scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar))
    }
    return String(
      words.map { String($0).prefix(1).uppercased() + String($0).dropFirst() }.joined()
        .prefix(lengthMax))
  }

  private static let lengthMax = 60

  /// The contents of a literal, also for comments of one line.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: result += "\\" + String(scalar)
      case 0x20..<0x7F: result.unicodeScalars.append(scalar)
      case 0xA0...0x2FF: result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }
}
