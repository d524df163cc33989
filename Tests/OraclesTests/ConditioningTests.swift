// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Testing

@testable import Oracles

@Suite("Conditioning")
struct ConditioningTests {
  /// Returns a required chain `x_k == factor * x_(k-1)` of three, and a preference for its end.
  private func chain(_ factor: Int) -> LinearSystem {
    var system = LinearSystem()
    let first = system.addVariables(4)
    system.addBound(VariableID(first), .equal, .one)
    for index in 1..<4 {
      system.addConstraint(
        [
          .init(.one, VariableID(index)), .init(-Rational(factor), VariableID(index - 1)),
        ], .equal, .zero)
    }
    system.addBound(VariableID(3), .equal, .zero, strength: Strength(750))
    return system
  }

  private func conditioning(_ system: LinearSystem) throws -> Conditioning {
    Conditioning(of: try ExactOracle.solve(system), in: system)
  }

  @Test("the multipliers of a chain multiply")
  func chains() throws {
    // x_3 = f^3 x_0: the four required rows have the multipliers f^3, f^2, f and 1.
    let mild = try conditioning(chain(10))
    #expect(mild.factor == 1111)
    #expect(mild.tolerance == 1e-6)
    #expect(!mild.isIll)
    let steep = try conditioning(chain(30))
    #expect(steep.factor == 27931)
    #expect(steep.isIll)
  }

  @Test("weights of higher levels count, and a contradiction has no conditioning")
  func levels() throws {
    // The lower preference would gain 5 for each point by which the higher one is violated.
    var system = LinearSystem()
    let x = system.addVariable()
    system.addBound(x, .equal, .zero, strength: Strength(750))
    system.addConstraint([.init(Rational(5), x)], .equal, Rational(100), strength: Strength(250))
    #expect(try conditioning(system).factor == 5)
    system.addBound(x, .greaterThanOrEqual, .one)
    system.addBound(x, .lessThanOrEqual, .zero)
    #expect(try conditioning(system).factor == 0)
  }

  /// Checks the definition: violating all higher levels by `d` gains at most `factor * d`.
  @Test("no point gains more than the factor allows", arguments: 0..<3)
  func bound(block: Int) throws {
    for seed in block * 40..<(block + 1) * 40 {
      var systems = RandomSystems(seed: UInt64(70_000 + seed))
      let system = systems.layoutLike(views: systems.integer(2...6))
      guard let optimum = try ExactOracle.solve(system).optimum else { continue }
      let factor = try conditioning(system).factor
      for _ in 0..<10 {
        let point = optimum.point.map { $0 + Rational(Int64(systems.integer(-3...3)), 7) }
        var broken = Rational.zero
        var sums = optimum.levels.map { _ in Rational.zero }
        for row in 0..<system.constraintCount {
          let violation = system.exactViolation(of: row, at: point)
          if let level = optimum.levels.firstIndex(where: { $0.strength == system.strengths[row] })
          {
            sums[level] += violation
          } else {
            broken = max(broken, violation)
          }
        }
        for (level, sum) in sums.enumerated() {
          let gain = (optimum.levels[level].optimum - sum).doubleValue
          #expect(
            gain <= factor * broken.doubleValue + 1e-9, "seed \(70_000 + seed), level \(level)")
          broken = max(broken, (sum - optimum.levels[level].optimum).magnitude)
        }
      }
    }
  }
}
