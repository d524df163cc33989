// SPDX-License-Identifier: MIT

/// Texts of inputs as code in Markdown.
package enum MarkdownCode {
  /// Returns the text between more backticks than it has in a row, on one line.
  ///
  /// - Complexity: O(length of the text).
  package static func span(_ text: String) -> String {
    let line = ShownText.line(text)
    let longest = runs(of: "`", in: line)
    if longest == 0 { return "`\(line)`" }
    let fence = String(repeating: "`", count: longest + 1)
    // The spaces are not part of the code. Without them a backtick at an end would join the fence.
    return "\(fence) \(line) \(fence)"
  }

  /// Returns the length of the longest run of a scalar.
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
