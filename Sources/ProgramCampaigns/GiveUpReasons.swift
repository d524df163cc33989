// SPDX-License-Identifier: MIT

import Display
import JSON

/// The reasons that a program named where it gave up, counted by their texts.
///
/// Digits are replaced, so that texts about different views count together. Of many texts the first
/// ones by order of characters are kept: those of two sets of cases then have the same counts in
/// their union, in any order of the cases.
package struct GiveUpReasons: Sendable, Hashable {
  /// The counts by text, at most `textsMax`.
  private(set) var counts: [String: Int] = [:]

  static let textsMax = 32
  private static let lengthMax = 120

  /// Counts a reason; an empty one is not counted.
  mutating func count(_ reason: String) {
    let text = Self.withoutDigits(ShownText.line(reason, upTo: Self.lengthMax))
    if !text.isEmpty { add([text: 1]) }
  }

  static func += (lhs: inout GiveUpReasons, rhs: GiveUpReasons) { lhs.add(rhs.counts) }

  private mutating func add(_ others: [String: Int]) {
    counts.merge(others, uniquingKeysWith: +)
    for text in counts.keys.sorted().dropFirst(Self.textsMax) { counts[text] = nil }
  }

  /// Returns the most frequent texts with their counts, the most frequent first.
  package func mostFrequent(_ limit: Int) -> [(text: String, count: Int)] {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.prefix(limit).map { ($0.key, $0.value) }
  }

  /// Returns the text with each whole or decimal number replaced by `N`.
  private static func withoutDigits(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      if ("0"..."9").contains(character) {
        if result.last != "N" { result.append("N") }
      } else {
        result.unicodeScalars.append(character)
      }
    }
    return result
  }
}

// MARK: - JSON

extension GiveUpReasons {
  var json: JSONValue {
    .members(counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
  }

  /// - Parameter value: the value of `json`.
  /// - Throws: when the value has no such counts.
  init(_ value: JSONValue) throws(JSONError) {
    guard let members = value.members, members.count <= Self.textsMax else {
      throw value.error("expected the counts of at most \(Self.textsMax) reasons")
    }
    for member in members {
      counts[member.key] = try member.value.requiredIndex("a number of cases")
    }
  }
}
