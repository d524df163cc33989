// SPDX-License-Identifier: MIT

/// A comparison as one page without other files or a network.
package struct ComparisonPage {
  private let report: ComparisonReport
  private let link: (String) -> String

  /// - Parameter link: returns the path of a file relative to the page.
  package init(_ report: ComparisonReport, link: @escaping (String) -> String) {
    self.report = report
    self.link = link
  }

  /// The page.
  ///
  /// - Complexity: O(size of the report).
  package var text: String {
    PageFrame(
      title: "layoutbench: \(report.verdict)", style: ChartStyle.text + ChartStyle.page,
      skip: ("part1", "Skip to the numbers"), header: header,
      main: report.parts.enumerated().map { number, part in
        ComparisonSection(part, number: number + 1, link: link).markup
      }.joined(), footer: "Written by layoutbench \(report.toolVersion)."
    ).text
  }

  private var header: String {
    var text = "<h1>layoutbench comparison</h1>\n"
    for part in report.parts {
      text += "<p class=\"verdict\(part.isBad ? " bad" : "")\">"
      text += "\(Markup.escaped(part.verdict, upTo: 1000))</p>\n"
      for warning in part.warnings {
        text += "<p class=\"bad\">\(Markup.escaped(warning, upTo: 300))</p>\n"
      }
    }
    if report.parts.isEmpty { text += "<p class=\"verdict\">\(report.verdict)</p>\n" }
    text +=
      "<p class=\"soft\">Ratios are candidate / baseline: below 1 the candidate is faster.</p>\n"
    if report.parts.count > 1 {
      text += "<nav aria-label=\"Parts\">"
      for (index, part) in report.parts.enumerated() {
        text += "<a href=\"#part\(index + 1)\">\(Markup.escaped(part.title, upTo: 100))</a>"
      }
      text += "</nav>\n"
    }
    return text
  }
}
