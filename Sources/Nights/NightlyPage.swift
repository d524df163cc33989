// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import Reporting

/// The page of a night: the verdict, the new, reopened, fixed, slower and still open findings, the
/// numbers, and the last nights as small charts.
///
/// It belongs in the folder of nights; every number is a link to its data.
package struct NightlyPage {
  /// The number of nights in the charts, and in the table.
  package static let nightsDrawn = 90
  static let nightsListed = 14

  let report: NightlyReport
  private let hasKnownFile: Bool
  /// The names of the anchors on the page of evidence.
  private let anchors: Set<String>
  /// Quotes a path for a shell.
  private let quote: (String) -> String

  /// - Parameters:
  ///   - report: the night.
  ///   - hasKnownFile: whether `known.json` exists and gets a link.
  ///   - anchors: the anchors of findings on the page of evidence; empty when there is no such
  ///     page.
  ///   - quote: quotes a path for a shell.
  package init(
    _ report: NightlyReport, hasKnownFile: Bool = false, anchors: Set<String> = [],
    quote: @escaping (String) -> String
  ) {
    self.report = report
    self.hasKnownFile = hasKnownFile
    self.anchors = anchors
    self.quote = quote
  }

  var night: Night { report.night }
  var record: NightRecord { report.record }

  /// The page.
  ///
  /// - Complexity: O(size of the night + nights drawn).
  package var text: String {
    PageFrame(
      title: "LayoutFuzz night \(record.stamp.number): \(report.verdict)",
      style: Self.style, skip: ("new", "Skip to what is new"), header: header,
      main: problems + findings + numbers + issues + nights,
      footer: "Written by layoutfuzz \(record.toolVersion)."
    ).text
  }

  /// The style in addition to that of all pages.
  ///
  /// Wide pages have charts side by side. On narrow ones the table of nights keeps the columns that
  /// show whether attention is needed.
  private static let style =
    ChartStyle.text + """
      h2.none{font-size:1rem;margin:.4rem 0;color:var(--mute)}
      .bucket code{display:inline-block;min-width:15rem}
      #t-nights th,#t-nights td{padding:.35rem .4rem}
      #t-nights thead th{white-space:normal}
      #t-nights code{min-width:5rem}
      .charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1rem 1.5rem}
      .charts figure{margin:0}
      .charts svg{display:block;width:100%;max-width:26rem;height:auto}
      .charts figcaption{font-weight:600;color:var(--text)}
      @media(max-width:40rem){#t-nights :is(th,td):is(:nth-child(3),:nth-child(4),:nth-child(7),:nth-child(n+9):nth-child(-n+12)){display:none}\
      #t-nights{font-size:.8rem}#t-nights th,#t-nights td{padding:.3rem .2rem}#t-nights td.f{white-space:normal}}

      """

  // MARK: - Links

  private var folder: String { NightStore.folderName(ofNight: record.stamp.number) }
  var nightFile: String { "\(folder)/\(Night.fileName)" }
  var campaignFile: String { "\(folder)/\(CampaignRecord.fileName)" }

  /// Returns a link inside of the folder of nights.
  ///
  /// - Parameters:
  ///   - content: the content as markup.
  ///   - path: the target, relative to the folder of nights.
  func link(_ content: String, to path: String) -> String {
    "<a href=\"\(URLText.path(path))\">\(content)</a>"
  }

  func number(_ value: Int, in file: String) -> PageTable.Cell {
    .init(link(ShownNumber.grouped(value), to: file), "n", key: "\(value)")
  }

  // MARK: - Head

  private var header: PageHeader {
    let stamp = record.stamp
    var context = ["Night \(stamp.number)", "\(stamp.date)", "seed \(record.seed)"]
    if let commit = stamp.commit { context.append("commit \(Markup.escaped(commit, upTo: 80))") }
    var links = [("#new", "Findings"), ("#numbers", "Numbers"), ("#nights", "Nights")]
    if !anchors.isEmpty { links.append((NightStore.evidenceName, "Evidence")) }
    return PageHeader(
      context: context, links: links, answer: report.verdict,
      sentence: "All stored cases were run again, then random ones.", tiles: [])
  }

  private var problems: String {
    var text = ""
    if !night.problems.isEmpty {
      text += section("problems", "Problems", "This night cannot be relied on.")
      text += list(night.problems, "<span class=\"s err\">problem</span> ") + "</section>\n"
    }
    if !night.notes.isEmpty {
      text += section("notes", "Notes", nil) + list(night.notes, "") + "</section>\n"
    }
    return text
  }

  private func list(_ texts: [String], _ mark: String) -> String {
    "<ul>" + texts.map { "<li>\(mark)\(Markup.escaped($0, upTo: 1000))</li>\n" }.joined()
      + "</ul>\n"
  }

  /// Returns the start of a section.
  ///
  /// - Parameters:
  ///   - id: the id of the heading.
  ///   - title: the title as text.
  ///   - text: a sentence below it, as text.
  ///   - style: the class of the heading.
  func section(_ id: String, _ title: String, _ text: String?, style: String? = nil) -> String {
    "<section aria-labelledby=\"\(id)\"><h2 id=\"\(id)\"\(style.map { " class=\"\($0)\"" } ?? "")>"
      + "\(Markup.escaped(title))</h2>\n"
      + (text.map { "<p class=\"mute\">\(Markup.escaped($0))</p>\n" } ?? "")
  }

  // MARK: - Findings

  private var findings: String {
    findings("new", "New", night.changes(.new), "No night has met these buckets before.")
      + findings(
        "reopened", "Reopened", night.changes(.reopened),
        "They were fixed and have come back, or a known issue has expired.")
      + findings(
        "fixed", "Fixed", night.changes(.fixed),
        "All their stored cases pass now, and no random case met them.")
      + moved
      + slower
      + findings(
        "open", "Still open", night.changes(.stillOpen),
        "As in earlier nights: met again, or the stored case still fails.")
  }

  /// The section about moved buckets; empty on nights without any, which is usual.
  private var moved: String {
    let changes = night.changes(.moved)
    return changes.isEmpty
      ? ""
      : findings(
        "moved", "Made small", changes,
        "What waited in these buckets is as small as it gets now and lies in buckets of its own.")
  }

  private func findings(
    _ id: String, _ title: String, _ changes: [BucketChange], _ text: String
  ) -> String {
    let head = "\(title): \(ShownNumber.grouped(changes.count))"
    // A section without findings takes one line.
    guard !changes.isEmpty else { return section(id, head, nil, style: "none") + "</section>\n" }
    return section(id, head, text) + table(changes, id: "t-\(id)", caption: title) + "</section>\n"
  }

  private func table(_ changes: [BucketChange], id: String, caption: String) -> String {
    var table = PageTable(
      caption:
        "\(caption): how many cases are known to lie in it, tonight and so far, in how many nights",
      label: caption, id: id,
      columns: [
        .init("Bucket"), .init("Case"), .init("What is wrong, and how to run it again", "long"),
        .init("Tonight", "n"), .init("So far", "n"), .init("Nights", "n"), .init("First met"),
      ])
    for change in changes {
      let bucket = change.bucket
      table.add([
        .init("<code>\(Markup.escaped(bucket.signature, upTo: 120))</code>", "bucket"),
        .init(evidence(bucket)),
        .init(
          Markup.escaped(bucket.summary, upTo: 400) + command(bucket) + remark(change), "long"),
        number(change.cases, in: nightFile), number(bucket.cases, in: BucketRegistry.fileName),
        number(bucket.nights, in: BucketRegistry.fileName),
        .init(
          "night \(bucket.first.number), \(bucket.first.date)", "f", key: "\(bucket.first.number)"),
      ])
    }
    return table.markup
  }

  /// Returns the command that runs its smallest case again; empty without a case.
  private func command(_ bucket: Bucket) -> String {
    guard let path = bucket.path else { return "" }
    let words = "layoutfuzz replay " + quote(report.place(of: path, isStored: bucket.isStored))
    return "<br/><code>\(Markup.escaped(words, upTo: 600))</code>"
  }

  private func remark(_ change: BucketChange) -> String {
    var remarks: [String] = []
    if let issue = change.issue, change.kind == .reopened {
      remarks.append("was known until \(issue.until): \(issue.reason)")
    }
    if change.kind == .reopened, let fixed = change.bucket.fixed {
      remarks.append("fixed after night \(fixed.number) of \(fixed.date)")
    }
    if change.replay == .notTried, change.cases == 0 { remarks.append("not tried tonight") }
    if let share = report.share(of: change), share.isPartial {
      remarks.append("tonight \(share.text)")
    }
    return remarks.map { "<br/><span class=\"mute\">\(Markup.escaped($0, upTo: 400))</span>" }
      .joined()
  }

  private func evidence(_ bucket: Bucket) -> String {
    guard let path = bucket.path else { return "<span class=\"mute\">none stored</span>" }
    guard bucket.isStored else { return "<code>\(Markup.escaped(path, upTo: 200))</code>" }
    let folder = path.split(scalar: "/", omittingEmpty: true).dropLast().joined(separator: "/")
    let anchor = FindingAnchor.name(ofFolder: folder)
    if anchors.contains(anchor) {
      let place = "\(NightStore.evidenceName)#\(anchor)"
      return "<a href=\"\(place)\">evidence</a> " + link("case", to: path)
    }
    return link("case", to: path) + " " + link("report", to: "\(folder)/report.md")
  }

  /// The section about correct answers that cost too much.
  private var slower: String {
    let changes = night.slower
    let head = "Slower: \(ShownNumber.grouped(changes.count))"
    guard !changes.isEmpty else {
      return section("slower", head, nil, style: "none") + "</section>\n" + rises
    }
    return section(
      "slower", head, "By counters of work, never by the clock; listed above or below, too.")
      + table(changes, id: "t-slower", caption: "Slower") + "</section>\n" + rises
  }

  /// The section about strategies whose costs came nearer to their limits, which are no findings.
  ///
  /// It is empty on most nights.
  private var rises: String {
    if night.rises.isEmpty { return "" }
    var text = section(
      "rises", "Nearer to an envelope: \(ShownNumber.grouped(night.rises.count))",
      "No findings: the answers are within what answers of their kind may cost.")
    var table = PageTable(
      caption:
        "Strategies whose dearest answer came much nearer to its envelope than in all nights before",
      label: "Costs",
      columns: [
        .init("Strategy"), .init("Counter"), .init("Tonight", "n"), .init("At most before", "n"),
      ])
    for rise in night.rises {
      table.add([
        .text(rise.cost.strategy, upTo: 100), .text(rise.cost.counter, upTo: 60),
        .init(link(report.shareText(rise.cost.thousandths), to: nightFile), "n"),
        .init(link(report.shareText(rise.before), to: NightHistory.fileName), "n"),
      ])
    }
    text += table.markup
    return text + "</section>\n"
  }

  // MARK: - Known issues

  private var issues: String {
    let known = night.changes(.known)
    guard !night.issues.isEmpty || !known.isEmpty else { return "" }
    var text = section(
      "known", "Known issues: \(ShownNumber.grouped(night.issues.count))",
      "Findings that are let be until a day; after it they count as open again.")
    if !night.issues.isEmpty {
      var table = PageTable(
        caption: "What known.json names", label: "Known issues", id: "t-issues",
        columns: [
          .init("Bucket"), .init("Why", "long"), .init("Until"), .init("State"),
          .init("Open findings", "n"),
        ])
      for use in night.issues {
        let state = use.isExpired ? "expired" : (use.buckets == 0 ? "names nothing" : "in force")
        table.add([
          .init("<code>\(Markup.escaped(use.issue.bucket, upTo: 120))</code>", "bucket"),
          .init(Markup.escaped(use.issue.reason, upTo: 400), "long"),
          .init(use.issue.until.description, "f"),
          .init(state, use.isExpired && use.buckets > 0 ? "bad" : ""),
          hasKnownFile
            ? number(use.buckets, in: KnownIssues.fileName) : PageTable.Cell.number(use.buckets),
        ])
      }
      text += table.markup
    }
    if !known.isEmpty { text += table(known, id: "t-known", caption: "Known") }
    return text + "</section>\n"
  }
}
