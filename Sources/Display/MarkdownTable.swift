// SPDX-License-Identifier: MIT

/// Tables of Markdown.
package enum MarkdownTable {
  /// Returns the lines of a table.
  ///
  /// Each cell is Markdown on one line, in which each bar is escaped (`cell`).
  package static func lines(_ header: [String], _ rows: [[String]]) -> [String] {
    ([header, header.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
  }

  /// Returns Markdown as a cell: on one line, and with bars escaped, which separate cells even in
  /// code.
  package static func cell(_ markdown: String) -> String {
    markdown.mappingScalars { $0 == "|" ? "\\|" : (Character($0).isNewline ? " " : nil) }
  }
}
