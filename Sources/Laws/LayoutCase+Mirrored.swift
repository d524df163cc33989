// SPDX-License-Identifier: MIT

import LayoutModel

extension LayoutCase {
  /// Returns the plain case with left and right exchanged, in the same reading direction.
  ///
  /// Contents of scroll views begin at their left edge, and multipliers of places count from there.
  ///
  /// - Returns: nil for a case with one of these, which has no such mirror image.
  package func mirrored() -> LayoutCase? {
    guard !views.contains(where: { $0.kind == .scrollView }) else { return nil }
    var result = self
    result.forgetAnswers()
    for index in views.indices {
      result.views[index].margins = views[index].margins.mirrored
      result.views[index].alignmentInsets = views[index].alignmentInsets.mirrored
      if let hold = views[index].hold {
        guard let mirrored = hold.mirrored else { return nil }
        result.views[index].hold = mirrored
      }
    }
    for index in guides.indices {
      if case .inset(let insets) = guides[index].kind {
        result.guides[index].kind = .inset(insets.mirrored)
      }
    }
    for index in constraints.indices where constraints[index].isAboutPlaces(along: .horizontal) {
      guard let turned = constraints[index].turned(exchanging: \.mirrored) else { return nil }
      result.constraints[index] = turned
    }
    return result
  }

  /// Returns the plain case in the other reading direction, with leading and trailing exchanged so
  /// that the layout stays.
  ///
  /// - Returns: nil if multipliers count from the edge of the reading direction.
  func turned() -> LayoutCase? {
    var result = self
    result.forgetAnswers()
    result.environment.direction = environment.direction.opposite
    for index in views.indices {
      result.views[index].direction = views[index].direction.map(\.opposite)
    }
    for index in constraints.indices where constraints[index].followsDirection {
      guard let turned = constraints[index].turned(exchanging: \.turned) else { return nil }
      result.constraints[index] = turned
    }
    return result
  }
}

extension LayoutConstraint {
  /// Whether the constraint relates two places along an axis.
  func isAboutPlaces(along axis: Axis) -> Bool {
    first.attribute.kind == (axis == .horizontal ? .horizontalLocation : .verticalLocation)
  }

  /// Whether its distances are reversed in the other reading direction.
  var followsDirection: Bool {
    first.attribute.followsDirection == true || second?.attribute.followsDirection == true
  }

  /// Returns the constraint times -1 with other attributes: the relation turns, the constant
  /// changes its sign.
  ///
  /// - Returns: nil when the constraint has a multiplier, or a constant without an opposite.
  func turned(exchanging exchange: (Attribute) -> Attribute) -> LayoutConstraint? {
    guard multiplier.isOne, let opposite = constant.negated else { return nil }
    var result = self
    result.first.attribute = exchange(first.attribute)
    result.second?.attribute = exchange(second?.attribute ?? first.attribute)
    result.constant = opposite
    switch relation {
    case .lessThanOrEqual: result.relation = .greaterThanOrEqual
    case .equal: break
    case .greaterThanOrEqual: result.relation = .lessThanOrEqual
    }
    return result
  }
}

extension Attribute {
  /// The attribute in a mirror.
  fileprivate var mirrored: Attribute {
    switch self {
    case .left: return .right
    case .right: return .left
    case .leftMargin: return .rightMargin
    case .rightMargin: return .leftMargin
    default: return turned
    }
  }

  /// The attribute of the same side in the other reading direction.
  fileprivate var turned: Attribute {
    switch self {
    case .leading: return .trailing
    case .trailing: return .leading
    case .leadingMargin: return .trailingMargin
    case .trailingMargin: return .leadingMargin
    default: return self
    }
  }
}

extension LayoutInsets {
  fileprivate var mirrored: LayoutInsets {
    LayoutInsets(top: top, left: right, bottom: bottom, right: left)
  }
}

extension View.Hold {
  /// The hold in a mirror; nil when a number cannot be written.
  fileprivate var mirrored: View.Hold? {
    guard let end = frame.x.adding(frame.width) else { return nil }
    // Without flexible parts the view keeps its left distance, whatever the size of the superview
    // was.
    let isFixed = !mask.contains(.flexibleLeft) && !mask.contains(.flexibleWidth)
    let outer = isFixed ? end : superviewSize?.width ?? end
    guard let low = outer.subtracting(end) else { return nil }
    var result = self
    result.frame.x = low
    result.superviewSize = LayoutSize(width: outer, height: superviewSize?.height ?? 0)
    // Springs would have to be computed before there are constraints; masks are equivalent as
    // equations.
    result.reason = .autoresizing
    result.mask.subtract([.flexibleLeft, .flexibleRight])
    if isFixed || mask.contains(.flexibleRight) { result.mask.insert(.flexibleLeft) }
    if mask.contains(.flexibleLeft) { result.mask.insert(.flexibleRight) }
    return result
  }
}

extension LayoutCase.Environment.Direction {
  fileprivate var opposite: LayoutCase.Environment.Direction {
    self == .leftToRight ? .rightToLeft : .leftToRight
  }
}
