// SPDX-License-Identifier: MIT

import Display

/// Parts of YAML documents.
enum YAMLText {
  /// Returns a text in quotes on one line; characters that YAML forbids are escaped.
  static func quoted(_ text: String) -> String {
    "\""
      + text.mappingScalars { scalar in
        if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
        guard ShownText.isSteering(scalar.value) else { return nil }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
      } + "\""
  }

  /// Returns texts as a list on one line.
  static func list(_ words: [String]) -> String {
    "[" + words.map(quoted).joined(separator: ", ") + "]"
  }

  /// Returns the lines of a text, indented.
  static func indented(_ text: String, by count: Int) -> String {
    let space = String(repeating: " ", count: count)
    return text.split(scalar: "\n")
      .map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
  }
}
