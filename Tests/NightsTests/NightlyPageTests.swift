// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Display
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
          signature: text("s-\(index)-\(verdict)"), subject: text("simplex"),
          verdict: text(verdict), summary: text("off by 4 pt"), state: .open, first: stamp,
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
            cost: .init(strategy: text("naive"), thousandths: 2450, counter: text("pivots")),
            before: 1200)
        ],
        issues: [
          .init(
            issue: .init(bucket: text("s-*"), until: date, reason: text("issue 12")), buckets: 2,
            isExpired: true)
        ],
        problems: isCaught ? [] : [text("the planted fault was not caught")],
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
    _ report: NightlyReport, hasKnownFile: Bool = false, anchors: Set<String> = []
  ) -> String {
    NightlyPage(report, hasKnownFile: hasKnownFile, anchors: anchors, quote: { "'\($0)'" }).text
  }

  @Test("a finding links to its evidence if there is some, else to its files")
  func evidence() throws {
    let report = try Self.report()
    let files = "<a href=\"findings/a/b/report.md\">report</a>"
    for anchors: Set<String> in [[], ["f-a~c"]] {
      let page = Self.page(report, anchors: anchors)
      #expect(page.contains(files) && !page.contains("findings.html#"))
      #expect(page.contains("<a href=\"findings.html\">Evidence</a>") == !anchors.isEmpty)
    }
    let page = Self.page(report, anchors: ["f-a~b"])
    #expect(
      page.contains(
        "<a href=\"findings.html#f-a~b\">evidence</a> <a href=\"findings/a/b/case.json\">case</a>"))
    #expect(!page.contains(files))
    // Cases of the user have no page here.
    #expect(page.contains("<td><code>findings/a/b/case.json</code></td>"))
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
    #expect(parsed.elements["svg"] == 14 && parsed.elements["figure"] == 14)
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

  @Test("each finding is in the table of its kind, and the verdict counts them")
  func contents() throws {
    let report = try Self.report()
    #expect(
      report.verdict
        == "2 new findings, 2 reopened, 2 fixed, 2 still open, 2 known and let be for now, "
        + "1 expired known issue; the planted fault was caught.")
    let text = Self.page(report)
    for part in [
      "<h2 id=\"new\">New: 2</h2>", "<h2 id=\"fixed\">Fixed: 2</h2>",
      "<h2 id=\"reopened\">Reopened: 2</h2>", "<h2 id=\"open\">Still open: 2</h2>",
      "<h2 id=\"slower\">Slower: 4</h2>", "<h2 id=\"known\">Known issues: 1</h2>",
      "was known until 2026-11-22: issue 12", "<a href=\"nights/0005/night.json\">2.45 times</a>",
      "<a href=\"findings/a/b/report.md\">report</a>", "<code>canary</code> caught",
      "<a href=\"nights/0005/campaign.json\">5,000 cases</a>",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    let missed = try Self.report(isCaught: false)
    #expect(missed.verdict.hasPrefix("Do not rely on this night: the planted fault was not caught"))
    #expect(Self.page(missed).contains("<h1>Do not rely"))
  }

  @Test("a night without news is good, and the page states it")
  func nothing() throws {
    var report = try Self.report(nights: 1)
    report.night = Night(
      record: report.night.record, changes: [], rises: [], issues: [], problems: [], notes: [])
    report.night.record.buckets = .init()
    #expect(report.verdict == "Nothing new; the planted fault was caught." && report.isGood)
    let text = Self.page(report)
    #expect(ParsedMarkup(text).problem == nil)
    #expect(text.contains("<h2 id=\"new\" class=\"none\">New: 0</h2>"))
  }

  @Test("at most ninety nights are drawn, and the page stays small")
  func many() throws {
    let text = Self.page(try Self.report(nights: 400))
    #expect(ParsedMarkup(text).problem == nil)
    #expect(text.contains("The last 90 nights") && text.contains(">night 311</text>"))
    #expect(!text.contains(">night 310</text>") && text.utf8.count < 500_000)
  }

  @Test("a chart describes its numbers in words, and draws one mark for each night")
  func chart() {
    let values: [Double?] = [3, nil, 0, 12]
    var chart = HistoryPlot(
      title: "New", text: { "\(Int($0))" },
      points: values.enumerated().map {
        .init(night: $0 + 4, date: "2026-11-22", value: $1, isBad: $0 == 1)
      })
    #expect(chart.summary == "New, nights 4 to 7: lowest 0, highest 12, last 12.")
    for (shape, name) in [(HistoryPlot.Shape.bars, "rect"), (.line, "circle")] {
      chart.shape = shape
      let parsed = ParsedMarkup(chart.picture.svg)
      #expect(parsed.problem == nil)
      // An unreliable night is marked by a bar even without a value.
      #expect(parsed.elements[name] == (shape == .bars ? 4 : 3))
      #expect(parsed.text.contains("night 7 of 2026-11-22: 12"))
    }
    chart.points = []
    #expect(chart.summary == "New: no night has a value.")
    #expect(ParsedMarkup(chart.picture.svg).problem == nil)
  }
}
