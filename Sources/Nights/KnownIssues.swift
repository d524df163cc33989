// SPDX-License-Identifier: MIT

import CorpusStore
import JSON

/// Buckets that people have seen and decided to live with until a day: the content of `known.json`,
/// which they write.
///
///     {"layoutfuzzKnown": 1, "issues": [
///       {"bucket": "simplex-wrongValue-45b4aaf6", "until": "2027-01-31", "reason": "issue 12"}]}
///
/// None is ever silent: what a night met of them is counted and printed, and after its day it
/// counts as open again.
package struct KnownIssues: Sendable, Hashable {
  /// The version of the format, the value of the key `layoutfuzzKnown`.
  package static let version = 1
  /// The name of the file in the folder of nights.
  package static let fileName = "known.json"

  /// One of them.
  package struct Issue: Sendable, Hashable {
    /// The name of a bucket; with a star at its end, all names that begin so.
    package var bucket: String
    /// The last day on which it counts.
    package var until: NightDate
    package var reason: String

    package init(bucket: String, until: NightDate, reason: String) {
      self.bucket = bucket
      self.until = until
      self.reason = reason
    }

    package func matches(_ signature: String) -> Bool {
      guard bucket.utf8.last == UInt8(ascii: "*") else { return bucket == signature }
      // By bytes: as characters a name could swallow what comes after it.
      return signature.utf8.starts(with: bucket.utf8.dropLast())
    }

    package func isExpired(on date: NightDate) -> Bool { until < date }
  }

  package var issues: [Issue]

  package init(_ issues: [Issue] = []) { self.issues = issues }

  /// The first issue that stands for a bucket on a day.
  package func issue(for signature: String, on date: NightDate) -> Issue? {
    issues.first { $0.matches(signature) && !$0.isExpired(on: date) }
  }

  /// The last issue that stood for a bucket and does not any more; nil while one stands for it.
  package func expiredIssue(for signature: String, on date: NightDate) -> Issue? {
    guard issue(for: signature, on: date) == nil else { return nil }
    return issues.last { $0.matches(signature) }
  }
}

extension KnownIssues {
  /// Reads the text of `known.json`; never traps, whatever the bytes are.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    let reader = try JSONObjectReader(
      try JSONParser.parse(bytes), "known issues", keys: ["layoutfuzzKnown", "issues"])
    let version = try reader.required("layoutfuzzKnown")
    guard version.int == Self.version else {
      throw version.error("expected the format version \(Self.version)")
    }
    issues = []
    for element in try reader.required("issues").requiredArray("a list of issues") {
      issues.append(try Issue(element))
    }
  }
}

extension KnownIssues.Issue {
  package var json: JSONValue {
    [
      "bucket": .string(bucket), "until": .string(until.description), "reason": .string(reason),
    ]
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a known issue", keys: ["bucket", "until", "reason"])
    let name = try reader.required("bucket")
    bucket = try name.requiredString("the name of a bucket")
    // A star alone would hide everything.
    guard !bucket.isEmpty, bucket != "*" else { throw name.error("expected the name of a bucket") }
    until = try reader.required("until").requiredDay()
    let text = try reader.required("reason")
    reason = try text.requiredString("why it is known")
    guard reason.contains(where: { !$0.isWhitespace }) else {
      throw text.error("expected why it is known, found nothing")
    }
  }
}
