// SPDX-License-Identifier: MIT

import Display

/// The format of a report; the raw value is its name on the command line.
package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  case console, json, markdown, junit, sarif, github, html

  private static let endings: [(ending: String, format: ReportFormat)] = [
    (".html", .html), (".htm", .html), (".sarif", .sarif), (".sarif.json", .sarif),
    (".json", .json), (".md", .markdown), (".xml", .junit), (".txt", .console),
  ]

  /// Makes the format of a file name; nil for an unknown ending.
  package init?(ofName path: String) {
    guard let found = Self.endings.first(where: { path.ends(with: $0.ending) }) else {
      return nil
    }
    self = found.format
  }
}
