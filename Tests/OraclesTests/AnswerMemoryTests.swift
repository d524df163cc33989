// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import TestSupport
import Testing

@testable import Oracles

@Suite("Memory of exact answers")
struct AnswerMemoryTests {
  /// Returns the number of fractions in a value, at any depth.
  private static func fractions(in value: Any) -> Int {
    if value is Rational { return 1 }
    return Mirror(reflecting: value).children.reduce(0) { $0 + fractions(in: $1.value) }
  }

  @Test("each number of an answer and its proofs is counted")
  func numbers() {
    forAll(
      .wild, count: 300, kinds: ["infeasible": 5, "unique": 5, "ambiguous": 5]
    ) { system, kinds in
      let answer = try ExactOracle.solve(system)
      switch answer.optimum?.uniqueness {
      case .none: kinds.note("infeasible")
      case .unique: kinds.note("unique")
      case .ambiguous: kinds.note("ambiguous")
      }
      let least = Self.fractions(in: answer.status) * MemoryLayout<Rational>.stride
      return answer.byteCount >= least
        ? .holds : .fails("\(answer.byteCount) bytes, at least \(least) expected")
    }
  }
}
