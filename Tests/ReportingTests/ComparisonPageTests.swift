// SPDX-License-Identifier: MIT

import Foundation
import JSON
import Reporting
import TestSupport
import Testing

@Suite("Pages of comparisons")
struct ComparisonPageTests {
  private func page(_ report: ComparisonReport) -> String {
    ComparisonPage(report, link: { $0 }).text
  }

  @Test(
    "hostile texts and numbers neither break a page nor become markup",
    arguments: 0..<25 as Range<UInt64>)
  func hostile(seed: UInt64) {
    var sample = SampleCharts.hostile(seed: seed)
    let report = sample.comparison()
    let parsed = ParsedMarkup(page(report))
    let comment = Comment("seed \(seed)")
    #expect(parsed.problem == nil, comment)
    #expect(parsed.elements["script"] == 1 && parsed.elements["style"] == 1, comment)
    #expect(parsed.elements["img"] == nil && parsed.elements["iframe"] == nil, comment)
    for (_, name, value) in parsed.attributes {
      #expect(!name.hasPrefix("on"), comment)
      if name == "href" { #expect(!value.prefix { $0 != "/" }.contains(":"), comment) }
    }
    #expect(throws: Never.self) { try JSONParser.parse(JSONWriter.document(report.json)) }
    let markdown = ComparisonMarkdown.text(report)
    #expect(!markdown.contains("<script") && !markdown.contains("</script"), comment)
    #expect(!markdown.unicodeScalars.contains { $0.value != 0x0A && $0.value < 0x20 }, comment)
  }

  @Test("a page begins with the verdict, and has every number once where it belongs")
  func evidence() throws {
    var sample = SampleCharts()
    let text = page(sample.comparison())
    let parsed = ParsedMarkup(text)
    #expect(parsed.problem == nil)
    #expect(text.contains("<h1>simplex is first.</h1>"))
    #expect(text.contains("<td class=\"n\" data-v=\"0.5\">0.500 [0.455, 0.550]</td>"))
    #expect(text.contains("naive solves 0 of 1"))
    // Warnings about a run precede the numbers, on the page and in Markdown.
    let markdown = ComparisonMarkdown.text(sample.comparison())
    for (whole, warning, numbers) in [
      (text, "Noisy &lt;run&gt;.</p>", "<h2"), (markdown, "> **Noisy", "| instance"),
    ] {
      let place = try #require(whole.range(of: warning))
      let first = try #require(whole.range(of: numbers))
      #expect(place.upperBound < first.lowerBound)
    }
    #expect(text.contains("<p class=\"mute\">&#39;inconclusive&#39;: so &amp; so.</p>"))
    #expect(markdown.contains("'inconclusive': so"))
    #expect(text.contains("<td class=\"n\" data-v=\"12.5\">12.5 pt</td>"))
    #expect(text.contains("1.02 [0.990, 1.05]"))
    #expect(text.contains("CPU 1.00 [0.990, 1.01], wall 1.00 [one process]"))
    #expect(text.contains("noisy: no verdict on wall time"))
    #expect(text.contains("<a href=\"runs/1/samples.jsonl\">all samples</a>"))
    #expect(!text.contains("http:") && !text.contains("https:"))
    // Forest, shares, profile, growth and counts of the first part; forest of the second.
    #expect(parsed.elements["svg"] == 6)
    #expect(parsed.elements["desc"] == 6)
  }

  @Test("every table has a caption, every head a scope, every field a label, every id is one")
  func accessible() {
    var sample = SampleCharts()
    let parsed = ParsedMarkup(page(sample.comparison()))
    #expect(parsed.elements["caption"] == parsed.elements["table"])
    let scopes = parsed.attributes.filter { $0.element == "th" && $0.name == "scope" }
    #expect(scopes.count == parsed.elements["th"])
    #expect(parsed.elements["input"] == parsed.elements["label"])
    #expect(parsed.elements["h1"] == 1)
    let ids = parsed.attributes.filter { $0.name == "id" }.map(\.value)
    #expect(Set(ids).count == ids.count)
    for (_, name, value) in parsed.attributes {
      if name == "aria-labelledby" || name == "data-table" { #expect(ids.contains(value)) }
      if name == "href", value.hasPrefix("#") {
        #expect(ids.contains(String(value.dropFirst())), "\(value)")
      }
    }
  }

  @Test(
    "two hundred benchmarks take less than five million bytes, and the largest changes are drawn")
  func size() {
    var sample = SampleCharts()
    let text = page(sample.comparison(instances: 200))
    #expect(text.utf8.count < 1_000_000)
    #expect(text.contains("The 60 largest of 134 changes; all are in the table."))
  }

  @Test("rows are in the order of their effect, in either direction, those without a ratio first")
  func order() throws {
    var sample = SampleCharts()
    let part = try #require(sample.comparison().parts.first)
    let effects = part.rows.map(\.effect)
    #expect(effects == effects.sorted(by: >) && effects.first == .infinity)
  }

  @Test("the JSON has the content of the report")
  func json() throws {
    var sample = SampleCharts()
    let report = sample.comparison()
    let json = try JSONParser.parse(JSONWriter.document(report.json))
    let parts = try #require(json["parts"]?.array)
    #expect(parts.map { $0["kind"]?.string } == ["strategies", "peers"])
    #expect(parts[0]["rows"]?.array?.count == report.parts[0].rows.count)
    #expect(
      parts[0]["sides"]?.array?[0]["wins"]?.int
        == report.parts[0].instances.count { $0.winners == [0] })
    #expect(parts[0]["exponents"]?.array?[0]["exponent"]?.double == 1.02)
    #expect(json["verdict"]?.string == "simplex is first. kiwi is slower.")
  }

  @Test("an empty comparison says so")
  func empty() {
    let report = ComparisonReport(toolVersion: "1", parts: [])
    #expect(ParsedMarkup(page(report)).problem == nil)
    #expect(page(report).contains("Nothing was measured."))
    #expect(ComparisonMarkdown.text(report).contains("Nothing was measured."))
  }
}
