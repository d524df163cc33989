// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// A report as one page without other files or a network: an index of the findings, then each with
/// its evidence.
package struct HTMLReport {
  private let report: Report
  private let anchors: [String]
  private let link: (String) -> String

  /// - Parameter link: returns the path of a file relative to the page.
  package init(_ report: Report, link: @escaping (String) -> String) {
    self.report = report
    anchors = FindingAnchor.names(report.findings)
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

  /// The page.
  ///
  /// - Complexity: O(size of the report).
  package var text: String {
    let runs = runs
    let frame = page(problems + index(of: 0) + runs).utf8.count + Self.noteRoom
    let all = report.findings.enumerated().map { position, finding in
      FindingSection(
        finding, number: position + 1, id: anchors[position], version: report.toolVersion,
        link: link)
    }
    let shorts = shortSections(all, room: Self.bytesMax - frame)
    let rows = index(of: shorts.count)
    let (sections, cut) = sections(
      all, shorts, room: Self.bytesMax - frame - rows.utf8.count)
    return page(
      problems + rows + note(cut: cut, missing: all.count - shorts.count) + sections.joined() + runs
    )
  }

  /// Returns the findings that have room, from the first on, all without evidence.
  private func shortSections(_ all: [FindingSection], room: Int) -> [String] {
    let index = FindingIndex(report.findings, anchors: anchors)
    var rest = room
    var shorts: [String] = []
    for (position, section) in all.enumerated() {
      let short = section.shortMarkup
      rest -= short.utf8.count + index.bytesMax(position)
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
        + "\(missing == 1 ? "has" : "have") no room on this page; "
        + "<code>--format json</code> has all.</p>\n"
    }
    if cut > 0 {
      text +=
        "<p>The evidence of \(ShownNumber.counted(cut, "finding")) has no room on this page.</p>\n"
    }
    return text
  }

  /// The room for the note about omissions, in bytes.
  private static let noteRoom = 400

  private func page(_ main: String) -> String {
    PageFrame(
      title: "LayoutFuzz: \(report.verdict)", style: style,
      skip: ("findings", "Skip to the findings"), header: header, main: main,
      footer: "Written by layoutfuzz \(report.toolVersion)."
    ).text
  }

  /// The style of pictures, if the page has any.
  private var style: String {
    LayoutDrawing.style + FindingIndex.style
      + (report.findings.contains { $0.script != nil } ? ChartStyle.text + ScriptFigure.style : "")
  }

  private var header: PageHeader {
    let nights = report.nights
    var links = [(target: "#findings", text: "Findings"), (target: "#runs", text: "Runs")]
    links += nights.map { night in
      (URLText.path(link("\(night.folder)/\(Report.nightPageName)")), "Page of the night")
    }
    return PageHeader(
      context: [nights.first.map { "Evidence of night \($0.number)" } ?? "Fuzz report"],
      links: links, answer: report.verdict,
      sentence: "Every answer was compared with the exact optimum.", tiles: [])
  }

  private var problems: String {
    guard !report.problems.isEmpty else { return "" }
    var text = "<section aria-labelledby=\"problems\"><h2 id=\"problems\">Problems</h2>\n"
    text += "<p>The run itself is not sound: its findings may not be all.</p><ul>\n"
    for problem in report.problems.prefix(Self.problemsMax) {
      let place = problem.path.map { " <code>\(Markup.escaped($0, upTo: 500))</code>" } ?? ""
      text += """
        <li><span class="s err">\(problem.kind.rawValue)</span> \
        \(Markup.escaped(problem.message, upTo: 1000))\(place)</li>

        """
    }
    let more = report.problems.count - Self.problemsMax
    if more > 0 { text += "<li>+\(ShownNumber.grouped(more)) more</li>\n" }
    return text + "</ul></section>\n"
  }

  /// - Parameter count: the number of listed findings.
  private func index(of count: Int) -> String {
    let text = "<section aria-labelledby=\"findings\"><h2 id=\"findings\">Findings</h2>\n"
    guard !report.findings.isEmpty else { return text + "<p>None.</p></section>\n" }
    return text + FindingIndex(report.findings, anchors: anchors).markup(of: count) + "</section>\n"
  }

  // MARK: - Runs

  private var runs: String {
    let shown = report.runs.prefix(Self.runsMax).map(section).joined()
    let more = report.runs.count - Self.runsMax
    return "<div id=\"runs\">\n" + shown
      + (more > 0 ? "<p>+\(ShownNumber.counted(more, "more run"))</p>\n" : "") + "</div>\n"
  }

  private func section(_ run: Report.Run) -> String {
    var text =
      "<section class=\"run\"><h2>Run <code>\(Markup.escaped(run.folder, upTo: 200))</code></h2>\n"
    guard let campaign = run.campaign else {
      return text + "<p>\(Markup.escaped(run.kind)).</p></section>\n"
    }
    let seconds = ShownNumber.points((Double(campaign.nanoseconds) / 1e8).rounded() / 10)
    var facts = [
      ("Cases", ShownNumber.grouped(campaign.cases) + " in \(seconds) s"),
      ("Seed", "\(campaign.seed)"), ("Digest", campaign.digest),
      (
        "Made from",
        campaign.profiles.filter { $0.value > 0 }
          .map { "\($0.name) \(ShownNumber.grouped($0.value))" }.joined(separator: ", ")
      ),
      ("Undecided", ShownNumber.counted(campaign.undecided, "answer")),
      ("Version", campaign.toolVersion),
    ]
    if let canary = campaign.canary {
      let outcome = canary.isCaught ? "caught" : "not caught"
      facts.append(("Canary", "\(canary.name): \(outcome)"))
    }
    if !campaign.laws.isEmpty { facts.append(("Laws", laws(campaign.laws))) }
    facts += campaign.warnings.map { ("Warning", $0) }
    text += PageParts.facts(facts.map { ($0, Markup.escaped($1, upTo: 1000)) })
    text += tables("Answers", "strategy", campaign.strategies, bad: "wrong")
    return text + "</section>\n"
  }

  /// Returns the number of tried laws, and the broken ones.
  private func laws(_ rows: [CampaignRecord.Row]) -> String {
    func has(_ row: CampaignRecord.Row, _ name: String) -> Bool {
      row.counts.contains { $0.name == name && $0.value > 0 }
    }
    let broken = rows.filter { has($0, "broken") }
    let tried = rows.filter { has($0, "held") || has($0, "broken") }
    return "\(tried.count) of \(ShownNumber.counted(rows.count, "law")) tried, "
      + (broken.isEmpty ? "none broken" : "broken: " + broken.map(\.name).joined(separator: ", "))
  }

  /// Returns a table for each sequence of rows with the same columns.
  private func tables(
    _ caption: String, _ noun: String, _ rows: [CampaignRecord.Row], bad: String
  ) -> String {
    var text = ""
    var rest = rows[...]
    while let first = rest.first {
      let titles = first.counts.map(\.name)
      let part = rest.prefix { $0.counts.map(\.name) == titles }
      rest = rest.dropFirst(part.count)
      var table = PageTable(
        caption: "\(caption) by \(noun)",
        columns: [.init(noun)] + titles.map { .init(Markup.escaped($0, upTo: 60), "n") })
      for row in part {
        table.add(
          [.text(row.name, upTo: 100)]
            + row.counts.map { count in
              count.name == bad && count.value > 0
                ? .init(ShownNumber.grouped(count.value), "n bad") : .number(count.value)
            })
      }
      text += table.markup
    }
    return text
  }
}
