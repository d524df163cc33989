// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Makes the certificates of an answer from the multipliers each level ended with.
///
/// The multipliers of level `p` may break the range of a constraint on a side that a higher level `q` has
/// closed. Adding the multipliers of level `q`, which have room exactly there, `mu_q` times makes up for
/// it; from the lowest level above `p` to the highest, because a level's multipliers may need higher ones
/// but never lower ones.
struct CertificateBuilder {
  private let system: LinearSystem
  private let table: LevelTable
  /// By level (1 is index 0), by constraint.
  private let multipliers: [ContiguousArray<Rational>]
  private let optima: [Rational]
  /// By level (1 is index 0): the sides it closed.
  private var closedSides: [[Side]]

  private struct Side {
    var constraint: Int
    var isUp: Bool
  }

  init<Number>(_ run: borrowing SystemRun<Number>) {
    system = run.system
    table = run.table
    multipliers = run.multipliers
    optima = run.optima
    closedSides = optima.map { _ in
      var sides: [Side] = []
      sides.reserveCapacity(16)
      return sides
    }
    for constraint in 0..<system.constraintCount {
      let up = Int(run.closedUp[constraint])
      if up > 0, up <= optima.count {
        closedSides[up - 1].append(Side(constraint: constraint, isUp: true))
      }
      let down = Int(run.closedDown[constraint])
      if down > 0, down <= optima.count {
        closedSides[down - 1].append(Side(constraint: constraint, isUp: false))
      }
    }
  }

  /// The certificate of each level, highest first.
  func levelCertificates() -> [LevelCertificate] {
    optima.indices.map { level in
      let (total, weights) = combine(level: level, padding: .zero)
      return LevelCertificate(
        strength: table.strengths[level], optimum: optima[level],
        multipliers: sparse(total), higherLevels: weights)
    }
  }

  /// Multipliers with room on every closed side, and the weights of all levels.
  func closing() -> (Multipliers, [Rational]) {
    guard !optima.isEmpty else { return (Multipliers(), []) }
    let (total, weights) = combine(level: optima.count - 1, padding: .one)
    return (sparse(total), weights + [.one])
  }

  private func combine(level: Int, padding: Rational) -> (ContiguousArray<Rational>, [Rational]) {
    var total = multipliers[level]
    var weights = [Rational](repeating: .zero, count: level)
    var higher = level
    while higher > 0 {
      higher -= 1
      let weight = neededWeight(of: higher, for: total) + padding
      if weight.isZero { continue }
      weights[higher] = weight
      let own = multipliers[higher]
      for constraint in own.indices where !own[constraint].isZero {
        total[constraint] += weight * own[constraint]
      }
    }
    return (total, weights)
  }

  /// The largest excess over room on the sides this level closed.
  private func neededWeight(of level: Int, for total: ContiguousArray<Rational>) -> Rational {
    var weight = Rational.zero
    for side in closedSides[level] {
      let excess = side.isUp ? total[side.constraint] : -total[side.constraint]
      if excess.signum <= 0 { continue }
      let room = room(side, level: level)
      assert(room.signum > 0, "a closed side must have room")
      let needed = excess / room
      if needed > weight { weight = needed }
    }
    return weight
  }

  /// How far the level's own multiplier is from the end of its range.
  private func room(_ side: Side, level: Int) -> Rational {
    let own = multipliers[level][side.constraint]
    let isOwn = Int(table.levels[side.constraint]) == level + 1
    let relation = system.relations[side.constraint]
    if side.isUp {
      return isOwn && relation != .greaterThanOrEqual ? .one - own : -own
    }
    return isOwn && relation != .lessThanOrEqual ? .one + own : own
  }

  private func sparse(_ values: ContiguousArray<Rational>) -> Multipliers {
    Multipliers(values)
  }
}

extension Multipliers {
  /// The multipliers that are not zero.
  init(_ values: ContiguousArray<Rational>) {
    self.init()
    for constraint in values.indices where !values[constraint].isZero {
      entries.append(Entry(constraint: constraint, value: values[constraint]))
    }
  }
}
