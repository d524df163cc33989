// SPDX-License-Identifier: MIT

import Display
import JSON

/// The reasons that a program named where it gave up, counted by their texts.
///
/// Numbers and quotations are replaced, so that texts about different views count together. Of very
/// many texts the first ones by order of characters are kept: those of two sets of cases then have
/// the same counts in their union, in any order of the cases.
package struct GiveUpReasons: Sendable, Hashable {
  /// The counts by text, at most `textsMax`.
  private(set) var counts: [String: Int] = [:]

  static let textsMax = 512
  private static let lengthMax = 120

  /// Counts a reason; an empty one is not counted.
  mutating func count(_ reason: String) {
    let text = Self.general(reason)
    if !text.isEmpty { add([text: 1]) }
  }

  static func += (lhs: inout GiveUpReasons, rhs: GiveUpReasons) { lhs.add(rhs.counts) }

  private mutating func add(_ others: [String: Int]) {
    counts.merge(others, uniquingKeysWith: +)
    if counts.count <= Self.textsMax { return }
    for text in counts.keys.sorted().dropFirst(Self.textsMax) { counts[text] = nil }
  }

  /// Returns the most frequent texts with their counts, the most frequent first.
  package func mostFrequent(_ limit: Int) -> [(text: String, count: Int)] {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.prefix(limit).map { ($0.key, $0.value) }
  }

  /// Returns a text on one line in which `N` stands for each number, and `'...'` for each
  /// quotation; the same for a text that is such a one already.
  private static func general(_ text: String) -> String {
    // A long text costs no more than ten lines.
    let words = ShownText.line(text, upTo: 10 * lengthMax)
      .replacing(/"[^"]*"|'[^']*'/, with: "'...'")
      .replacing(/[0-9]+(\.[0-9]+)*/, with: "N")
    return ShownText.line(words, upTo: lengthMax)
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
      add([Self.general(member.key): try member.value.requiredIndex("a number of cases")])
    }
  }
}
