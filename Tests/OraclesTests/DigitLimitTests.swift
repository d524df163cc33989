// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Testing

@testable import Oracles

/// The limit of work counts digits: a few cells with numbers of hundreds of digits are no small problem.
@Suite("The exact oracle's limit and long numbers")
struct DigitLimitTests {
  /// Every variable in every row, with fractions of so many digits above and below.
  private static func dense(_ count: Int, digits: Int, seed: UInt64) throws -> LinearSystem {
    var random = RandomSystems(seed: seed)
    func number() throws -> Rational {
      var text = ["", ""]
      for side in 0..<2 {
        text[side] = "\(random.integer(1...9))"
        for _ in 1..<digits { text[side] += "\(random.integer(0...9))" }
      }
      return try #require(Rational("\(text[0])/\(text[1])"))
    }
    var system = LinearSystem()
    _ = system.addVariables(count)
    for row in 0..<count {
      var terms: [LinearSystem.Term] = []
      for column in 0..<count { terms.append(.init(try number(), VariableID(column))) }
      system.addConstraint(
        terms, Relation.allCases[row % 3], try number(),
        strength: row % 2 == 0 ? .required : Strength(500))
    }
    return system
  }

  @Test("numbers of hundreds of digits reach the limit that the same cells with short ones do not")
  func longNumbers() throws {
    for seed in 0..<3 as Range<UInt64> {
      let short = try Self.dense(8, digits: 2, seed: seed)
      #expect(throws: Never.self, "seed \(seed)") { try ExactOracle.solve(short) }
      let long = try Self.dense(8, digits: 900, seed: seed)
      #expect(throws: OracleError.limitReached, "seed \(seed)") { try ExactOracle.solve(long) }
    }
  }

  @Test("one row with many long denominators reaches the limit before they are brought together")
  func longDenominators() throws {
    var system = LinearSystem()
    _ = system.addVariables(80)
    var random = RandomSystems(seed: 5)
    let terms = try (0..<80).map { column in
      var digits = "\(random.integer(1...9))"
      for _ in 1..<1900 { digits += "\(random.integer(0...9))" }
      return LinearSystem.Term(try #require(Rational("1/\(digits)")), VariableID(column))
    }
    system.addConstraint(terms, .equal, .one)
    #expect(throws: OracleError.limitReached) { try ExactOracle.solve(system) }
  }

  @Test("numbers of thirty digits are solved and proved as before")
  func usualNumbers() throws {
    for seed in 0..<10 as Range<UInt64> {
      let answer = try ExactOracle.solve(try Self.dense(4, digits: 30, seed: seed))
      #expect(answer.usedBigIntegers, "seed \(seed)")
    }
  }

  @Test("machine integers count nothing, big ones from 512 bits on, ever more")
  func cost() {
    #expect(Int64.max.digitCost == 0)
    var before = 0
    for limbs in 1...40 {
      let cost = (BigInt.one << (64 * limbs - 1)).digitCost
      #expect((cost == 0) == (limbs <= OracleLimit.usualLimbs), "\(limbs) limbs")
      #expect(cost >= before, "\(limbs) limbs")
      before = cost
    }
  }
}
