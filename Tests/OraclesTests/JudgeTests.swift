// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
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

  /// Why a claim has another verdict than a pass; nil when it passes.
  private func objection(
    to outcome: SolveOutcome, _ system: LinearSystem, _ answer: ExactAnswer
  ) throws -> String? {
    let verdict = try verdict(outcome, system, answer)
    return verdict == .pass ? nil : "\(outcome): \(verdict)"
  }

  @Test("a right answer, rounded to doubles, always passes")
  func rightAnswers() {
    forAll(.oneOf([.wild, .wild, .wild, .boxes(views: 8...8)]), count: 400) { system in
      let answer = try ExactOracle.solve(system)
      var claims: [SolveOutcome]
      if let optimum = answer.optimum {
        claims = [.optimal(rounded(optimum.point)), .feasible(rounded(optimum.point))]
        if case .ambiguous(let second) = optimum.uniqueness {
          claims.append(.optimal(rounded(second)))
        }
      } else {
        let conflict = try ExactOracle.conflict(in: system, answer: answer)
        guard let conflict else { return .fails("a contradiction without a conflict") }
        claims = [.infeasible(conflict: conflict), .infeasible(conflict: [])]
      }
      for claim in claims {
        if let objection = try objection(to: claim, system, answer) { return .fails(objection) }
      }
      return .holds
    }
  }

  @Test("who solves the doubles as they are, exactly, never fails")
  func literalAnswers() {
    forAll(.wild, count: 400, floor: 86) { system in
      let answer = try ExactOracle.solve(system)
      guard let literal = system.dyadicReading() else { return .fails("no reading as doubles") }
      let other = try ExactOracle.solve(literal)
      let outcome: SolveOutcome
      if let optimum = other.optimum {
        outcome = .optimal(rounded(optimum.point))
      } else if let conflict = try ExactOracle.conflict(in: literal, answer: other) {
        outcome = .infeasible(conflict: conflict)
      } else {
        return .fails("a contradiction without a conflict")
      }
      let verdict = try verdict(outcome, system, answer)
      if case .undecided = verdict { return .notApplicable }
      return .when(!verdict.isFailure, else: "\(outcome): \(verdict)")
    }
  }

  /// A system, noise for its values, and a variable that is a point too large or too small.
  private struct Noise {
    let system: LinearSystem
    var noise: [Int] = []
    var variable = 0
    var error = 1.0
  }

  private static let noises = Generator<Noise> { (source) throws(GenerationStop) in
    let systems = Generator<LinearSystem>.oneOf([.wild, .wild, .boxes(views: 5...5)])
    var noise = Noise(system: try systems.generate(from: &source))
    for _ in 0..<noise.system.variableCount { noise.noise.append(try source.integer(in: -5...5)) }
    noise.variable = try source.index(below: noise.system.variableCount)
    if try source.bool() { noise.error = -1 }
    return noise
  }

  @Test("noise far below the tolerance passes; a point of error in a unique layout fails")
  func noise() {
    var failures = 0
    var judged = 0
    forAll(Self.noises, count: 300, floor: 50, kinds: ["unique": 17]) { sample, kinds in
      let system = sample.system
      let answer = try ExactOracle.solve(system)
      guard let optimum = answer.optimum else { return .notApplicable }
      var values = rounded(optimum.point).values
      for index in values.indices { values[index] += Double(sample.noise[index]) * 1e-10 }
      let near = SolveOutcome.optimal(Solution(values: values))
      if let objection = try objection(to: near, system, answer) { return .fails(objection) }
      guard optimum.isUnique else { return .holds }
      kinds.note("unique")
      values[sample.variable] += sample.error
      judged += 1
      let verdict = try verdict(.optimal(Solution(values: values)), system, answer)
      if verdict.isFailure { failures += 1 }
      return .when(verdict != .pass, else: "a point of error passes")
    }
    #expect(failures * 10 >= judged * 9, "\(failures) of \(judged)")
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

  @Test("giving up by rounding needs a system that rounding may decide")
  func needlessGiveUps() throws {
    let doubt = SolveOutcome.gaveUp(.numericalDoubt)
    #expect(try verdict(doubt, bounded()) == .needlessGiveUp)
    func conflict(_ constants: [Rational], _ factors: [Rational] = [.one, .one]) -> LinearSystem {
      var system = LinearSystem()
      let x = system.addVariable()
      for (constant, factor) in zip(constants, factors) {
        system.addConstraint([.init(factor, x)], .equal, constant)
      }
      return system
    }
    #expect(try verdict(doubt, conflict([.one, Rational(2)])) == .needlessGiveUp)
    #expect(try verdict(.gaveUp(.workLimit), conflict([.one, Rational(2)])) == .gaveUp(.workLimit))
    // A contradiction that is within rounding for a solver, though not within the tolerance.
    let close = Rational(1) + Rational(1, 1 << 19)
    #expect(try verdict(doubt, conflict([.one, close])) == .gaveUp(.numericalDoubt))
    // Numbers that are no doubles, and numbers of very different orders.
    let thirds = conflict([.one, Rational(2)], [Rational(1, 3), .one])
    #expect(try verdict(doubt, thirds) == .gaveUp(.numericalDoubt))
    let orders = conflict([.one, Rational(2)], [.one, Rational(1 << 24)])
    #expect(try verdict(doubt, orders) == .gaveUp(.numericalDoubt))
  }

  @Test("a right layout at far coordinates passes with the rounding of its numbers, and no more")
  func farCoordinates() throws {
    // x1 = -x0 and 2 x0 - x1 + 3 x2 = 100 are required; x2 + x3 = x0 is preferred.
    var system = LinearSystem()
    let x = (0..<4).map { _ in system.addVariable() }
    system.addConstraint([.init(.one, x[0]), .init(.one, x[1])], .equal, .zero)
    system.addConstraint(
      [.init(Rational(2), x[0]), .init(Rational(-1), x[1]), .init(Rational(3), x[2])], .equal,
      Rational(100))
    system.addConstraint(
      [.init(Rational(-1), x[0]), .init(.one, x[2]), .init(.one, x[3])], .equal, .zero,
      strength: Strength(750))
    let far = [-1e10, 1e10, 10_000_000_033.333_332, -20_000_000_033.333_33]
    #expect(system.objectives(at: far)[0].violation > 3e-6)
    #expect(try verdict(.optimal(Solution(values: far)), system) == .pass)
    var off = far
    off[3] += 1
    let expected = Verdict.worseThanOptimal(Strength(750))
    #expect(try verdict(.optimal(Solution(values: off)), system) == expected)
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
