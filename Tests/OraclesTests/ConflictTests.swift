// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Testing

@testable import Oracles

@Suite("Conflicts")
struct ConflictTests {
  @Test("a conflict contradicts itself, and no member can be left out", arguments: 0..<3)
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

  /// Returns a feasible layout with a chain of `length` extra constraints that contradict each
  /// other.
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

  /// Returns views of equal width in a row with gaps, in a space too small for the gaps alone, as
  /// in a stack view.
  private func crowdedRow(_ count: Int) -> LinearSystem {
    var system = LinearSystem()
    let places = (0..<count).map { _ in system.addVariable() }
    let widths = (0..<count).map { _ in system.addVariable() }
    func add(_ terms: [(Rational, VariableID)], _ relation: Relation, _ constant: Rational) {
      system.addConstraint(terms.map { .init($0.0, $0.1) }, relation, constant)
    }
    add([(.one, places[0])], .equal, .zero)
    for index in 0..<count {
      add([(.one, widths[index])], .greaterThanOrEqual, .zero)
      guard index > 0 else { continue }
      add([(.one, widths[index]), (-.one, widths[0])], .equal, .zero)
      add(
        [(.one, places[index]), (-.one, places[index - 1]), (-.one, widths[index - 1])], .equal,
        Rational(8))
    }
    add([(.one, places[count - 1]), (.one, widths[count - 1])], .equal, Rational(Int64(count)))
    return system
  }

  @Test(
    "proving a long conflict irreducible takes little more than proving it", arguments: [50, 800])
  func longConflict(count: Int) throws {
    let system = crowdedRow(count)
    let answer = try ExactOracle.solve(system)
    let conflict = try #require(try ExactOracle.conflict(in: system, answer: answer))
    #expect(conflict.count > count)
    let meter = OperationMeter(operations: .max)
    let judgement = try judge(
      SolveResult(.infeasible(conflict: conflict), work: WorkCounters()), of: system,
      against: answer, limit: .standard.metered(by: meter))
    #expect(judgement.verdict == .pass)
    #expect(Int.max - meter.left < 3 * answer.work, "\(Int.max - meter.left), \(answer.work)")
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
