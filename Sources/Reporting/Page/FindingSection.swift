// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Processes

/// A card of findings on a page: its sentence, picture, table and command, then proof, minimization
/// and origin, which are closed at first.
///
/// The smallest case stands for all; the others are listed.
struct FindingSection {
  private let card: FindingCard
  private let findings: [ReportFinding]
  private let anchors: [String]
  private let report: Report
  private let link: (String) -> String
  /// The attributes for the filter of the page.
  private let item: String

  private var finding: ReportFinding { findings[card.first] }

  /// Makes the section of a card.
  ///
  /// `anchors` are those of all findings of the report. `item` has the attributes for the filter of
  /// the page.
  init(
    _ card: FindingCard, of report: Report, anchors: [String], item: String,
    link: @escaping (String) -> String
  ) {
    self.card = card
    self.findings = report.findings
    self.anchors = anchors
    self.report = report
    self.item = item
    self.link = link
  }

  var markup: String {
    section(
      (finding.page.map(evidence) ?? finding.script?.markup ?? text),
      closed: others + standardError + proof + levels + notes)
  }

  /// The section without the evidence, for which the page has no room.
  var shortMarkup: String {
    section(
      "<p>The evidence has no room on this page: "
        + "\(anchor("\(finding.folder)/report.md", "report.md")) has it.</p>\n", closed: "")
  }

  /// Returns the section as markup.
  ///
  /// `closed` has the parts that are closed at first, besides minimization and origin.
  private func section(_ evidence: String, closed: String) -> String {
    let id = anchors[card.first]
    var text = "\(FindingAnchor.mark)\(id)\" aria-labelledby=\"t-\(id)\"\(item)>\n"
    text += "<p class=\"meta\">\(Self.mark(finding))"
    if let cases = caseText { text += "<span>\(Markup.escaped(cases))</span>" }
    text += "<span>\(Markup.escaped(finding.minimized.text, upTo: 100))</span></p>\n"
    text += "<h2 id=\"t-\(id)\">\(Markup.escaped(finding.sentence, upTo: 400))</h2>\n"
    if let detail = finding.detail { text += "<p>\(Markup.escaped(detail, upTo: 600))</p>\n" }
    text += "<p class=\"small mute\"><code>\(Markup.escaped(finding.verdict, upTo: 80))</code>: "
    text += "\(Markup.escaped(finding.meaning)).</p>\n"
    text += evidence + PageParts.command(finding.replayCommand)
    return text + "<div class=\"more\">" + closed + minimization + origin + "</div></section>\n\n"
  }

  /// The state of a finding over nights and the word for its verdict, with a mark.
  static func mark(_ finding: ReportFinding) -> String {
    let mark = finding.group == .cost ? PageMark.warning : .bad
    let label = finding.label.lowercased()
    switch finding.since?.state {
    case .fixed: return PageMark.good.markup("Fixed: \(label)")
    case .known: return PageMark.neutral.markup("Suppressed: \(label)")
    case .reopened: return mark.markup("Reopened: \(label)")
    case .open where finding.since?.isNew == true: return mark.markup("New: \(label)")
    case .open, .moved, nil: return mark.markup(finding.label)
    }
  }

  /// The number of cases of the card; nil when unknown.
  private var caseText: String? {
    if finding.isEarlier { return "found by an earlier campaign" }
    guard let cases = card.caseCount else { return nil }
    if finding.since == nil, card.hasWholeVerdict, report.caseCount >= cases {
      return "\(ShownNumber.grouped(cases)) of \(ShownNumber.counted(report.caseCount, "case"))"
    }
    if let share = finding.share, finding.since == nil, card.bucketCount(findings) == 1 {
      return share.text
    }
    return ShownNumber.counted(cases, "case")
  }

  // MARK: - Evidence

  private var text: String {
    guard let text = finding.text else { return "" }
    // Line breaks are part of the text; all other control characters are escaped.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return "<pre>" + lines.map { Markup.escaped(String($0)) }.joined(separator: "\n") + "</pre>\n"
  }

  private func evidence(_ page: FindingPage) -> String {
    let table = FindingTable(page, isProcess: finding.group == .process).markup
    guard let figure = FindingFigure(page, isProcess: finding.group == .process) else {
      return table
    }
    return "<div class=\"pair\">\(figure.markup)<div>\(table)</div></div>\n"
  }

  // MARK: - Closed parts

  /// The most listed other cases; further ones are counted.
  private static let othersMax = 100

  /// The other minimized cases of the card.
  private var others: String {
    guard card.positions.count > 1 else { return "" }
    let buckets = card.bucketCount(findings)
    var table = PageTable(
      caption: "The smallest first", label: "Other minimized cases",
      columns: [.init("Case", "long"), .init("Files"), .init("Command", "long")])
    for position in card.positions.dropFirst().prefix(Self.othersMax) {
      let other = findings[position]
      var name = Markup.escaped(other.minimized.text, upTo: 100)
      if other.sentence != finding.sentence {
        name += "<small>\(Markup.escaped(other.sentence, upTo: 200))</small>"
      }
      let id = other.folder.split(scalar: "/", omittingEmpty: true).suffix(2)
        .joined(separator: "/")
      name += "<small class=\"id mono\">\(Markup.escaped(id, upTo: 120))</small>"
      table.add(
        [
          .init(name, "long"),
          .init(
            anchor(other.casePath, other.caseFile) + ", "
              + anchor("\(other.folder)/report.md", "report.md")),
          .init(PageParts.command(other.replayCommand), "long"),
        ], id: anchors[position])
    }
    let rest = card.positions.count - 1 - Self.othersMax
    let more = rest > 0 ? "<p>+\(ShownNumber.grouped(rest)) more</p>\n" : ""
    let hint =
      "\(ShownNumber.grouped(card.positions.count - 1)) more"
      + (buckets > 1 ? ", in \(ShownNumber.counted(buckets, "bucket"))" : "")
    return PageParts.details("Other minimized cases", hint: hint, table.markup + more)
  }

  /// The largest number of lines of standard error; the file has more.
  private static let errorLinesMax = 100
  /// The largest number of characters of such a line.
  private static let errorLineMax = 1000

  /// The standard error of the process that the case ended.
  private var standardError: String {
    guard let errors = finding.standardError else { return "" }
    let lines = errors.text(upTo: Self.errorLinesMax).map {
      Markup.escaped($0, upTo: Self.errorLineMax)
    }
    let path = "\(finding.folder)/\(StandardError.fileName)"
    return PageParts.details(
      "Standard error", hint: "of the process that ended",
      "<pre>" + lines.joined(separator: "\n") + "</pre>\n<p>"
        + "\(anchor(path, StandardError.fileName)) has it as a file.</p>")
  }

  private var proof: String {
    let proofs = finding.page?.proofs ?? []
    guard !proofs.isEmpty || finding.hasCertificate else { return "" }
    var text = ""
    if !proofs.isEmpty {
      text += "<ul>" + proofs.map { "<li>\(Markup.escaped($0, upTo: 300))</li>" }.joined()
      text += "</ul>\n"
    }
    if finding.hasCertificate {
      let file = "\(finding.folder)/certificate.json"
      text +=
        "<p>\(anchor(file, "Certificate")), which this command checks without the solver:</p>\n"
      let files = [file, finding.casePath].map { ShellWord.path($0) }
      text += PageParts.command("layoutfuzz verify \(files.joined(separator: " "))")
    }
    let first = proofs.first.map { $0.ends(with: ".") ? String($0.dropLast()) : $0 }
    return PageParts.details("Proof", hint: first ?? "of the expected answer", text)
  }

  private var levels: String {
    guard let page = finding.page, page.levels.count > 1 else { return "" }
    let answers = page.columns.filter { $0.role != .exact }
    var table = PageTable(
      caption: "The largest of the required ones, then sums, in points", label: "Violations",
      columns: [.init("Priority"), .init("Least possible", "n")]
        + answers.map { .init(Markup.escaped($0.name, upTo: 60), "n") })
    let isImpossible = page.columns.contains { $0.role == .exact && $0.frames == nil }
    let unknown = isImpossible ? "impossible" : "unknown"
    for level in page.levels {
      var cells: [PageTable.Cell] = [
        .init(level.priority == 1000 ? "required" : ShownNumber.points(level.priority)),
        .init(Markup.escaped(level.exact ?? unknown, upTo: 60), "n"),
      ]
      for value in level.values {
        cells.append(.init(value.map { ShownNumber.points($0) } ?? "none", "n"))
      }
      table.add(cells)
    }
    return PageParts.details(
      "Violations by priority", hint: "of all answers, beside the least possible", table.markup)
  }

  private var notes: String {
    guard let notes = finding.page?.notes, !notes.isEmpty else { return "" }
    return PageParts.details(
      "Notes", notes.map { "<p>\(Markup.escaped($0, upTo: 1000))</p>\n" }.joined())
  }

  private var minimization: String {
    let work = finding.minimization
    var facts = [
      (
        "Runs",
        Markup.escaped(
          MinimizingWords.sentence(runs: work.calls, steps: work.steps, end: work.end), upTo: 200)
      )
    ]
    if work.explanationIsCut {
      facts.append(("Does not matter", MinimizingWords.explanationCut))
    }
    if !work.indifferent.isEmpty {
      let places = work.indifferent.map { Markup.escaped($0, upTo: 100) }
      facts.append(("Does not matter", places.joined(separator: ", ")))
    }
    let end = MinimizingWords.end(work.end)
    let hint =
      finding.original == finding.minimized ? end : "from \(finding.original.text); \(end)"
    return PageParts.details("Minimization", hint: hint, PageParts.facts(facts))
  }

  private var origin: String {
    var facts: [(String, String)] = []
    if let since = finding.since {
      facts.append(("First seen", Markup.escaped(since.text, upTo: 500)))
    }
    if let rate = finding.rateText { facts.append(("Rate", Markup.escaped(rate))) }
    if let frequency = finding.frequency { facts.append(("Cases", Markup.escaped(frequency))) }
    if let origin = finding.origin {
      let profile = origin.profile.map { ", profile \($0)" } ?? ""
      facts.append(
        (
          "Found by",
          Markup.escaped("seed \(origin.seed), case \(origin.caseIndex)\(profile)", upTo: 200)
        ))
    }
    if finding.summary != finding.sentence {
      facts.append(("Verdict", Markup.escaped(finding.summary, upTo: 500)))
    }
    facts += [
      ("Solver", Markup.escaped(finding.subject, upTo: 100)),
      (
        "Bucket",
        "<span class=\"id mono\">\(Markup.escaped(finding.signature, upTo: 300))</span>"
      ),
      (
        "Files",
        anchor(finding.casePath, finding.caseFile) + ", "
          + (finding.page == nil && finding.text != nil
            ? anchor("\(finding.folder)/report.md", "report.md")
            : anchor("\(finding.folder)/\(finding.originalFile)", finding.originalFile))
      ),
    ]
    if let folder = finding.pendingFolder {
      facts.append(("Stored twice", anchor(folder, "the same case, pending for minimization")))
    }
    // Facts of the page are not repeated for each finding.
    if finding.toolVersion != report.toolVersion {
      facts.append(("Version", Markup.escaped(finding.toolVersion, upTo: 100)))
    }
    return PageParts.details("Origin and identifiers", PageParts.facts(facts))
  }

  private func anchor(_ path: String, _ title: String) -> String {
    "<a href=\"\(URLText.path(link(path)))\">\(Markup.escaped(title))</a>"
  }
}
