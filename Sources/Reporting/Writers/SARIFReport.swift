// SPDX-License-Identifier: MIT

import Display
import JSON

/// A report as SARIF 2.1.0, the format of code scanning: one run, one rule for each kind of
/// verdict, the bucket as the fingerprint.
///
/// Reference: OASIS, Static Analysis Results Interchange Format 2.1.0.
package enum SARIFReport {
  /// The key of the fingerprint; its number changes with the naming of buckets.
  package static let fingerprint = "layoutfuzzBucket/v1"

  /// Returns the JSON document.
  package static func bytes(_ report: Report) -> [UInt8] { log(report).bytes }

  static func log(_ report: Report) -> SARIFLog {
    var log = SARIFLog(toolVersion: report.toolVersion, fingerprintKey: fingerprint)
    log.rules = rules(report).map { .init(id: $0.verdict, text: $0.meaning, level: .error) }
    log.results = report.listed.map(result)
    log.notifications = report.problems.map {
      .init(id: $0.kind.rawValue, message: $0.message, path: $0.path)
    }
    return log
  }

  /// Returns a finding of each kind of verdict that occurs, in the order of the names of the kinds.
  private static func rules(_ report: Report) -> [ReportFinding] {
    Dictionary(report.findings.map { ($0.verdict, $0) }) { first, _ in first }.values
      .sorted { $0.verdict.utf8.lexicographicallyPrecedes($1.verdict.utf8) }
  }

  private static func result(_ finding: ReportFinding) -> SARIFLog.Result {
    let sentences = [finding.sentence] + finding.history + [finding.replayCommand]
    var result = SARIFLog.Result(
      rule: finding.verdict, level: .error, message: sentences.joined(separator: ". "),
      path: finding.casePath, fingerprint: finding.signature)
    result.baselineState = finding.since.map(baselineState)
    if finding.isKnown { result.suppression = "a known issue of known.json" }
    result.properties = properties(of: finding)
    return result
  }

  /// Returns the facts of a finding for which the format has no field.
  private static func properties(of finding: ReportFinding) -> [JSONValue.Member] {
    var properties: [JSONValue.Member] = [
      .init(key: "subject", value: .string(finding.subject)),
      .init(key: "replay", value: .string(finding.replayCommand)),
    ]
    if let cases = finding.caseCount {
      properties.append(.init(key: "cases", value: .number(cases)))
    }
    if let frequency = finding.frequency {
      properties.append(.init(key: "howOften", value: .string(frequency)))
    }
    if let since = finding.since {
      properties += [
        .init(key: "firstSeen", value: since.first.json),
        .init(key: "lastSeen", value: since.last.json),
        .init(key: "nights", value: .number(since.nights)),
        .init(key: "state", value: .string(since.state.rawValue)),
      ]
    }
    return properties
  }

  /// Returns the state relative to the night before the last one; findings without nights have
  /// none.
  private static func baselineState(_ since: ReportFinding.Since) -> String {
    if since.state == .fixed { return "absent" }
    return since.isNew ? "new" : "unchanged"
  }
}

/// Paths as relative URLs.
package enum URLText {
  /// Returns the path with all special bytes of URLs escaped; a name that looks like a scheme gets
  /// `./` before it.
  package static func path(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    // Two slashes at the start would name a host.
    while text.begins(with: "//") { text.removeFirst() }
    return text
  }
}
