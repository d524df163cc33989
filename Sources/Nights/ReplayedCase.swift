// SPDX-License-Identifier: MIT

import CorpusStore
import JSON

/// A case that a night has replayed.
package struct ReplayedCase: Sendable, Hashable {
  /// A failing solver or part on the case.
  package struct Failure: Sendable, Hashable {
    package var failing: FailingPart
    /// The failure in one sentence.
    package var summary: String

    package init(failing: FailingPart, summary: String) {
      self.failing = failing
      self.summary = summary
    }
  }

  /// The result of the replay.
  package enum Outcome: Sendable, Hashable {
    case passes
    /// No claim is made about it, so it neither passes nor fails.
    case undecided
    case fails([Failure])
    /// It cannot be run, for the given reason.
    case unusable(String)
  }

  /// The path of the case: relative to the folder of nights for a stored finding, else as the user
  /// gave it.
  package var path: String
  /// The bucket of a finding in the store; nil for other cases.
  package var bucket: String?
  /// The hash of the case's text.
  package var hash: String
  package var outcome: Outcome

  package init(path: String, bucket: String?, hash: String, outcome: Outcome) {
    self.path = path
    self.bucket = bucket
    self.hash = hash
    self.outcome = outcome
  }

  package var failures: [Failure] {
    if case .fails(let failures) = outcome { return failures }
    return []
  }

  /// Whether its failures are known to be fixed.
  package var passes: Bool { outcome == .passes }

  package var isUsable: Bool {
    if case .unusable = outcome { return false }
    return true
  }
}

// MARK: - JSON

extension ReplayedCase {
  private static let keys = ["path", "bucket", "hash", "failures", "isUndecided", "problem"]

  var json: JSONValue {
    var problem: String?
    if case .unusable(let text) = outcome { problem = text }
    return [
      "path": .string(path), "bucket": bucket.map { .string($0) } ?? .null, "hash": .string(hash),
      "failures": .array(
        failures.map { [.string($0.failing.name), .string($0.failing.text), .string($0.summary)] }),
      "isUndecided": .bool(outcome == .undecided),
      "problem": problem.map { .string($0) } ?? .null,
    ]
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a replayed case", keys: Self.keys)
    path = try reader.required("path").requiredString("a path")
    bucket = reader["bucket"]?.string
    hash = try reader.required("hash").requiredString("a hash")
    var failures: [Failure] = []
    for element in try reader.required("failures").requiredArray("failures") {
      let words = try element.requiredArray("a failure", count: 3)
      failures.append(
        Failure(
          failing: FailingPart(
            try words[0].requiredString("a subject"),
            text: try words[1].requiredString("the kind of verdict")),
          summary: try words[2].requiredString("a sentence")))
    }
    if let problem = reader["problem"]?.string {
      outcome = .unusable(problem)
    } else if !failures.isEmpty {
      outcome = .fails(failures)
    } else {
      outcome = reader["isUndecided"]?.bool == true ? .undecided : .passes
    }
  }
}
