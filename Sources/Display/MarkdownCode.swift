// SPDX-License-Identifier: MIT

/// Texts of inputs as code in Markdown.
package enum MarkdownCode {
  /// The text between more backticks than it has in a row.
  ///
  /// It stays on one line.
  ///
  /// - Complexity: O(length of the text).
  package static func span(_ text: String) -> String {
    let line = ShownText.line(text)
    let longest = runs(of: "`", in: line)
    if longest == 0 { return "`\(line)`" }
    let fence = String(repeating: "`", count: longest + 1)
    // The spaces are no part of the code; a backtick beside the fence would be a part of that.
    return "\(fence) \(line) \(fence)"
  }

  /// The length of the longest run of a scalar.
  private static func runs(of wanted: Unicode.Scalar, in text: String) -> Int {
    var longest = 0
    var current = 0
    for scalar in text.unicodeScalars {
      current = scalar == wanted ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}
