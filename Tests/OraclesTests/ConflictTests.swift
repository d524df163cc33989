// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
import Testing

@testable import Oracles

@Suite("Conflicts")
struct ConflictTests {
  private static let systems = Generator<LinearSystem>.wild(
    variables: 1...5, strengths: [1000, 1000, 1000, 250]
  ) { _ in 3...14 }

  @Test("a conflict contradicts itself, and nothing can be left out")
  func irreducible() {
    forAll(Self.systems, count: 240, floor: 25) { system in
      let answer = try ExactOracle.solve(system)
      guard let conflict = try ExactOracle.conflict(in: system, answer: answer) else {
        return .notApplicable
      }
      let limit = OracleLimit.standard
      if try ExactOracle.contradiction(in: system, among: conflict, limit: limit) == nil {
        return .fails("\(conflict) is no contradiction")
      }
      for position in conflict.indices {
        var fewer = conflict
        fewer.remove(at: position)
        if try ExactOracle.contradiction(in: system, among: fewer, limit: limit) != nil {
          return .fails("\(fewer) contradicts itself, too")
        }
      }
      return .holds
    }
  }

  /// A feasible layout with a chain of extra constraints that contradict each other.
  private struct Planted {
    let system: LinearSystem
    let conflict: [ConstraintID]
  }

  private static let planted = Generator<Planted> { (source) throws(GenerationStop) in
    var system = try Generator.boxes(views: 2...10).generate(from: &source)
    let length = try source.integer(in: 2...7)
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
    return Planted(system: system, conflict: conflict)
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

  @Test("a planted conflict is found exactly, and only it is accepted")
  func plantedConflicts() {
    forAll(Self.planted, count: 100) { planted in
      let (system, conflict) = (planted.system, planted.conflict)
      let answer = try ExactOracle.solve(system)
      let found = try ExactOracle.conflict(in: system, answer: answer)
      if found != conflict { return .fails("\(String(describing: found)) instead of \(conflict)") }
      let claims: [([ConstraintID], Verdict)] = [
        (conflict, .pass), (conflict.reversed(), .pass),
        (conflict.dropLast(), .wrongConflict), (conflict + [ConstraintID(0)], .wrongConflict),
        (conflict + [conflict[0]], .wrongConflict),
        ([ConstraintID(system.constraintCount)], .wrongConflict),
        ([ConstraintID(-1)], .wrongConflict),
      ]
      for (claim, expected) in claims {
        let verdict = try judge(
          SolveResult(.infeasible(conflict: claim), work: WorkCounters()), of: system,
          against: answer
        ).verdict
        if verdict != expected { return .fails("\(claim): \(verdict) instead of \(expected)") }
      }
      return .holds
    }
  }
}
