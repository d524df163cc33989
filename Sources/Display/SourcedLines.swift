// SPDX-License-Identifier: MIT

/// Texts with their sources in a column beside them, as `top is 8 pt below the bars  line 377`.
package enum SourcedLines {
  /// The largest width of a text beside which its source is aligned.
  private static let alignedWidth = 80

  /// Returns the lines; a text without a source stands alone.
  package static func lines(_ facts: [(text: String, source: String)]) -> [String] {
    let width = min(alignedWidth, facts.map(\.text.count).max() ?? 0)
    return facts.map { fact in
      fact.source.isEmpty ? fact.text : fact.text.padded(to: width) + "  " + fact.source
    }
  }
}
