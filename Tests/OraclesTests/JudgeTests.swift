// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Testing

@testable import Oracles

@Suite("The judge")
struct JudgeTests {
  private func verdict(
    _ outcome: SolveOutcome, _ system: LinearSystem, _ answer: ExactAnswer
  ) throws -> Verdict {
    try judge(SolveResult(outcome, work: WorkCounters()), of: system, against: answer).verdict
  }

  private func verdict(_ outcome: SolveOutcome, _ system: LinearSystem) throws -> Verdict {
    try verdict(outcome, system, try ExactOracle.solve(system))
  }

  private func rounded(_ point: [Rational]) -> Solution {
    Solution(values: point.map(\.doubleValue))
  }

  private func wild(_ systems: inout RandomSystems) -> LinearSystem {
    let variables = systems.integer(1...6)
    return systems.wild(
      variables: variables, constraints: systems.integer(1...2 * variables + 3),
      strengths: [1000, 1000, 750, 500, 250])
  }

  @Test("a correct answer, rounded to doubles, always passes", arguments: 0..<4)
  func rightAnswers(block: Int) throws {
    for seed in block * 100..<(block + 1) * 100 {
      var systems = RandomSystems(seed: UInt64(30_000 + seed))
      let system = seed % 4 == 0 ? systems.layoutLike(views: 8) : wild(&systems)
      let answer = try ExactOracle.solve(system)
      guard let optimum = answer.optimum else {
        let conflict = try #require(try ExactOracle.conflict(in: system, answer: answer))
        #expect(try verdict(.infeasible(conflict: conflict), system, answer) == .pass)
        #expect(try verdict(.infeasible(conflict: []), system, answer) == .pass)
        continue
      }
      #expect(try verdict(.optimal(rounded(optimum.point)), system, answer) == .pass, "\(seed)")
      #expect(try verdict(.feasible(rounded(optimum.point)), system, answer) == .pass, "\(seed)")
      if case .ambiguous(let second) = optimum.uniqueness {
        #expect(try verdict(.optimal(rounded(second)), system, answer) == .pass, "\(seed)")
      }
    }
  }

  @Test("an exact solution of the rounded doubles never fails", arguments: 0..<4)
  func literalAnswers(block: Int) throws {
    var undecided = 0
    for seed in block * 100..<(block + 1) * 100 {
      var systems = RandomSystems(seed: UInt64(40_000 + seed))
      let system = wild(&systems)
      let answer = try ExactOracle.solve(system)
      let literal = try #require(system.dyadicReading())
      let other = try ExactOracle.solve(literal)
      let outcome: SolveOutcome
      if let optimum = other.optimum {
        outcome = .optimal(rounded(optimum.point))
      } else {
        outcome = .infeasible(
          conflict: try #require(try ExactOracle.conflict(in: literal, answer: other)))
      }
      let verdict = try verdict(outcome, system, answer)
      #expect(!verdict.isFailure, "seed \(40_000 + seed): \(verdict)")
      if case .undecided = verdict { undecided += 1 }
    }
    #expect(undecided < 15, "\(undecided) of 100 undecided")
  }

  @Test("noise far below the tolerance passes; a point of error in a unique layout fails")
  func noise() throws {
    var failures = 0
    var judged = 0
    for seed in 0..<300 {
      var systems = RandomSystems(seed: UInt64(50_000 + seed))
      let system = seed % 3 == 0 ? systems.layoutLike(views: 5) : wild(&systems)
      let answer = try ExactOracle.solve(system)
      guard let optimum = answer.optimum, system.variableCount > 0 else { continue }
      var values = rounded(optimum.point).values
      for index in values.indices { values[index] += Double(systems.integer(-5...5)) * 1e-10 }
      #expect(
        try verdict(.optimal(Solution(values: values)), system, answer) == .pass, "seed \(seed)")
      guard optimum.isUnique else { continue }
      values[systems.integer(0...values.count - 1)] += systems.integer(0...1) == 0 ? 1 : -1
      judged += 1
      let verdict = try verdict(.optimal(Solution(values: values)), system, answer)
      #expect(verdict != .pass, "seed \(seed)")
      if verdict.isFailure { failures += 1 }
    }
    #expect(judged > 50 && failures * 10 >= judged * 9, "\(failures) of \(judged)")
  }

  /// Returns the system `x >= 0`, `x <= 10` required, `x == 20` preferred and `y == 1` at lower
  /// priority.
  private func bounded() -> LinearSystem {
    var system = LinearSystem()
    let x = system.addVariable()
    let y = system.addVariable()
    system.addConstraint([.init(.one, x)], .greaterThanOrEqual, .zero)
    system.addConstraint([.init(.one, x)], .lessThanOrEqual, Rational(10))
    system.addConstraint([.init(.one, x)], .equal, Rational(20), strength: Strength(750))
    system.addConstraint([.init(.one, y)], .equal, .one, strength: Strength(250))
    return system
  }

  @Test("each kind of wrong solution has its verdict")
  func wrongSolutions() throws {
    let system = bounded()
    func judged(_ values: [Double]) throws -> Verdict {
      try verdict(.optimal(Solution(values: values)), system)
    }
    #expect(try judged([10, 1]) == .pass)
    #expect(try judged([11, 1]) == .requiredViolated(ConstraintID(1)))
    #expect(try judged([9, 1]) == .worseThanOptimal(Strength(750)))
    #expect(try judged([10, 2]) == .worseThanOptimal(Strength(250)))
    #expect(try judged([10]) == .malformed)
    #expect(try judged([10, .nan]) == .malformed)
    #expect(try judged([10, .infinity]) == .malformed)
    #expect(try judged([1e300, 1]) == .requiredViolated(ConstraintID(1)))
    #expect(try judged([10 + 1e-9, 1 - 1e-9]) == .pass)
    #expect(try judged([10 - 1e-5, 1]) == .worseThanOptimal(Strength(750)))
    #expect(try verdict(.feasible(Solution(values: [3, 77])), system) == .pass)
    #expect(
      try verdict(.feasible(Solution(values: [-1, 0])), system)
        == .requiredViolated(ConstraintID(0)))
    #expect(try verdict(.gaveUp(.workLimit), system) == .gaveUp(.workLimit))
    #expect(try verdict(.infeasible(conflict: []), system) == .wrongInfeasible)
    #expect(
      try verdict(.infeasible(conflict: [ConstraintID(0), ConstraintID(1)]), system)
        == .wrongInfeasible)
  }

  @Test("the distance and the tolerance are reported")
  func numbers() throws {
    let system = bounded()
    let judgement = try judge(
      SolveResult(.optimal(Solution(values: [7, 1])), work: WorkCounters()), of: system,
      against: try ExactOracle.solve(system))
    #expect(judgement.measured == 3 && judgement.tolerance == 1e-6)
    let violations = try ExactViolations(of: Solution(values: [11.5, 0]), in: system)
    #expect(violations.worstRequired == ConstraintID(1))
    #expect(violations.requiredDistance == Rational(3, 2))
    #expect(violations.levels.map(\.violation) == [Rational(17, 2), .one])
  }

  @Test("a contradiction hidden by rounding is too close to call")
  func hiddenContradiction() throws {
    var system = LinearSystem()
    let x = system.addVariable()
    system.addConstraint([.init(Rational(3), x)], .equal, .one)
    system.addConstraint([.init(.one, x)], .equal, Rational(333_333_333_333, 1_000_000_000_000))
    let solution = Solution(values: [1.0 / 3])
    #expect(try verdict(.feasible(solution), system) == .undecided(.knifeEdge))
    #expect(try verdict(.feasible(Solution(values: [2])), system) == .wrongFeasible)
    #expect(try verdict(.infeasible(conflict: []), system) == .pass)
  }

  @Test("a contradiction caused by rounding is too close to call")
  func madeContradiction() throws {
    var system = LinearSystem()
    let x = system.addVariable()
    let y = system.addVariable()
    // Redundant as meant; with doubles for 1/3 and 1/10 the three rows have no common point.
    system.addConstraint([.init(.one, x)], .equal, Rational(1, 10))
    system.addConstraint([.init(Rational(1, 3), x), .init(-Rational.one, y)], .equal, .zero)
    system.addConstraint([.init(.one, y)], .equal, Rational(1, 30))
    #expect(try ExactOracle.solve(system).isFeasible)
    let literal = try #require(system.dyadicReading())
    try #require(!(try ExactOracle.solve(literal).isFeasible))
    #expect(try verdict(.infeasible(conflict: []), system) == .undecided(.readingsDiffer))
  }

  @Test("a part of a conflict that contradicts itself as meant, but not in doubles, is no failure")
  func conflictOfDoubles() throws {
    var system = LinearSystem()
    let x = system.addVariable()
    let y = system.addVariable()
    // Parallel as meant; with the double for 1/3 the lines meet where x is about 1e17.
    system.addConstraint([.init(Rational(3), y), .init(-Rational.one, x)], .equal, .zero)
    system.addConstraint([.init(.one, y), .init(-Rational(1, 3), x)], .equal, .one)
    system.addConstraint([.init(.one, x)], .lessThanOrEqual, Rational(1000))
    system.addConstraint([.init(.one, x)], .greaterThanOrEqual, Rational(-1000))
    let literal = try #require(system.dyadicReading())
    let answer = try ExactOracle.solve(literal)
    let conflict = try #require(try ExactOracle.conflict(in: literal, answer: answer))
    try #require(conflict.count == 3)
    #expect(try verdict(.infeasible(conflict: conflict), system) == .undecided(.readingsDiffer))
    // Without rounding the same answer is not irreducible.
    let lines = [ConstraintID(0), ConstraintID(1)]
    #expect(try verdict(.infeasible(conflict: lines), system) == .pass)
    system.addConstraint([.init(.one, x)], .equal, Rational(2000))
    #expect(
      try verdict(
        .infeasible(conflict: [ConstraintID(2), ConstraintID(3), ConstraintID(4)]), system)
        == .wrongConflict)
  }

  @Test("a feasible system whose inequalities have slack is not infeasible")
  func room() throws {
    var system = LinearSystem()
    let x = system.addVariable()
    let y = system.addVariable()
    // x has no slack at all, y has ten points of it.
    system.addConstraint([.init(.one, x)], .greaterThanOrEqual, Rational(5))
    system.addConstraint([.init(.one, x)], .lessThanOrEqual, Rational(5))
    system.addConstraint([.init(.one, y)], .greaterThanOrEqual, .zero)
    system.addConstraint([.init(.one, y)], .lessThanOrEqual, Rational(10))
    #expect(try verdict(.infeasible(conflict: []), system) == .wrongInfeasible)
    system.addConstraint(
      [.init(.one, y)], .greaterThanOrEqual, Rational(9_999_999_999, 1_000_000_000))
    #expect(try verdict(.infeasible(conflict: []), system) == .undecided(.knifeEdge))
  }
}
