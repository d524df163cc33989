// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Testing

@testable import Oracles

@Suite("Both readings of numbers")
struct ReadingComparisonTests {
  /// Compares the readings of a system of equations in two variables.
  ///
  /// - Parameter rows: each `a b c` for `a x + b y == c`, in fractions.
  /// - Returns: the relation of the two readings.
  /// - Throws: `ExpectationFailedError` for a text that is no fraction; `OracleError` as the oracle
  ///   does.
  private func compare(_ rows: [String]) throws -> ReadingComparison {
    var system = LinearSystem()
    for _ in 0..<2 { system.addVariable() }
    for row in rows {
      let numbers = try row.split(separator: " ").map { try #require(Rational($0)) }
      system.addConstraint(
        [.init(numbers[0], VariableID(0)), .init(numbers[1], VariableID(1))], .equal, numbers[2])
    }
    return try ReadingComparison(of: system, ExactOracle.solve(system))
  }

  @Test("numbers that are doubles have one reading")
  func single() throws {
    #expect(try compare(["1 1 3", "1 0 1/4"]) == .single)
  }

  @Test("a third moves a layout by an invisible amount")
  func same() throws {
    #expect(try compare(["1 1 3", "1 0 1/3"]) == .same)
  }

  @Test("redundant constraints with thirds contradict each other as doubles")
  func different() throws {
    #expect(try compare(["1 1 1", "1/3 1/3 1/3"]) == .same)
    #expect(try compare(["1 1 3", "1/3 1/3 1"]) == .different)
  }

  @Test("parallel lines meet far away after rounding")
  func parallel() throws {
    #expect(try compare(["1/10 1 0", "3/10 3 1"]) == .different)
  }

  @Test("two contradictions are the same")
  func contradictions() throws {
    #expect(try compare(["1 0 1/3", "1 0 2/3"]) == .same)
  }
}
