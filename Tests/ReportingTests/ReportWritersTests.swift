// SPDX-License-Identifier: MIT

import Choices
import Display
import JSON
import ObservedRates
import Reporting
import TestSupport
import Testing

@testable import CorpusStore

@Suite("Writers of reports")
struct ReportWritersTests {
  /// Whether the text has characters that steer a terminal, except line breaks.
  private static func steers(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0A: return false
      case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
        return true
      default: return false
      }
    }
  }

  @Test("hostile texts break no format", arguments: 0..<25 as Range<UInt64>)
  func hostile(seed: UInt64) throws {
    var sample = SampleReport.hostile(seed: seed)
    let report = sample.report(findings: 5, problems: 4)
    let comment = Comment("seed \(seed)")

    let junit = ParsedMarkup(JUnitReport.text(report))
    #expect(junit.problem == nil, comment)
    #expect(junit.elements["failure"] == 5, comment)
    #expect(junit.elements["error"] == 4, comment)

    let json = try JSONParser.parse(JSONReport.bytes(report))
    #expect(try SchemaCheck(ReportSchema.text).problems(in: json) == [], comment)
    #expect(json["findings"]?.array?.first?["sentence"]?.string == report.findings[0].sentence)

    let sarif = try JSONParser.parse(SARIFReport.bytes(report))
    #expect(sarif["runs"]?.array?.first?["results"]?.array?.count == 5, comment)
    #expect(try SchemaCheck(SARIFSchema.text).problems(in: sarif) == [], comment)

    for width in [40, 80, 200] {
      let console = ConsoleReport(width: width).text(report)
      #expect(!Self.steers(console), comment)
      let commands = Set(report.findings.map { "   " + ShownText.line($0.replayCommand) })
      for line in console.split(separator: "\n") where !commands.contains(String(line)) {
        // A table keeps its columns of numbers at any width.
        #expect(line.count <= max(width, 80), comment)
      }
    }

    let markdown = MarkdownReport.text(report)
    #expect(!Self.steers(markdown), comment)
    #expect(!markdown.contains("</script>"), comment)
    let rows = markdown.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.filter { $0.hasPrefix("| 1 |") || $0.hasPrefix("| 5 |") }.count == 2, comment)

    let annotations = AnnotationReport.text(report)
    #expect(!Self.steers(annotations), comment)
    let commands = annotations.split(separator: "\n")
    #expect(commands.count == 9, comment)
    #expect(commands.allSatisfy { $0.hasPrefix("::error ") }, comment)
  }

  @Test("each part of a SARIF document conforms to the schema, which rejects a wrong one")
  func sarifSchema() throws {
    var log = SARIFLog(toolVersion: "1", fingerprintKey: "bucket/v1")
    log.rules = [.init(id: "conflict", text: "no layout", level: .error)]
    var result = SARIFLog.Result(
      rule: "conflict", level: .warning, message: "m", path: "a b.xib", fingerprint: "f")
    result.column = 3
    result.baselineState = "unchanged"
    result.suppression = "known"
    result.properties = [.init(key: "configurations", value: .strings(["as drawn"]))]
    log.results = [result]
    log.notifications = [.init(id: "unreadable", message: "m", path: "b.xib")]
    let check = try SchemaCheck(SARIFSchema.text)
    let value = try JSONParser.parse(log.bytes)
    #expect(check.problems(in: value) == [])
    let text = String(decoding: log.bytes, as: UTF8.self)
    for (part, wrong) in [
      ("\"2.1.0\"", "\"2.2.0\""), ("\"unchanged\"", "\"same\""),
      ("\"startLine\": 1", "\"line\": 1"),
      ("\"warning\"", "\"warn\""), ("\"driver\"", "\"program\""), ("\"external\"", "\"outside\""),
    ] {
      #expect(text.contains(part), "\(part)")
      let changed = try JSONParser.parse(Array(text.replacing(part, with: wrong).utf8))
      #expect(check.problems(in: changed) != [], "\(wrong)")
    }
  }

  @Test("each report is recognized by its name and content, and no other file")
  func marks() throws {
    var sample = SampleReport(seed: 2)
    for count in [0, 1, 3] {
      let report = sample.report(findings: count)
      let reports: [(name: String, bytes: [UInt8])] = [
        ("a.sarif", SARIFReport.bytes(report)), ("a.json", JSONReport.bytes(report)),
        ("a.xml", Array(JUnitReport.text(report).utf8)),
        ("a.md", Array(MarkdownReport.text(report).utf8)),
      ]
      for (name, bytes) in reports {
        #expect(ReportMark.isReport(bytes, named: name), "\(name)")
        #expect(ReportMark.isReport(bytes, named: "dir.svg/report"), "\(name)")
        #expect(
          !ReportMark.isReport(bytes, named: "a.svg") && !ReportMark.isReport([], named: name))
        #expect(!ReportMark.isReport(Array(bytes.dropFirst()), named: name), "\(name)")
      }
      // Notes of a reader and results of other programs are kept.
      let notes = Array("\nnotes\n".utf8)
      #expect(!ReportMark.isReport(reports[3].bytes + notes, named: "a.md"))
      #expect(!ReportMark.isReport(Array("# Other\n\n".utf8) + reports[3].bytes, named: "a.md"))
      let suite = "<testsuite name=\"other\"/>\n</testsuites>"
      let merged = String(decoding: reports[2].bytes, as: UTF8.self)
        .replacing("</testsuites>", with: suite)
      #expect(!ReportMark.isReport(Array(merged.utf8), named: "a.xml"))
      let results = String(decoding: reports[0].bytes, as: UTF8.self)
        .replacing("\"runs\": [", with: "\"runs\": [{\"tool\": {\"driver\": {}}},")
      #expect(!ReportMark.isReport(Array(results.utf8), named: "a.sarif"))
    }
  }

  @Test("the same report gives the same bytes, and an empty one is valid in every format")
  func stable() throws {
    for count in [0, 3] {
      var (one, other) = (SampleReport(seed: 1), SampleReport(seed: 1))
      let (left, right) = (one.report(findings: count), other.report(findings: count))
      #expect(JSONReport.bytes(left) == JSONReport.bytes(right))
      #expect(SARIFReport.bytes(left) == SARIFReport.bytes(right))
      #expect(JUnitReport.text(left) == JUnitReport.text(right))
      #expect(ParsedMarkup(JUnitReport.text(left)).problem == nil)
      let json = try JSONParser.parse(JSONReport.bytes(left))
      #expect(try SchemaCheck(ReportSchema.text).problems(in: json) == [])
    }
    var clean = SampleReport(seed: 1)
    #expect(AnnotationReport.text(clean.report(findings: 0)).isEmpty)
  }

  @Test("a value without a key, or with a wrong kind of value, contradicts the schema")
  func schemaRejects() throws {
    var sample = SampleReport(seed: 3)
    let json = JSONReport.json(sample.report(findings: 2, problems: 2))
    let check = try SchemaCheck(ReportSchema.text)
    var tried = 0
    for changed in Self.damaged(json) {
      tried += 1
      #expect(check.problems(in: changed) != [], "\(tried)")
    }
    #expect(tried > 200, "every object of the report is tried")
  }

  /// Members that are written for some findings only.
  private static let optional = ["standardError", "rate", "isEarlier", "explanationIsCut"]
  /// Members of findings that are not in the document.
  private static let unwritten = [
    "drawing", "curves", "numberLine", "fixedNumbers", "facts", "expected", "isImplicit", "isCut",
    "isNew",
  ]

  /// Returns a finding that has every member of its kind.
  private static func full(isScript: Bool) -> ReportFinding {
    var sample = SampleReport(seed: 4)
    var finding = sample.finding(0, isScript: isScript)
    finding.origin = sample.finding(1).origin
    finding.occurrences = 7
    finding.law = "mirror"
    finding.detail = "No."
    finding.rate = ObservedRate(failures: 2, of: 60)
    finding.isEarlier = true
    finding.pendingFolder = "out/pending"
    finding.minimization.explanationIsCut = true
    if let first = finding.since?.first { finding.since?.last = first }
    if isScript { finding.script?.steps[1].isRefused = true }
    return finding
  }

  /// Collects the members of a value that have a content, and those without: nil, false or empty.
  private static func members(
    _ value: Any, _ path: String, _ found: inout [String: Bool]
  ) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let content = mirror.children.first else { return note(false) }
      members(content.value, path, &found)
    case .collection:
      note(!mirror.children.isEmpty)
      for element in mirror.children { members(element.value, path, &found) }
    case .struct:
      note(true)
      for child in mirror.children {
        guard let label = child.label, !unwritten.contains(label) else { continue }
        members(child.value, "\(path).\(label)", &found)
      }
    default: note((value as? Bool) ?? true)
    }
    func note(_ has: Bool) { found[path] = found[path] == true || has }
  }

  @Test("the schema has every member of findings, with any two optional ones or without them")
  func optionalMembers() throws {
    let full = [Self.full(isScript: false), Self.full(isScript: true)]
    var found: [String: Bool] = [:]
    for finding in full { Self.members(finding, "finding", &found) }
    #expect(found.filter { !$0.value }.keys.sorted() == [], "the samples lack members")
    var sample = SampleReport(seed: 4)
    var report = sample.report(findings: 0)
    let check = try SchemaCheck(ReportSchema.text)
    let pairs = (0..<11).flatMap { first in (first..<11).map { 1 << first | 1 << $0 } }
    for choice in pairs + pairs.map({ ~$0 }) {
      func has(_ place: Int) -> Bool { choice >> place & 1 == 1 }
      report.findings = full.map { finding in
        var finding = finding
        finding.isEarlier = has(0)
        finding.minimization.explanationIsCut = has(1)
        if !has(2) { finding.rate = nil }
        if !has(3) { finding.standardError = nil }
        if !has(4) { finding.origin = nil }
        if !has(5) { finding.occurrences = nil }
        if !has(6) { finding.share = nil }
        if !has(7) { finding.since = nil }
        if !has(8) { finding.text = nil }
        if !has(9) { (finding.page, finding.script) = (nil, nil) }
        if !has(10) { finding.origin?.profile = nil }
        return finding
      }
      let problems = check.problems(in: JSONReport.json(report))
      try #require(problems == [], "combination \(choice)")
    }
  }

  /// Returns the value with one member missing or replaced by an object, for each of its objects.
  ///
  /// Counts by name may have any name.
  private static func damaged(_ value: JSONValue) -> [JSONValue] {
    var changed: [JSONValue] = []
    if let members = value.members {
      for (index, member) in members.enumerated() {
        if member.key == "counts" || member.key == "profiles" { continue }
        var rest = members
        rest.remove(at: index)
        if !optional.contains(member.key) { changed.append(.object(rest)) }
        rest = members
        rest[index].value = ["x": [["y": 1]]]
        changed.append(.object(rest))
        for inner in damaged(member.value) {
          rest = members
          rest[index].value = inner
          changed.append(.object(rest))
        }
      }
    }
    for (index, element) in (value.array ?? []).enumerated() {
      for inner in damaged(element) {
        var rest = value.array ?? []
        rest[index] = inner
        changed.append(.array(rest))
      }
    }
    return changed
  }

  @Test(
    "JUnit separates wrong answers from a broken harness, and names the strategies that are right")
  func junit() throws {
    var sample = SampleReport(seed: 1)
    let text = JUnitReport.text(sample.report(findings: 2, problems: 1))
    let parsed = ParsedMarkup(text)
    #expect(parsed.elements["failure"] == 2)
    #expect(parsed.elements["error"] == 1)
    // The two findings, the problem, naive and the law: simplex has findings.
    #expect(parsed.elements["testcase"] == 5)
    #expect(text.contains("tests=\"5\" failures=\"2\" errors=\"1\" skipped=\"0\" time=\"2.5\""))
    #expect(text.contains("<testcase classname=\"naive\" name=\"every answer is right\"/>"))
  }

  @Test("SARIF has one run, each result's rule, and the bucket as fingerprint")
  func sarif() throws {
    var sample = SampleReport(seed: 1)
    var report = sample.report(findings: 3, problems: 1)
    report.findings[1].verdict = "lawBroken.mirror"
    let json = try JSONParser.parse(SARIFReport.bytes(report))
    #expect(json["version"]?.string == "2.1.0")
    let runs = try #require(json["runs"]?.array)
    #expect(runs.count == 1)
    let rules = try #require(runs[0]["tool"]?["driver"]?["rules"]?.array)
    #expect(rules.compactMap { $0["id"]?.string } == ["lawBroken.mirror", "wrongValue"])
    let results = try #require(runs[0]["results"]?.array)
    for (result, finding) in zip(results, report.findings) {
      let index = try #require(result["ruleIndex"]?.int)
      #expect(rules[index]["id"] == result["ruleId"])
      #expect(
        result["partialFingerprints"]?[SARIFReport.fingerprint]?.string == finding.signature)
    }
    #expect(runs[0]["invocations"]?.array?.first?["executionSuccessful"]?.bool == false)
  }

  @Test("every format has the number of cases and the first night of a finding, if known")
  func history() throws {
    var sample = SampleReport(seed: 1)
    // The first has both, the second neither.
    let report = sample.report(findings: 3)
    let since = "night 3, 2026-11-20, commit 1f2e; met in 4 nights, last in night 7, 2026-11-24"
    let often = "2 of 5 examined cases, of 7 with this verdict"
    let json = String(decoding: JSONReport.bytes(report), as: UTF8.self)
    #expect(json.contains("\"commit\": \"1f2e\"") && json.contains("\"nights\": 4"))
    for (name, text) in [
      ("console", ConsoleReport(width: 1000).text(report)),
      ("markdown", MarkdownReport.text(report)), ("junit", JUnitReport.text(report)),
      ("annotations", AnnotationReport.text(report)),
      ("sarif", String(decoding: SARIFReport.bytes(report), as: UTF8.self)),
      ("html", HTMLReport(report, link: { $0 }).text),
    ] {
      #expect(text.components(separatedBy: since).count == 2, "\(name)")
      #expect(text.contains(often), "\(name)")
    }
    #expect(MarkdownReport.text(report).contains("| 12 | 2026-11-20 |"))
  }

  @Test("SARIF has the state of a finding relative to the night before, but only for nights")
  func baselineState() throws {
    for (state, firstNight, expected) in [
      (Bucket.State.open, 7, "new"), (.open, 3, "unchanged"), (.known, 3, "unchanged"),
      (.fixed, 7, "absent"),
    ] {
      var sample = SampleReport(seed: 1)
      var report = sample.report(findings: 2)
      let date = try #require(NightDate("2026-11-20"))
      let stamp = NightStamp(number: firstNight, date: date, commit: nil)
      report.findings[0].since = .init(
        Bucket(
          signature: "", failing: FailingPart("", text: ""), summary: "", state: state,
          first: stamp,
          last: stamp), lastNight: 7)
      report.findings[1].since = nil
      let json = try JSONParser.parse(SARIFReport.bytes(report))
      let results = json["runs"]?.array?.first?["results"]?.array ?? []
      #expect(results.map { $0["baselineState"]?.string } == [expected, nil])
      #expect(results.first?["properties"]?["state"]?.string == state.rawValue)
      #expect(results.first?["properties"]?["firstSeen"]?["night"]?.int == firstNight)
    }
  }

  @Test("findings of a known issue fail nothing: skipped, a late notice, suppressed")
  func known() throws {
    var sample = SampleReport(seed: 1)
    var report = sample.report(findings: 3)
    let date = try #require(NightDate("2026-11-20"))
    let stamp = NightStamp(number: 3, date: date, commit: nil)
    for (index, state) in [Bucket.State.known, .open].enumerated() {
      report.findings[index].since = .init(
        Bucket(
          signature: "", failing: FailingPart("", text: ""), summary: "", state: state,
          first: stamp,
          last: stamp), lastNight: 7)
    }
    let junit = JUnitReport.text(report)
    #expect(ParsedMarkup(junit).problem == nil)
    #expect(junit.contains("failures=\"2\"") && junit.matches(of: #/<failure /#).count == 2)
    #expect(junit.matches(of: #/<skipped message="known: /#).count == 1)
    let kinds = AnnotationReport.text(report).split(separator: "\n").map { $0.prefix(8) }
    #expect(kinds == ["::error ", "::error ", "::notice"])
    let results = try JSONParser.parse(SARIFReport.bytes(report))["runs"]?.array?[0]["results"]
    let suppressed = results?.array?.map { $0["suppressions"]?.array?.first?["kind"]?.string }
    #expect(suppressed == ["external", nil, nil])
  }

  /// Returns findings in these states.
  private static func report(of states: [Bucket.State]) throws -> Report {
    var sample = SampleReport(seed: 1)
    var report = sample.report(findings: states.count)
    report.runs = [Report.Run(folder: "nights", campaign: nil, lastNight: 7)]
    let date = try #require(NightDate("2026-11-20"))
    let stamp = NightStamp(number: 3, date: date, commit: nil)
    for (index, state) in states.enumerated() {
      report.findings[index].since = .init(
        Bucket(
          signature: "", failing: FailingPart("", text: ""), summary: "", state: state,
          first: stamp,
          last: stamp), lastNight: 7)
    }
    return Report(
      toolVersion: "1", runs: report.runs, findings: report.findings, problems: [])
  }

  @Test("fixed findings fail nothing: passed, a late notice, absent, last and green")
  func fixed() throws {
    let report = try Self.report(of: [.fixed, .open, .fixed])
    #expect(report.verdict == "1 finding in 7 nights, 2 fixed.")
    let junit = JUnitReport.text(report)
    #expect(junit.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"0\""), "\(junit)")
    let notes = AnnotationReport.text(report).split(separator: "\n")
    #expect(notes.map { $0.prefix(8) } == ["::error ", "::notice", "::notice"])
    #expect(notes[1].contains("title=fixed%3A simplex"))
    let page = HTMLReport(report, link: { $0 }).text
    #expect(page.contains("<h1>1 finding in 7 nights, 2 fixed.</h1>"))
    #expect(page.matches(of: #/<p class="meta"><span class="s good">Fixed: /#).count == 2)
    #expect(page.contains("data-value=\"fixed\"") && page.contains(">Fixed 2<"))
    #expect(!page.contains("5 fixed"))
    #expect(MarkdownReport.text(report).contains("| fixed: wrongValue |"))
    #expect(ConsoleReport(width: 100).text(report).contains("\n2  fixed: simplex: wrongValue"))

    let clean = try Self.report(of: [.fixed, .fixed])
    #expect(clean.verdict == "No open finding in 7 nights, 2 fixed.")
    #expect(JUnitReport.text(clean).contains("tests=\"2\" failures=\"0\""))
    #expect(!AnnotationReport.text(clean).contains("::error"))
    #expect(ConsoleReport(colours: true).text(clean).contains("\u{1B}[32mNo open finding"))
    let text = HTMLReport(clean, link: { $0 }).text
    #expect(!text.contains("class=\"s err\""))
    #expect(
      text.contains(
        "<dt>Open findings</dt><dd>0<small><span class=\"s good\">2 fixed</span></small>"))
  }

  @Test("every format counts findings by bucket, and stored cases with those not minimized")
  func counts() {
    var sample = SampleReport(seed: 1)
    var report = sample.report(findings: 1)
    report.runs.append(.init(folder: "nights", campaign: nil, lastNight: 9))
    report.findings = ["fixpoint", "none", "stopped", "stopped"].enumerated().map { index, end in
      var copy = report.findings[0]
      copy.folder += "\(index)"
      copy.minimization.end = end
      copy.minimization.steps = index == 3 ? 2 : 0
      return copy
    }
    let stored = "in 1 bucket, 2 not minimized, 1 partly minimized"
    #expect(
      report.verdict == "1 finding in 1,234 cases and 9 nights; 4 stored cases \(stored).")
    let page = HTMLReport(report, link: { $0 }).text
    #expect(page.contains("1 finding in 1,234 cases and 9 nights.</h1>"))
    #expect(page.contains("those of nights are not counted"))
    report.runs[1].night = 9
    #expect(
      HTMLReport(report, link: { $0 }).text.contains(
        "<dt>Stored cases</dt><dd>4<small>\(stored)</small>"))
  }

  @Test("every report marks a case whose minimization was cut short, and no other")
  func reservations() {
    #expect(MinimizingWords.reservation("fixpoint") == nil)
    var sample = SampleReport(seed: 1)
    var report = sample.report(findings: 1)
    func texts() -> [String] {
      [
        ConsoleReport(width: 1000).text(report), MarkdownReport.text(report),
        JUnitReport.text(report), HTMLReport(report, link: { $0 }).text,
      ]
    }
    report.findings[0].minimization.end = "fixpoint"
    #expect(texts().allSatisfy { !$0.contains("cut short") })
    report.findings[0].minimization.end = "stopped"
    #expect(texts().allSatisfy { $0.contains("cut short") })
  }

  @Test("annotations stop at ten and count the rest")
  func annotations() {
    var sample = SampleReport(seed: 1)
    let report = sample.report(findings: 14)
    let lines = AnnotationReport.text(report).split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.last == "::notice title=LayoutFuzz::+4 more: 4 errors")
    #expect(
      lines[0]
        == """
        ::error file=out/findings/simplex-wrongValue-0/0f/case.json,title=simplex%3A wrongValue\
        ::simplex puts 'a' 14 pt left. how often: 2 of 5 examined cases, of 7 with this \
        verdict. first seen: night 3, 2026-11-20, commit 1f2e; met in 4 nights, last in night 7, \
        2026-11-24; 12 random cases; now reopened. layoutfuzz replay out/findings/0f/case.json
        """)
    var few = SampleReport(seed: 1)
    #expect(AnnotationReport.text(few.report(findings: 10)).split(separator: "\n").count == 10)
  }

  @Test("the console shows the verdict first, then runs, problems and findings; colours on request")
  func console() {
    var sample = SampleReport(seed: 1)
    let report = sample.report(findings: 2, problems: 1)
    let text = ConsoleReport(width: 80).text(report)
    #expect(text.hasPrefix("2 findings in 1,234 cases; 1 problem.\n"))
    #expect(text.contains("\n  strategy  optimal  wrong\n  simplex     1,233      1\n"))
    #expect(
      text.contains(
        "\n1  simplex: wrongValue, 2 of 5 examined cases, of 7 with this verdict\n"))
    #expect(text.contains("\n   2 views, 1 constraint, minimized from 9 views, 30 constraints\n"))
    #expect(!text.contains("\u{1B}"))
    #expect(ConsoleReport(width: 80, colours: true).text(report).contains("\u{1B}[31m2 findings"))
  }
}
