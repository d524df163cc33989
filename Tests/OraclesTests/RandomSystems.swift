// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel

/// Random linear systems for property tests; every number follows from the seed.
struct RandomSystems {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func integer(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(random.next() % UInt64(range.count))
  }

  private mutating func chance(_ percent: Int) -> Bool { integer(1...100) <= percent }

  /// Returns a system with any coefficients and relations: often infeasible, often ambiguous, full
  /// of ties.
  mutating func wild(variables: Int, constraints: Int, strengths: [Double]) -> LinearSystem {
    var system = LinearSystem()
    for _ in 0..<variables { system.addVariable() }
    for _ in 0..<constraints {
      var terms: [LinearSystem.Term] = []
      for _ in 0..<integer(1...3) {
        terms.append(.init(coefficient(), VariableID(integer(0...variables - 1))))
      }
      let strength = strengths[integer(0...strengths.count - 1)]
      system.addConstraint(
        terms, Relation.allCases[integer(0...2)], Rational(integer(-20...20)),
        strength: Strength(strength))
    }
    return system
  }

  private mutating func coefficient() -> Rational {
    let top = integer(1...4) * (chance(50) ? 1 : -1)
    return chance(70) ? Rational(top) : Rational(Int64(top), Int64(integer(1...6)))
  }

  /// Returns variables coupled by required equalities, with bounds and preferences on single ones.
  ///
  /// They often meet, which gives many unique layouts with eliminated variables and redundant
  /// constraints.
  mutating func coupled(variables: Int) -> LinearSystem {
    var system = LinearSystem()
    for _ in 0..<variables { system.addVariable() }
    for variable in 1..<max(variables, 2) where variable < variables && chance(70) {
      let other = VariableID(integer(0...variable - 1))
      system.addConstraint(
        [.init(coefficient(), VariableID(variable)), .init(coefficient(), other)], .equal, .zero)
    }
    for _ in 0..<2 * variables + 2 {
      let strength = Strength([1000, 750, 500][integer(0...2)])
      system.addConstraint(
        [.init(coefficient(), VariableID(integer(0...variables - 1)))],
        chance(50) ? .lessThanOrEqual : .greaterThanOrEqual,
        strength.isRequired || chance(60) ? .zero : Rational(integer(-2...2)), strength: strength)
    }
    return system
  }

  /// Returns a system like a layout: nested rows of boxes on one axis, with preferred sizes.
  ///
  /// The required constraints hold for at least one point.
  mutating func layoutLike(views: Int) -> LinearSystem {
    var system = LinearSystem()
    var witness: [(x: Int, width: Int)] = []
    func x(_ view: Int) -> VariableID { VariableID(2 * view) }
    func width(_ view: Int) -> VariableID { VariableID(2 * view + 1) }
    for view in 0..<views {
      system.addVariable()
      system.addVariable()
      let size = view == 0 ? 400 : integer(0...100)
      witness.append((x: view == 0 ? 0 : integer(0...300), width: size))
      system.addConstraint([.init(.one, width(view))], .greaterThanOrEqual, .zero)
    }
    system.addConstraint([.init(.one, x(0))], .equal, .zero)
    system.addConstraint([.init(.one, width(0))], .equal, Rational(400))
    for view in 1..<max(views, 2) where view < views {
      let other = integer(0...view - 1)
      let gap = witness[view].x - witness[other].x - (chance(50) ? witness[other].width : 0)
      let isTrailing = gap != witness[view].x - witness[other].x
      var terms: [LinearSystem.Term] = [.init(.one, x(view)), .init(-Rational.one, x(other))]
      if isTrailing { terms.append(.init(-Rational.one, width(other))) }
      if !chance(10) { system.addConstraint(terms, .equal, Rational(gap)) }
      addWidths(to: &system, view: view, other: other, witness: witness)
    }
    return system
  }

  private mutating func addWidths(
    to system: inout LinearSystem, view: Int, other: Int, witness: [(x: Int, width: Int)]
  ) {
    let own = VariableID(2 * view + 1)
    switch integer(0...4) {
    case 0:
      system.addConstraint([.init(.one, own)], .equal, Rational(witness[view].width))
    case 1:
      let difference = witness[view].width - witness[other].width
      system.addConstraint(
        [.init(.one, own), .init(-Rational.one, VariableID(2 * other + 1))], .equal,
        Rational(difference))
    default:
      let size = Rational(integer(10...120))
      system.addConstraint([.init(.one, own)], .lessThanOrEqual, size, strength: Strength(250))
      system.addConstraint([.init(.one, own)], .greaterThanOrEqual, size, strength: Strength(750))
    }
    if chance(30) {
      system.addConstraint(
        [.init(.one, VariableID(2 * view)), .init(.one, own)], .lessThanOrEqual,
        Rational(integer(100...400)), strength: Strength(chance(50) ? 999 : 500))
    }
  }
}
