// SPDX-License-Identifier: MIT

import Display

/// Tables of `report.md`.
enum MarkdownTable {
  /// Returns the lines of a table.
  static func lines(_ header: [String], _ rows: [[String]]) -> [String] {
    ([header, header.map { _ in "---" }] + rows).map { row in
      "| " + row.map(cell).joined(separator: " | ") + " |"
    }
  }

  private static func cell(_ text: String) -> String {
    text.mappingScalars { $0 == "|" ? "\\|" : (Character($0).isNewline ? " " : nil) }
  }
}
