// SPDX-License-Identifier: MIT

import Display
import JSON

/// Buckets that users suppress until a day: the content of `known.json`, which they write.
///
///     {"layoutfuzzKnown": 1, "issues": [
///       {"bucket": "simplex-wrongValue-45b4aaf6", "until": "2027-01-31", "reason": "issue 12"},
///       {"bucket": "gtk-wrongValue-*", "until": "2027-01-31", "reason": "issue 13",
///        "without": ["naturalSizes"]}]}
///
/// No issue is silent: its hits are counted and printed, and after its day its buckets count as
/// open again.
package struct KnownIssues: Sendable, Hashable {
  /// The version of the format, the value of the key `layoutfuzzKnown`.
  package static let version = 1
  /// The name of the file in the folder of nights.
  package static let fileName = "known.json"

  /// One known issue.
  package struct Issue: Sendable, Hashable {
    /// The name of a bucket; with a star at its end, all names with this beginning.
    package var bucket: String
    /// The last day of the suppression.
    package var until: NightDate
    package var reason: String
    /// The features that scripts for the engine do not use until then, so that they do not trigger
    /// the fault.
    package var without: [String]

    package init(bucket: String, until: NightDate, reason: String, without: [String] = []) {
      self.bucket = bucket
      self.until = until
      self.reason = reason
      self.without = without
    }

    /// Whether it is about a bucket: by its name, or by the beginning before a `*`.
    package func matches(_ signature: String) -> Bool {
      guard bucket.utf8.last == UInt8(ascii: "*") else { return bucket == signature }
      // By bytes: compared as characters, the end of the name could combine with the next
      // character.
      return signature.utf8.starts(with: bucket.utf8.dropLast())
    }

    /// The beginning of the names that it suppresses, and whether longer names match, too.
    var stem: (text: String, isOpen: Bool) {
      bucket.utf8.last == UInt8(ascii: "*") ? (String(bucket.dropLast()), true) : (bucket, false)
    }

    /// Whether the last day of the suppression is over.
    package func isExpired(on date: NightDate) -> Bool { until < date }
  }

  package var issues: [Issue]

  package init(_ issues: [Issue] = []) { self.issues = issues }

  /// Returns the first issue that suppresses a bucket on a day.
  package func issue(for signature: String, on date: NightDate) -> Issue? {
    issues.first { $0.matches(signature) && !$0.isExpired(on: date) }
  }

  /// Returns the last issue that suppressed a bucket and has expired; nil while one suppresses it.
  package func expiredIssue(for signature: String, on date: NightDate) -> Issue? {
    guard issue(for: signature, on: date) == nil else { return nil }
    return issues.last { $0.matches(signature) }
  }
}

extension KnownIssues {
  /// Reads the text of `known.json`; never traps, for any bytes.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - features: the names that `without` may have; nil accepts all names.
  /// - Throws: when the text is no list of known issues.
  package init(decoding bytes: [UInt8], features: [String]? = nil) throws(JSONError) {
    let reader = try JSONObjectReader(
      try JSONParser.parse(bytes), "known issues", keys: ["layoutfuzzKnown", "issues"])
    let version = try reader.required("layoutfuzzKnown")
    guard version.int == Self.version else {
      throw version.error("expected the format version \(Self.version)")
    }
    issues = []
    for element in try reader.required("issues").requiredArray("a list of issues") {
      issues.append(try Issue(element, features: features))
    }
  }
}

extension KnownIssues.Issue {
  package var json: JSONValue {
    .members([
      ("bucket", .string(bucket)), ("until", .string(until.description)),
      ("reason", .string(reason)), ("without", without.isEmpty ? nil : .strings(without)),
    ])
  }

  /// - Parameters:
  ///   - value: the value of `json`.
  ///   - features: the names that `without` may have; nil accepts all names.
  /// - Throws: when the value is no known issue, or names an unknown feature.
  package init(_ value: JSONValue, features: [String]? = nil) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a known issue", keys: ["bucket", "until", "reason", "without"])
    let name = try reader.required("bucket")
    bucket = try name.requiredString("the name of a bucket")
    // A star alone would suppress everything.
    guard !bucket.isEmpty, bucket != "*" else { throw name.error("expected the name of a bucket") }
    until = try reader.required("until").requiredDay()
    let text = try reader.required("reason")
    reason = try text.requiredString("why it is known")
    guard reason.contains(where: { !$0.isWhitespace }) else {
      throw text.error("expected why it is known, found nothing")
    }
    without = []
    for element in try reader["without"]?.requiredArray("a list of features") ?? [] {
      let name = try element.requiredString("the name of a feature")
      if let features, !features.contains(name) {
        let nearest = nearestName(to: name, among: features)
        let hint = nearest.map { "fix: use \"\($0)\"" }
        throw element.error(
          "unknown feature \"\(name)\"; "
            + (hint ?? "known are " + features.joined(separator: ", ")))
      }
      without.append(name)
    }
  }
}
