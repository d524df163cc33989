// SPDX-License-Identifier: MIT

import Display
import Reporting

/// A gallery as one HTML file without other files: the findings, then the screens and devices, then
/// the totals by rule.
package struct GalleryPage {
  private let gallery: Gallery
  /// The number of findings with a card.
  private let shown: Int

  /// The name of the filter of cards.
  static let filterName = "findings"
  /// The largest number of cards; further findings are counted.
  package static let cardsMax = 2000
  /// The largest size of all cards with pictures, in bytes; later cards have none.
  package static let bytesMax = 5_000_000
  /// The room of a picture in a card, in pixels, as in the style sheet.
  package static let pictureRoom = (width: 314.0, height: 352.0)
  /// The largest number of files that are not checked before the findings, without a click.
  private static let openMax = 3
  /// The largest number of files in a list.
  private static let filesMax = 1000

  private init(_ gallery: Gallery) {
    self.gallery = gallery
    shown = min(gallery.findings.count, Self.cardsMax)
  }

  /// Returns the whole page.
  ///
  /// - Complexity: O(size of pictures and texts + screens * devices).
  package static func html(_ gallery: Gallery) -> String { GalleryPage(gallery).frame.text }

  private var frame: PageFrame {
    let head = GalleryHead(gallery)
    return PageFrame(
      title: "LayoutFuzz check: \(head.answer)", style: LayoutDrawing.style + Self.style,
      skip: ("findings", "Skip to the findings"), header: head.header(links), main: main,
      footer: "Written by layoutfuzz \(ToolVersion.current). One file, no network.")
  }

  private var links: [(target: String, text: String)] {
    var links: [(target: String, text: String)] = []
    for severity in Gallery.Severity.allCases {
      if let number = gallery.findings.prefix(shown).firstIndex(where: { $0.severity == severity })
      {
        links.append(("#f\(number + 1)", "\(severity.title)s"))
      }
    }
    return links + [("#screens", "Screens"), ("#rules", "Rules")]
  }

  private var main: String {
    var text = ""
    // One finding needs no filter.
    let hasRail = shown > 1
    if hasRail {
      text += "<div class=\"with-rail\">\n<div class=\"rail\">\n\(filter)</div>\n"
    }
    text += "<div id=\"findings\">\n\(unchecked)\(cards)</div>\n"
    if hasRail { text += "</div>\n" }
    return text + GalleryMatrix(gallery, shown: shown).markup + rules
  }

  // MARK: - Filter

  private var filter: String {
    let findings = gallery.findings.prefix(shown)
    var groups: [PageFilter.Group] = []
    let severities = Gallery.Severity.allCases.filter { severity in
      findings.contains { $0.severity == severity }
    }
    if severities.count > 1 {
      groups.append(
        .init("severity", severities.map { ($0.rawValue, $0.mark.markup($0.title)) }))
    }
    if findings.contains(where: { $0.isKnown == true }) {
      groups.append(
        .init("state", [("new", "Only new"), ("known", "Only known")], all: "New and known"))
    }
    let rules = RuleCounts(findings, severities)
    if rules.rows.count > 1 {
      groups.append(
        .init(
          "rule", rules.rows.map { ($0.rule, rules.label($0.rule, $0.counts)) },
          all: rules.label("All rules", rules.totals)))
    }
    let files = Set(findings.map(\.file)).sorted()
    if files.count > 1 {
      groups.append(
        .init(
          "file",
          files.map { number in
            ("\(number + 1)", Markup.escaped(gallery.files[number].path, upTo: 100))
          }, all: "All files", isMenu: true))
    }
    return PageFilter(Self.filterName, groups: groups, search: "File, screen or text").markup
  }

  // MARK: - Findings

  /// The files that were not checked or not to the end, and the skipped screens.
  private var unchecked: String {
    var lines: [String] = []
    for file in gallery.files {
      let path = Markup.escaped(file.path, upTo: 300)
      if let failure = file.failure {
        let reason = Markup.escaped(failure, upTo: 500)
        // A reason may begin with the place in the file.
        lines.append("<code>\(path)</code>\(failure.begins(with: ":") ? "" : ": ")\(reason)")
      }
    }
    for file in gallery.files {
      for screen in file.screens where !screen.notChecked.isEmpty {
        let name = Markup.escaped(screen.name ?? screen.id, upTo: GalleryText.nameMax)
        let reasons = Markup.escaped(screen.notChecked.joined(separator: ", "), upTo: 300)
        lines.append(
          "<code>\(Markup.escaped(file.path, upTo: 300))</code>: \(name): skipped, \(reasons)")
      }
    }
    guard !lines.isEmpty else { return "" }
    let failures = gallery.files.count { $0.failure != nil }
    let items = lines.prefix(Self.filesMax).map { "<li>\($0)</li>" }.joined(separator: "\n")
    let rest = lines.count - Self.filesMax
    let list = "<ul>\(items)\(rest > 0 ? "<li>and \(rest) more</li>" : "")</ul>\n"
    let skipped = lines.count - failures
    let counts = [(failures, "file"), (skipped, "screen")].filter { $0.0 > 0 }
    let title =
      "Not checked: " + counts.map { ShownNumber.counted($0.0, $0.1) }.joined(separator: ", ")
    let isOpen = failures > 0 && failures <= Self.openMax && lines.count <= Self.openMax
    return "<details id=\"unchecked\"\(isOpen ? " open=\"open\"" : "")>"
      + "<summary><b>\(title)</b></summary>\n\(list)</details>\n"
  }

  private var cards: String {
    if gallery.findings.isEmpty { return "<p class=\"none\">Nothing was found.</p>\n" }
    var text = ""
    for (index, finding) in gallery.findings.prefix(shown).enumerated() {
      let card = GalleryCard(gallery: gallery, finding: finding, number: index + 1)
      let hasRoom = text.utf8.count < Self.bytesMax
      text += card.markup(hasPicture: hasRoom)
    }
    let rest = gallery.findings.count - shown
    if rest > 0 {
      text += "<p>\(ShownNumber.counted(rest, "more finding")) "
      text +=
        "\(ShownNumber.form(ofVerb: "has", for: rest)) no card; <code>--format json</code> has all.</p>\n"
    }
    return text
  }

  // MARK: - Rules

  private var rules: String {
    guard !gallery.findings.isEmpty else { return "" }
    let severities = Gallery.Severity.allCases.filter { severity in
      gallery.findings.contains { $0.severity == severity }
    }
    let rows = RuleCounts(gallery.findings[...], severities).rows
    var table = PageTable(
      caption: "The number of findings by rule", label: "Findings by rule", id: "rules-table",
      columns: [.init("Rule")] + severities.map { .init("\($0.title)s", "n") }
        + [.init("Description")])
    for row in rows {
      let first = gallery.findings.firstIndex { $0.rule == row.rule } ?? 0
      let name = Markup.escaped(row.rule, upTo: GalleryText.nameMax)
      let link = first < shown ? "<a href=\"#f\(first + 1)\">\(name)</a>" : name
      table.add(
        [.init(link)] + row.counts.map(PageTable.Cell.number)
          + [.text(gallery.findings[first].ruleSummary)])
    }
    return "<section id=\"rules\"><h2>Findings by rule</h2>\n\(table.markup)</section>\n"
  }
}

/// The number of findings by rule and severity, in reading order.
private struct RuleCounts {
  private(set) var rows: [(rule: String, counts: [Int])] = []
  let severities: [Gallery.Severity]

  init(_ findings: ArraySlice<Gallery.Finding>, _ severities: [Gallery.Severity]) {
    self.severities = severities
    var numbers: [String: Int] = [:]
    for finding in findings {
      let number = numbers[finding.rule] ?? rows.count
      if number == rows.count {
        numbers[finding.rule] = number
        rows.append((finding.rule, severities.map { _ in 0 }))
      }
      if let place = severities.firstIndex(of: finding.severity) {
        rows[number].counts[place] += 1
      }
    }
  }

  var totals: [Int] {
    severities.indices.map { place in rows.reduce(0) { $0 + $1.counts[place] } }
  }

  /// Returns the label of a button, as markup: a name and a number for each severity.
  func label(_ name: String, _ counts: [Int]) -> String {
    var text = "<span>\(Markup.escaped(name, upTo: 40))</span>"
    for (severity, count) in zip(severities, counts) {
      let mark = count == 0 ? "" : severity.mark.markup(ShownNumber.grouped(count))
      text += "<span>\(mark)</span>"
    }
    return text
  }
}
