// SPDX-License-Identifier: MIT

import JSON

/// The known issues of a campaign on one day: those that hold set failures aside.
///
/// A failure is set aside by its verdict or its cause if a star suppresses all their buckets, and
/// else by its smallest subject, which has the name of one bucket.
package struct Suppressions: Sendable, Hashable {
  package let known: KnownIssues
  package let date: NightDate

  package init(_ known: KnownIssues, on date: NightDate) {
    self.known = known
    self.date = date
  }

  /// The issues that hold on the day, in the order of the file.
  package var holding: [KnownIssues.Issue] { known.issues.filter { !$0.isExpired(on: date) } }

  /// Returns these issues on their day with those of another list that hold on its day.
  package func joined(to others: Suppressions?) -> Suppressions {
    Suppressions(KnownIssues(known.issues + (others?.holding ?? [])), on: date)
  }

  /// Returns the first issue that suppresses a bucket.
  package func issue(for bucket: String) -> KnownIssues.Issue? {
    known.issue(for: bucket, on: date)
  }

  /// Whether an issue suppresses all buckets whose names begin in the given way.
  package func coversAll(beginningWith stem: String) -> Bool {
    holding.contains { issue in
      let (text, isOpen) = issue.stem
      return isOpen && stem.utf8.starts(with: text.utf8)
    }
  }

  /// Returns the last issue that suppressed a bucket and has expired.
  package func expiredIssue(for bucket: String) -> KnownIssues.Issue? {
    known.expiredIssue(for: bucket, on: date)
  }

  /// Returns the features that scripts for a program do not use, sorted.
  ///
  /// `all` has the names of all programs of the campaign. A bucket belongs to the one with the
  /// longest name at its beginning.
  package func without(_ program: String, among all: [String]) -> [String] {
    let features = holding.filter { issue in
      let (text, isOpen) = issue.stem
      if isOpen, "\(program)-".utf8.starts(with: text.utf8) { return true }
      let owners = all.filter { text.utf8.starts(with: "\($0)-".utf8) }
      return owners.max { $0.utf8.count < $1.utf8.count } == program
    }
    return Set(features.flatMap(\.without)).sorted()
  }

  /// Returns the issues that hold and are about none of some programs.
  package func foreign(to programs: [String]) -> [KnownIssues.Issue] {
    holding.filter { issue in
      let (text, isOpen) = issue.stem
      return !programs.contains { name in
        text.utf8.starts(with: "\(name)-".utf8)
          || isOpen && "\(name)-".utf8.starts(with: text.utf8)
      }
    }
  }

  /// The issues that hold, as the identity of a campaign has them: they decide its cases and its
  /// findings.
  package var identity: JSONValue {
    .array(
      holding.map { ["bucket": .string($0.bucket), "without": .strings($0.without)] })
  }
}

// MARK: - JSON

extension Suppressions {
  /// All issues with the day, as the plan of a campaign has them.
  package var json: JSONValue {
    ["day": .string(date.description), "issues": .array(known.issues.map(\.json))]
  }

  /// - Parameters:
  ///   - value: the value of `json`.
  ///   - features: the names that `without` may have.
  /// - Throws: the place of the first key or value that is not as expected.
  package init(_ value: JSONValue, features: [String]) throws(JSONError) {
    let reader = try JSONObjectReader(value, "known issues of a day", keys: ["day", "issues"])
    var issues: [KnownIssues.Issue] = []
    for element in try reader.required("issues").requiredArray("a list of issues") {
      issues.append(try KnownIssues.Issue(element, features: features))
    }
    self.init(KnownIssues(issues), on: try reader.required("day").requiredDay())
  }
}
