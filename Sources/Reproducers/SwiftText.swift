// SPDX-License-Identifier: MIT

/// Texts of inputs in Swift source.
enum SwiftText {
  /// Returns a string literal, with characters escaped that control a terminal or end a literal.
  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Returns the letters and digits of a text as a part of a name: `LoginCaseJson` of
  /// `login.case.json`.
  ///
  /// Words beyond the length limit are left out at the end.
  static func capitalizedWords(_ text: String) -> String {
    let words = text.unicodeScalars.split { scalar in
      !(scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar))
    }
    var name = ""
    for word in words {
      let capitalized = String(word.prefix(1)).uppercased() + String(word.dropFirst())
      if name.utf8.count + capitalized.utf8.count > lengthMax { break }
      name += capitalized
    }
    return name
  }

  /// The longest name of a folder.
  private static let lengthMax = 255

  /// Returns the contents of a literal.
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
