// SPDX-License-Identifier: MIT

import JSON
import Lowering

/// A report as JSON for other programs, in the format that `ReportSchema` describes.
package enum JSONReport {
  /// Returns the JSON document.
  package static func bytes(_ report: Report) -> [UInt8] { JSONWriter.document(json(report)) }

  /// Returns the report as a value.
  package static func json(_ report: Report) -> JSONValue {
    [
      "layoutfuzzReport": .number(Report.schemaVersion),
      "toolVersion": .string(report.toolVersion), "verdict": .string(report.verdict),
      "runs": .array(
        report.runs.map { run in
          ["folder": .string(run.folder), "campaign": run.campaign?.json ?? .null]
        }),
      "problems": .array(
        report.problems.map { problem in
          [
            "kind": .string(problem.kind.rawValue), "message": .string(problem.message),
            "path": text(problem.path),
          ]
        }),
      "findings": .array(report.findings.map(json)),
    ]
  }

  private static func json(_ finding: ReportFinding) -> JSONValue {
    let value: JSONValue = [
      "signature": .string(finding.signature), "subject": .string(finding.subject),
      "verdict": .string(finding.verdict), "sentence": .string(finding.sentence),
      "summary": .string(finding.summary), "folder": .string(finding.folder),
      "caseFile": .string(finding.caseFile),
      "occurrences": finding.occurrences.map { .number($0) } ?? .null,
      "inBucket": finding.share.map { .number($0.cases) } ?? .null,
      "examined": finding.share.map { .number($0.examined) } ?? .null,
      "since": finding.since.map(json) ?? .null,
      "origin": finding.origin.map { origin in
        [
          // Most readers of JSON would round a seed of 64 bits.
          "seed": .string("\(origin.seed)"), "case": .number(origin.caseIndex),
          "profile": text(origin.profile),
        ]
      } ?? .null,
      "original": json(finding.original), "minimized": json(finding.minimized),
      "minimization": json(finding.minimization),
      "toolVersion": .string(finding.toolVersion), "replay": .string(finding.replayCommand),
      "hasCertificate": .bool(finding.hasCertificate),
      "layout": finding.page.map(json) ?? .null, "text": text(finding.text),
      "script": finding.script.map(json) ?? .null,
    ]
    var members = value.members ?? []
    if let rate = finding.rate { members.append(.init(key: "rate", value: rate.json)) }
    if finding.isEarlier { members.append(.init(key: "isEarlier", value: true)) }
    if let errors = finding.standardError {
      let lines = errors.text().joined(separator: "\n")
      members.append(.init(key: "standardError", value: .string(lines)))
    }
    return .object(members)
  }

  private static func json(_ work: ReportFinding.Minimization) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "calls", value: .number(work.calls)),
      .init(key: "steps", value: .number(work.steps)),
      .init(key: "end", value: .string(work.end)),
      .init(key: "indifferent", value: .array(work.indifferent.map { .string($0) })),
    ]
    if work.explanationIsCut { members.append(.init(key: "explanationIsCut", value: true)) }
    return .object(members)
  }

  private static func json(_ since: ReportFinding.Since) -> JSONValue {
    [
      "first": since.first.json, "last": since.last.json, "nights": .number(since.nights),
      "cases": .number(since.cases), "state": .string(since.state.rawValue),
    ]
  }

  private static func json(_ size: ReportFinding.Size) -> JSONValue {
    .array(size.parts.map { ["count": .number($0.count), "noun": .string($0.noun)] })
  }

  private static func json(_ page: FindingPage) -> JSONValue {
    [
      "views": .array(page.views.map { ["id": .string($0.id), "kind": .string($0.kind)] }),
      "isUnique": .bool(page.isUnique),
      "answers": .array(page.columns.map(json)),
      "constraints": .array(page.constraints.map(json)),
      "levels": .array(
        page.levels.map { level in
          [
            "priority": number(level.priority), "exact": text(level.exact),
            "values": .array(level.values.map { $0.map(number) ?? .null }),
          ]
        }),
      "claimedConflict": .array(page.claimedConflict.map { .string($0) }),
      "proofs": .array(page.proofs.map { .string($0) }),
      "notes": .array(page.notes.map { .string($0) }),
    ]
  }

  private static func json(_ page: ScriptPage) -> JSONValue {
    [
      "steps": .array(
        page.steps.map { step in
          [
            "operation": .string(step.operation), "expected": .string(step.expected),
            "got": .string(step.got), "isWrong": .bool(step.isWrong),
            "isRefused": .bool(step.isRefused),
          ]
        }),
      "values": .array(
        page.values.map { value in
          [
            "name": .string(value.name), "expected": .string(value.expected),
            "got": .string(value.got), "differs": .bool(value.differs),
          ]
        }),
      "isUnique": .bool(page.isUnique),
    ]
  }

  private static func json(_ column: FindingPage.Column) -> JSONValue {
    [
      "name": .string(column.name), "role": .string(column.role.rawValue),
      "answer": .string(column.answer), "verdict": .string(column.verdict),
      "frames": column.frames.map { .array($0.map(json)) } ?? .null,
    ]
  }

  private static func json(_ frame: Layout.Frame) -> JSONValue {
    .array([frame.x, frame.y, frame.width, frame.height].map(number))
  }

  private static func json(_ row: FindingPage.ConstraintRow) -> JSONValue {
    [
      "id": .string(row.id), "text": .string(row.text), "priority": number(row.priority),
      "isInConflict": .bool(row.isInConflict), "violation": row.violation.map(number) ?? .null,
    ]
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// Returns a number, or text for one that is not finite, as of a wrong strategy: JSON has no such
  /// numbers.
  private static func number(_ value: Double) -> JSONValue {
    value.isFinite ? .number(value) : .string("\(value)")
  }
}
