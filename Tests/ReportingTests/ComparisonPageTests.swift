// SPDX-License-Identifier: MIT

import Comparisons
import Foundation
import JSON
import Reporting
import Statistics
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
    #expect(text.contains("data-v=\"0.5\">"))
    #expect(text.contains("1.82x to 2.20x faster"))
    #expect(text.contains("naive solves 0 of 1"))
    // Warnings about a run precede the numbers, on the page and in Markdown.
    let markdown = ComparisonMarkdown.text(sample.comparison())
    for (whole, warning, numbers) in [
      (text, "Noisy &lt;run&gt;.", "<h2"), (markdown, "> **Noisy", "| CPU time"),
    ] {
      let place = try #require(whole.range(of: warning))
      let first = try #require(whole.range(of: numbers))
      #expect(place.upperBound < first.lowerBound)
    }
    #expect(text.contains("<p>&#39;inconclusive&#39;: so &amp; so.</p>"))
    #expect(markdown.contains("'inconclusive': so"))
    #expect(text.contains("data-v=\"12.5\"") && text.contains(">12.5 pt</td>"))
    #expect(text.contains("n^<b>") || text.contains("n^1.02"))
    #expect(text.contains("CPU time 1.00x, 0.99x to 1.01x, wall time 1.00x, one process"))
    #expect(text.contains("no verdict on wall time"))
    #expect(text.contains("<a href=\"runs/1/samples.jsonl\">all samples</a>"))
    #expect(!text.contains("http:") && !text.contains("https:"))
    // Answers, profile, growth and counts of the first part have titles of their own.
    #expect(parsed.elements["desc"] == 4)
    let svgs = parsed.attributes.filter { $0.element == "svg" && $0.name == "aria-label" }
    #expect(svgs.count == parsed.elements["svg"] && svgs.allSatisfy { !$0.value.isEmpty })
  }

  @Test("times that contradict their interval are explained in their row, and no others")
  func unpaired() {
    var sample = SampleCharts()
    var part = sample.comparison().parts[0]
    func row(_ cost: Double) -> ComparisonRow {
      .init(
        instance: "a\(Int(cost))", side: part.sides[1].name, baselineCost: 31_300, cost: cost,
        cpu: .init(
          estimate: RatioEstimate(ratio: 1, low: 0.99, high: 1.02), verdict: .equivalent))
    }
    part.rows = [row(25_800), row(31_400)]
    let report = ComparisonReport(toolVersion: "1", parts: [part])
    let note = "the times alone: 1.21x faster, since processes differ"
    let page = page(report)
    #expect(page.matches(of: /the times alone/).count == 1 && page.contains(note))
    #expect(page.contains("Times: the median of each side."))
    let markdown = ComparisonMarkdown.text(report)
    #expect(markdown.matches(of: /the times alone/).count == 1 && markdown.contains(note))
  }

  @Test("a tile of a side without a change says so")
  func unchangedTile() {
    var sample = SampleCharts()
    var part = sample.comparison().parts[0]
    part.sides.append(part.sides[1])
    part.sides[2].name = "third"
    (part.instances, part.growth, part.profile) = ([], [], [])
    part.rows = part.sides.dropFirst().map { side in
      ComparisonRow(
        instance: "a", side: side.name, baselineCost: 1, cost: 1,
        cpu: .init(estimate: RatioEstimate(ratio: 1, low: 0.9, high: 1.1), verdict: .inconclusive))
    }
    let text = page(ComparisonReport(toolVersion: "1", parts: [part]))
    #expect(
      text.contains(
        "<dt>third beside simplex</dt><dd>No change<small>0 equal, 1 undecided</small>"))
  }

  @Test("on a page of peers this solver is the subject: a slower program of others is good")
  func peers() {
    var sample = SampleCharts()
    let report = ComparisonReport(
      toolVersion: "1", parts: Array(sample.comparison().parts.suffix(1)))
    let text = page(report)
    #expect(text.contains("<span class=\"s good\">5.00x faster</span>"))
    #expect(text.contains(">layoutfuzz is<"))
    #expect(!text.contains("class=\"s err\""))
    #expect(ComparisonMarkdown.text(report).contains("5.00x faster"))
  }

  @Test("an answer has at most 15 words, and its direction")
  func headlines() {
    func headline(_ builds: Bool, slower: [Double?], faster: [Double?], undecided: Int) -> String {
      var time = ComparisonHeadline.Tally()
      (time.slower, time.faster, time.undecided) = (slower, faster, undecided)
      return ComparisonHeadline(
        subject: builds ? "candidate" : "relaxation", reference: "simplex", isBuilds: builds,
        time: time, isNoisy: false
      ).text
    }
    #expect(
      headline(false, slower: [1.11, 1.29, 1.2], faster: [], undecided: 0)
        == "relaxation is slower than simplex on 3 of 3 workloads (1.11x to 1.29x)")
    #expect(
      headline(true, slower: [2.14], faster: [0.5, 0.45], undecided: 22)
        == "Regression: candidate is slower on 1 of 25 workloads and faster on 2, 22 undecided")
    #expect(
      headline(true, slower: [], faster: [0.5], undecided: 0)
        == "No regression: candidate is faster on 1 of 1 workload (2.00x)")
    #expect(
      headline(false, slower: [nil], faster: [], undecided: 1)
        == "relaxation is slower than simplex on 1 of 2 workloads, 1 undecided")
    #expect(
      headline(false, slower: [], faster: [], undecided: 2)
        == "No verdict: 2 of 2 workloads undecided")
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
    "two hundred benchmarks take less than a million bytes, and each ratio is drawn")
  func size() {
    var sample = SampleCharts()
    let text = page(sample.comparison(instances: 200))
    #expect(text.utf8.count < 1_000_000)
    #expect(text.matches(of: /class="forest [a-z]+"/).count > 134)
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
    #expect(json["verdict"]?.string == "simplex is first; kiwi is slower")
  }

  @Test("an empty comparison says so")
  func empty() {
    let report = ComparisonReport(toolVersion: "1", parts: [])
    #expect(ParsedMarkup(page(report)).problem == nil)
    #expect(page(report).contains("Nothing was measured."))
    #expect(ComparisonMarkdown.text(report).contains("Nothing was measured."))
  }
}
