// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The weights of the first levels in a proof; those of all levels below are 0.
struct LevelWeights {
  private let higher: [Rational]
  /// The weight of the last level, when it is not among the others.
  private let last: Rational?

  init(_ weights: [Rational]) {
    higher = weights
    last = nil
  }

  init(_ higher: [Rational], _ last: Rational) {
    self.higher = higher
    self.last = last
  }

  var count: Int { higher.count + (last == nil ? 0 : 1) }

  var hasNegative: Bool {
    for weight in higher where weight.signum < 0 { return true }
    return (last?.signum ?? 0) < 0
  }

  /// The weight of an optional level; they count from 1.
  subscript(level: Int) -> Rational {
    assert(level >= 1, "level \(level) has no weight")
    if level <= higher.count { return higher[level - 1] }
    return level == higher.count + 1 ? last ?? .zero : .zero
  }

  /// Returns the weighted sum of the optima of levels.
  ///
  /// - Precondition: there are at least as many as weights.
  func total(of optima: [Rational], _ meter: DigitMeter) throws(ArithmeticStop) -> Rational {
    assert(optima.count >= count, "\(count) weights of \(optima.count) levels")
    var total = Rational.zero
    for level in 1..<count + 1 where !optima[level - 1].isZero {
      let weight = self[level]
      if !weight.isZero { try meter.add(weight, times: optima[level - 1], to: &total) }
    }
    return total
  }
}

/// The position of a constraint's multiplier in the range that proofs may use.
struct MultiplierRoom {
  /// Whether the multiplier is out of range, so that it proves nothing.
  let isOutside: Bool
  /// Whether it is strictly inside on the side: the residual is 0 there in every optimum.
  let closesUp: Bool
  let closesDown: Bool

  /// Compares a multiplier with the ends of its range.
  ///
  /// - Parameters:
  ///   - level: 0 for a required constraint, else that of its strength.
  ///   - relation: the relation of the constraint.
  ///   - multiplier: its multiplier in the proof.
  ///   - weights: the weights of the levels in the proof.
  init(level: Int, _ relation: Relation, _ multiplier: Rational, _ weights: LevelWeights) {
    if level == 0 {
      let sign = multiplier.signum
      // A required constraint has no violation on its bad side: that side is closed without proof.
      switch relation {
      case .equal: (isOutside, closesUp, closesDown) = (false, true, true)
      case .greaterThanOrEqual:
        (isOutside, closesUp, closesDown) = (sign > 0, sign < 0, true)
      case .lessThanOrEqual: (isOutside, closesUp, closesDown) = (sign < 0, true, sign > 0)
      }
      return
    }
    let weight = weights[level]
    let upper = relation == .greaterThanOrEqual ? .zero : weight
    let lower = relation == .lessThanOrEqual ? .zero : -weight
    isOutside = multiplier > upper || multiplier < lower
    closesUp = multiplier < upper
    closesDown = multiplier > lower
  }
}
