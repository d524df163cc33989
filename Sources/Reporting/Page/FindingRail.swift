// SPDX-License-Identifier: MIT

import Display

/// The list of the findings of a page with its filter, beside the findings.
struct FindingRail {
  private let cards: [FindingCard]
  private let findings: [ReportFinding]
  private let anchors: [String]
  private let subjects: [String]

  /// The name of the filter.
  private static let name = "findings"
  /// The most solvers with a button; the words find the others.
  private static let subjectsMax = 6

  /// Makes the list of the cards, which are in the order of the page.
  ///
  /// `anchors` are those of all findings.
  init(_ cards: [FindingCard], _ findings: [ReportFinding], anchors: [String]) {
    self.cards = cards
    self.findings = findings
    self.anchors = anchors
    var subjects: [String] = []
    for card in cards where !subjects.contains(findings[card.first].subject) {
      if subjects.count > Self.subjectsMax { break }
      subjects.append(findings[card.first].subject)
    }
    self.subjects = (2...Self.subjectsMax).contains(subjects.count) ? subjects : []
  }

  /// Returns the attributes of a card for the filter.
  func item(_ card: FindingCard) -> String {
    let finding = findings[card.first]
    let subject = subjects.firstIndex(of: finding.subject).map { "s\($0)" } ?? ""
    return PageFilter.item(
      of: Self.name, values: [("kind", Self.kind(card)), ("solver", subject)])
  }

  /// Returns the list with the filter; empty for a single card.
  ///
  /// `count` is the number of listed cards, from the first on.
  func markup(of count: Int) -> String {
    guard cards.count > 1 else { return "" }
    var text = "<nav class=\"rail\" aria-label=\"Findings\">\n"
    text += filter
    text += "<ol>\n" + cards.prefix(count).map(entry).joined() + "</ol>\n"
    return text + "<p class=\"small mute\">\(order)</p></nav>\n"
  }

  /// Returns the largest number of bytes for listing a card.
  func bytes(_ card: FindingCard) -> Int { entry(card).utf8.count }

  private func entry(_ card: FindingCard) -> String {
    let finding = findings[card.first]
    let cases = card.caseCount.map { ShownNumber.counted($0, "case") } ?? ""
    let id = anchors[card.first]
    return "<li data-of=\"\(id)\"><a href=\"#\(id)\"><span class=\"l\">"
      + "\(FindingSection.mark(finding))<span>\(cases)</span></span>"
      + "<span class=\"t\">\(Markup.escaped(finding.sentence, upTo: 200))</span></a></li>\n"
  }

  /// Returns the value of a card for the filter by kind: fixed ones are a kind of their own.
  private static func kind(_ card: FindingCard) -> String {
    card.standing == .fixed ? "fixed" : "k\(card.group.rawValue)"
  }

  private var filter: String {
    let kinds =
      ReportFinding.Group.allCases.map { ("k\($0.rawValue)", Self.word($0)) } + [("fixed", "Fixed")]
    let counts = kinds.map { kind in
      (kind, cards.count { Self.kind($0) == kind.0 })
    }.filter { $0.1 > 0 }
    var groups: [PageFilter.Group] = []
    if counts.count > 1 {
      groups.append(
        .init(
          "kind",
          counts.map { ($0.0.0, "\($0.0.1) \(ShownNumber.grouped($0.1))") },
          all: "All \(ShownNumber.grouped(cards.count))"))
    }
    if !subjects.isEmpty {
      groups.append(
        .init(
          "solver",
          subjects.enumerated().map { ("s\($0.offset)", Markup.escaped($0.element, upTo: 32)) },
          all: "All solvers", title: "By solver"))
    }
    return PageFilter(Self.name, groups: groups, search: "Filter findings").markup
  }

  private static func word(_ group: ReportFinding.Group) -> String {
    switch group {
    case .wrong: "Wrong"
    case .process: "Crash or hang"
    case .cost: "Slow"
    }
  }

  /// The order in words.
  private var order: String {
    let groups = ReportFinding.Group.allCases.filter { group in
      cards.contains { $0.group == group }
    }
    let last = cards.contains { $0.standing == .fixed } ? " Fixed ones are last." : ""
    if groups.count == 1 { return "Those with the most cases come first." + last }
    let words = groups.map { group in
      switch group {
      case .wrong: "wrong answers"
      case .process: "crashes and hangs"
      case .cost: "slow answers"
      }
    }
    return "First \(words.joined(separator: ", then ")). Within each, those with the most cases."
      + last
  }
}
