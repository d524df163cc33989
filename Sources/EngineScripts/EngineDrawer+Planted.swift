// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

// The numbers of the planted layout.

extension EngineDrawer {
  /// Returns the only relation that stays true while the root grows; nil when all do.
  func lastingRelation(_ constraint: EngineConstraint) -> Relation? {
    guard features.operations.contains(.resize), !features.stretches else { return nil }
    let (before, after) = (difference(constraint), difference(constraint, growth: 2))
    return before == after ? nil : before < after ? .greaterThanOrEqual : .lessThanOrEqual
  }

  private func isMirrored(_ constraint: EngineConstraint) -> Bool {
    scene.direction == .rightToLeft && offer.leading == .mirrored
      && constraint.first.attribute.isRelative
  }

  /// Returns the constant with which the planted layout keeps the constraint as an equation.
  ///
  /// `growth` is the distance by which the root is larger than at its smallest, in points.
  func difference(_ constraint: EngineConstraint, growth: Int = 0) -> Rational {
    var difference = value(constraint.first, growth)
    if let second = constraint.second {
      difference -= value(second, growth) * constraint.multiplier
    }
    return isMirrored(constraint) ? -difference : difference
  }

  /// Returns the value of an item in the planted layout.
  private func value(_ item: EngineItem, _ growth: Int) -> Rational {
    let frame = planted[item.view] ?? (0, 0, least.width + growth, least.height + growth)
    let isLeftToRight = scene.direction == .leftToRight
    switch item.attribute {
    case .left: return Rational(frame.x)
    case .right: return Rational(frame.x + frame.width)
    case .leading: return Rational(isLeftToRight ? frame.x : frame.x + frame.width)
    case .trailing: return Rational(isLeftToRight ? frame.x + frame.width : frame.x)
    case .top: return Rational(frame.y)
    case .bottom: return Rational(frame.y + frame.height)
    case .width: return Rational(frame.width)
    case .height: return Rational(frame.height)
    case .centerX: return Rational(frame.x) + Rational(frame.width) * Rational(1, 2)
    case .centerY: return Rational(frame.y) + Rational(frame.height) * Rational(1, 2)
    }
  }
}
