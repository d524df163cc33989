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
  private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  /// Returns the JSON document.
  package static func bytes(_ report: Report) -> [UInt8] { JSONWriter.document(json(report)) }

  static func json(_ report: Report) -> JSONValue {
    let rules = rules(report)
    let results = report.findings.map { finding in
      result(finding, rule: rules.firstIndex { $0.verdict == finding.verdict } ?? 0)
    }
    return [
      "$schema": .string(schema), "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "layoutfuzz", "version": .string(report.toolVersion),
              "rules": .array(rules.map(rule)),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "invocations": [
            [
              "executionSuccessful": .bool(report.problems.isEmpty),
              "toolExecutionNotifications": .array(report.problems.map(notification)),
            ]
          ],
          "results": .array(results),
        ]
      ],
    ]
  }

  /// Returns a finding of each kind of verdict that occurs, in the order of the names of the kinds.
  private static func rules(_ report: Report) -> [ReportFinding] {
    Dictionary(report.findings.map { ($0.verdict, $0) }) { first, _ in first }.values
      .sorted { $0.verdict.utf8.lexicographicallyPrecedes($1.verdict.utf8) }
  }

  private static func rule(_ finding: ReportFinding) -> JSONValue {
    [
      "id": .string(finding.verdict),
      "shortDescription": ["text": .string(finding.meaning)],
      "defaultConfiguration": ["level": "error"],
    ]
  }

  private static func result(_ finding: ReportFinding, rule: Int) -> JSONValue {
    let sentences = [finding.sentence] + finding.history + [finding.replayCommand]
    var members: [JSONValue.Member] = [
      .init(key: "ruleId", value: .string(finding.verdict)),
      .init(key: "ruleIndex", value: .number(rule)), .init(key: "level", value: "error"),
      .init(key: "message", value: ["text": .string(sentences.joined(separator: ". "))]),
      .init(key: "locations", value: .array([location(finding)])),
      .init(
        key: "partialFingerprints",
        value: .object([.init(key: fingerprint, value: .string(finding.signature))])),
    ]
    if let since = finding.since {
      members.append(.init(key: "baselineState", value: .string(baselineState(since))))
    }
    if finding.isKnown {
      members.append(
        .init(
          key: "suppressions",
          value: [["kind": "external", "justification": "a known issue of known.json"]]))
    }
    return .object(members + [.init(key: "properties", value: .object(properties(of: finding)))])
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

  private static func location(_ finding: ReportFinding) -> JSONValue {
    [
      "physicalLocation": [
        "artifactLocation": ["uri": .string(URLText.path(finding.casePath))],
        "region": ["startLine": 1],
      ]
    ]
  }

  /// Returns the state relative to the night before the last one; findings without nights have
  /// none.
  private static func baselineState(_ since: ReportFinding.Since) -> String {
    if since.state == .fixed { return "absent" }
    return since.isNew ? "new" : "unchanged"
  }

  private static func notification(_ problem: Report.Problem) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "descriptor", value: ["id": .string(problem.kind.rawValue)]),
      .init(key: "level", value: "error"),
      .init(key: "message", value: ["text": .string(problem.message)]),
    ]
    if let path = problem.path {
      members.append(
        .init(
          key: "locations",
          value: [
            ["physicalLocation": ["artifactLocation": ["uri": .string(URLText.path(path))]]]
          ]))
    }
    return .object(members)
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
