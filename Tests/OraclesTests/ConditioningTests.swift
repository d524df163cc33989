// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
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

  /// A system, and moves of its variables in sevenths of a point.
  private struct Moves {
    let system: LinearSystem
    var moves: [[Int]] = []
  }

  private static let moves = Generator<Moves> { (source) throws(GenerationStop) in
    var moves = Moves(system: try Generator.boxes(views: 2...6).generate(from: &source))
    for _ in 0..<10 {
      var move: [Int] = []
      for _ in 0..<moves.system.variableCount { move.append(try source.integer(in: -3...3)) }
      moves.moves.append(move)
    }
    return moves
  }

  /// The definition, tried out: breaking everything above by `d` gains at most `factor * d`.
  @Test("no point gains more than the factor allows")
  func bound() {
    forAll(Self.moves, count: 120) { sample in
      let system = sample.system
      guard let optimum = try ExactOracle.solve(system).optimum else { return .notApplicable }
      let factor = try conditioning(system).factor
      for move in sample.moves {
        let point = zip(optimum.point, move).map { $0 + Rational(Int64($1), 7) }
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
          if gain > factor * broken.doubleValue + 1e-9 {
            return .fails("a gain of \(gain) at level \(level), factor \(factor), \(broken) broken")
          }
          broken = max(broken, (sum - optimum.levels[level].optimum).magnitude)
        }
      }
      return .holds
    }
  }
}
