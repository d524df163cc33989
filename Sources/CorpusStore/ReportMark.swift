// SPDX-License-Identifier: MIT

import Digests
import Display

/// The beginning and the seal of a report of the tools, by which a later run recognizes it.
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

  /// Returns the comment that ends a report in Markdown or XML, which viewers hide.
  ///
  /// It names the text, so that a report that a reader or a program has changed is not replaced.
  package static func seal(of text: String) -> String {
    "<!-- generator: LayoutFuzz \(ContentHash.text(text.utf8)) -->\n"
  }

  /// Whether a file ends with the seal of the text before it.
  private static func isSealed(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let length = seal(of: "").utf8.count
    guard text.utf8.count == bytes.count, bytes.count > length else { return false }
    return bytes.suffix(length).elementsEqual(
      seal(of: String(decoding: bytes.dropLast(length), as: UTF8.self)).utf8)
  }

  /// Whether the rest of a file that begins as such a report is one, too.
  private func isWhole(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .markdown, .junit: Self.isSealed(bytes)
    // Other programs add their runs to a file of results.
    case .sarif:
      bytes.indices.count { bytes[$0...].starts(with: "\"driver\":".utf8) } == 1
    case .page, .report, .summary: true
    }
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
        && mark.isWhole(bytes)
    }
  }
}
