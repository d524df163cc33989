// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// The head of the page of a report: its answer in at most 15 words and its figures.
struct ReportHeadline {
  private let report: Report
  private let cards: [FindingCard]
  private let link: (String) -> String

  init(_ report: Report, _ cards: [FindingCard], link: @escaping (String) -> String) {
    self.report = report
    self.cards = cards
    self.link = link
  }

  var header: PageHeader {
    let nights = report.nights
    var links = [(target: "#findings", text: "Findings"), (target: "#runs", text: "Run")]
    if !report.problems.isEmpty { links.insert(("#problems", "Problems"), at: 0) }
    links += nights.map { night in
      (URLText.path(link("\(night.folder)/\(Report.nightPageName)")), "Page of the night")
    }
    return PageHeader(
      context: context, links: links, answer: answer, sentence: sentence, tiles: tiles)
  }

  private var context: [String] {
    var parts = [report.nights.first.map { "Evidence of night \($0.number)" } ?? "Fuzz run"]
    if report.runs.count == 1, let campaign = report.runs[0].campaign {
      parts.append("seed \(campaign.seed)")
    }
    parts.append("version \(Markup.escaped(report.toolVersion, upTo: 40))")
    return parts
  }

  // MARK: - Answer

  private var own: [FindingCard] { cards.filter { $0.standing == .open } }
  private var fixed: Int { cards.count { $0.standing == .fixed } }
  private var subjects: Set<String> { Set(own.map { report.findings[$0.first].subject }) }

  /// The names of all solvers of the runs.
  private var solvers: Set<String> {
    Set(report.runs.flatMap { $0.campaign?.strategies.map(\.name) ?? [] })
  }

  /// The answer, as text.
  var answer: String {
    let count = own.count
    if let night = report.nights.first {
      let place = count == 0 ? "" : " of \(ShownNumber.counted(subjects.count, "solver"))"
      return
        "Night \(night.number): \(report.counts(place, startsSentence: false) ?? "no stored finding")."
    }
    guard let counts = report.counts(report.place, startsSentence: true) else {
      if isUnjudged { return "No answer has a verdict\(report.place)." }
      return "Nothing found\(report.place)"
        + (report.problems.isEmpty ? "." : ", but the run is not sound.")
    }
    let text = "\(counts)."
    guard count > 0, subjects.isSubset(of: solvers), !report.runs.isEmpty else { return text }
    if solvers.count == 1 { return "The solver fails: \(text)" }
    return subjects.count == solvers.count
      ? "\(solvers.count == 2 ? "Both" : "All \(solvers.count)") solvers fail: \(text)"
      : "\(subjects.count) of \(solvers.count) solvers "
        + "\(ShownNumber.form(ofVerb: "fails", for: subjects.count)): \(text)"
  }

  private func findings(_ count: Int) -> String { ShownNumber.counted(count, "finding") }

  private var isUnjudged: Bool {
    !solvers.isEmpty && solvers.isSubset(of: Set(report.unjudged))
  }

  private var sentence: String {
    var parts = [
      "Every answer was compared with the exact optimum. Answers within 1e-6 pt are accepted."
    ]
    if !report.unjudged.isEmpty {
      let names = Markup.escaped(report.unjudged.joined(separator: ", "), upTo: 200)
      parts.append("Nothing is known of \(names).")
    }
    if fixed > 0 { parts.append("Fixed findings are last.") }
    let earlier = cards.count - own.count - fixed
    if earlier > 0 {
      parts.append(
        "\(findings(earlier)) of earlier campaigns \(ShownNumber.form(ofVerb: "is", for: earlier)) last."
      )
    }
    return parts.joined(separator: " ")
  }

  // MARK: - Tiles

  private var tiles: [PageHeader.Tile] {
    var tiles = [
      PageHeader.Tile(
        fixed > 0 ? "Open findings" : "Findings", ShownNumber.grouped(own.count),
        fact: (own.isEmpty && fixed > 0 ? "" : kinds)
          + (fixed > 0 ? PageMark.good.markup("\(ShownNumber.grouped(fixed)) fixed") : ""))
    ]
    let campaigns = report.runs.compactMap(\.campaign)
    guard !campaigns.isEmpty, report.nights.isEmpty else {
      if !report.findings.isEmpty {
        tiles.append(
          .init(
            "Stored cases", ShownNumber.grouped(report.findings.count), fact: report.storedText))
      }
      return tiles + problems
    }
    let nanoseconds = Self.sum(campaigns.map { Int(clamping: $0.nanoseconds) })
    let time = ShownNumber.duration(nanoseconds: UInt64(nanoseconds))
    tiles.append(
      .init(
        "Cases", ShownNumber.grouped(report.caseCount),
        fact: "in \(time)" + (campaigns.count == 1 ? ", \(Self.speed(campaigns[0]))" : "")
          + (report.runs.contains { $0.campaign == nil && $0.lastNight != nil }
            ? "; those of nights are not counted" : "")))
    let rows = campaigns.flatMap { campaign in campaign.strategies.map { (campaign, $0) } }
    let wrong = Self.sum(rows.map { Self.count($0.1, "wrong") ?? 0 })
    let answers = Self.sum(rows.map { Self.count($0.1, "answers") ?? $0.0.cases })
    tiles.append(
      .init(
        "Failed answers", ShownNumber.grouped(wrong),
        fact: "of \(ShownNumber.grouped(answers))\(split(wrong))"))
    if report.problems.isEmpty {
      let undecided = Self.sum(campaigns.map(\.undecided))
      tiles.append(
        .init(
          "Undecided", ShownNumber.grouped(undecided),
          fact: "of \(ShownNumber.counted(answers, "answer"))"))
    }
    return tiles + problems
  }

  private var problems: [PageHeader.Tile] {
    guard !report.problems.isEmpty else { return [] }
    return [
      .init(
        "Problems",
        "<a class=\"n\" href=\"#problems\">\(ShownNumber.grouped(report.problems.count))</a>",
        fact: PageMark.bad.markup("findings may be missing"))
    ]
  }

  private static func speed(_ campaign: CampaignRecord) -> String {
    let speed = ShownNumber.grouped(rounding: campaign.casesPerSecond)
    return "\(speed) \(speed == "1" ? "case" : "cases")/s"
  }

  /// Returns the numbers of wrong answers and of ended processes, where both occur.
  private func split(_ failed: Int) -> String {
    let ends = own.filter { $0.group == .process }
    let counts = ends.filter(\.hasWholeVerdict).compactMap(\.caseCount)
    let ended = Self.sum(counts)
    guard ended > 0, counts.count == ends.count, ended <= failed else { return "" }
    return "; \(ShownNumber.grouped(failed - ended)) wrong, \(self.ended(ended))"
  }

  /// Returns a number of ended processes with a word for the way in which they ended.
  private func ended(_ count: Int) -> String {
    let ends = own.filter { $0.group == .process }
    let labels = Set(ends.map { report.findings[$0.first].label })
    let noun = labels == ["Crash"] ? "crash" : labels == ["Hang"] ? "hang" : "ended process"
    return ShownNumber.counted(count, noun)
  }

  /// The kinds of findings, as markup.
  private var kinds: String {
    guard !own.isEmpty else { return PageMark.good.markup("none") }
    let parts = ReportFinding.Group.allCases.flatMap { group -> [String] in
      let count = own.count { $0.group == group }
      if count == 0 { return [] }
      switch group {
      case .wrong:
        // A law is broken by two answers, each of which may be right.
        let laws = own.count {
          $0.group == .wrong && report.findings[$0.first].label == "Broken law"
        }
        return (count > laws ? [ShownNumber.counted(count - laws, "wrong answer")] : [])
          + (laws > 0 ? [ShownNumber.counted(laws, "broken law")] : [])
      case .process: return [ended(count)]
      case .cost: return [ShownNumber.counted(count, "slow answer")]
      }
    }
    let isOnlySlow = own.allSatisfy { $0.group == .cost }
    return (isOnlySlow ? PageMark.warning : .bad).markup(parts.joined(separator: ", "))
  }

  private static func count(_ row: CampaignRecord.Row, _ name: String) -> Int? {
    row.counts.first { $0.name == name }?.value
  }

  /// Files may have any numbers: a sum that overflows is the largest one.
  private static func sum(_ numbers: [Int]) -> Int {
    numbers.reduce(0) { sum, number in
      let (total, overflows) = sum.addingReportingOverflow(max(0, number))
      return overflows ? .max : total
    }
  }
}
