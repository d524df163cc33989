// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Testing

@testable import Solvers

/// A builder of linear systems; also of random ones with known properties.
struct SystemBuilder {
  var system = LinearSystem()

  init(variables: Int = 0) { for _ in 0..<variables { system.addVariable() } }

  /// Adds `sum coefficient * variable  relation  constant`.
  mutating func add(
    _ terms: [(Rational, Int)], _ relation: Relation, _ constant: Rational,
    _ strength: Double = 1000
  ) {
    system.addConstraint(
      terms.map { LinearSystem.Term($0.0, VariableID($0.1)) }, relation, constant,
      strength: Strength(strength))
  }

  /// Adds the same with integers.
  mutating func add(
    _ terms: [(Int, Int)], _ relation: Relation, _ constant: Int, _ strength: Double = 1000
  ) {
    add(terms.map { (Rational($0.0), $0.1) }, relation, Rational(constant), strength)
  }
}

extension SplitMix64 {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func isOneIn(_ bound: Int) -> Bool { below(bound) == 0 }
  mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }
}

/// Random systems whose required constraints hold at a known point.
enum RandomSystems {
  /// Returns a system of a few variables and constraints, with small fractions as coefficients and
  /// deliberate ties.
  static func small(_ random: inout SplitMix64) -> LinearSystem {
    let variables = 1 + random.below(5)
    let witness = (0..<variables).map { _ in Rational(random.below(21) - 10) }
    var builder = SystemBuilder(variables: variables)
    for _ in 0..<(1 + random.below(9)) {
      var terms: [(Rational, Int)] = []
      for _ in 0..<random.below(4) {
        let top = Int64(random.below(9) - 4)
        terms.append((Rational(top, Int64(1 + random.below(3))), random.below(variables)))
      }
      let relation = random.pick(Relation.allCases)
      let strength = random.pick([1000, 1000, 750, 500, 250] as [Double])
      var constant = Rational(random.below(41) - 20)
      if strength == 1000 {
        constant = terms.reduce(.zero) { $0 + $1.0 * witness[$1.1] }
        let room = Rational(random.below(5))
        if relation == .lessThanOrEqual { constant += room }
        if relation == .greaterThanOrEqual { constant -= room }
      }
      builder.add(terms, relation, constant, strength)
    }
    return builder.system
  }

  /// Returns views in a tree, as lowering makes them.
  ///
  /// The root is fixed and sizes are not negative. Children are in rows and columns with gaps,
  /// shared sizes, aspect ratios, limits, hugging and compression resistance. The required
  /// constraints hold if every view except the root has its witness frame.
  static func layout(_ random: inout SplitMix64, views: Int) -> LinearSystem {
    var builder = SystemBuilder(variables: 4 * views)
    var frames: [[Int]] = [[0, 0, 320 + random.below(5) * 50, 480 + random.below(5) * 100]]
    for axis in 0..<4 { builder.add([(1, axis)], .equal, frames[0][axis]) }
    for view in 1..<max(views, 1) {
      let parent = random.below(view)
      let axis = random.below(2)
      var frame = frames[parent]
      for along in 0..<2 {
        let inset = min(random.below(30), frames[parent][2 + along])
        frame[along] = frames[parent][along] + inset
        frame[2 + along] = random.below(frames[parent][2 + along] - inset + 1)
      }
      frames.append(frame)
      let previous = parent == view - 1 || random.isOneIn(2) ? parent : view - 1
      place(view, after: previous, in: parent, axis, frames, &builder, &random)
      place(view, after: parent, in: parent, 1 - axis, frames, &builder, &random)
    }
    return builder.system
  }

  /// Constrains a view along an axis to its witness frame.
  private static func place(
    _ view: Int, after previous: Int, in parent: Int, _ axis: Int, _ frames: [[Int]],
    _ builder: inout SystemBuilder, _ random: inout SplitMix64
  ) {
    let position = 4 * view + axis
    let size = position + 2
    builder.add([(1, size)], .greaterThanOrEqual, 0)
    let offset = frames[view][axis] - frames[previous][axis]
    builder.add(
      [(1, position), (-1, 4 * previous + axis)], random.isOneIn(5) ? .greaterThanOrEqual : .equal,
      offset)
    let end = frames[parent][axis] + frames[parent][2 + axis]
    let width = frames[view][2 + axis]
    let gap = end - frames[view][axis] - width
    switch random.below(6) {
    case 0:
      builder.add(
        [(1, 4 * parent + axis), (1, 4 * parent + axis + 2), (-1, position), (-1, size)], .equal,
        gap)
    case 1:
      builder.add(
        [(1, 4 * parent + axis), (1, 4 * parent + axis + 2), (-1, position), (-1, size)],
        .greaterThanOrEqual, gap)
    case 2: builder.add([(1, size)], .equal, width)
    case 3 where axis == 1:
      let ratio = random.pick([Rational(1), Rational(16, 9), Rational(1, 3), Rational(3, 4)])
      builder.add([(Rational(1), 4 * view + 2), (-ratio, 4 * view + 3)], .equal, .zero, 999)
    case 4:
      builder.add([(1, size), (-1, 4 * previous + 2 + axis)], .equal, 0, random.pick([999, 750]))
    default:
      builder.add([(1, size)], random.pick(Relation.allCases), 10 + random.below(90), 500)
    }
    guard random.isOneIn(2) else { return }
    let intrinsic = 10 + random.below(150)
    builder.add([(1, size)], .lessThanOrEqual, intrinsic, random.pick([250, 251, 750]))
    builder.add([(1, size)], .greaterThanOrEqual, intrinsic, random.pick([750, 749, 751]))
  }
}

extension LinearSystem {
  /// Returns the distance from satisfying a constraint at the exact values of doubles, per unit of
  /// its norm.
  func exactDistance(of constraint: Int, at values: [Double]) -> Double {
    var sum = -exactConstants[constraint]
    var norm = Rational.zero
    for cell in cells(of: constraint) {
      guard let value = Rational(exactly: values[Int(columns[cell])]) else { return .infinity }
      sum += exactCoefficients[cell] * value
      norm += exactCoefficients[cell].magnitude
    }
    switch relations[constraint] {
    case .equal: sum = sum.magnitude
    case .lessThanOrEqual: sum = max(sum, .zero)
    case .greaterThanOrEqual: sum = max(-sum, .zero)
    }
    if sum.isZero { return 0 }
    return norm.isZero ? .infinity : sum.doubleValue / norm.doubleValue
  }

  /// Returns the largest exact distance over the constraints that are, or are not, required.
  func worstDistance(required: Bool, at values: [Double]) -> Double {
    var worst = 0.0
    for row in 0..<constraintCount where strengths[row].isRequired == required {
      worst = max(worst, exactDistance(of: row, at: values))
    }
    return worst
  }

  /// The smallest distance at which an answer is provably wrong.
  var wrongDistance: Double { 1e-6 * max(1, (constants.map { abs($0) }.max() ?? 0) / 1000) }
}

/// Checks an answer to a system whose required constraints can hold.
///
/// A claim of feasibility is checked on the exact numbers. A claim of optimality holds if no
/// optional constraint is violated. Otherwise the simplex strategy, which uses another method, must
/// find the same sums.
/// same sums.
@discardableResult
func checkClaim(
  of solver: some Solver, about system: LinearSystem, seed: UInt64
) -> SolveOutcome {
  let outcome = solver.solve(system, limit: .standard).outcome
  if case .infeasible = outcome {
    Issue.record("\(solver.name) says infeasible about a feasible system, seed \(seed)")
  }
  guard let values = outcome.solution?.values else { return outcome }
  #expect(values.count == system.variableCount)
  let wrong = system.wrongDistance / 3
  #expect(system.worstDistance(required: true, at: values) < wrong, "seed \(seed)")
  guard case .optimal = outcome, system.worstDistance(required: false, at: values) >= wrong else {
    return outcome
  }
  let reference = SimplexSolver().solve(system, limit: .standard).outcome
  guard case .optimal(let other) = reference else {
    Issue.record("nothing to compare \(solver.name) with: simplex \(reference), seed \(seed)")
    return outcome
  }
  let sums = system.objectives(at: values).map(\.violation)
  let others = system.objectives(at: other.values).map(\.violation)
  let difference = zip(sums, others).map { abs($0 - $1) }.max() ?? 0
  #expect(difference < 1e-5, "\(solver.name) \(sums), simplex \(others), seed \(seed)")
  return outcome
}

/// Whether an outcome is false for a system whose required constraints can all hold.
func isLie(_ outcome: SolveOutcome, about system: LinearSystem, optimum: [Double]) -> Bool {
  if case .infeasible = outcome { return true }
  guard let values = outcome.solution?.values else { return false }
  if system.worstDistance(required: true, at: values) > system.wrongDistance { return true }
  guard case .optimal = outcome else { return false }
  return zip(system.objectives(at: values), optimum).contains {
    abs($0.violation - $1) > 1e-3
  }
}

/// Systems that no layout gives, and that no strategy may trap on, hang on or answer wrongly.
enum HostileSystems {
  static func all() -> [LinearSystem] {
    var empty = SystemBuilder()
    empty.add([(Int, Int)](), .equal, 0)
    var hopeless = SystemBuilder()
    hopeless.add([(Int, Int)](), .greaterThanOrEqual, 1)
    var impossible = SystemBuilder(variables: 1)
    impossible.add([(Int, Int)](), .greaterThanOrEqual, 1)
    impossible.add([(1, 0)], .equal, 3, 500)
    var optionalOnly = SystemBuilder()
    optionalOnly.add([(Int, Int)](), .equal, 7, 250)
    return [LinearSystem(), SystemBuilder(variables: 3).system]
      + [empty.system, hopeless.system, impossible.system, optionalOnly.system] + extremes()
  }

  /// Returns systems with huge and tiny numbers, also beyond the range of doubles.
  private static func extremes() -> [LinearSystem] {
    let numbers = [1e300, 1e-300, Double.leastNonzeroMagnitude, 1.7e308, 1e16].compactMap {
      Rational(exactly: $0)
    }
    let beyond = numbers[0] * numbers[0]
    var systems: [LinearSystem] = []
    for large in numbers + [beyond, Rational.one] {
      for constant in numbers + [beyond, Rational.one] {
        var builder = SystemBuilder(variables: 3)
        builder.add([(large, 0), (Rational(-1), 1)], .equal, constant)
        builder.add([(large, 1), (large, 2)], .lessThanOrEqual, -constant)
        builder.add([(Rational(1), 0), (Rational(1), 2)], .greaterThanOrEqual, constant)
        builder.add([(large, 2)], .equal, constant, 500)
        systems.append(builder.system)
      }
    }
    return systems
  }

  /// Returns a chain of boxes with more than 5,000 variables.
  static func longChain() -> LinearSystem {
    var builder = SystemBuilder(variables: 5_001)
    for box in 0..<2_500 {
      builder.add([(1, 2 * box + 2), (-1, 2 * box), (-1, 2 * box + 1)], .equal, 8)
      builder.add([(1, 2 * box + 1)], .greaterThanOrEqual, 20)
      builder.add([(1, 2 * box + 1)], .equal, 100, 250)
    }
    builder.add([(1, 0)], .equal, 0)
    builder.add([(1, 5_000)], .lessThanOrEqual, 200_000, 750)
    return builder.system
  }
}
