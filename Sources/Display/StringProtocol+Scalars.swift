// SPDX-License-Identifier: MIT

// Texts of inputs are split by scalars, as other programs split them. A `Character` holds a sign
// with all marks after it, and `\r\n` is one `Character`. A search for the `Character` "'"
// overlooks a quote before U+0301; a shell does not.
extension StringProtocol {
  /// Returns the text with some of its Unicode scalars replaced.
  ///
  /// `replacement` returns nil for a scalar that stays.
  ///
  /// - Complexity: O(length of the text).
  package func mappingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        result.append(contentsOf: text.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns the parts between the occurrences of a scalar, including empty ones.
  package func split(
    scalar: Unicode.Scalar, maxSplits: Int = .max, omittingEmpty: Bool = false
  ) -> [String] {
    unicodeScalars.split(
      separator: scalar, maxSplits: maxSplits, omittingEmptySubsequences: omittingEmpty
    ).map { String(String.UnicodeScalarView($0)) }
  }

  /// Whether the text begins with the scalars of another text.
  package func begins(with scalars: some StringProtocol) -> Bool {
    unicodeScalars.starts(with: scalars.unicodeScalars)
  }

  /// Whether the text ends with the scalars of another text.
  package func ends(with scalars: some StringProtocol) -> Bool {
    unicodeScalars.reversed().starts(with: scalars.unicodeScalars.reversed())
  }

  /// Returns the text without a prefix; nil when it does not begin with its scalars.
  package func removing(prefix scalars: String) -> String? {
    guard begins(with: scalars) else { return nil }
    return String(
      String.UnicodeScalarView(unicodeScalars.dropFirst(scalars.unicodeScalars.count)))
  }

  /// Returns at most `count` scalars from the beginning.
  package func prefix(scalars count: Int) -> String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
  }
}
