// SPDX-License-Identifier: MIT

import LayoutModel

extension LayoutCase {
  /// Returns the plain case with its axes exchanged.
  ///
  /// Sides that follow the reading direction first become left and right, and baselines become
  /// distances from top and bottom, since neither has a counterpart on the other axis.
  ///
  /// - Returns: nil for a case with strips, with multipliers that these replacements do not permit,
  ///   or with sides whose direction single views force.
  func transposed() -> LayoutCase? {
    if guides.contains(where: \.kind.isStrip) { return nil }
    let forcesDirections = views.contains { $0.direction != nil }
    var result = self
    result.forgetAnswers()
    for index in constraints.indices {
      var constraint = constraints[index]
      if constraint.followsDirection {
        if forcesDirections { return nil }
        guard let physical = constraint.inPhysicalSides(environment.direction) else { return nil }
        constraint = physical
      }
      guard var edges = constraint.withoutBaselines(in: self) else { return nil }
      edges.first.attribute = edges.first.attribute.transposed
      if let second = edges.second {
        edges.second = Anchor(second.item, second.attribute.transposed)
      }
      result.constraints[index] = edges
    }
    result.environment.size = environment.size.transposed
    for index in views.indices { result.views[index].transpose() }
    for index in guides.indices {
      if case .inset(let insets) = guides[index].kind {
        result.guides[index].kind = .inset(insets.transposed)
      }
    }
    return result
  }
}

extension LayoutConstraint {
  /// Returns the constraint with left and right in place of leading and trailing.
  ///
  /// - Returns: nil where a multiplier counts from the right edge.
  fileprivate func inPhysicalSides(
    _ direction: LayoutCase.Environment.Direction
  ) -> LayoutConstraint? {
    let isRightToLeft = direction == .rightToLeft
    func physical(_ attribute: Attribute) -> Attribute {
      switch attribute {
      case .leading: return isRightToLeft ? .right : .left
      case .trailing: return isRightToLeft ? .left : .right
      case .leadingMargin: return isRightToLeft ? .rightMargin : .leftMargin
      case .trailingMargin: return isRightToLeft ? .leftMargin : .rightMargin
      default: return attribute
      }
    }
    if isRightToLeft { return turned(exchanging: physical) }
    var result = self
    result.first.attribute = physical(first.attribute)
    result.second?.attribute = physical(second?.attribute ?? .left)
    return result
  }

  /// Returns the constraint with top and bottom in place of baselines.
  ///
  /// - Returns: nil when a number cannot be written.
  fileprivate func withoutBaselines(in layoutCase: LayoutCase) -> LayoutConstraint? {
    guard first.attribute.isBaseline || second?.attribute.isBaseline == true else { return self }
    guard multiplier.isOne else { return nil }
    var result = self
    var distance = constant
    for (anchor, sign) in [(first, -1), (second ?? first, 1)] {
      guard anchor.attribute.isBaseline, case .view(let index) = anchor.item else { continue }
      let view = layoutCase.views[index]
      let isFirst = anchor.attribute == .firstBaseline
      let offset = (isFirst ? view.firstBaselineOffset : view.lastBaselineOffset) ?? 0
      // The last baseline is above the bottom edge.
      let moves = isFirst == (sign > 0)
      guard let sum = moves ? distance.adding(offset) : distance.subtracting(offset) else {
        return nil
      }
      distance = sum
    }
    result.first.attribute = first.attribute.edge
    if let second { result.second?.attribute = second.attribute.edge }
    result.constant = distance
    return result
  }
}

extension Attribute {
  /// The edge from which a baseline is measured.
  fileprivate var edge: Attribute {
    switch self {
    case .firstBaseline: return .top
    case .lastBaseline: return .bottom
    default: return self
    }
  }

  /// The attribute on the other axis.
  ///
  /// - Precondition: it neither follows the reading direction nor is a baseline.
  fileprivate var transposed: Attribute {
    switch self {
    case .left: return .top
    case .right: return .bottom
    case .top: return .left
    case .bottom: return .right
    case .width: return .height
    case .height: return .width
    case .centerX: return .centerY
    case .centerY: return .centerX
    case .leftMargin: return .topMargin
    case .rightMargin: return .bottomMargin
    case .topMargin: return .leftMargin
    case .bottomMargin: return .rightMargin
    case .centerXWithinMargins: return .centerYWithinMargins
    case .centerYWithinMargins: return .centerXWithinMargins
    case .leading, .trailing, .leadingMargin, .trailingMargin, .firstBaseline, .lastBaseline:
      preconditionFailure("\(self) has no counterpart on the other axis")
    }
  }
}

extension View {
  fileprivate mutating func transpose() {
    swap(&intrinsicWidth, &intrinsicHeight)
    hugging = AxisPriorities(horizontal: hugging.vertical, vertical: hugging.horizontal)
    compressionResistance = AxisPriorities(
      horizontal: compressionResistance.vertical, vertical: compressionResistance.horizontal)
    margins = margins.transposed
    alignmentInsets = alignmentInsets.transposed
    firstBaselineOffset = nil
    lastBaselineOffset = nil
    guard var hold else { return }
    swap(&hold.frame.x, &hold.frame.y)
    swap(&hold.frame.width, &hold.frame.height)
    hold.superviewSize = hold.superviewSize.map(\.transposed)
    // Bits of the horizontal axis are three places below those of the vertical one.
    let bits = hold.mask.rawValue
    hold.mask = AutoresizingMask(rawValue: (bits & 7) << 3 | bits >> 3 & 7)
    self.hold = hold
  }
}

extension LayoutInsets {
  fileprivate var transposed: LayoutInsets {
    LayoutInsets(top: left, left: top, bottom: right, right: bottom)
  }
}

extension LayoutSize {
  fileprivate var transposed: LayoutSize { LayoutSize(width: height, height: width) }
}

extension Guide.Kind {
  fileprivate var isStrip: Bool {
    switch self {
    case .topStrip, .bottomStrip: return true
    default: return false
    }
  }
}
