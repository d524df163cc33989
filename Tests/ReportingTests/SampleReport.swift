// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import LayoutModel
import Lowering
import Oracles
import Processes
import Reporting

/// Reports for tests, with harmless or hostile texts from a closure.
struct SampleReport {
  private var source: Xoshiro256
  private let text: (inout Xoshiro256, String) -> String

  /// Makes the report of a seed.
  ///
  /// `text` returns the text to use instead of a harmless one.
  init(seed: UInt64, text: @escaping (inout Xoshiro256, String) -> String = { $1 }) {
    source = Xoshiro256(seed: seed)
    self.text = text
  }

  /// Returns reports with texts that break pages, files and terminals without escaping.
  static func hostile(seed: UInt64) -> SampleReport {
    SampleReport(seed: seed) { source, text in
      switch source.next() % 8 {
      case 0: return String(repeating: "\(text)<", count: 10_000 / (text.count + 1))
      case 1: return ""
      // The result of decoding a lone surrogate.
      case 2: return "\u{FFFD}" + String(decoding: [0xED, 0xA0, 0x80, 0x41], as: UTF8.self)
      default:
        return MarkupTests.hostileText(&source) + text
          + MarkupTests.hostileText(&source)
          + ["::error::", "%0A", "|", "`", "\r\n"][Int(source.next() % 5)]
      }
    }
  }

  private mutating func make(_ friendly: String) -> String { text(&source, friendly) }

  /// Returns a report with the number of findings, the last of which is about a script.
  mutating func report(findings count: Int, problems: Int = 0) -> Report {
    var report = Report(
      toolVersion: make("0.1.0"), runs: [Report.Run(folder: make("out"), campaign: campaign())],
      findings: [], problems: [])
    report.runs.append(Report.Run(folder: make("old"), campaign: nil))
    for index in 0..<count { report.findings.append(finding(index, isScript: index + 1 == count)) }
    for index in 0..<problems {
      let kinds = Report.Problem.Kind.allCases
      report.problems.append(
        .init(
          kinds[index % kinds.count], make("it is wrong"),
          path: index % 2 == 0 ? make("out/findings/x") : nil))
    }
    return report
  }

  mutating func campaign() -> CampaignRecord {
    var record = CampaignRecord(
      toolVersion: make("0.1.0"), seed: .max, cases: 1234, digest: make("00ff"),
      nanoseconds: 2_500_000_000, profiles: [.init(make("wellFormed"), 1000)],
      strategies: [
        .init(make("simplex"), [.init(make("optimal"), 1233), .init("wrong", 1)]),
        .init(make("naive"), [.init(make("optimal"), 1), .init("wrong", 0)]),
      ],
      laws: [.init(make("mirror"), [.init("held", 12), .init("broken", 0)])], undecided: 3,
      occurrences: [.init(signature: make("simplex-wrongValue-1"), cases: 7, firstCase: 2)])
    record.health = [.init(make("behaviours"), [.init(make("seen"), 412)])]
    record.warnings = [make("no canary")]
    record.canary = .init(name: make("simplex.x"), cases: 10, isCaught: true)
    record.internalFailures = [.init(caseIndex: 5, message: make("no"), path: make("a/b"))]
    return record
  }

  mutating func finding(_ index: Int, isScript: Bool = false) -> ReportFinding {
    var finding = ReportFinding(
      record(index), folder: make("out/findings/simplex-wrongValue-\(index)/0f"),
      meaning: make("The objectives are right, but not the only layout that has them"))
    finding.sentence = make("simplex puts 'a' 14 pt left")
    finding.occurrences = index % 2 == 0 ? 7 : nil
    finding.share = index % 4 == 0 ? BucketShare(cases: 2, examined: 5, failing: 7) : nil
    finding.since = index % 3 == 0 ? since() : nil
    finding.replayCommand = "layoutfuzz replay " + make("out/findings/0f/case.json")
    finding.hasCertificate = index % 2 == 0
    finding.page = isScript ? nil : page()
    finding.script = isScript && index % 2 == 0 ? scriptPage() : nil
    finding.text = isScript ? "## Operations\n" + make("add c0") : nil
    finding.standardError =
      index % 3 == 0
      ? StandardError((make("Fatal error") + "\n" + make("at main.swift:1")).utf8) : nil
    return finding
  }

  private mutating func record(_ index: Int) -> FindingRecord {
    var record = FindingRecord(
      .layout,
      FailureIdentity(.strategy(make("simplex")), FailureKind(name: make("wrongValue"))),
      signature: make("simplex-wrongValue-\(index)"),
      summary: make("the answer is not the only right layout"),
      original: .init([("views", 9), ("constraints", 30)]),
      minimized: .init([("views", 2), ("constraints", 1)]), toolVersion: make("0.1.0"))
    if index % 3 != 0 {
      (record.seed, record.caseIndex) = (9, index)
      record.profile = make("wellFormed")
    }
    record.minimization = .init(
      end: make("fixpoint"), calls: 20, acceptedSteps: 5,
      indifferent: [make("the constant of c1")])
    return record
  }

  mutating func since() -> ReportFinding.Since {
    func stamp(_ number: Int, _ day: String, _ commit: String?) -> NightStamp {
      guard let date = NightDate(day) else { preconditionFailure("\(day) is no day") }
      return NightStamp(number: number, date: date, commit: commit)
    }
    var bucket = Bucket(
      signature: "", failing: FailingPart("", text: ""), summary: "", state: .reopened,
      first: stamp(3, "2026-11-20", make("1f2e")), last: stamp(7, "2026-11-24", nil))
    (bucket.cases, bucket.nights) = (12, 4)
    return .init(bucket, lastNight: 7)
  }

  mutating func scriptPage() -> ScriptPage {
    ScriptPage(
      steps: [
        .init(
          operation: make("add c0: x0 == 1"), expected: make("done"), got: make("as expected"),
          isWrong: false),
        .init(
          operation: make("solve"), expected: make("x0 = 1/3"), got: make("optimal: x0 = 2"),
          isWrong: true),
      ],
      values: [.init(name: make("x0"), expected: make("1/3"), got: make("2"), differs: true)],
      isUnique: true,
      curves: [
        .init(
          name: make("x0"),
          readings: [.init(step: 2, expected: 1.0 / 3, isUnique: true, got: 2, isWrong: true)])
      ])
  }

  private mutating func page() -> FindingPage {
    let drawing = drawing()
    let ids = drawing.layoutCase.views.map(\.id)
    let right = [frame(0, 0, 320, 480), frame(20, 10, 100, 50)]
    let wrong = [frame(0, 0, 320, 480), frame(6, .nan, .infinity, 50)]
    return FindingPage(
      views: ids.map { .init(id: $0, kind: "view") },
      columns: [
        .init(name: "exact", role: .exact, answer: "optimal", verdict: "", frames: right),
        .init(
          name: make("simplex"), role: .accused, answer: "optimal", verdict: "wrongValue",
          frames: wrong),
        .init(name: make("naive"), role: .other, answer: "gaveUp", verdict: "gaveUp", frames: nil),
      ], isUnique: true,
      constraints: [
        .init(
          id: make("left"), text: make("H:|-(20)-[a]"), priority: 1000, isInConflict: true,
          violation: 14),
        .init(
          id: make("w"), text: make("a.width == 100 @750"), priority: 750, isInConflict: false,
          violation: nil),
      ],
      levels: [
        .init(priority: 1000, exact: "0", values: [14, nil]),
        .init(priority: 750, exact: make("1/3"), values: [.infinity, nil]),
      ], claimedConflict: [make("left")], proofs: [make("No other layout is as good.")],
      notes: [make("Ill-conditioned.")], drawing: drawing)
  }

  private mutating func drawing() -> LayoutDrawing {
    let layoutCase = LayoutCase(
      environment: .init(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: make("root"), parent: nil), View(id: make("a"), parent: 0)],
      constraints: [
        LayoutConstraint(
          id: make("left"), first: Anchor(.view(1), .leading), second: Anchor(.view(0), .leading),
          constant: 20)
      ])
    let root = PlacedRect(x: 0, y: 0, width: 320, height: 480)
    return LayoutDrawing(
      layoutCase, title: make("simplex"),
      main: .init(title: "exact", rects: [root, PlacedRect(x: 20, y: 10, width: 100, height: 50)]),
      other: .init(
        title: make("simplex"), rects: [root, PlacedRect(x: 6, y: 10, width: 100, height: 50)]),
      marks: [0: .violated])
  }

  private func frame(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> Layout.Frame {
    Layout.Frame(x: x, y: y, width: width, height: height)
  }
}
