// SPDX-License-Identifier: MIT

import Digests
import JSON

/// The counts of a campaign of documents.
package struct DocumentCounts: Sendable, Hashable {
  package private(set) var cases = 0
  /// The number of documents that can be used.
  package private(set) var usable = 0
  package private(set) var screens = 0
  /// The number of findings of `check` by rule.
  package private(set) var rules: [String: Int] = [:]
  /// The number of documents on which each law was tried.
  package private(set) var laws: [DiagnosisLaw: Int] = [:]
  /// The digest of all documents and the number of their screens and findings.
  package private(set) var digest = CampaignDigest()

  package init() {}

  /// Counts the next document.
  package mutating func note(_ document: DocumentMarkup, _ result: DocumentProbe.Result) {
    var hash = StableHash()
    document.bytes.withUnsafeBytes { hash.combine($0) }
    hash.combine(result.screens)
    hash.combine(result.findings)
    digest.add(case: cases, hash: hash.finalize())
    cases += 1
    usable += result.isUsable ? 1 : 0
    screens += result.screens
    rules.merge(result.rules, uniquingKeysWith: +)
    for law in result.laws { laws[law, default: 0] += 1 }
  }

  /// The number of findings of `check`.
  package var findingsOfCheck: Int { rules.values.reduce(0, +) }
}

// MARK: - JSON

extension DocumentCounts {
  private static let keys = ["cases", "digest", "usable", "screens", "rules", "laws"]

  /// The counts by name, as `fuzz --check --json` prints them.
  package var json: JSONValue {
    [
      "cases": .number(cases), "digest": .string(digest.text), "usable": .number(usable),
      "screens": .number(screens),
      "rules": .object(
        rules.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .number($0.value)) }),
      "laws": .object(
        DiagnosisLaw.allCases.map { .init(key: $0.rawValue, value: .number(laws[$0] ?? 0)) }),
    ]
  }

  /// - Parameter value: counts by name.
  /// - Throws: when the value has other keys or no counts.
  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "the counts of documents", keys: Self.keys)
    cases = try reader.required("cases").requiredIndex("a number of documents")
    usable = try reader.required("usable").requiredIndex("a number of documents")
    screens = try reader.required("screens").requiredIndex("a number of screens")
    let text = try reader.required("digest")
    guard let digest = CampaignDigest(text: try text.requiredString("a digest")) else {
      throw text.error("expected a digest of 32 hexadecimal digits")
    }
    self.digest = digest
    let laws = try reader.required("laws")
    let counts = try JSONObjectReader(
      laws, "the counts of laws", keys: DiagnosisLaw.allCases.map(\.rawValue))
    for law in DiagnosisLaw.allCases {
      self.laws[law] = try counts.required(law.rawValue).requiredIndex("a number of documents")
    }
    let rules = try reader.required("rules")
    guard let members = rules.members else { throw rules.error("expected the counts of rules") }
    for member in members {
      let count = try member.value.requiredIndex("a number of findings")
      guard self.rules.updateValue(count, forKey: member.key) == nil else {
        throw rules.error("expected each rule once")
      }
    }
  }
}
