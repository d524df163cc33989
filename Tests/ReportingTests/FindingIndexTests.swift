// SPDX-License-Identifier: MIT

import Choices
import TestSupport
import Testing

@testable import Reporting

@Suite("The index of findings")
struct FindingIndexTests {
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
      return finding
    }
  }

  private struct Row {
    let isHead: Bool
    let number: Int
    let cells: [String]
  }

  /// Returns the rows of each group, parsed from the markup.
  private static func groups(_ markup: String) -> [[Row]] {
    markup.split(separator: "<tbody>").dropFirst().map { group in
      group.split(separator: "<tr", omittingEmptySubsequences: false).dropFirst().map { row in
        let cells = row.split(separator: /<(th|td)/).dropFirst().map { cell in
          String(cell.drop { $0 != ">" }.dropFirst()).replacing(/<[^>]*>/, with: "")
        }
        let number = row.firstMatch(of: /data-v="(\d+)"/).flatMap { Int($0.1) } ?? 0
        return Row(isHead: row.hasPrefix(" class=\"group\""), number: number, cells: cells)
      }
    }.filter { !$0.isEmpty }
  }

  @Test(
    "each finding is listed once, below its bucket, the smallest first, and each case count once",
    arguments: 0..<200 as Range<UInt64>)
  func groups(seed: UInt64) {
    var random = Xoshiro256(seed: seed)
    let findings = Self.findings(&random)
    let index = FindingIndex(findings, anchors: FindingAnchor.names(findings))
    for count in [findings.count, findings.count / 2] {
      let text = index.markup(of: count)
      let comment = Comment("seed \(seed), \(count) findings")
      #expect(ParsedMarkup("<p>\(text)</p>").problem == nil, comment)
      let groups = Self.groups(text)
      let listed = groups.flatMap { $0.filter { !$0.isHead }.map(\.number) }
      #expect(listed.sorted() == Array(1..<count + 1), comment)
      for group in groups {
        let members = group.filter { !$0.isHead }.map { findings[$0.number - 1] }
        #expect(Set(members.map(\.bucketFolder)).count == 1, comment)
        #expect(members.map(\.size) == members.map(\.size).sorted(), comment)
        #expect(group.count { $0.isHead } == (members.count > 1 ? 1 : 0), comment)
        #expect(group.first?.isHead == (members.count > 1), comment)
        // Values common to all are in the first row.
        for (position, row) in group.enumerated() {
          #expect(row.cells.count == 7, comment)
          #expect(row.cells.last?.hasPrefix("1,00") == (position == 0), comment)
          #expect(row.cells[2].isEmpty == (position > 0), comment)
        }
        // A group is sorted by the first of its numbers.
        #expect(
          group.first?.number == group.dropFirst().map(\.number).min() ?? group.first?.number,
          comment)
      }
      // As many groups as buckets.
      #expect(groups.count == Set(findings.prefix(count).map(\.bucketFolder)).count, comment)
      let room = (0..<count).reduce(index.markup(of: 0).utf8.count) { $0 + index.bytesMax($1) }
      #expect(text.utf8.count <= room, comment)
    }
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
    #expect(FindingAnchor.all(on: page) == Set(names), comment)
    let links = ParsedMarkup(page).attributes.filter { $0.name == "href" }.map(\.value)
    #expect(
      links.filter { $0.hasPrefix("#f-") }.sorted() == names.map { "#\($0)" }.sorted(), comment)
  }

  @Test("Markdown lists the number of cases of a bucket once")
  func markdown() {
    var sample = SampleReport(seed: 1)
    var report = sample.report(findings: 1)
    var other = report.findings[0]
    other.folder += "1"
    report.findings.append(other)
    let text = MarkdownReport.text(report)
    #expect(text.contains("| as 1 |") && text.contains("; how often: as 1. Replay:"))
    #expect(text.matches(of: #/how often: /#).count == 2)
    report.findings[1].folder = "out/findings/simplex-wrongValue-9/0f"
    #expect(!MarkdownReport.text(report).contains("as 1"))
  }
}
