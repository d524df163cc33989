// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// An edge, a center or a size of a view in a layout engine.
package enum EngineAttribute: String, Sendable, Hashable, CaseIterable {
  case left, right, leading, trailing, top, bottom, width, height, centerX, centerY

  package var axis: EngineAxis {
    switch self {
    case .left, .right, .leading, .trailing, .width, .centerX: return .horizontal
    case .top, .bottom, .height, .centerY: return .vertical
    }
  }

  /// Whether it is a width or a height.
  package var isSize: Bool { self == .width || self == .height }
}

/// An axis of a layout.
package enum EngineAxis: String, Sendable, Hashable, CaseIterable {
  case horizontal, vertical
}

/// The direction of writing, which decides where leading edges are.
package enum EngineDirection: String, Sendable, Hashable, CaseIterable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}

/// One side of a constraint: an attribute of a view.
package struct EngineItem: Sendable, Hashable {
  /// The id of the view; 0 is the root.
  package var view: Int
  package var attribute: EngineAttribute

  package init(_ view: Int, _ attribute: EngineAttribute) {
    self.view = view
    self.attribute = attribute
  }
}

/// A constraint `first relation multiplier * second + constant`, or `first relation constant`.
package struct EngineConstraint: Sendable, Hashable {
  /// The id by which steps remove or change it.
  package var id: Int
  package var first: EngineItem
  package var relation: Relation
  package var second: EngineItem?
  /// The factor of the second item; one without a second item.
  package var multiplier: Rational
  /// The constant, in points.
  package var constant: Rational
  package var strength: Strength

  package init(
    id: Int, _ first: EngineItem, _ relation: Relation, _ second: EngineItem? = nil,
    multiplier: Rational = .one, constant: Rational = .zero, strength: Strength = .required
  ) {
    self.id = id
    self.first = first
    self.relation = relation
    self.second = second
    self.multiplier = multiplier
    self.constant = constant
    self.strength = strength
  }

  /// Whether both say the same: the items may be exchanged, with the relation and the constant
  /// turned; ids do not matter.
  package func isSame(as other: EngineConstraint) -> Bool {
    var other = other
    other.id = id
    return self == other || self == other.mirrored
  }

  /// The same constraint with the items exchanged; nil without a second item or with a factor of
  /// zero.
  private var mirrored: EngineConstraint? {
    guard let second, !multiplier.isZero else { return nil }
    let factor = Rational.one / multiplier
    return EngineConstraint(
      id: id, second, multiplier.signum > 0 ? relation.turned : relation, first,
      multiplier: factor, constant: -constant * factor, strength: strength)
  }

  /// The ids of its views, the root included.
  package var views: [Int] { [first.view] + (second.map { [$0.view] } ?? []) }
}
