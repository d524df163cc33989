// SPDX-License-Identifier: MIT

import JSON
import Judging

/// The number of cases that showed each behaviour, and the first such case.
///
/// Counts of disjoint sets of cases add up, in any order.
package struct BehaviourCounts: Sendable, Hashable {
  /// The number of cases by tag.
  private var cases: [Int]
  private var firsts: [Int]

  init(strategyCount: Int, lawCount: Int) {
    let count = BehaviourTags.count(strategyCount: strategyCount, lawCount: lawCount)
    cases = [Int](repeating: 0, count: count)
    firsts = [Int](repeating: Int.max, count: count)
  }

  /// Counts one case.
  mutating func count(_ tags: BehaviourTags, case index: Int) {
    tags.forEach { tag in
      cases[tag] += 1
      firsts[tag] = min(firsts[tag], index)
    }
  }

  static func += (lhs: inout BehaviourCounts, rhs: BehaviourCounts) {
    for tag in lhs.cases.indices where rhs.cases[tag] > 0 {
      lhs.cases[tag] += rhs.cases[tag]
      lhs.firsts[tag] = min(lhs.firsts[tag], rhs.firsts[tag])
    }
  }

  // MARK: - Statistics

  /// The number of observed behaviours.
  package var seen: Int { cases.count { $0 > 0 } }

  /// The number of behaviours that only one case showed.
  package var seenOnce: Int { cases.count { $0 == 1 } }

  /// The index of the last case that showed a new behaviour; nil without any.
  package var lastNew: Int? { firsts.filter { $0 < Int.max }.max() }

  /// Returns the number of behaviours that appeared first in a case of the given index or later.
  package func new(since index: Int) -> Int { firsts.count { $0 < Int.max && $0 >= index } }

  /// Returns an estimate of the number of new behaviours in the next case.
  ///
  /// It is an upper estimate of the chance that the next case shows a new behaviour.
  ///
  /// Reference: Good's estimate (Biometrika 40, 1953) for incidences, as Böhme uses it for fuzzing
  /// (STADS, TOSEM 27(2), 2018): the share of behaviours that were observed once.
  package func chanceOfNew(after cases: Int) -> Double {
    cases == 0 ? 1 : min(1, Double(seenOnce) / Double(cases))
  }

  // MARK: - Between processes

  /// Three numbers for each observed behaviour: its tag, its number of cases, its first case.
  var stored: JSONValue {
    var numbers: [JSONValue] = []
    for tag in cases.indices where cases[tag] > 0 {
      numbers += [.number(tag), .number(cases[tag]), .number(firsts[tag])]
    }
    return .array(numbers)
  }

  /// Reads the format of `stored` for a campaign with as many strategies and laws.
  mutating func set(stored value: JSONValue) throws(JSONError) {
    let numbers = try value.requiredNumbers("the counts of behaviours")
    guard numbers.count.isMultiple(of: 3) else {
      throw value.error("expected a tag, a count and an index for each behaviour")
    }
    for position in stride(from: 0, to: numbers.count, by: 3) {
      let (tag, count) = (numbers[position], numbers[position + 1])
      guard tag < cases.count, count > 0, cases[tag] == 0 else {
        throw value.error("expected behaviours of this campaign, each once")
      }
      cases[tag] = count
      firsts[tag] = numbers[position + 2]
    }
  }
}
