// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Testing

@testable import Oracles

@Suite("Invariances of the exact answer")
struct OracleInvariances {
  private func random(_ seed: Int) -> LinearSystem {
    var systems = RandomSystems(seed: UInt64(80_000 + seed))
    if seed % 3 == 0 { return systems.layoutLike(views: systems.integer(1...10)) }
    let variables = systems.integer(1...7)
    return systems.wild(
      variables: variables, constraints: systems.integer(1...2 * variables + 4),
      strengths: [1000, 1000, 750, 500, 250])
  }

  @Test("both tiers of integers give the same answer", arguments: 0..<3)
  func tiers(block: Int) throws {
    for seed in block * 40..<(block + 1) * 40 {
      let system = random(seed)
      let table = LevelTable(system)
      let meter = DigitMeter(.standard)
      var work = 0
      let small = try ExactOracle.answer(
        try SystemRun<Int64>.solving(system, table, limit: .standard, meter, work: &work))
      let big = try ExactOracle.answer(
        try SystemRun<BigInt>.solving(system, table, limit: .standard, meter, work: &work))
      #expect(small == big, "seed \(80_000 + seed)")
    }
  }

  @Test("numbers that overflow 64 bits are continued with big integers")
  func overflow() throws {
    var usedBig = 0
    for seed in 0..<60 {
      var systems = RandomSystems(seed: UInt64(90_000 + seed))
      let plain = systems.wild(
        variables: 4, constraints: 10, strengths: [1000, 750, 500])
      var system = LinearSystem()
      for _ in 0..<4 { system.addVariable() }
      for constraint in 0..<plain.constraintCount {
        let terms = plain.cells(of: constraint).map { cell in
          LinearSystem.Term(
            plain.exactCoefficients[cell]
              * Rational(1_000_000_007, Int64(systems.integer(1...999_983))),
            VariableID(Int(plain.columns[cell])))
        }
        system.addConstraint(
          terms, plain.relations[constraint], plain.exactConstants[constraint],
          strength: plain.strengths[constraint])
      }
      if try ExactOracle.solve(system).usedBigIntegers { usedBig += 1 }
    }
    #expect(usedBig > 20, "\(usedBig)")
  }

  @Test("the order of the constraints does not change the optima", arguments: 0..<3)
  func order(block: Int) throws {
    for seed in block * 40..<(block + 1) * 40 {
      let system = random(seed)
      var shuffle = SplitMix64(seed: UInt64(seed))
      let order = Array(0..<system.constraintCount).shuffled(using: &shuffle)
      var other = LinearSystem()
      for _ in 0..<system.variableCount { other.addVariable() }
      for constraint in order {
        other.addConstraint(
          system.cells(of: constraint).map {
            .init(system.exactCoefficients[$0], VariableID(Int(system.columns[$0])))
          }, system.relations[constraint], system.exactConstants[constraint],
          strength: system.strengths[constraint])
      }
      let first = try ExactOracle.solve(system)
      let second = try ExactOracle.solve(other)
      #expect(first.optimum?.levels.map(\.optimum) == second.optimum?.levels.map(\.optimum))
      #expect(first.optimum?.isUnique == second.optimum?.isUnique, "seed \(80_000 + seed)")
      if first.optimum?.isUnique == true {
        #expect(first.optimum?.point == second.optimum?.point, "seed \(80_000 + seed)")
      }
    }
  }

  @Test("the optima are the violations at the point")
  func optimaAreViolations() throws {
    for seed in 0..<120 {
      let system = random(seed)
      guard let optimum = try ExactOracle.solve(system).optimum else { continue }
      #expect(
        ExactViolations.optima(of: optimum.point, in: system) == optimum.levels.map(\.optimum))
    }
  }

  @Test("solving twice gives the same answer, proofs included")
  func deterministic() throws {
    for seed in 0..<40 {
      #expect(try ExactOracle.solve(random(seed)) == ExactOracle.solve(random(seed)))
    }
  }
}
