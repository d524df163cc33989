// SPDX-License-Identifier: MIT

import LayoutModel

/// A constraint in the terms of the visual format: a distance between neighbours along an axis, or
/// a size.
///
/// A constraint can be written in two ways: `a.trailing == b.leading - 8` and
/// `b.leading == a.trailing + 8` are one statement. The statement has the sides in the order of the
/// visual format (AUTOLAYOUT 1.2, 10.3).
struct VisualStatement: Hashable {
  /// The measured distance or size.
  enum Subject: Hashable {
    /// The distance from the near edge of the item's superview to the item: `|-[item]`
    case fromSuperview(Item)
    /// The distance from the far edge of one item to the near edge of the next: `[from]-[to]`
    case between(from: Item, to: Item)
    /// The distance from the item to the far edge of its superview: `[item]-|`
    case toSuperview(Item)
    /// The width or height of an item: `[item(...)]`
    case size(Item)
  }

  /// The attributes that stand for the near and the far edge.
  enum Edges: Hashable {
    /// Leading and trailing, or top and bottom.
    case plain
    /// Left and right.
    case leftToRight
    /// First and last baseline.
    case baselines
  }

  /// The right side of the statement.
  enum Value: Hashable {
    case number(LayoutNumber)
    /// The same dimension of another item; for sizes only.
    case item(Item)
  }

  let axis: Axis
  let subject: Subject
  let edges: Edges
  /// Whether the superview's edge is that of its margins.
  let usesMargin: Bool
  let relation: LayoutConstraint.Relation
  let value: Value
  let priority: Priority

  /// Creates the statement of a constraint.
  ///
  /// - Returns: nil when the visual format cannot express the constraint (AUTOLAYOUT 10.6).
  init?(_ constraint: LayoutConstraint, in layoutCase: LayoutCase) {
    guard constraint.second == nil || constraint.multiplier.isOne else { return nil }
    if constraint.first.attribute.kind == .dimension {
      self.init(size: constraint)
    } else {
      self.init(distance: constraint, in: layoutCase)
    }
  }

  private init?(size constraint: LayoutConstraint) {
    if let second = constraint.second {
      guard second.attribute == constraint.first.attribute, constraint.constant.isZero else {
        return nil
      }
      value = .item(second.item)
    } else {
      value = .number(constraint.constant)
    }
    axis = constraint.first.attribute == .width ? .horizontal : .vertical
    subject = .size(constraint.first.item)
    edges = .plain
    usesMargin = false
    relation = constraint.relation
    priority = constraint.priority
  }

  private init?(distance constraint: LayoutConstraint, in layoutCase: LayoutCase) {
    guard let second = constraint.second, let one = Edge(constraint.first.attribute),
      let other = Edge(second.attribute), one.axis == other.axis,
      let edges = Edge.common(one, of: constraint.first.item, other, of: second.item)
    else { return nil }
    let first = constraint.first.item
    // Whether the format puts the edge of the first item on the left side of the relation.
    let isInOrder: Bool
    switch (one.isNear, other.isNear) {
    case (true, false):
      (subject, isInOrder) = (.between(from: second.item, to: first), true)
    case (false, true):
      (subject, isInOrder) = (.between(from: first, to: second.item), false)
    case (true, true):
      isInOrder = layoutCase.superview(of: first) == second.item
      subject = .fromSuperview(isInOrder ? first : second.item)
    case (false, false):
      isInOrder = layoutCase.superview(of: second.item) == first
      subject = .toSuperview(isInOrder ? second.item : first)
    }
    if one.isNear == other.isNear {
      let (inner, outer) =
        isInOrder == one.isNear ? (constraint.first, second) : (second, constraint.first)
      guard edges != .baselines, layoutCase.superview(of: inner.item) == outer.item,
        !inner.attribute.isMargin
      else { return nil }
      usesMargin = outer.attribute.isMargin
    } else {
      guard !one.isMargin, !other.isMargin else { return nil }
      usesMargin = false
    }
    guard let constant = isInOrder ? constraint.constant : constraint.constant.negated else {
      return nil
    }
    axis = one.axis
    self.edges = edges
    relation = isInOrder ? constraint.relation : constraint.relation.swapped
    value = .number(constant)
    priority = constraint.priority
  }
}

/// The role of an attribute as the near or far edge of an item.
private struct Edge {
  let axis: Axis
  let edges: VisualStatement.Edges
  /// Whether it is leading, left, top or the first baseline; else the opposite edge.
  let isNear: Bool
  let isMargin: Bool

  init?(_ attribute: Attribute) {
    isMargin = attribute.isMargin
    switch attribute {
    case .leading, .leadingMargin: (axis, edges, isNear) = (.horizontal, .plain, true)
    case .trailing, .trailingMargin: (axis, edges, isNear) = (.horizontal, .plain, false)
    case .left, .leftMargin: (axis, edges, isNear) = (.horizontal, .leftToRight, true)
    case .right, .rightMargin: (axis, edges, isNear) = (.horizontal, .leftToRight, false)
    case .top, .topMargin: (axis, edges, isNear) = (.vertical, .plain, true)
    case .bottom, .bottomMargin: (axis, edges, isNear) = (.vertical, .plain, false)
    case .firstBaseline: (axis, edges, isNear) = (.vertical, .baselines, true)
    case .lastBaseline: (axis, edges, isNear) = (.vertical, .baselines, false)
    case .width, .height, .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins:
      return nil
    }
  }

  /// Returns the edges that a format can measure between; nil when there are none.
  ///
  /// Among baselines, a guide takes part with its top and bottom.
  static func common(
    _ one: Edge, of item: Item, _ other: Edge, of second: Item
  ) -> VisualStatement.Edges? {
    if one.edges == other.edges { return one.edges }
    let (plain, owner) = one.edges == .plain ? (one, item) : (other, second)
    guard one.edges == .baselines || other.edges == .baselines, plain.edges == .plain,
      case .guide = owner
    else { return nil }
    return .baselines
  }
}

extension LayoutCase {
  /// Returns the meaning of `|` beside an item: the superview of a view, the owner of a guide
  /// (AUTOLAYOUT 10.4); nil for the root.
  func superview(of item: Item) -> Item? {
    switch item {
    case .view(let index): return views[index].parent.map { .view($0) }
    case .guide(let index): return .view(guides[index].owner)
    }
  }
}

extension LayoutConstraint.Relation {
  /// The relation with the same meaning after the sides are exchanged.
  var swapped: LayoutConstraint.Relation {
    switch self {
    case .lessThanOrEqual: return .greaterThanOrEqual
    case .equal: return .equal
    case .greaterThanOrEqual: return .lessThanOrEqual
    }
  }
}
