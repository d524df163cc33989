// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Testing

/// Random linear systems without the look of a layout.
extension Generator where Value == LinearSystem {
  /// Returns systems with any coefficients and any relations: often infeasible, often ambiguous,
  /// full of ties.
  ///
  /// `variables` is the range of their number. `strengths` are those of constraints, repeated where
  /// they are to occur more often; the first is the simplest. `constraints` returns the range of
  /// their number for a number of variables.
  package static func wild(
    variables: ClosedRange<Int>, strengths: [Double],
    constraints: @escaping @Sendable (_ variables: Int) -> ClosedRange<Int>
  ) -> Generator {
    Generator { (source) throws(GenerationStop) in
      let count = try source.integer(in: variables)
      var builder = SystemBuilder(variables: count)
      for _ in 0..<(try source.integer(in: constraints(count))) {
        source.beginSpan(.element)
        var terms: [(Rational, Int)] = []
        for _ in 0..<(try source.integer(in: 1...3)) {
          terms.append((try source.smallCoefficient(), try source.index(below: count)))
        }
        builder.add(
          terms, try source.relation(), Rational(try source.integer(in: -20...20)),
          strengths[try source.index(below: strengths.count)])
        source.endSpan()
      }
      return builder.system
    }
  }

  /// The wild systems of most tests: one to six variables and four strengths.
  package static let wild = wild(variables: 1...6, strengths: [1000, 1000, 750, 500, 250]) {
    1...2 * $0 + 4
  }

  /// Tiny systems with many ties, contradictions, parallel and redundant constraints: brute force
  /// solves them.
  package static let tiny = Generator { (source) throws(GenerationStop) in
    let variables = try source.integer(in: 1...3)
    var builder = SystemBuilder(variables: variables)
    let numerators: [Int64] = [1, 1, 1, 0, -1, -1, 2, -2, 3, -3, -16]
    let strengths: [Double] = [1000, 1000, 751, 750, 250]
    var leftSides: [[(Rational, Int)]] = []
    for _ in 0..<(try source.integer(in: 1...7)) {
      source.beginSpan(.element)
      var terms: [(Rational, Int)] = []
      let repeats = try leftSides.isEmpty ? false : source.bool(1, in: 4)
      if repeats { terms = leftSides[try source.index(below: leftSides.count)] }
      for variable in 0..<variables where try repeats ? false : source.bool(2, in: 3) {
        let numerator = numerators[try source.index(below: numerators.count)]
        terms.append((Rational(numerator, Int64(try source.integer(in: 1...3))), variable))
      }
      leftSides.append(terms)
      let constant = Rational(
        Int64(try source.integer(in: -4...4)), try source.bool() ? 3 : 1)
      builder.add(
        terms, try source.relation(), constant,
        strengths[try source.index(below: strengths.count)])
      source.endSpan()
    }
    return builder.system
  }

  /// A few variables, a few constraints with small fractions as coefficients, ties on purpose.
  ///
  /// A known point satisfies the required constraints.
  package static let feasible = Generator { (source) throws(GenerationStop) in
    let variables = try source.integer(in: 1...5)
    var builder = SystemBuilder(variables: variables)
    var witness: [Rational] = []
    for _ in 0..<variables { witness.append(Rational(try source.integer(in: -10...10))) }
    let strengths: [Double] = [1000, 1000, 750, 500, 250]
    for _ in 0..<(try source.integer(in: 1...9)) {
      source.beginSpan(.element)
      var terms: [(Rational, Int)] = []
      for _ in 0..<(try source.integer(in: 0...3)) {
        let top = Int64(try source.integer(in: -4...4, towards: 1))
        let coefficient = Rational(top, Int64(try source.integer(in: 1...3)))
        terms.append((coefficient, try source.index(below: variables)))
      }
      let relation = try source.relation()
      let strength = strengths[try source.index(below: strengths.count)]
      var constant = Rational(try source.integer(in: -20...20))
      if strength == 1000 {
        constant = .zero
        for (coefficient, variable) in terms { constant += coefficient * witness[variable] }
        let room = Rational(try source.integer(in: 0...4))
        if relation == .lessThanOrEqual { constant += room }
        if relation == .greaterThanOrEqual { constant -= room }
      }
      builder.add(terms, relation, constant, strength)
      source.endSpan()
    }
    return builder.system
  }

  /// Variables coupled by required equalities, with bounds and wishes on single ones that often
  /// meet: many unique layouts with eliminated variables and redundant constraints.
  package static func coupled(variables: ClosedRange<Int>) -> Generator {
    Generator { (source) throws(GenerationStop) in
      let count = try source.integer(in: variables)
      var builder = SystemBuilder(variables: count)
      for variable in 1..<max(count, 2) where variable < count {
        guard try source.bool(7, in: 10) else { continue }
        let other = try source.index(below: variable)
        builder.add(
          [(try source.smallCoefficient(), variable), (try source.smallCoefficient(), other)],
          .equal, .zero)
      }
      for _ in 0..<(try source.countUpTo(2 * count + 2)) {
        source.beginSpan(.element)
        let strength = [1000.0, 750, 500][try source.index(below: 3)]
        let term = (try source.smallCoefficient(), try source.index(below: count))
        let relation: Relation = try source.bool() ? .lessThanOrEqual : .greaterThanOrEqual
        let canDiffer = strength != 1000
        let constant =
          try canDiffer ? (source.bool(4, in: 10) ? source.integer(in: -2...2) : 0) : 0
        builder.add([term], relation, Rational(constant), strength)
        source.endSpan()
      }
      return builder.system
    }
  }

  /// Equalities of thirds, sevenths and tenths that a known point satisfies, more of them than
  /// variables: what is redundant is so only up to rounding.
  package static let redundant = Generator { (source) throws(GenerationStop) in
    let variables = try source.integer(in: 1...3)
    var builder = SystemBuilder(variables: variables)
    var witness: [Rational] = []
    for _ in 0..<variables { witness.append(Rational(try source.integer(in: -10...10))) }
    for _ in 0..<(try source.integer(in: 1...variables + 3)) {
      source.beginSpan(.element)
      var terms: [(Rational, Int)] = []
      var constant = Rational.zero
      for variable in 0..<variables where try source.bool(2, in: 3) {
        let below = [1, 3, 7, 10][try source.index(below: 4)] as Int64
        let coefficient = Rational(Int64(try source.integer(in: -9...9, towards: 1)), below)
        terms.append((coefficient, variable))
        constant += coefficient * witness[variable]
      }
      builder.add(terms, .equal, constant, try source.bool(1, in: 4) ? 500 : 1000)
      source.endSpan()
    }
    return builder.system
  }

  /// Systems with no or few variables, and rows without terms.
  package static let degenerate = Generator { (source) throws(GenerationStop) in
    let variables = try source.integer(in: 0...2)
    var builder = SystemBuilder(variables: variables)
    for _ in 0..<(try source.integer(in: 0...3)) {
      source.beginSpan(.element)
      var terms: [(Int, Int)] = []
      if variables > 0, try source.bool(1, in: 4) {
        terms.append((1, try source.index(below: variables)))
      }
      let strength: Double = try source.bool() ? 500 : 1000
      builder.add(terms, try source.relation(), try source.integer(in: -1...1), strength)
      source.endSpan()
    }
    return builder.system
  }

  /// Powers of ten as coefficients and constants, beyond what a double can hold among them.
  package static let extreme = Generator { (source) throws(GenerationStop) in
    var builder = SystemBuilder(variables: 3)
    for _ in 0..<(try source.integer(in: 1...6)) {
      source.beginSpan(.element)
      var terms: [(Rational, Int)] = []
      for variable in 0..<3 where try source.bool(3, in: 4) {
        terms.append((try source.powerOfTen(), variable))
      }
      builder.add(
        terms, try source.relation(), try source.powerOfTen(),
        [1000.0, 750, 250][try source.index(below: 3)])
      source.endSpan()
    }
    return builder.system
  }
}

/// A system, and the same constraints in another order.
package struct ReorderedSystem: Sendable, CustomTestStringConvertible {
  package let first: LinearSystem
  package let order: [Int]

  package var second: LinearSystem { first.keeping(order) }

  package var testDescription: String { "\(first.testDescription)\nin the order \(order)" }
}

extension Generator where Value == ReorderedSystem {
  package static func reordered(_ systems: Generator<LinearSystem>) -> Generator {
    Generator { (source) throws(GenerationStop) in
      let system = try systems.generate(from: &source)
      let order = try source.shuffled(Array(0..<system.constraintCount))
      return ReorderedSystem(first: system, order: order)
    }
  }
}

extension ChoiceSource {
  package mutating func relation() throws(GenerationStop) -> Relation {
    [.equal, .lessThanOrEqual, .greaterThanOrEqual][try index(below: 3)]
  }

  /// A number of elements, in most draws the largest.
  package mutating func countUpTo(_ most: Int) throws(GenerationStop) -> Int {
    try bool(9, in: 10) ? most : integer(in: 0...most)
  }

  /// A whole number up to 4 or a fraction of small numbers, never zero.
  fileprivate mutating func smallCoefficient() throws(GenerationStop) -> Rational {
    let top = Int64(try integer(in: 1...4)) * (try bool() ? -1 : 1)
    return try bool(3, in: 10) ? Rational(top, Int64(try integer(in: 1...6))) : Rational(top)
  }

  private static let powersOfTen = [0, 9, -9, 20, -20, 160, -160, 308, -308, 400, -400].map {
    Rational.powerOfTen($0)
  }

  fileprivate mutating func powerOfTen() throws(GenerationStop) -> Rational {
    Self.powersOfTen[try index(below: Self.powersOfTen.count)]
  }
}

extension Rational {
  package static func powerOfTen(_ exponent: Int) -> Rational {
    let power = (0..<abs(exponent)).reduce(Rational.one) { value, _ in value * Rational(10) }
    return exponent < 0 ? .one / power : power
  }
}
