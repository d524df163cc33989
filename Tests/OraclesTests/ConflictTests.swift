// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Testing

@testable import Oracles

@Suite("Conflicts")
struct ConflictTests {
  @Test("a conflict contradicts itself, and nothing can be left out", arguments: 0..<3)
  func irreducible(block: Int) throws {
    var found = 0
    for seed in block * 80..<(block + 1) * 80 {
      var systems = RandomSystems(seed: UInt64(60_000 + seed))
      let system = systems.wild(
        variables: systems.integer(1...5), constraints: systems.integer(3...14),
        strengths: [1000, 1000, 1000, 250])
      let answer = try ExactOracle.solve(system)
      guard let conflict = try ExactOracle.conflict(in: system, answer: answer) else { continue }
      found += 1
      let limit = OracleLimit.standard
      #expect(try ExactOracle.contradiction(in: system, among: conflict, limit: limit) != nil)
      for position in conflict.indices {
        var fewer = conflict
        fewer.remove(at: position)
        #expect(
          try ExactOracle.contradiction(in: system, among: fewer, limit: limit) == nil, "\(seed)")
      }
    }
    #expect(found > 20, "\(found)")
  }

  /// A feasible layout with a chain of `length` extra constraints that contradict each other.
  private func planted(_ systems: inout RandomSystems, length: Int) -> (
    LinearSystem, [ConstraintID]
  ) {
    var system = systems.layoutLike(views: systems.integer(2...10))
    let variables = (0..<length).map { _ in system.addVariable() }
    var conflict: [ConstraintID] = []
    for index in 0..<length {
      // x_i - x_(i+1) <= -1 all around a circle adds up to 0 <= -length.
      let next = variables[(index + 1) % length]
      conflict.append(
        system.addConstraint(
          [.init(.one, variables[index]), .init(-Rational.one, next)], .lessThanOrEqual,
          -Rational.one))
      system.addConstraint([.init(.one, variables[index])], .lessThanOrEqual, Rational(500))
    }
    return (system, conflict)
  }

  @Test("a planted conflict is found exactly, and only it is accepted", arguments: 2...7)
  func plantedConflicts(length: Int) throws {
    for seed in 0..<12 {
      var systems = RandomSystems(seed: UInt64(70_000 + 100 * length + seed))
      let (system, conflict) = planted(&systems, length: length)
      let answer = try ExactOracle.solve(system)
      #expect(try ExactOracle.conflict(in: system, answer: answer) == conflict, "seed \(seed)")
      func verdict(_ claim: [ConstraintID]) throws -> Verdict {
        try judge(
          SolveResult(.infeasible(conflict: claim), work: WorkCounters()), of: system,
          against: answer
        ).verdict
      }
      #expect(try verdict(conflict) == .pass)
      #expect(try verdict(conflict.reversed()) == .pass)
      #expect(try verdict(Array(conflict.dropLast())) == .wrongConflict)
      #expect(try verdict(conflict + [ConstraintID(0)]) == .wrongConflict)
      #expect(try verdict(conflict + [conflict[0]]) == .wrongConflict)
      #expect(try verdict([ConstraintID(system.constraintCount)]) == .wrongConflict)
      #expect(try verdict([ConstraintID(-1)]) == .wrongConflict)
    }
  }
}
