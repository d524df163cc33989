// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// A report as JUnit XML: a failure is a violated property of an answer, an error is a fault of the
/// run itself.
///
/// Each finding is a failed test, a passed one if it is fixed, or a skipped one if a known issue
/// suppresses it. Each strategy and law without an open finding is a passed test, so that a
/// dashboard shows everything that was tried.
package enum JUnitReport {
  /// Returns the document with a line break at its end.
  package static func text(_ report: Report) -> String {
    var document = JUnitDocument(time: seconds(report))
    document.properties = properties(report)
    document.tests = report.listed.map(test) + report.problems.map(error) + others(report)
    return document.text
  }

  private static func properties(_ report: Report) -> [(name: String, value: String)] {
    var properties = [(name: "toolVersion", value: report.toolVersion)]
    for run in report.runs {
      properties.append((name: "folder", value: run.folder))
      guard let campaign = run.campaign else { continue }
      properties += [
        (name: "seed", value: "\(campaign.seed)"), (name: "cases", value: "\(campaign.cases)"),
        (name: "digest", value: campaign.digest),
      ]
    }
    return properties
  }

  private static func test(_ finding: ReportFinding) -> JUnitDocument.Test {
    let lines =
      [
        finding.sentence, finding.summary,
        finding.sizeSentence,
      ] + finding.history + [finding.replayCommand]
    return JUnitDocument.Test(
      classname: finding.subject, name: "\(finding.signature) \(finding.folder)",
      file: finding.casePath,
      outcome: finding.standing == .fixed
        ? .passed
        : finding.isKnown
          ? .accepted(message: finding.stateStart + finding.sentence, lines: lines)
          : .failure(type: finding.verdict, message: finding.sentence, lines: lines))
  }

  private static func error(_ problem: Report.Problem) -> JUnitDocument.Test {
    JUnitDocument.Test(
      classname: "layoutfuzz",
      name: problem.kind.rawValue + (problem.path.map { " \($0)" } ?? ""),
      outcome: .error(type: problem.kind.rawValue, message: problem.message))
  }

  /// Returns the tests of all strategies and laws without an open finding, once each.
  ///
  /// A law without cases is skipped, and so is a strategy without a verdict.
  private static func others(_ report: Report) -> [JUnitDocument.Test] {
    let open = report.findings.filter { $0.standing != .fixed }
    let failed = Set(open.map(\.subject))
    let broken = Set(open.compactMap(\.law))
    var named = Set<String>()
    var tests: [JUnitDocument.Test] = []
    for campaign in report.runs.compactMap(\.campaign) {
      for row in campaign.strategies where !failed.contains(row.name) && !row.has("wrong") {
        guard named.insert(row.name).inserted else { continue }
        let reason = campaign.unjudged.contains(row.name) ? "no answer has a verdict" : nil
        tests.append(test(row.name, "every answer is right", skipped: reason))
      }
      for row in campaign.laws where !broken.contains(row.name) && !row.has("broken") {
        guard named.insert("law \(row.name)").inserted else { continue }
        let reason = row.has("held") ? nil : "no case was for it"
        tests.append(test("law", row.name, skipped: reason))
      }
    }
    return tests
  }

  private static func test(
    _ subject: String, _ name: String, skipped reason: String?
  ) -> JUnitDocument.Test {
    JUnitDocument.Test(
      classname: subject, name: name,
      outcome: reason.map { .skipped(message: $0) } ?? .passed)
  }

  /// Returns the time of all campaigns together, in seconds.
  private static func seconds(_ report: Report) -> String {
    let sum = report.runs.reduce(0.0) { $0 + Double($1.campaign?.nanoseconds ?? 0) }
    return ShownNumber.points(sum / 1e9)
  }
}

extension CampaignRecord.Row {
  /// Whether a count exists and is above 0; a wrong answer may have no finding, as when the
  /// findings were deleted.
  fileprivate func has(_ name: String) -> Bool {
    counts.contains { $0.name == name && $0.value > 0 }
  }
}
