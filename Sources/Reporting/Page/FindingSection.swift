// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import LayoutModel
import Lowering
import Processes

/// A finding on a page: its verdict, picture, frames, constraints, sums, proof and command.
struct FindingSection {
  private let finding: ReportFinding
  private let number: Int
  /// The anchor on the page.
  private let id: String
  /// The version of the tool that writes the page.
  private let version: String
  private let link: (String) -> String
  /// The largest number of characters of an input's name.
  private static let nameMax = 120

  init(
    _ finding: ReportFinding, number: Int, id: String, version: String,
    link: @escaping (String) -> String
  ) {
    self.id = id
    self.version = version
    self.finding = finding
    self.number = number
    self.link = link
  }

  var markup: String {
    section((finding.page.map(evidence) ?? finding.script?.markup ?? text) + standardError)
  }

  /// The section without the evidence, for which the page has no room.
  var shortMarkup: String {
    section(
      "<p>Its evidence has no room on this page: "
        + "\(anchor("\(finding.folder)/report.md", "report.md")) has it.</p>\n")
  }

  private func section(_ evidence: String) -> String {
    """
    \(FindingAnchor.mark)\(id)" aria-labelledby="t\(number)">
    <h2 id="t\(number)">\(number). \(Markup.escaped(finding.sentence, upTo: 400))</h2>
    <p><span class="s err">\(Markup.escaped(finding.verdict, upTo: 80))</span> \
    \(Markup.escaped(finding.meaning)).</p>
    <p class="command"><code>\(Markup.escaped(finding.replayCommand))</code></p>
    \(evidence)\(facts)</section>

    """
  }

  private var text: String {
    guard let text = finding.text else { return "" }
    // Line breaks are part of the text; all other control characters are escaped.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return "<pre>" + lines.map { Markup.escaped(String($0)) }.joined(separator: "\n") + "</pre>\n"
  }

  /// The largest number of lines of standard error; the file has more.
  private static let errorLinesMax = 100
  /// The largest number of characters of such a line.
  private static let errorLineMax = 1000

  /// The standard error of the process that the case ended, as a part to be opened.
  private var standardError: String {
    guard let errors = finding.standardError else { return "" }
    let lines = errors.text(upTo: Self.errorLinesMax).map {
      Markup.escaped($0, upTo: Self.errorLineMax)
    }
    let path = "\(finding.folder)/\(StandardError.fileName)"
    return "<details><summary>Standard error of the process that ended</summary>\n<pre>"
      + lines.joined(separator: "\n") + "</pre>\n<p>"
      + "\(anchor(path, StandardError.fileName)) has it as a file.</p></details>\n"
  }

  private func evidence(_ page: FindingPage) -> String {
    let notes = page.notes.map { "<p>\(Markup.escaped($0, upTo: 1000))</p>\n" }.joined()
    let rest = constraints(page) + levels(page)
    guard let drawing = page.drawing else { return notes + frames(page) + rest + proof(page) }
    return notes + "<div class=\"pair\"><div>\(figure(drawing, page))</div><div>\(frames(page))"
      + rest + "</div></div>\n" + proof(page)
  }

  private func figure(_ drawing: LayoutDrawing, _ page: FindingPage) -> String {
    var legend = ["Solid: the exact layout\(page.isUnique ? "" : ", one of several right ones")."]
    if page.constraints.contains(where: \.isInConflict) {
      legend = [
        "Constraints that contradict each other are red; solid: a layout without one of them."
      ]
    }
    if drawing.second != nil {
      legend.append("Dotted outlines: where another layout, which is as good, differs.")
    }
    if let other = drawing.other {
      let name = Markup.escaped(other.title, upTo: Self.nameMax)
      legend.append("Broken red outlines: \(name), where it differs.")
      if !page.constraints.contains(where: \.isInConflict) {
        legend.append("Red lines: constraints that it breaks.")
      }
    }
    return
      "<figure>\(drawing.bareSVG)<figcaption>\(legend.joined(separator: " "))</figcaption></figure>"
  }

  // MARK: - Tables

  private func heads(_ columns: [FindingPage.Column], isUnique: Bool) -> [PageTable.Cell] {
    columns.map { column in
      let detail =
        column.role == .exact
        ? (column.frames == nil ? "conflict" : (isUnique ? "the only right one" : "one of several"))
        : "\(column.answer), \(column.verdict)"
      return .init(
        "\(Markup.escaped(column.name, upTo: 60))<small>\(Markup.escaped(detail, upTo: 80))</small>"
      )
    }
  }

  private func frames(_ page: FindingPage) -> String {
    guard page.columns.contains(where: { $0.frames != nil }) else {
      let names = page.columns.map { "\($0.name): \($0.answer)" }.joined(separator: "; ")
      return "<h3>Answers</h3><p>\(Markup.escaped(names, upTo: 500))</p>\n"
    }
    let exact = page.columns.first { $0.role == .exact }?.frames
    var table = PageTable(
      caption: "x, y, width \u{00D7} height in the superview, in points, not rounded to pixels",
      label: "Frames",
      columns: [.init("View")] + heads(page.columns, isUnique: page.isUnique))
    for (view, name) in page.views.enumerated() {
      var cells: [PageTable.Cell] = [.text(name.id, upTo: Self.nameMax)]
      for column in page.columns {
        guard let frame = column.frames?[view] else {
          cells.append(.init("<span class=\"mute\">none</span>"))
          continue
        }
        let differs = exact.map { !FindingPage.agree($0[view], frame) } ?? false
        // If several layouts are right, only the accused answer is marked as different.
        let shows = differs && (page.isUnique || column.role == .accused)
        let numbers = text(frame, unlike: column.role == .accused ? exact?[view] : nil)
        cells.append(.init((shows ? "\u{2260} " : "") + numbers, shows ? "f d" : "f"))
      }
      table.add(cells)
    }
    return "<h3>Frames</h3>\n" + table.markup
  }

  private func constraints(_ page: FindingPage) -> String {
    guard !page.constraints.isEmpty else { return "" }
    var table = PageTable(
      caption: "As Auto Layout writes them to its log", label: "Constraints",
      columns: [.init("Constraint"), .init("Says"), .init("Priority", "n"), .init("State")])
    for row in page.constraints {
      var states: [String] = []
      if row.isInConflict { states.append("in conflict") }
      if let violation = row.violation, FindingPage.isBroken(by: violation) {
        states.append("broken by \(ShownNumber.points(violation)) pt")
      }
      table.add(
        [
          .text(row.id, upTo: Self.nameMax),
          .init("<code>\(Markup.escaped(row.text, upTo: 3 * Self.nameMax))</code>"),
          .init(priority(row.priority), "n"),
          states.isEmpty ? .init("") : .init(states.joined(separator: ", "), "bad"),
        ], style: row.isInConflict ? "core" : "")
    }
    var text = "<h3>Constraints</h3>\n" + table.markup
    if !page.claimedConflict.isEmpty {
      let names = page.claimedConflict.map {
        "<code>\(Markup.escaped($0, upTo: Self.nameMax))</code>"
      }
      text += "<p>\(Markup.escaped(finding.subject)) says that these conflict: "
      text += names.joined(separator: ", ") + ".</p>\n"
    }
    return text
  }

  private func levels(_ page: FindingPage) -> String {
    guard !page.levels.isEmpty else { return "" }
    let answers = page.columns.filter { $0.role != .exact }
    var table = PageTable(
      caption: "The largest of the required ones, then sums, in points", label: "Violations",
      columns: [.init("Priority"), .init("Least possible", "n")]
        + answers.map { .init(Markup.escaped($0.name, upTo: 60), "n") })
    let isImpossible = page.columns.contains { $0.role == .exact && $0.frames == nil }
    let unknown = isImpossible ? "impossible" : "unknown"
    for level in page.levels {
      var cells: [PageTable.Cell] = [
        .init(priority(level.priority)),
        .init(Markup.escaped(level.exact ?? unknown, upTo: 60), "n"),
      ]
      for value in level.values {
        cells.append(.init(value.map { ShownNumber.points($0) } ?? "none", "n"))
      }
      table.add(cells)
    }
    return "<h3>Violations by priority</h3>\n" + table.markup
  }

  // MARK: - Texts

  private func proof(_ page: FindingPage) -> String {
    guard !page.proofs.isEmpty || finding.hasCertificate else { return "" }
    var text = "<h3>Proof</h3>\n"
    if !page.proofs.isEmpty {
      text += "<ul>" + page.proofs.map { "<li>\(Markup.escaped($0, upTo: 300))</li>" }.joined()
      text += "</ul>\n"
    }
    if finding.hasCertificate {
      text += "<p>\(anchor("\(finding.folder)/certificate.json", "Certificate")), which "
      text += "<code>layoutfuzz verify</code> checks without the solver.</p>\n"
    }
    return text
  }

  private var facts: String {
    let work = finding.minimization
    var facts = [
      ("Size", Markup.escaped(finding.sizeText)),
      (
        "Minimizing",
        Markup.escaped(
          MinimizingWords.sentence(runs: work.calls, steps: work.steps, end: work.end), upTo: 200)
      ),
    ]
    if work.explanationIsCut {
      facts.append(("Numbers that do not matter", MinimizingWords.explanationCut))
    }
    if !work.indifferent.isEmpty {
      let places = work.indifferent.map { Markup.escaped($0, upTo: 100) }
      facts.append(("Numbers that do not matter", places.joined(separator: ", ")))
    }
    if let frequency = finding.frequency { facts.append(("How often", frequency)) }
    if let since = finding.since {
      facts.append(("First seen", Markup.escaped(since.text, upTo: 500)))
    }
    if let origin = finding.origin {
      let profile = origin.profile.map { ", \($0)" } ?? ""
      facts.append(
        (
          "Found by",
          Markup.escaped("seed \(origin.seed), case \(origin.caseIndex)\(profile)", upTo: 200)
        ))
    }
    facts += [
      ("Bucket", "<code>\(Markup.escaped(finding.signature, upTo: 300))</code>"),
      (
        "Files",
        anchor(finding.casePath, finding.caseFile) + ", "
          + (finding.page == nil && finding.text != nil
            ? anchor("\(finding.folder)/report.md", "report.md")
            : anchor("\(finding.folder)/original.json", "original.json"))
      ),
    ]
    if let folder = finding.pendingFolder {
      facts.append(("Stored twice", anchor(folder, "the same case, which waits to be made small")))
    }
    // Facts of the page are not repeated for each finding.
    if finding.toolVersion != version {
      facts.append(("Version", Markup.escaped(finding.toolVersion, upTo: 100)))
    }
    return "<h3>Facts</h3>\n" + PageParts.facts(facts)
  }

  private func anchor(_ path: String, _ title: String) -> String {
    "<a href=\"\(URLText.path(link(path)))\">\(Markup.escaped(title))</a>"
  }

  private func priority(_ value: Double) -> String {
    value == 1000 ? "required" : ShownNumber.points(value)
  }

  /// - Parameter other: a frame from which it differs: adds enough decimals to show that.
  private func text(_ frame: Layout.Frame, unlike other: Layout.Frame? = nil) -> String {
    func parts(_ frame: Layout.Frame) -> [Double] {
      [frame.x, frame.y, frame.width, frame.height]
    }
    let numbers = zip(parts(frame), parts(other ?? frame)).map { number, other in
      FindingPage.isBroken(by: abs(number - other))
        ? ShownNumber.points(number, unlike: other) : ShownNumber.points(number)
    }
    return "\(numbers[0]), \(numbers[1]), \(numbers[2]) \u{00D7} \(numbers[3])"
  }
}
