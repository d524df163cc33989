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
      main: warnings
        + report.parts.enumerated().map { number, part in
          ComparisonSection(part, number: number + 1, link: link).markup
        }.joined(), footer: "Written by layoutbench \(report.toolVersion)."
    ).text
  }

  private var header: PageHeader {
    PageHeader(
      context: ["Benchmark comparison"],
      links: report.parts.enumerated().map { ("#part\($0 + 1)", $1.title) },
      answer: report.parts.first?.verdict ?? report.verdict,
      sentence: "Ratios are candidate / baseline: below 1 the candidate is faster.", tiles: [])
  }

  /// The warnings of all parts.
  private var warnings: String {
    report.parts.flatMap(\.warnings).map {
      "<p class=\"err\">\(Markup.escaped($0, upTo: 300))</p>\n"
    }.joined()
  }
}
