// SPDX-License-Identifier: MIT

import Display
import Reporting

/// A comparison as one page without other files or a network.
package struct ComparisonPage {
  private let report: ComparisonReport
  private let link: (String) -> String

  /// Makes the page of a report.
  ///
  /// `link` returns the path of a file relative to the page.
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
      skip: ("part1", "Skip to the evidence"), header: header,
      main: report.parts.isEmpty
        ? "<p id=\"part1\">Measure something first: <code>layoutbench run</code>.</p>\n"
        : report.parts.enumerated().map { number, part in
          ComparisonSection(part, number: number + 1, link: link).markup
        }.joined(), footer: "Written by layoutbench \(report.toolVersion). One file, no network."
    ).text
  }

  private var header: PageHeader {
    guard let first = report.parts.first else {
      return PageHeader(
        context: ["Benchmark"], links: [], answer: report.verdict + ".", sentence: "", tiles: [])
    }
    let section = ComparisonSection(first, number: 1, link: link)
    return PageHeader(
      context: [first.kind.title] + first.context.map { Markup.escaped($0, upTo: 80) },
      links: report.parts.count == 1
        ? section.links : report.parts.enumerated().map { ("#part\($0 + 1)", $1.title) },
      answer: first.verdict + ".", sentence: section.sentence, tiles: section.tiles)
  }
}

extension ComparisonPart.Kind {
  /// The kind of the page.
  fileprivate var title: String {
    switch self {
    case .strategies: "Benchmark of strategies"
    case .builds: "Benchmark of two builds"
    case .peers: "Benchmark beside other solvers"
    }
  }
}
