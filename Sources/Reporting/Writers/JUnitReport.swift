// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// A report as JUnit XML: a failure is a violated property of an answer, an error is a fault of the
/// run itself.
///
/// Each finding is a failed test, or a skipped one if a known issue suppresses it. Each strategy
/// and law without a finding is a passed test, so that a dashboard shows everything that was tried.
package enum JUnitReport {
  /// Returns the document with a line break at its end.
  package static func text(_ report: Report) -> String {
    var tests = report.findings.map(failure)
    tests += report.problems.map(error)
    let others = others(report)
    tests += others.map(\.markup)
    let known = report.findings.count(where: \.isKnown)
    let skipped = others.filter(\.isSkipped).count + known
    let counts = """
      tests="\(tests.count)" failures="\(report.findings.count - known)" errors="\(report.problems.count)" \
      skipped="\(skipped)"
      """
    let time = seconds(report)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="layoutfuzz" \(counts) time="\(time)">
      <testsuite name="layoutfuzz" \(counts) time="\(time)">
      \(properties(report))\(tests.joined())</testsuite>
      </testsuites>

      """
  }

  private static func properties(_ report: Report) -> String {
    var text = "<properties>\n"
    func add(_ name: String, _ value: String) {
      text += "<property name=\"\(name)\" value=\"\(Markup.escaped(value))\"/>\n"
    }
    add("toolVersion", report.toolVersion)
    for run in report.runs {
      add("folder", run.folder)
      guard let campaign = run.campaign else { continue }
      add("seed", "\(campaign.seed)")
      add("cases", "\(campaign.cases)")
      add("digest", campaign.digest)
    }
    return text + "</properties>\n"
  }

  private static func failure(_ finding: ReportFinding) -> String {
    let lines =
      [
        finding.sentence, finding.summary,
        finding.sizeSentence,
      ] + finding.history + [finding.replayCommand]
    let text = lines.map(Markup.escaped).joined(separator: "\n")
    let outcome =
      finding.isKnown
      ? "<skipped message=\"known: \(Markup.escaped(finding.sentence))\">\(text)</skipped>"
      : "<failure type=\"\(Markup.escaped(finding.verdict))\" "
        + "message=\"\(Markup.escaped(finding.sentence))\">\(text)</failure>"
    return """
      <testcase classname="\(Markup.escaped(finding.subject))" \
      name="\(Markup.escaped("\(finding.signature) \(finding.folder)"))" \
      file="\(Markup.escaped(finding.casePath))">
      \(outcome)
      </testcase>

      """
  }

  private static func error(_ problem: Report.Problem) -> String {
    """
    <testcase classname="layoutfuzz" name="\(problem.kind.rawValue)\
    \(problem.path.map { " " + Markup.escaped($0) } ?? "")">
    <error type="\(problem.kind.rawValue)" message="\(Markup.escaped(problem.message))"/>
    </testcase>

    """
  }

  /// Returns the tests of all strategies and laws without a finding, once each.
  ///
  /// A law without cases is skipped, and so is a strategy without a verdict.
  private static func others(_ report: Report) -> [(markup: String, isSkipped: Bool)] {
    let failed = Set(report.findings.map(\.subject))
    let broken = Set(report.findings.map(\.verdict))
    var named = Set<String>()
    var tests: [(markup: String, isSkipped: Bool)] = []
    for campaign in report.runs.compactMap(\.campaign) {
      for row in campaign.strategies where !failed.contains(row.name) && !row.has("wrong") {
        guard named.insert(row.name).inserted else { continue }
        let isSkipped = campaign.unjudged.contains(row.name)
        let reason = isSkipped ? "no answer has a verdict" : nil
        tests.append((test(row.name, "every answer is right", skipped: reason), isSkipped))
      }
      for row in campaign.laws where !broken.contains("lawBroken.\(row.name)") && !row.has("broken")
      {
        guard named.insert("law \(row.name)").inserted else { continue }
        let reason = row.has("held") ? nil : "no case was for it"
        tests.append((test("law", row.name, skipped: reason), !row.has("held")))
      }
    }
    return tests
  }

  private static func test(_ subject: String, _ name: String, skipped reason: String?) -> String {
    let start =
      "<testcase classname=\"\(Markup.escaped(subject))\" name=\"\(Markup.escaped(name))\""
    return start + (reason.map { "><skipped message=\"\($0)\"/></testcase>\n" } ?? "/>\n")
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
