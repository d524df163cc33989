// SPDX-License-Identifier: MIT

import Choices
import TestSupport
import Testing

@testable import Reporting

@Suite("Cards of findings")
struct FindingCardTests {
  /// Returns findings in few buckets of two runs, of any size.
  private static func findings(_ random: inout Xoshiro256) -> [ReportFinding] {
    func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    var sample = SampleReport(seed: random.next())
    return (0..<draw(12)).map { _ in
      let bucket = draw(4)
      var finding = sample.finding(bucket)
      // Some have the same folder, as with a run named twice.
      finding.folder = "run\(draw(2))/findings/simplex-wrongValue-\(bucket)/\(draw(5))"
      finding.minimized = .init([.init(1 + draw(3), "view"), .init(draw(3), "constraint")])
      finding.sentence = "it is wrong in way \(draw(2))"
      (finding.share, finding.since, finding.occurrences) = (nil, nil, 1000 + bucket)
      finding.group = [.wrong, .process, .cost][bucket % 3]
      finding.isEarlier = draw(4) == 0
      return finding
    }
  }

  @Test(
    "each finding belongs to one card, of its bucket or of its way to end, the smallest case first",
    arguments: 0..<200 as Range<UInt64>)
  func cards(seed: UInt64) {
    var random = Xoshiro256(seed: seed)
    let findings = Self.findings(&random)
    let cards = FindingCard.cards(findings)
    let comment = Comment("seed \(seed)")
    #expect(cards.flatMap(\.positions).sorted() == Array(findings.indices), comment)
    for card in cards {
      let members = card.positions.map { findings[$0] }
      #expect(members.map(\.size) == members.map(\.size).sorted(), comment)
      #expect(Set(members.map(\.group)).count == 1, comment)
      #expect(Set(members.map(\.isEarlier)).count == 1, comment)
      let isProcess = card.group == .process
      #expect(Set(members.map { isProcess ? $0.sentence : $0.signature }).count == 1, comment)
    }
    // Cards of earlier campaigns come last, then the groups have an order.
    let ranks = cards.map { card in
      (findings[card.first].isEarlier ? 10 : 0) + card.group.rawValue
    }
    #expect(ranks == ranks.sorted(), comment)
    for (one, next) in zip(cards, cards.dropFirst())
    where one.group == next.group && findings[one.first].isEarlier == findings[next.first].isEarlier
    {
      #expect((one.caseCount ?? 0) >= (next.caseCount ?? 0), comment)
    }
  }

  @Test("each format for other tools lists a finding once, with the number of its stored cases")
  func listedOnce() {
    var sample = SampleReport(seed: 1)
    var report = sample.report(findings: 1)
    report.findings = (0..<4).map { index in
      var copy = report.findings[0]
      copy.folder += "\(index)"
      return copy
    }
    let console = ConsoleReport(width: 1000).text(report)
    #expect(console.contains("\n1  ") && !console.contains("\n2  "))
    #expect(console.contains("\n   3 more cases stored\n"))
    let markdown = MarkdownReport.text(report)
    #expect(markdown.contains("\n| 1 | ") && !markdown.contains("\n| 2 | "))
    let annotations = AnnotationReport.text(report).split(separator: "\n")
    #expect(annotations.count == report.problems.count + 1)
    #expect(annotations.last?.contains(". stored: 3 more cases. ") == true)
    #expect(JUnitReport.text(report).contains("failures=\"1\""))
    #expect(SARIFReport.log(report).results.count == 1)
  }

  @Test("an open crash is listed beside a suppressed one that ends in the same way")
  func openBesideKnown() {
    var sample = SampleReport(seed: 1)
    var report = sample.report(findings: 1)
    report.problems = []
    report.findings = ["known", "open"].map { state in
      var copy = report.findings[0]
      (copy.group, copy.sentence) = (.process, "gtk ends with exit code 1")
      copy.signature = "gtk-crash-\(state)"
      copy.since?.state = state == "known" ? .known : .open
      return copy
    }
    #expect(report.listed.map(\.signature) == ["gtk-crash-known", "gtk-crash-open"])
    #expect(JUnitReport.text(report).contains("failures=\"1\" errors=\"0\" skipped=\"1\""))
    #expect(SARIFReport.log(report).results.map(\.suppression).filter { $0 == nil }.count == 1)
    #expect(AnnotationReport.text(report).contains("::error"))
  }

  @Test(
    "different folders have different anchors, which are found on the page",
    arguments: 0..<100 as Range<UInt64>)
  func anchors(seed: UInt64) {
    var random = Xoshiro256(seed: seed)
    let parts = [
      "a", "A", "-", "_", "_2F", "~", "~~2", ".", "\"", "<", "/", " ", "\u{202E}", "é", "2",
    ]
    func name() -> String {
      (0..<1 + random.next() % 4).map { _ in parts[Int(random.next() % UInt64(parts.count))] }
        .joined()
    }
    var sample = SampleReport(seed: seed)
    var report = sample.report(findings: 8)
    for index in report.findings.indices {
      report.findings[index].folder = "out/findings/\(name())/\(name())"
    }
    let names = FindingAnchor.names(report.findings)
    let comment = Comment("seed \(seed)")
    #expect(Set(names).count == names.count, comment)
    let folders = report.findings.map { $0.folder.split(separator: "/").suffix(2) }
    for (one, left) in folders.enumerated() {
      for (other, right) in folders.enumerated() where left != right {
        #expect(
          FindingAnchor.name(ofFolder: report.findings[one].folder)
            != FindingAnchor.name(ofFolder: report.findings[other].folder), comment)
      }
    }
    let page = HTMLReport(report, link: { $0 }).text
    #expect(Set(EvidencePage(page, name: "page.html").anchors) == Set(names), comment)
    let links = ParsedMarkup(page).attributes.filter { $0.name == "href" }.map(\.value)
    let targets = Set(links.filter { $0.hasPrefix("#f-") })
    #expect(targets.isSubset(of: names.map { "#\($0)" }), comment)
  }

  @Test("Markdown lists the number of cases of a bucket once")
  func markdown() {
    var sample = SampleReport(seed: 1)
    var report = sample.report(findings: 1)
    var other = report.findings[0]
    other.folder += "1"
    report.findings.append(other)
    #expect(MarkdownReport.text(report).matches(of: #/how often: /#).count == 1)
    report.findings[1].signature += "9"
    #expect(MarkdownReport.text(report).matches(of: #/how often: /#).count == 2)
  }
}
