// SPDX-License-Identifier: MIT

import Display
import Reporting
import TestSupport
import Testing

@Suite("Pages of reports")
struct HTMLReportTests {
  private func page(_ report: Report) -> String { HTMLReport(report, link: { $0 }).text }

  @Test("hostile texts neither break a page nor become markup", arguments: 0..<25 as Range<UInt64>)
  func hostile(seed: UInt64) {
    var sample = SampleReport.hostile(seed: seed)
    let text = page(sample.report(findings: 5, problems: 4))
    let parsed = ParsedMarkup(text)
    let comment = Comment("seed \(seed)")
    #expect(parsed.problem == nil, comment)
    #expect(parsed.elements["script"] == 1, comment)
    // Four layouts and a bar for each of two solvers; one reading of a script is no picture.
    let pictures = parsed.attributes.filter { $0.name == "role" && $0.value == "img" }
    #expect(pictures.count == 6, comment)
    #expect(parsed.elements["img"] == nil && parsed.elements["iframe"] == nil, comment)
    let findings = parsed.attributes.filter { $0.name == "class" && $0.value == "finding" }
    #expect(findings.count == 5, comment)
    for (_, name, value) in parsed.attributes where name == "href" {
      // No text of an input begins a link with a scheme.
      #expect(!value.prefix { $0 != "/" }.contains(":"), comment)
    }
    for (_, name, _) in parsed.attributes { #expect(!name.hasPrefix("on"), comment) }
  }

  @Test("a page has an index and the evidence of each finding, each number once where it belongs")
  func evidence() throws {
    var sample = SampleReport(seed: 1)
    let text = page(sample.report(findings: 3, problems: 1))
    let parsed = ParsedMarkup(text)
    #expect(parsed.problem == nil)
    #expect(text.contains("<h1>1 of 2 solvers fails: 3 findings in 1,234 cases.</h1>"))
    let anchor = "f-simplex-wrongValue-2~0f"
    #expect(text.contains("<a href=\"#\(anchor)\">") && text.contains("id=\"\(anchor)\""))
    #expect(
      text.contains(
        "<td>20, 10, 100, 50</td><td class=\"bad\"><b>6</b>, <b>nan</b>, <b>inf</b>, 50</td>"))
    #expect(text.contains("<td>0, 0, 320, 480</td><td>0, 0, 320, 480</td>"))
    #expect(text.contains("<td>in conflict</td><td class=\"bad\">off by 14 pt</td>"))
    #expect(text.contains("<code>H:|-(20)-[a]</code>"))
    #expect(text.contains("<td class=\"n\">1/3</td><td class=\"n\">inf</td>"))
    #expect(text.contains("</b> from 9 views, 30 constraints; nothing smaller fails</summary>"))
    #expect(text.contains("1 of 1 law tried, none broken"))
    // One style sheet for all pictures.
    #expect(parsed.elements["style"] == 1)
    #expect(!text.contains("http:") && !text.contains("https:"))
  }

  @Test("every table has a caption, every head a scope, every picture a title, every field a label")
  func accessible() {
    var sample = SampleReport(seed: 1)
    let parsed = ParsedMarkup(page(sample.report(findings: 3)))
    #expect(parsed.elements["caption"] == parsed.elements["table"])
    let scopes = parsed.attributes.filter { $0.element == "th" && $0.name == "scope" }
    #expect(scopes.count == parsed.elements["th"])
    let regions = parsed.attributes.filter { $0.name == "role" && $0.value == "region" }
    #expect(regions.count == parsed.elements["table"])
    let labels = parsed.attributes.filter { $0.element == "input" && $0.name == "aria-label" }
    #expect(labels.count == parsed.elements["input"])
    #expect(parsed.elements["h1"] == 1)
    let ids = parsed.attributes.filter { $0.name == "id" }.map(\.value)
    #expect(Set(ids).count == ids.count)
    for (_, name, value) in parsed.attributes where name == "aria-labelledby" {
      #expect(ids.contains(value))
    }
  }

  @Test("a page stays below five million bytes: findings without space link to their evidence")
  func size() {
    var sample = SampleReport(seed: 1)
    #expect(page(sample.report(findings: 1000)).utf8.count < HTMLReport.bytesMax)
    var report = sample.report(findings: 40)
    for index in report.findings.indices where index % 2 == 1 {
      report.findings[index].page = nil
      report.findings[index].text = String(repeating: "add c0\n", count: 50_000)
    }
    let text = page(report)
    #expect(text.utf8.count < HTMLReport.bytesMax && text.utf8.count > HTMLReport.bytesMax / 2)
    #expect(ParsedMarkup(text).problem == nil)
    // Twenty have 350,000 bytes each, of which 13 or 14 fit; all others are small and fit.
    let cut = text.matches(of: /<p>The evidence has no room on this page/).count
    #expect((6...8).contains(cut), "\(cut)")
    #expect(text.contains("<p>The evidence of \(cut) findings has no room on this page.</p>"))
    #expect(text.matches(of: /<section class="finding"/).count == 40)
    #expect(text.contains("/0f/report.md\">report.md</a> has it."))
  }

  @Test("a page with more findings than it can list shows the first, and their total number")
  func many() {
    var sample = SampleReport(seed: 2)
    var report = sample.report(findings: 1)
    let finding = report.findings[0]
    report.findings = (0..<9000).map { index in
      var copy = finding
      copy.signature += "\(index)"
      return copy
    }
    report.problems = (0..<5000).map { .init(.unreadable, "cannot be read", path: "runs/\($0)") }
    let text = page(report)
    #expect(text.utf8.count < HTMLReport.bytesMax && text.utf8.count > HTMLReport.bytesMax * 9 / 10)
    #expect(ParsedMarkup(text).problem == nil)
    let listed = text.matches(of: /<section class="finding"/).count
    #expect(listed > 500 && listed < 9000, "\(listed)")
    #expect(text.matches(of: /<li data-of="f-[^"]+">/).count == listed)
    let missing = ShownNumber.grouped(9000 - listed)
    #expect(text.contains("<p>\(missing) more findings have no room on this page;"))
    #expect(text.matches(of: /cannot be read/).count == 200)
    #expect(text.contains("<li>+4,800 more</li>"))
  }

  @Test("an empty report says so")
  func empty() {
    let text = page(Report(toolVersion: "0.1.0", runs: [], findings: [], problems: []))
    #expect(ParsedMarkup(text).problem == nil)
    #expect(text.contains("<h1>Nothing found.</h1>"))
  }

  @Test("the smallest case of a bucket stands for the others, which are listed below it")
  func others() throws {
    var sample = SampleReport(seed: 1)
    var report = sample.report(findings: 2)
    report.findings = (0..<150).map { index in
      var copy = report.findings[0]
      copy.folder = "out/findings/simplex-wrongValue-0/\(index)"
      copy.minimized = .init([.init(200 - index, "view"), .init(1, "constraint")])
      return copy
    }
    let text = page(report)
    #expect(ParsedMarkup(text).problem == nil)
    #expect(text.matches(of: /<section class="finding" id="f-simplex-wrongValue-0~149"/).count == 1)
    #expect(text.matches(of: /<section class="finding"/).count == 1)
    #expect(text.matches(of: /<tr class="case" id="f-/).count == 100)
    #expect(text.contains("<b>Other minimized cases</b> 149 more</summary>"))
    #expect(text.contains("<p>+49 more</p>"))
    // A list of one finding needs no rail.
    #expect(!text.contains("class=\"rail\""))
  }

  @Test(
    "the answer has at most 15 words and the page at most four figures",
    arguments: 0..<12 as Range<Int>)
  func head(count: Int) {
    var sample = SampleReport(seed: UInt64(count))
    var report = sample.report(findings: count, problems: count % 3)
    if count % 4 == 1 {
      for index in report.runs.indices {
        report.runs[index].campaign?.unjudged = ["a", "b c d e f"]
      }
    }
    if count % 4 == 2 { report.runs[0].night = 12 }
    let text = page(report)
    let answer = text.firstMatch(of: /<h1>([^<]*)<\/h1>/).map { String($0.1) } ?? ""
    #expect((1...15).contains(answer.split(separator: " ").count), "\(answer)")
    #expect(
      (1...4).contains(text.matches(of: /<dt>[^<]*<\/dt><dd>[^<]*(<a[^<]*<\/a>)?<small>/).count))
  }
}
