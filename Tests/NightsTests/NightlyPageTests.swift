// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Display
import Foundation
import TestSupport
import Testing

@testable import Nights
@testable import Reporting

@Suite("The page of a night")
struct NightlyPageTests {
  /// Returns a night with buckets of all kinds, with texts from `text`, after the number of earlier
  /// nights.
  private static func report(
    nights: Int = 5, isCaught: Bool = true, text: (String) -> String = { $0 }
  ) throws -> NightlyReport {
    let date = try #require(NightDate("2026-11-22"))
    var history = NightHistory()
    var changes: [BucketChange] = []
    for (index, kind) in BucketChange.Kind.allCases.enumerated() {
      for verdict in ["wrongValue", "slowerByCounter.pivots"] {
        let stamp = NightStamp(number: 1, date: date, commit: text("abc"))
        var bucket = Bucket(
          signature: text("s-\(index)-\(verdict)"),
          failing: FailingPart(text("simplex"), text: text(verdict)), summary: text("off by 4 pt"),
          state: .open, first: stamp,
          last: stamp, path: index % 2 == 0 ? text("findings/a/b/case.json") : nil,
          isStored: index != 2)
        (bucket.fixed, bucket.cases, bucket.nights) = (stamp, 3, 2)
        let issue = KnownIssues.Issue(bucket: text("s-*"), until: date, reason: text("issue 12"))
        changes.append(
          BucketChange(
            kind: kind, bucket: bucket, cases: index, replay: .notTried,
            issue: kind == .known || kind == .reopened ? issue : nil))
      }
    }
    var latest: NightRecord?
    for number in 1...nights {
      var night = record(number, date, isCaught: isCaught, text: text)
      if number == nights { night.buckets = .init(changes) }
      history.append(night)
      latest = night
    }
    let last = try #require(latest)
    return NightlyReport(
      night: Night(
        record: last, changes: changes,
        rises: [
          .init(
            cost: .init(strategy: text("simplex"), thousandths: 2450, counter: text("pivots")),
            before: 1200)
        ],
        issues: [
          .init(
            issue: .init(bucket: text("s-*"), until: date, reason: text("issue 12")), buckets: 2,
            isExpired: true)
        ],
        problems: isCaught ? [] : [text("canary was not caught")],
        notes: [text("a note")]),
      campaign: CampaignRecord(
        toolVersion: "0.1.0", seed: 7, cases: last.cases, digest: "d", nanoseconds: 1,
        profiles: [.init(text("wellFormed"), 5)],
        strategies: [.init(text("simplex"), [.init(text("optimal"), 5), .init("gaveUp", 1)])],
        laws: [.init(text("mirror"), [.init("held", 4), .init("broken", 0)])], undecided: 1,
        occurrences: []),
      history: history, state: text("state"))
  }

  /// Returns a night without findings.
  private static func record(
    _ number: Int, _ date: NightDate, isCaught: Bool, text: (String) -> String
  ) -> NightRecord {
    var measured = NightRecord.Measured()
    (measured.fuzzNanoseconds, measured.workerBytes) = (2_000_000_000, 90_000_000)
    var campaign = CampaignRecord(
      toolVersion: "0.1.0", seed: 7, cases: 1000 * number, digest: text("d"), nanoseconds: 1,
      profiles: [], strategies: [], undecided: number, occurrences: [])
    campaign.discards = 2
    campaign.canary = .init(name: text("canary"), cases: 60, isCaught: isCaught)
    var night = NightRecord(
      stamp: NightStamp(number: number, date: date, commit: text("abc")), campaign: campaign,
      seed: 7, buckets: .init(), replayed: .init(), stored: 4, pruned: 1,
      problems: isCaught ? 0 : 1,
      costs: [.init(strategy: text("simplex"), thousandths: 1300, counter: "pivots")],
      measured: measured)
    // Nights of early versions have no count.
    guard number > 1 else { return night }
    night.behaviours = .init(seen: 400 + number, seenOnce: 30, newInLastTenth: 2)
    night.mutants = [
      .init(
        name: text("simplex.a"), isFound: number % 2 == 0, cases: 40,
        size: number % 2 == 0 ? 3 : nil, handMadeSize: 2)
    ]
    return night
  }

  private static func hostile(_ seed: UInt64) -> (String) -> String {
    let parts = [
      "</script><script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "\u{202E}abc",
      "\u{0}\u{1B}[31m", "]]>", "&amp;&lt;", "javascript:alert(1)", "//evil.example/x",
      String(repeating: "W", count: 10_000), "\n\n- x", "https://evil.example",
    ]
    return { text in
      var random = Xoshiro256(seed: seed &+ UInt64(text.utf8.count))
      let part = parts[Int(random.next() % UInt64(parts.count))]
      return random.next() % 2 == 0 ? part + text : text + part
    }
  }

  private static func page(
    _ report: NightlyReport, hasKnownFile: Bool = false, evidence: String = ""
  ) -> String {
    NightlyPage(
      report, hasKnownFile: hasKnownFile,
      evidence: EvidencePage(evidence, name: "findings.html"), quote: { "'\($0)'" }
    ).text
  }

  /// Returns a page of evidence with one finding.
  private static func evidence(_ anchor: String) -> String {
    """
    <html><head><style>
    \(PageStyle.text).picture{color:red}
    </style></head><body><main><section id="findings"><p>1</p></section>
    \(FindingAnchor.mark)\(anchor)" aria-labelledby="t1"><h2 id="t1">Picture</h2>
    <section><a href="#findings">all</a></section></section>
    <section>after</section></main></body></html>
    """
  }

  @Test("a new finding has its evidence on the page, without what stands around it")
  func newest() throws {
    let report = try Self.report()
    let page = Self.page(report, evidence: Self.evidence("f-a~b"))
    let problem = ParsedMarkup(page).problem
    #expect(problem == nil)
    #expect(page.contains("<h2 id=\"t1\">Picture</h2>") && page.contains(".picture{color:red}"))
    #expect(page.contains("<a href=\"findings.html#findings\">all</a>"))
    #expect(
      !page.contains("<section>after") && page.components(separatedBy: PageStyle.text).count == 2)
    let large = EvidencePage(Self.evidence("f-a~b"), name: "findings.html")
    #expect(large.anchors == ["f-a~b"])
    #expect(
      large.section("f-a~b", bytesMax: 20) == nil && large.section("f-a", bytesMax: 999) == nil)
    #expect(EvidencePage("<style>\n", name: "x").style.isEmpty)
  }

  @Test("a finding links to its evidence if there is some, else to its files")
  func evidence() throws {
    let report = try Self.report()
    let files = "<a href=\"findings/a/b/report.md\">Report</a>"
    for evidence in ["", Self.evidence("f-a~c")] {
      let page = Self.page(report, evidence: evidence)
      #expect(page.contains(files) && !page.contains("findings.html#"))
      #expect(page.contains("<a href=\"findings.html\">Evidence</a>") == !evidence.isEmpty)
    }
    let page = Self.page(report, evidence: Self.evidence("f-a~b"))
    #expect(page.contains("<a href=\"findings.html#f-a~b\">Evidence</a>"))
    #expect(!page.contains(files))
    // Cases of the user have no page here.
    #expect(page.contains("Case <code>findings/a/b/case.json</code>"))
  }

  @Test(
    "hostile texts neither break the page nor become markup", arguments: 0..<25 as Range<UInt64>)
  func hostileTexts(seed: UInt64) throws {
    let report = try Self.report(text: Self.hostile(seed))
    let text = Self.page(report, hasKnownFile: true)
    let parsed = ParsedMarkup(text)
    let comment = Comment("seed \(seed)")
    #expect(parsed.problem == nil, comment)
    #expect(parsed.elements["script"] == 1 && parsed.elements["style"] == 1, comment)
    #expect(parsed.elements["img"] == nil && parsed.elements["iframe"] == nil, comment)
    for (_, name, value) in parsed.attributes {
      #expect(!name.hasPrefix("on"), comment)
      guard name == "href" else { continue }
      #expect(!value.prefix { $0 != "/" }.contains(":") && !value.hasPrefix("//"), comment)
    }
    let lines = NightlyText(report, colours: false, quote: { "'\($0)'" }).text
    #expect(
      !lines.unicodeScalars.contains { $0 != "\n" && ShownText.isSteering($0.value) }, comment)
  }

  @Test("every table has a caption, every chart a title, every head a scope, every id is one")
  func accessible() throws {
    let parsed = ParsedMarkup(Self.page(try Self.report()))
    #expect(parsed.problem == nil)
    #expect(parsed.elements["caption"] == parsed.elements["table"])
    // Bars of all findings, and trends of six numbers and one cost.
    #expect(parsed.elements["svg"] == 12 + 7, "\(parsed.elements["svg"] ?? 0)")
    let scopes = parsed.attributes.filter { $0.element == "th" && $0.name == "scope" }
    #expect(scopes.count == parsed.elements["th"])
    let ids = parsed.attributes.filter { $0.name == "id" }.map(\.value)
    #expect(Set(ids).count == ids.count)
    for (_, name, value) in parsed.attributes where name == "aria-labelledby" {
      #expect(ids.contains(value), "\(value)")
    }
    for (_, _, value) in parsed.attributes.filter({ $0.name == "href" && $0.value.hasPrefix("#") })
    {
      #expect(ids.contains(String(value.dropFirst())), "\(value)")
    }
  }

  @Test("each finding is in the table with its state, and the answer counts them")
  func contents() throws {
    let report = try Self.report()
    #expect(
      report.answer == "2 new findings, 2 reopened tonight. 2 still open, 2 fixed, 2 suppressed.")
    #expect(report.answer.split(separator: " ").count <= PageHeader.answerWordsMax)
    #expect(
      report.countsText
        == "2 new findings, 2 reopened in 5,000 cases, 2 still open, 2 fixed, 2 suppressed, "
        + "1 suppression expired; canary caught")
    let text = Self.page(report)
    for part in [
      "<h2 id=\"findings\">All findings of tonight</h2>", "<span class=\"s good\">Fixed</span>",
      "<span class=\"s err\">Reopened</span>", "<span class=\"s note\">Still open</span>",
      "<span class=\"s warn\">Slower</span>", "Suppressed until 2026-11-22: issue 12.",
      "The suppression expired on 22 Nov 2026: issue 12.", "at most 1.2x before",
      "<a href=\"findings/a/b/report.md\">Report</a>", "canary caught, 60 cases solved",
      "<a class=\"n\" href=\"nights/0005/campaign.json\">5,000 cases</a>", "22 Nov 2026",
      "The canary, a planted fault, was caught in the 60 cases that it solved.",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(text.components(separatedBy: "<small class=\"id bucket\">").count == 13)
  }

  @Test("an unreliable night names the reason before any count, on the page and in the text")
  func unreliable() throws {
    var report = try Self.report(isCaught: false)
    report.night.problems = [
      "1 of 2 stored findings is missing\nfindings/a/b: not found\nfix: restore it"
    ]
    #expect(report.answer == "Unreliable: 1 of 2 stored findings is missing.")
    let page = Self.page(report)
    #expect(page.contains("<h1>Unreliable: 1 of 2 stored findings is missing.</h1>"))
    #expect(
      page.contains(
        "<span class=\"small mute\">findings/a/b: not found</span><br/>Fix: restore it."))
    let text = NightlyText(report, colours: false, quote: { $0 }).text
    #expect(
      text.hasPrefix(
        """
        Night 5, 2026-11-22: unreliable: 1 of 2 stored findings is missing.
          findings/a/b: not found
          fix: restore it
        2 new findings, 2 reopened in 5,000 cases, 2 still open, 2 fixed, 2 suppressed, \
        1 suppression expired.

        1. new: simplex: wrongValue
           Off by 4 pt.
           layoutfuzz replay state/findings/a/b/case.json
        """), "\(text)")
    // A problem of an earlier version is one long line.
    report.night.problems = [String(repeating: "word ", count: 40)]
    #expect(report.answer.split(separator: " ").count <= PageHeader.answerWordsMax)
    report.night.problems = []
    #expect(report.answer == "Unreliable: the night has a problem.")
  }

  @Test("a night without news is good, and the page states it")
  func nothing() throws {
    var report = try Self.report(nights: 1)
    report.night = Night(
      record: report.night.record, changes: [], rises: [], issues: [], problems: [], notes: [])
    report.night.record.buckets = .init()
    #expect(report.answer == "Nothing new tonight." && report.isGood)
    let text = Self.page(report)
    #expect(ParsedMarkup(text).problem == nil)
    #expect(text.contains("0 reopened, 0 still open, 0 fixed, 0 suppressed, 0 slower."))
    #expect(!text.contains("id=\"new\"") && !text.contains("id=\"trends\""))
    let lines = NightlyText(report, colours: false, quote: { $0 }).text.split(separator: "\n")
    #expect(lines.first == "Night 1, 2026-11-22: nothing new in 1,000 cases; canary caught.")
    #expect(lines.count == 2, "\(lines)")
  }

  @Test("thirty nights are drawn, ninety listed, and the page stays small")
  func many() throws {
    let text = Self.page(try Self.report(nights: 400))
    #expect(ParsedMarkup(text).problem == nil)
    #expect(text.contains("<h2 id=\"nights\">30 nights</h2>"))
    #expect(text.components(separatedBy: "<li><a class=").count == 31)
    #expect(text.contains("nights/0311/") && !text.contains("nights/0310/"))
    #expect(text.utf8.count < 300_000)
  }

  @Test("bars show the cases of a finding in each night, and no record leaves a gap")
  func cases() throws {
    var report = try Self.report()
    let change = try #require(report.night.changes.first { $0.kind == .stillOpen })
    for number in [1, 3, 5] { report.cases.add(number, [change]) }
    #expect(
      report.cases.cases(of: change.bucket.signature, in: [1, 2, 3]) == [
        change.cases, nil, change.cases,
      ])
    #expect(Self.page(report).contains("Cases by night, nights 1 to 5: first 1, last 1, most 1"))
  }

  @Test("a chart describes its numbers in words, and marks the last and the worst night")
  func chart() throws {
    let values: [Double?] = [3, nil, 0, 12, 7]
    var chart = HistoryPlot(
      title: "New", text: { "\(Int($0))" }, shape: .line,
      points: values.enumerated().map { .init(night: $0 + 4, value: $1) })
    #expect(chart.summary == "New, nights 4 to 8: first 3, last 7, worst 12 in night 7")
    let line = ParsedMarkup(try #require(chart.picture).svg)
    // Two circles mark nights; the third is the first night, after which there is a gap.
    #expect(line.problem == nil && line.elements["circle"] == 3 && line.elements["path"] == 1)
    chart.worst = .low
    #expect(chart.worstNight?.night == 6)
    chart.limit = 100
    #expect(chart.picture?.svg.contains("limit 100") == false, "far from the values")
    chart.limit = 10
    #expect(chart.picture?.svg.contains("limit 10") == true)
    chart.shape = .bars
    let bars = ParsedMarkup(try #require(chart.picture).svg)
    // The axis, nights with cases, and the night without one.
    #expect(bars.problem == nil && bars.elements["path"] == 3)
    chart.isNews = true
    #expect(chart.picture?.svg.contains("class=\"bars tonight\"") == true)
    chart.points = [.init(night: 1, value: 3)]
    chart.shape = .line
    #expect(chart.picture == nil, "one night has no trend")
    chart.points = []
    #expect(chart.summary == "New: no night has a value")
  }
}
