// SPDX-License-Identifier: MIT

// Texts of others are taken apart as other programs take them apart. A `Character` holds a sign
// with all marks after it, and `\r\n` is one `Character`. A search for the `Character` "'"
// overlooks a quote before U+0301; a shell does not.
extension StringProtocol {
  /// The text with some of its Unicode scalars replaced.
  ///
  /// - Parameter replacement: nil for a scalar that stays.
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

  /// The parts between the occurrences of a scalar, empty ones included.
  package func split(
    scalar: Unicode.Scalar, maxSplits: Int = .max, omittingEmpty: Bool = false
  ) -> [String] {
    unicodeScalars.split(
      separator: scalar, maxSplits: maxSplits, omittingEmptySubsequences: omittingEmpty
    ).map { String(String.UnicodeScalarView($0)) }
  }

  /// Whether the text begins with the scalars of another one.
  package func begins(with scalars: some StringProtocol) -> Bool {
    unicodeScalars.starts(with: scalars.unicodeScalars)
  }

  /// Whether the text ends with the scalars of another one.
  package func ends(with scalars: some StringProtocol) -> Bool {
    unicodeScalars.reversed().starts(with: scalars.unicodeScalars.reversed())
  }

  /// The text after the scalars of another one that it begins with; nil when it begins with others.
  package func removing(prefix scalars: String) -> String? {
    guard begins(with: scalars) else { return nil }
    return String(
      String.UnicodeScalarView(unicodeScalars.dropFirst(scalars.unicodeScalars.count)))
  }

  /// At most so many scalars from the beginning.
  package func prefix(scalars count: Int) -> String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
  }
}
