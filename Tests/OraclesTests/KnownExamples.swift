// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
import Testing

@testable import Oracles

/// Checks small systems with answers computed by hand; solvers that turn strengths into weights
/// fail on most.
@Suite("The exact oracle on known examples")
struct KnownExamples {
  /// A row `terms relation constant`, with coefficients as text and variables by index.
  private struct Row {
    var terms: [(String, Int)]
    var relation: Relation
    var constant: Int
    var strength: Double

    init(_ terms: [(String, Int)], _ relation: Relation, _ constant: Int, _ strength: Double) {
      self.terms = terms
      self.relation = relation
      self.constant = constant
      self.strength = strength
    }
  }

  private func system(_ variables: Int, _ rows: [Row]) throws -> LinearSystem {
    var system = LinearSystem()
    for _ in 0..<variables { system.addVariable() }
    for row in rows {
      let terms = try row.terms.map { text, variable in
        LinearSystem.Term(try #require(Rational(text)), VariableID(variable))
      }
      system.addConstraint(
        terms, row.relation, Rational(row.constant), strength: Strength(row.strength))
    }
    return system
  }

  private func expectUnique(_ system: LinearSystem, _ values: [String]) throws {
    let answer = try ExactOracle.solve(system)
    let optimum = try #require(answer.optimum)
    #expect(optimum.isUnique)
    #expect(optimum.point.map(\.description) == values)
  }

  @Test("one point of priority outranks any weight")
  func priorities() throws {
    try expectUnique(
      system(
        1,
        [
          Row([("1", 0)], .equal, 0, 251), Row([("1", 0)], .equal, 100, 250),
          Row([("1", 0)], .equal, 100, 50),
        ]), ["0"])
  }

  @Test("a factor of one half does not beat the higher priority")
  func factors() throws {
    try expectUnique(
      system(
        2,
        [
          Row([("-1", 0)], .equal, 35, 251), Row([("1", 1)], .equal, -13, 250),
          Row([("1", 0), ("-1/2", 1)], .equal, 198, 1000),
        ]), ["-35", "-466"])
  }

  @Test("1001 weak preferences do not outweigh one of medium strength")
  func crowds() throws {
    let crowd = (0..<1001).map { _ in Row([("1", 0)], .equal, 100, 50) }
    try expectUnique(system(1, [Row([("1", 0)], .equal, 0, 250)] + crowd), ["0"])
  }

  @Test("a large coefficient does not outweigh a strength")
  func coefficients() throws {
    try expectUnique(
      system(
        2,
        [
          Row([("1", 0)], .equal, 0, 250), Row([("1", 1)], .equal, 1000, 50),
          Row([("1", 1), ("-2000", 0)], .equal, 0, 1000),
        ]), ["0", "0"])
  }

  @Test("three competing equalities are settled from the highest down")
  func threeEqualities() throws {
    try expectUnique(
      system(
        2,
        [
          Row([("-10", 0)], .equal, -32, 750), Row([("1", 1)], .equal, 356, 751),
          Row([("1", 0), ("-10", 1)], .equal, 51, 751),
        ]), ["3611", "356"])
    try expectUnique(
      system(
        2,
        [
          Row([("1", 1)], .equal, 334, 750), Row([("-20", 0)], .equal, -12, 500),
          Row([("1", 0), ("-50", 1)], .equal, 40, 750),
        ]), ["16740", "334"])
  }

  @Test("a system that aborts a weight-based solver is solved")
  func aborting() throws {
    let answer = try ExactOracle.solve(
      system(
        3,
        [
          Row([("1", 2)], .equal, -59, 500), Row([("-3/2", 0)], .greaterThanOrEqual, 0, 500),
          Row([("1", 2), ("-2", 1)], .equal, 13, 500),
          Row([("1", 1), ("-1", 0)], .greaterThanOrEqual, 0, 750),
        ]))
    let optimum = try #require(answer.optimum)
    #expect(optimum.levels.map(\.optimum) == [.zero, .zero])
  }

  @Test("a contradiction is found with the constraints that cause it")
  func contradiction() throws {
    let contradictory = try system(
      2,
      [
        Row([("1", 0)], .greaterThanOrEqual, 10, 1000), Row([("1", 0)], .lessThanOrEqual, 20, 1000),
        Row([("1", 1), ("-1", 0)], .equal, 5, 1000), Row([("1", 0)], .equal, 12, 750),
        Row([("1", 1)], .lessThanOrEqual, 3, 1000),
      ])
    let answer = try ExactOracle.solve(contradictory)
    #expect(!answer.isFeasible)
    let conflict = try ExactOracle.conflict(in: contradictory, answer: answer)
    #expect(conflict?.map(\.index) == [0, 2, 4])
  }

  @Test("two equal preferences share the error in any proportion")
  func ambiguous() throws {
    let answer = try ExactOracle.solve(
      system(1, [Row([("1", 0)], .equal, 0, 500), Row([("1", 0)], .equal, 100, 500)]))
    let optimum = try #require(answer.optimum)
    #expect(!optimum.isUnique)
    #expect(optimum.levels.map(\.optimum) == [Rational(100)])
  }

  @Test("empty systems, empty rows and idle variables have answers")
  func trivial() throws {
    try expectUnique(LinearSystem(), [])
    let idle = try ExactOracle.solve(system(1, []))
    #expect(idle.isFeasible && idle.optimum?.isUnique == false)
    let holds = try ExactOracle.solve(system(0, [Row([], .lessThanOrEqual, 1, 1000)]))
    #expect(holds.isFeasible)
    let broken = try system(0, [Row([], .greaterThanOrEqual, 1, 1000)])
    let answer = try ExactOracle.solve(broken)
    #expect(try ExactOracle.conflict(in: broken, answer: answer)?.map(\.index) == [0])
    let wish = try ExactOracle.solve(system(0, [Row([], .equal, -3, 10)]))
    #expect(wish.optimum?.levels.map(\.optimum) == [Rational(3)])
  }

  @Test("a free variable between two bounds that meet is unique")
  func meetingBounds() throws {
    try expectUnique(
      system(
        1,
        [
          Row([("1", 0)], .greaterThanOrEqual, 0, 1000), Row([("2", 0)], .lessThanOrEqual, 0, 1000),
        ]), ["0"])
  }

  @Test("bounds that meet on an eliminated variable make it unique")
  func meetingBoundsOfEliminated() throws {
    try expectUnique(
      system(
        2,
        [
          Row([("1", 0), ("-1", 1)], .equal, -10, 1000),
          Row([("1", 1)], .greaterThanOrEqual, 5, 750), Row([("1", 0)], .lessThanOrEqual, -5, 750),
        ]), ["-5", "5"])
  }

  @Test("more levels than the oracle distinguishes end with an error")
  func tooManyLevels() throws {
    var system = LinearSystem()
    let x = system.addVariable()
    for index in (1...40_000).reversed() {
      system.addConstraint(
        [.init(.one, x)], .equal, Rational(index), strength: Strength(Double(index) / 64))
    }
    #expect(throws: OracleError.limitReached) { try ExactOracle.solve(system) }
  }

  @Test("work beyond the limit ends with an error instead of a hang")
  func limit() throws {
    let systems = Generator.wild(variables: 60...60, strengths: [750, 500, 250]) { _ in 150...150 }
    let large = try #require(systems.value(seed: 5))
    #expect(throws: OracleError.limitReached) {
      try ExactOracle.solve(large, limit: OracleLimit(tableauCells: 1000, cellOperations: 1000))
    }
    #expect(throws: OracleError.limitReached) {
      try ExactOracle.solve(large, limit: OracleLimit(tableauCells: 1 << 20, cellOperations: 9000))
    }
  }
}
