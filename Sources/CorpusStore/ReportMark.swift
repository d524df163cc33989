// SPDX-License-Identifier: MIT

import Display

/// The beginning and the end of a report of the tools, by which a later run recognizes it.
///
/// No input of a command looks like this, so a report may be replaced without `--force`.
package enum ReportMark: CaseIterable, Sendable {
  case page, markdown, junit, sarif, report, summary

  /// The text with which every report of this kind begins.
  package var start: String {
    switch self {
    case .page:
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="generator" content="LayoutFuzz"/>

      """
    case .markdown: "# "
    case .junit: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"layoutfuzz\" "
    case .sarif:
      """
      {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
          {"tool": {"driver": {"name": "layoutfuzz",
      """
    case .report: "{\n  \"layoutfuzzReport\": "
    case .summary: "{\n  \"generator\": \"LayoutFuzz\","
    }
  }

  /// The text with which every report of this kind ends.
  package var end: String {
    // A comment, which viewers hide, and which is no longer last when a reader adds notes.
    self == .markdown ? "\n<!-- generator: LayoutFuzz -->\n" : ""
  }

  /// The usual endings of the names of such files.
  private var endings: [String] {
    switch self {
    case .page: ["html", "htm"]
    case .markdown: ["md", "markdown"]
    case .junit: ["xml"]
    case .sarif: ["sarif", "json"]
    case .report, .summary: ["json"]
    }
  }

  /// Returns whether a file with this name and content is a report of the tools.
  ///
  /// A name with the ending of another format is that of another output, which must not replace the
  /// report.
  static func isReport(_ bytes: [UInt8], named name: String) -> Bool {
    let parts = PathText.split(name).1.split(separator: ".", omittingEmptySubsequences: false)
    let ending = parts.count > 1 ? parts.last.map(String.init) : nil
    return allCases.contains { mark in
      ending.map(mark.endings.contains) ?? true && bytes.starts(with: Array(mark.start.utf8))
        && bytes.suffix(mark.end.utf8.count).elementsEqual(mark.end.utf8)
    }
  }
}
