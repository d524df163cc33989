// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// A report as one page without other files or a network: the answer, a list of the findings, each
/// finding with its evidence, and the runs.
package struct HTMLReport {
  private let report: Report
  private let anchors: [String]
  private let cards: [FindingCard]
  private let rail: FindingRail
  private let link: (String) -> String

  /// Makes the page of a report.
  ///
  /// `link` returns the path of a file relative to the page.
  package init(_ report: Report, link: @escaping (String) -> String) {
    self.report = report
    anchors = FindingAnchor.names(report.findings)
    cards = FindingCard.cards(report.findings)
    rail = FindingRail(cards, report.findings, anchors: anchors)
    self.link = link
  }

  /// The largest size of a page, in bytes.
  ///
  /// In a larger report findings lose their evidence, and if that is not enough, the last ones are
  /// left out. Longer pages are not read in one piece, and browsers take long to show them.
  package static let bytesMax = 5_000_000
  /// The largest number of listed problems; further ones are counted.
  static let problemsMax = 200
  /// The largest number of listed runs; further ones are counted.
  static let runsMax = 200
  /// The room for the note about omissions, in bytes.
  private static let noteRoom = 400

  /// The page.
  ///
  /// - Complexity: O(size of the report).
  package var text: String {
    let frame = page(main([], note: "")).utf8.count + Self.noteRoom
    let all = cards.map { card in
      FindingSection(card, of: report, anchors: anchors, item: rail.item(card), link: link)
    }
    let shorts = shortSections(all, room: Self.bytesMax - frame)
    let listed = cards.prefix(shorts.count).reduce(0) { $0 + rail.bytes($1) }
    let (sections, cut) = sections(all, shorts, room: Self.bytesMax - frame - listed)
    return page(main(sections, note: note(cut: cut, missing: all.count - shorts.count)))
  }

  /// Returns the findings that have room, from the first on, all without evidence.
  private func shortSections(_ all: [FindingSection], room: Int) -> [String] {
    var rest = room
    var shorts: [String] = []
    for (card, section) in zip(cards, all) {
      let short = section.shortMarkup
      rest -= short.utf8.count + rail.bytes(card)
      guard rest >= 0 else { break }
      shorts.append(short)
    }
    return shorts
  }

  /// Returns the findings, with their evidence while there is room.
  ///
  /// - Returns: their markup, and the number of those without evidence.
  private func sections(
    _ all: [FindingSection], _ shorts: [String], room: Int
  ) -> (markup: [String], cut: Int) {
    var sections = shorts
    var rest = room - shorts.reduce(0) { $0 + $1.utf8.count }
    var cut = 0
    for position in shorts.indices {
      // Only the shortest ones would fit, and rendering the others takes long.
      guard rest > 0 else { return (sections, cut + shorts.count - position) }
      let whole = all[position].markup
      let more = whole.utf8.count - shorts[position].utf8.count
      if more > 0, more > rest {
        cut += 1
      } else {
        sections[position] = whole
        rest -= more
      }
    }
    return (sections, cut)
  }

  /// Returns the note about omitted evidence and findings.
  private func note(cut: Int, missing: Int) -> String {
    var text = ""
    if missing > 0 {
      text +=
        "<p>\(ShownNumber.counted(missing, "more finding")) "
        + "\(ShownNumber.form(ofVerb: "has", for: missing)) no room on this page; "
        + "<code>--format json</code> has all.</p>\n"
    }
    if cut > 0 {
      text +=
        "<p>The evidence of \(ShownNumber.counted(cut, "finding")) has no room on this page.</p>\n"
    }
    return text
  }

  private func page(_ main: String) -> String {
    let headline = ReportHeadline(report, cards, link: link)
    return PageFrame(
      title: "LayoutFuzz: \(headline.answer)", style: style,
      skip: ("findings", "Skip to the findings"), header: headline.header, main: main,
      footer: "Written by layoutfuzz \(report.toolVersion). One file, no network."
    ).text
  }

  /// The style of the findings and runs.
  private var style: String {
    FindingStyle.text + RunSection.style
      + (report.findings.contains { $0.script != nil } ? ChartStyle.text + ScriptFigure.style : "")
  }

  /// Returns the main part of the page.
  ///
  /// `sections` are the cards on the page, from the first on.
  private func main(_ sections: [String], note: String) -> String {
    var text = problems
    if report.findings.isEmpty {
      text += "<div id=\"findings\"></div>\n"
    } else {
      let style = cards.count > 1 ? " class=\"with-rail\"" : ""
      text += "<div\(style) id=\"findings\">\n" + rail.markup(of: sections.count)
      text += "<div>\n" + note + sections.joined() + "</div>\n</div>\n"
    }
    return text + runs
  }

  private var problems: String {
    guard !report.problems.isEmpty else { return "" }
    var text = "<section aria-labelledby=\"problems\"><h2 id=\"problems\">Problems</h2>\n"
    text += "<p>The run itself is not sound: findings may be missing.</p><ul class=\"problems\">\n"
    for problem in report.problems.prefix(Self.problemsMax) {
      // Most messages name their place.
      let path = problem.path.flatMap { problem.message.contains($0) ? nil : $0 }
      let place = path.map { " <code>\(Markup.escaped($0, upTo: 500))</code>" } ?? ""
      text += """
        <li>\(PageMark.bad.markup(Self.word(problem.kind))) \
        \(Markup.escaped(problem.message, upTo: 1000))\(place)</li>

        """
    }
    let more = report.problems.count - Self.problemsMax
    if more > 0 { text += "<li>+\(ShownNumber.grouped(more)) more</li>\n" }
    return text + "</ul></section>\n"
  }

  private static func word(_ kind: Report.Problem.Kind) -> String {
    switch kind {
    case .internalError: "internal error"
    case .missedCanary: "missed canary"
    case .unreadable: "unreadable"
    case .unfinished: "unfinished"
    }
  }

  private var runs: String {
    let shown = report.runs.prefix(Self.runsMax).map { run in
      RunSection(run, isOnly: report.runs.count == 1).markup
    }
    let more = report.runs.count - Self.runsMax
    return "<div id=\"runs\">\n" + shown.joined()
      + (more > 0 ? "<p>+\(ShownNumber.counted(more, "more run"))</p>\n" : "") + "</div>\n"
  }
}
