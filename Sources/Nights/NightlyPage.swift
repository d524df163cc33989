// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import Reporting

/// The page of a night: the answer, the new findings with their pictures, all findings, the last
/// nights, trends, and the run itself.
///
/// It belongs in the folder of nights; every linked number leads to its data.
package struct NightlyPage {
  /// The most new findings that are shown with their evidence; the table has all.
  static let shownMax = 3
  /// The largest evidence of a shown finding, in bytes.
  static let evidenceBytesMax = 200_000

  let report: NightlyReport
  let hasKnownFile: Bool
  let evidence: EvidencePage
  /// The anchors on the page of evidence.
  let anchors: Set<String>
  /// Quotes a path for a shell.
  let quote: (String) -> String

  /// - Parameters:
  ///   - report: the night.
  ///   - hasKnownFile: whether `known.json` exists and gets a link.
  ///   - evidence: the page of evidence; empty when there is no such page.
  ///   - quote: quotes a path for a shell.
  package init(
    _ report: NightlyReport, hasKnownFile: Bool = false,
    evidence: EvidencePage = EvidencePage("", name: NightStore.evidenceName),
    quote: @escaping (String) -> String
  ) {
    self.report = report
    self.hasKnownFile = hasKnownFile
    self.evidence = evidence
    anchors = Set(evidence.anchors)
    self.quote = quote
  }

  var night: Night { report.night }
  var record: NightRecord { report.record }
  /// Whether a finding is new or reopened.
  var hasNews: Bool { night.changes.contains { $0.kind == .new || $0.kind == .reopened } }
  /// The nights that strip, bars and trends show.
  var nightsShown: [NightRecord] { Array(report.history.nights.suffix(NightCases.nightsMax)) }

  /// The page.
  ///
  /// - Complexity: O(size of the night and of its evidence).
  package var text: String {
    PageFrame(
      title: "LayoutFuzz night \(record.stamp.number): \(report.answer)",
      style: evidence.style + ChartStyle.text + HistoryPlot.style + Self.style,
      skip: (hasNews ? "new" : "findings", "Skip to the findings"), header: header,
      main: problems + news + findings + strip + trends + run + more,
      footer: "Written by layoutfuzz \(record.toolVersion). One file, no network."
    ).text
  }

  /// The style in addition to that of all pages.
  private static let style = """
    header p{max-width:none}
    .news{margin-bottom:32px}
    .news>.meta{margin-top:24px}
    .news .finding{padding-bottom:0;margin-bottom:0;border:0}
    .problem{margin:0 0 12px;padding:0;list-style:none}
    .problem li{overflow-wrap:anywhere;margin:4px 0 12px}
    #t-findings :is(td,tbody th){vertical-align:middle}
    #t-findings td:nth-child(2){min-width:16rem;overflow-wrap:anywhere}
    #t-findings tbody th{white-space:nowrap}
    #t-trends :is(td,tbody th){vertical-align:middle}
    #t-trends th:first-child{width:24%}
    .strip{display:grid;grid-template-columns:repeat(30,minmax(0,1fr));gap:3px;margin:8px 0 4px;padding:0;list-style:none}
    .strip a{display:block;height:28px;border-radius:3px;background:var(--sub);border:1px solid var(--line);\
    text-align:center;font-size:11px;line-height:26px;color:var(--mute);overflow:hidden;text-decoration:none}
    .strip a.open{border-color:var(--edge);color:var(--text)}
    .strip a.new{background:var(--errbg);border-color:var(--err);color:var(--err);font-weight:700}
    .strip a.red{border:2px dashed var(--err);color:var(--err);font-weight:700;line-height:24px}
    .strip li:last-child a{outline:2px solid var(--text);outline-offset:1px}
    #more{margin-top:24px}
    .ends{display:flex;justify-content:space-between;font-size:12px;color:var(--mute);max-width:none}
    @media(max-width:640px){.strip{grid-template-columns:repeat(15,minmax(0,1fr))}.ends{display:none}\
    #t-findings thead,#t-trends thead{display:none}\
    #t-findings tr,#t-trends tr{display:grid;grid-template-columns:1fr auto auto;gap:2px 16px;padding:10px 0;\
    border-bottom:1px solid var(--line)}\
    #t-findings tr{grid-template-columns:auto auto 1fr}\
    #t-findings :is(td,tbody th),#t-trends :is(td,tbody th){border:0;padding:0;text-align:left;min-width:0}\
    #t-findings :is(tbody th,td:nth-child(2),td:nth-child(3)),#t-trends :is(tbody th,td:nth-child(2)){grid-column:1/-1;width:auto}\
    #t-findings td.n,#t-trends td.n{font-size:13px}\
    #t-findings td:nth-child(4)::before{content:"tonight ";color:var(--mute)}\
    #t-findings td:nth-child(5)::before{content:"total ";color:var(--mute)}\
    #t-trends td:nth-child(3)::before{content:"first ";color:var(--mute)}\
    #t-trends td:nth-child(4)::before{content:"tonight ";color:var(--mute)}\
    #t-trends td:nth-child(5)::before{content:"worst ";color:var(--mute)}\
    #t-nights :is(th,td):is(:nth-child(3),:nth-child(4),:nth-child(7),:nth-child(n+9):nth-child(-n+12)){display:none}\
    #t-nights{font-size:12px}#t-nights :is(th,td){padding:4px 6px 4px 0}#t-nights thead th{white-space:normal}}

    """

  // MARK: - Links

  private var folder: String { NightStore.folderName(ofNight: record.stamp.number) }
  var nightFile: String { "\(folder)/\(Night.fileName)" }
  var campaignFile: String { "\(folder)/\(CampaignRecord.fileName)" }

  /// Returns a link inside of the folder of nights.
  ///
  /// `content` is markup. `path` is relative to the folder of nights. If `isNumber`, the link looks
  /// like text until the pointer is over it.
  func link(_ content: String, to path: String, isNumber: Bool = false) -> String {
    "<a\(isNumber ? " class=\"n\"" : "") href=\"\(URLText.path(path))\">\(content)</a>"
  }

  /// Returns a number that leads to its data.
  func number(_ value: Int, in file: String) -> PageTable.Cell {
    .init(link(ShownNumber.grouped(value), to: file, isNumber: true), "n", key: "\(value)")
  }

  /// Returns the start of a section.
  ///
  /// `id` is the id of the heading. `title` is plain text.
  func section(_ id: String, _ title: String) -> String {
    "<section aria-labelledby=\"\(id)\"><h2 id=\"\(id)\">\(Markup.escaped(title))</h2>\n"
  }

  /// Returns a day such as `23 Nov 2026`.
  static func day(_ date: NightDate) -> String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(date.day) \(months[date.month - 1]) \(date.year)"
  }

  // MARK: - Head

  private var header: PageHeader {
    let stamp = record.stamp
    var context = ["Night \(stamp.number)", Self.day(stamp.date)]
    if let commit = stamp.commit { context.append("commit \(Markup.escaped(commit, upTo: 80))") }
    var links = [("#findings", "All findings")]
    if nightsShown.count > 1 { links += [("#nights", "Nights"), ("#trends", "Trends")] }
    links.append(("#run", "Run"))
    if hasNews {
      links.insert(("#new", "New"), at: 0)
    }
    if !anchors.isEmpty { links.append((NightStore.evidenceName, "Evidence")) }
    return PageHeader(
      context: context, links: links, answer: report.answer, sentence: sentence,
      tiles: Array(tiles.prefix(PageHeader.tilesMax)))
  }

  /// The states without findings, and the canary.
  private var sentence: String {
    let buckets = record.buckets
    var parts: [String] = []
    if !record.isSound {
      parts.append(report.findingsText.capitalizedFirst)
    } else {
      let none = [
        (buckets.reopened, "reopened"), (buckets.stillOpen, "still open"),
        (buckets.fixed, "fixed"), (buckets.known, "suppressed"), (buckets.slower, "slower"),
      ].filter { $0.0 == 0 }.map { "0 \($0.1)" }
      if !none.isEmpty { parts.append(none.joined(separator: ", ")) }
      if report.expiredCount > 0 {
        parts.append("\(ShownNumber.counted(report.expiredCount, "suppression")) expired")
      }
    }
    if let canary = record.canary {
      let cases = ShownNumber.counted(canary.cases, "case")
      parts.append(
        canary.isCaught
          ? "The canary, a planted fault, was caught in the \(cases) that it solved"
          : "The canary, a planted fault, solved \(cases)")
    }
    return parts.map { Markup.escaped($0, upTo: 300) + "." }.joined(separator: " ")
  }

  /// The states with findings, then further figures.
  private var tiles: [PageHeader.Tile] {
    let buckets = record.buckets
    func tile(_ label: String, _ count: Int, _ fact: String) -> PageHeader.Tile? {
      count > 0 ? .init(label, ShownNumber.grouped(count), fact: fact) : nil
    }
    let open = night.changes(.stillOpen).map(\.bucket.first.number).min()
    let quiet = report.history.quiet
    let behaviours = record.behaviours.map {
      PageHeader.Tile(
        "Behaviours covered", ShownNumber.grouped($0.seen),
        fact: "\(ShownNumber.grouped($0.seenOnce)) in one case only")
    }
    return [
      tile("New", buckets.new, PageMark.bad.markup("needs a look")),
      tile("Reopened", buckets.reopened, PageMark.bad.markup("needs a look")),
      tile("Still open", buckets.stillOpen, open.map { "since night \($0)" } ?? ""),
      tile("Fixed", buckets.fixed, PageMark.good.markup("all stored cases pass")),
      tile("Slower", buckets.slower, PageMark.warning.markup("cost above the model")),
      tile("Suppressed", buckets.known, "by \(KnownIssues.fileName)"),
      .init("Cases", ShownNumber.grouped(record.cases), fact: report.speedText),
      buckets.new > 0 || !record.isSound
        ? nil
        : .init(
          "Nights without new findings", ShownNumber.grouped(quiet.nights),
          fact: ShownNumber.counted(quiet.cases, "case")),
      .init(
        "Undecided answers", ShownNumber.grouped(record.undecided),
        fact: "\(ShownNumber.counted(record.discards, "attempt")) discarded"),
      behaviours,
    ].compactMap { $0 }
  }

  /// The reasons of an unreliable night, each with its fix.
  private var problems: String {
    guard !record.isSound else { return "" }
    var text = section("problems", "Why this night is unreliable") + "<ul class=\"problem\">\n"
    for problem in report.problems {
      text += "<li>\(PageMark.bad.markup("problem")) \(Markup.escaped(problem.reason, upTo: 1000))"
      for line in problem.details {
        text += "<br/><span class=\"small mute\">\(Markup.escaped(line, upTo: 500))</span>"
      }
      if let fix = problem.fix { text += "<br/>Fix: \(Markup.escaped(fix, upTo: 1000))." }
      text += "</li>\n"
    }
    return text + "</ul></section>\n"
  }
}
