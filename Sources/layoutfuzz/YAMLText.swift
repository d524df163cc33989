// SPDX-License-Identifier: MIT

import CaseFormats

/// Parts of YAML documents.
enum YAMLText {
  /// A text in quotes: what is a JSON string is a YAML one.
  static func quoted(_ text: String) -> String {
    String(decoding: JSONWriter.line(.string(text)), as: UTF8.self)
  }

  /// Texts as a list on one line.
  static func list(_ words: [String]) -> String {
    "[" + words.map(quoted).joined(separator: ", ") + "]"
  }

  /// The lines of a text, moved to the right.
  static func indented(_ text: String, by count: Int) -> String {
    let space = String(repeating: " ", count: count)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
  }
}
