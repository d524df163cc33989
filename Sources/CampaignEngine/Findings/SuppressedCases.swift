// SPDX-License-Identifier: MIT

import CorpusStore
import JSON
import Oracles

/// The failures that known issues suppress: they are counted, and are no findings.
///
/// A failure is set aside before its examination or its minimization when an issue suppresses all
/// buckets that it can have.
package struct SuppressedCases: Sendable {
  private let suppressions: Suppressions?
  /// The number of cases by bucket, or by the common beginning of its name where only that is
  /// known.
  private var cases: [String: Int]

  package init(_ suppressions: Suppressions?, from start: State = State()) {
    self.suppressions = suppressions
    cases = Dictionary(uniqueKeysWithValues: start.cases.map { ($0.bucket, $0.count) })
  }

  /// Sets a failure aside before its examination.
  ///
  /// - Returns: whether each bucket about this program and verdict is suppressed.
  package mutating func takes(_ verdict: FailureKind, of accused: String) -> Bool {
    takes(all: "\(accused)-\(verdict.name)-")
  }

  /// Sets a failure aside before its minimization.
  ///
  /// - Returns: whether each bucket of the failure is suppressed.
  package mutating func takes(_ failure: FailureIdentity) -> Bool {
    takes(all: "\(failure.pendingQueue.kind)-")
  }

  /// Sets a failure aside after its minimization.
  ///
  /// - Returns: whether the bucket is suppressed.
  package mutating func takes(bucket: String) -> Bool {
    guard suppressions?.issue(for: bucket) != nil else { return false }
    cases[bucket, default: 0] += 1
    return true
  }

  private mutating func takes(all stem: String) -> Bool {
    guard suppressions?.coversAll(beginningWith: stem) == true else { return false }
    cases[stem + "*", default: 0] += 1
    return true
  }

  /// The numbers of cases, in the order of the names.
  package var state: State {
    var state = State()
    state.cases = cases.sorted { $0.key < $1.key }.map { (bucket: $0.key, count: $0.value) }
    return state
  }

  /// The numbers of cases that known issues suppress.
  package struct State: Sendable {
    /// The names of buckets; one that ends with a star stands for all that begin with it.
    package var cases: [(bucket: String, count: Int)] = []

    package init() {}

    /// The number of all cases.
    package var count: Int { cases.reduce(0) { $0 + $1.count } }
  }
}

// MARK: - JSON

extension SuppressedCases.State {
  package var json: JSONValue {
    .array(cases.map { [.string($0.bucket), .number($0.count)] })
  }

  package init(_ value: JSONValue) throws(JSONError) {
    for element in try value.requiredArray("suppressed buckets") {
      let words = try element.requiredArray("a bucket and its cases", count: 2)
      cases.append(
        (
          try words[0].requiredString("the name of a bucket"),
          try words[1].requiredIndex("a number of cases")
        ))
    }
    guard Set(cases.map(\.bucket)).count == cases.count else {
      throw value.error("expected each bucket once")
    }
  }
}
