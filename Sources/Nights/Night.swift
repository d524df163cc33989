// SPDX-License-Identifier: MIT

import CorpusStore
import JSON

/// The full result of one night: the content of `night.json` in its folder.
package struct Night: Sendable, Hashable {
  /// The version of the format, the value of the key `layoutfuzzNight`.
  package static let version = 1
  /// The name of the file in the folder of the night.
  package static let fileName = "night.json"

  /// A known issue with its use tonight.
  package struct IssueUse: Sendable, Hashable {
    package var issue: KnownIssues.Issue
    /// The number of open buckets that it names.
    package var buckets: Int
    package var isExpired: Bool
  }

  package var record: NightRecord
  /// The changes of the buckets that fail or were open, in the order of their names.
  package var changes: [BucketChange]
  package var rises: [NightHistory.CostRise]
  package var issues: [IssueUse]
  /// The reasons why the night is not reliable; empty for a reliable one.
  package var problems: [String]
  /// Further notes for the reader.
  package var notes: [String]

  package init(
    record: NightRecord, changes: [BucketChange], rises: [NightHistory.CostRise],
    issues: [IssueUse], problems: [String], notes: [String]
  ) {
    self.record = record
    self.changes = changes
    self.rises = rises
    self.issues = issues
    self.problems = problems
    self.notes = notes
  }

  package func changes(_ kind: BucketChange.Kind) -> [BucketChange] {
    changes.filter { $0.kind == kind }
  }

  /// Whether the night needs attention: a bucket is new or reopened.
  package var hasNews: Bool { record.buckets.new > 0 || record.buckets.reopened > 0 }
}

// MARK: - JSON

extension Night {
  private static let keys = [
    "layoutfuzzNight", "night", "changes", "costRises", "knownIssues", "problems", "notes",
  ]

  /// The value that `campaign nightly --json` prints.
  package var json: JSONValue {
    [
      "layoutfuzzNight": .number(Self.version), "night": record.json,
      "changes": .array(changes.map(\.json)),
      "costRises": .array(rises.map { ["cost": $0.cost.json, "before": .number($0.before)] }),
      "knownIssues": .array(
        issues.map {
          [
            "issue": $0.issue.json, "buckets": .number($0.buckets), "expired": .bool($0.isExpired),
          ]
        }),
      "problems": .array(problems.map { .string($0) }),
      "notes": .array(notes.map { .string($0) }),
    ]
  }

  /// The text of `night.json`: the same night always gives the same bytes.
  package var encoded: [UInt8] { JSONWriter.document(json) }

  /// Reads the text of `night.json`; never traps, for any bytes.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    let reader = try JSONObjectReader(
      try JSONParser.parse(bytes), "a night", keys: Self.keys)
    let version = try reader.required("layoutfuzzNight")
    guard version.int == Self.version else {
      throw version.error("expected the format version \(Self.version)")
    }
    record = try NightRecord(try reader.required("night"))
    changes = []
    for element in try reader.required("changes").requiredArray("a list of changes") {
      changes.append(try BucketChange(element))
    }
    rises = []
    for element in try reader.required("costRises").requiredArray("a list of costs") {
      let rise = try JSONObjectReader(element, "a cost that rose", keys: ["cost", "before"])
      rises.append(
        .init(
          cost: try NightRecord.Cost(try rise.required("cost")),
          before: try rise.required("before").requiredCount("thousandths of the expected cost")))
    }
    issues = []
    for element in try reader.required("knownIssues").requiredArray("a list of issues") {
      issues.append(try IssueUse(element))
    }
    problems = try reader.required("problems").requiredStrings("a list of problems")
    notes = try reader.required("notes").requiredStrings("a list of notes")
  }
}

extension Night.IssueUse {
  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a known issue", keys: ["issue", "buckets", "expired"])
    issue = try KnownIssues.Issue(try reader.required("issue"))
    buckets = try reader.required("buckets").requiredCount("a number of buckets")
    let expired = try reader.required("expired")
    guard let flag = expired.bool else { throw expired.error("expected true or false") }
    isExpired = flag
  }
}
