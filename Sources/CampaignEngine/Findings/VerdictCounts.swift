// SPDX-License-Identifier: MIT

import JSON
import Judging
import Oracles

/// The numbers of failures by program and verdict, which limit how many of them are examined.
package struct VerdictCounts: Sendable {
  /// The failures of one verdict that are all examined; of later ones, ever fewer are.
  private static let examinedAll = 64
  /// The same for failures that each take the whole time limit.
  private static let hangsExaminedAll = 8

  private var counts: [String: Int] = [:]

  package init() {}

  /// Counts a failure.
  ///
  /// - Parameters:
  ///   - verdict: the kind of verdict.
  ///   - program: the name of the program.
  /// - Returns: its number among those of its program and verdict, from 1.
  package mutating func count(_ verdict: FailureKind, by program: String) -> Int {
    let name = "\(program) \(verdict.name)"
    let count = counts[name, default: 0] + 1
    counts[name] = count
    return count
  }

  /// Takes the last failure back: it was a known one, and others are examined in its place.
  package mutating func forgive(_ verdict: FailureKind, by program: String) {
    let name = "\(program) \(verdict.name)"
    precondition(counts[name, default: 0] > 0, "no failure of \(name) was counted")
    counts[name, default: 0] -= 1
  }

  /// Whether a failure is examined: all of the first ones, then each power of two.
  ///
  /// `number` is that among the failures of its program and verdict.
  package static func isExamined(_ number: Int, _ verdict: FailureKind) -> Bool {
    number <= (verdict == .process(.hang) ? hangsExaminedAll : examinedAll)
      || number & (number - 1) == 0
  }
}

// MARK: - JSON

extension VerdictCounts {
  var json: JSONValue {
    .array(
      counts.sorted { $0.key < $1.key }.map { [.string($0.key), .number($0.value)] })
  }

  init(_ value: JSONValue) throws(JSONError) {
    for element in try value.requiredArray("verdicts") {
      let words = try element.requiredArray("a verdict and its count", count: 2)
      let name = try words[0].requiredString("a verdict")
      guard counts.updateValue(try words[1].requiredIndex("a count"), forKey: name) == nil else {
        throw value.error("expected each verdict once")
      }
    }
  }
}
