// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Testing

@testable import Oracles

@Suite("The exact oracle on random systems")
struct ExactOracleProperties {
  @Test("every answer to a wild system is proved", arguments: 0..<6)
  func wildSystems(block: Int) throws {
    var infeasible = 0
    var unique = 0
    var ambiguous = 0
    for seed in block * 100..<(block + 1) * 100 {
      var systems = RandomSystems(seed: UInt64(seed))
      let variables = systems.integer(1...6)
      let system = systems.wild(
        variables: variables, constraints: systems.integer(1...2 * variables + 4),
        strengths: [1000, 1000, 750, 500, 250])
      let answer = try #require(
        answer(seed) { () throws(OracleError) in try ExactOracle.solve(system) })
      switch answer.optimum?.uniqueness {
      case .none: infeasible += 1
      case .unique: unique += 1
      case .ambiguous: ambiguous += 1
      }
    }
    #expect(infeasible > 0 && unique > 0 && ambiguous > 0, "\(infeasible) \(unique) \(ambiguous)")
  }

  @Test("every answer to a coupled system is proved", arguments: 0..<3)
  func coupledSystems(block: Int) throws {
    var live = 0
    for seed in block * 100..<(block + 1) * 100 {
      var systems = RandomSystems(seed: UInt64(5000 + seed))
      let system = systems.coupled(variables: systems.integer(1...6))
      let answer = try #require(
        answer(5000 + seed) { () throws(OracleError) in try ExactOracle.solve(system) })
      if case .unique(let certificate) = answer.optimum?.uniqueness, !certificate.live.isEmpty {
        live += 1
      }
    }
    #expect(live > 5, "\(live) proofs with live sides")
  }

  @Test("every answer to a layout-like system is proved, and it is feasible", arguments: 0..<4)
  func layoutLikeSystems(block: Int) throws {
    for seed in block * 25..<(block + 1) * 25 {
      var systems = RandomSystems(seed: UInt64(seed))
      let system = systems.layoutLike(views: systems.integer(1...20))
      let answer = try #require(
        answer(seed) { () throws(OracleError) in try ExactOracle.solve(system) })
      #expect(answer.isFeasible, "seed \(seed)")
      #expect(!answer.usedBigIntegers, "seed \(seed)")
    }
  }

  /// Returns the result of `body`; on an error records an issue with the seed and returns nil.
  private func answer<Value>(_ seed: Int, _ body: () throws(OracleError) -> Value) -> Value? {
    do {
      return try body()
    } catch {
      Issue.record("seed \(seed): \(error)")
      return nil
    }
  }
}
