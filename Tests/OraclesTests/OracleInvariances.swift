// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
import Testing

@testable import Oracles

@Suite("Invariances of the exact answer")
struct OracleInvariances {
  private static let systems = Generator<LinearSystem>.oneOf([.wild, .wild, .boxes(views: 1...10)])

  @Test("both tiers of integers give the same answer")
  func tiers() {
    forAll(Self.systems, count: 120) { system in
      let table = LevelTable(system)
      let meter = DigitMeter(.standard)
      var work = 0
      let small = try ExactOracle.answer(
        try SystemRun<Int64>.solving(system, table, limit: .standard, meter, work: &work))
      let big = try ExactOracle.answer(
        try SystemRun<BigInt>.solving(system, table, limit: .standard, meter, work: &work))
      return .when(small == big, else: "\(small), and \(big) with big integers")
    }
  }

  /// Wild systems with coefficients that are fractions of large primes.
  private static let longFractions = Generator<LinearSystem> { (source) throws(GenerationStop) in
    let plain = try Generator.wild(variables: 4...4, strengths: [1000, 750, 500]) { _ in 10...10 }
      .generate(from: &source)
    var system = LinearSystem()
    _ = system.addVariables(4)
    for constraint in 0..<plain.constraintCount {
      var terms: [LinearSystem.Term] = []
      for cell in plain.cells(of: constraint) {
        let factor = Rational(1_000_000_007, Int64(try source.integer(in: 1...999_983)))
        terms.append(
          .init(plain.exactCoefficients[cell] * factor, VariableID(Int(plain.columns[cell]))))
      }
      system.addConstraint(
        terms, plain.relations[constraint], plain.exactConstants[constraint],
        strength: plain.strengths[constraint])
    }
    return system
  }

  @Test("numbers that overflow 64 bits go on with big integers")
  func overflow() {
    forAll(Self.longFractions, count: 60, kinds: ["big": 33]) { system, kinds in
      if try ExactOracle.solve(system).usedBigIntegers { kinds.note("big") }
      return .holds
    }
  }

  @Test("the order of the constraints")
  func order() {
    forAll(.reordered(Self.systems), count: 120) { pair in
      let first = try ExactOracle.solve(pair.first).optimum
      let second = try ExactOracle.solve(pair.second).optimum
      let isSame =
        first?.levels.map(\.optimum) == second?.levels.map(\.optimum)
        && first?.isUnique == second?.isUnique
        && (first?.isUnique != true || first?.point == second?.point)
      return .when(
        isSame,
        else: "\(String(describing: first)), in another order \(String(describing: second))")
    }
  }

  @Test("the optima are the violations at the point")
  func optimaAreViolations() {
    forAll(Self.systems, count: 120, floor: 50) { system in
      guard let optimum = try ExactOracle.solve(system).optimum else { return .notApplicable }
      let violations = ExactViolations.optima(of: optimum.point, in: system)
      return .when(
        violations == optimum.levels.map(\.optimum), else: "\(String(describing: violations))")
    }
  }

  @Test("solving twice gives the same answer, proofs included")
  func deterministic() {
    forAll(Self.systems, count: 40) { system in
      .when(try ExactOracle.solve(system) == ExactOracle.solve(system), else: "two answers")
    }
  }
}
