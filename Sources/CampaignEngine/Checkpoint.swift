// SPDX-License-Identifier: MIT

import CaseFormats
import JSON
import Judging

/// Where an unfinished campaign stands, to go on from there: all batches before one number are
/// folded.
struct Checkpoint: Sendable {
  /// How many batches are folded.
  var batches: Int
  /// The time that they took.
  var nanoseconds: UInt64
  var tally: TallyState
  /// Findings that were stored after this moment and are not as they would be without a stop: they
  /// are taken away when the campaign goes on, and found again.
  var provisional: [String] = []

  private static let keys = ["batches", "nanoseconds", "tally", "provisional"]

  var json: JSONValue {
    [
      "batches": .number(batches), "nanoseconds": .number(nanoseconds), "tally": tally.json,
      "provisional": .array(provisional.map { .string($0) }),
    ]
  }

  init(batches: Int, nanoseconds: UInt64, tally: TallyState) {
    self.batches = batches
    self.nanoseconds = nanoseconds
    self.tally = tally
  }

  init(_ value: JSONValue, of settings: CampaignSettings) throws(JSONError) {
    let reader = try JSONObjectReader(value, "the progress of a campaign", keys: Self.keys)
    batches = try reader.required("batches").requiredIndex("a number of batches")
    nanoseconds = UInt64(try reader.required("nanoseconds").requiredIndex("a time"))
    tally = try TallyState(try reader.required("tally"), of: settings)
    for element in try reader.required("provisional").requiredArray("folders") {
      provisional.append(try element.requiredString("a folder"))
    }
  }
}

/// What a tally knows, apart from how it goes on.
struct TallyState: Sendable {
  /// The counts of all cases folded, without the failing ones, which have become findings.
  var batch: CaseBatch
  var failingCases: Int
  var findings: [CampaignFinding]
  /// How often each kind of failure was seen, in the order of their names.
  var failures: [(kind: FailureSignature.Kind, count: Int)]
  /// What is known about the session.
  var scripts: ScriptCollector.State

  private static let keys = ["cases", "failingCases", "findings", "failures", "scripts"]

  var json: JSONValue {
    [
      "cases": batch.json, "failingCases": .number(failingCases),
      "findings": .array(findings.map(\.stored)),
      "failures": .array(
        failures.map {
          [.string($0.kind.strategy), .string($0.kind.verdict.name), .number($0.count)]
        }),
      "scripts": scripts.json,
    ]
  }
}

extension TallyState {
  init(_ value: JSONValue, of settings: CampaignSettings) throws(JSONError) {
    let reader = try JSONObjectReader(value, "the tally of a campaign", keys: Self.keys)
    batch = try CaseBatch(try reader.required("cases"), empty: BatchRunner(settings).emptyBatch)
    failingCases = try reader.required("failingCases").requiredIndex("a number of cases")
    failures = []
    for element in try reader.required("failures").requiredArray("kinds of failures") {
      let words = try element.requiredArray("a kind of failure and its count", count: 3)
      let kind = FailureSignature.Kind(
        strategy: try words[0].requiredString("who is wrong"),
        verdict: try words[1].requiredFailureKind())
      failures.append((kind, try words[2].requiredIndex("a count")))
    }
    scripts = try ScriptCollector.State(try reader.required("scripts"))
    findings = []
    for element in try reader.required("findings").requiredArray("findings") {
      let finding = try CampaignFinding(stored: element)
      findings.append(finding)
      findings[findings.count - 1].occurrences =
        failures.first { $0.kind == finding.kind }?.count ?? 1
    }
  }
}

extension CampaignFinding {
  private static let keys = [
    "signature", "strategy", "verdict", "summary", "firstCase", "original", "smallest", "path",
    "members", "folders",
  ]

  fileprivate var stored: JSONValue {
    [
      "signature": .string(signature), "strategy": .string(kind.strategy),
      "verdict": .string(kind.verdict.name), "summary": .string(summary),
      "firstCase": .number(firstCase), "original": CaseFile.value(of: original),
      "smallest": CaseFile.value(of: smallest), "path": path.map { .string($0) } ?? .null,
      "members": .number(members), "folders": .array(folders.map { .string($0) }),
    ]
  }

  fileprivate init(stored value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a finding", keys: Self.keys)
    self.init(
      signature: try reader.required("signature").requiredString("a signature"),
      kind: FailureSignature.Kind(
        strategy: try reader.required("strategy").requiredString("who is wrong"),
        verdict: try reader.required("verdict").requiredFailureKind()),
      summary: try reader.required("summary").requiredString("a sentence"),
      firstCase: try reader.required("firstCase").requiredIndex("the index of a case"),
      original: try reader.required("original").layout(),
      smallest: try reader.required("smallest").layout(), path: reader["path"]?.string,
      occurrences: 1,
      members: try reader["members"]?.requiredIndex("a number of cases") ?? 1,
      folders: try reader["folders"]?.requiredStrings("folders") ?? [])
  }
}
