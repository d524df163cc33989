// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

extension DiagnosedLayout {
  /// Returns the numbers that constraints refer to without stating them, each as a line of its own.
  ///
  /// Examples are the end of an area, an inset guide or a strip, the width of a margin and the
  /// depth of a baseline.
  ///
  /// `root.safeArea.top == root.top + 100  (system: safe area of the device)`
  ///
  /// - Complexity: O(constraints times depth).
  func constantLines(_ origins: [ConstraintOrigin]) -> [String] {
    constants(origins).map { "\($0.text)  (\($0.maker))" }
  }

  /// A number that constraints refer to, and its maker.
  struct ReferredConstant: Equatable {
    /// The number as an equation.
    let text: String
    /// The number in words, with the names of views.
    let sentence: String
    let maker: String
  }

  /// Returns the numbers that constraints refer to without stating them, each once.
  ///
  /// - Complexity: O(constraints times depth).
  func constants(_ origins: [ConstraintOrigin]) -> [ReferredConstant] {
    var constants: [ReferredConstant] = []
    for case .constraint(let index) in origins {
      let constraint = plain.constraints[index]
      for anchor in [constraint.first, constraint.second].compactMap({ $0 }) {
        let attributes = anchor.attribute.edges(isRightToLeft: plain.isRightToLeft(constraint))
        for attribute in attributes {
          guard let found = constant(anchor.item, attribute), !constants.contains(found)
          else { continue }
          constants.append(found)
        }
      }
    }
    return constants
  }

  private func constant(_ item: Item, _ attribute: Attribute) -> ReferredConstant? {
    switch item {
    case .view(let index):
      let view = plain.views[index]
      let maker = attribute.isBaseline ? "baseline of its content" : "system: layout margins"
      guard let distance = view.distance(to: attribute) else { return nil }
      return constant((item, attribute), (item, attribute.edge), distance, maker)
    case .guide(let index):
      let guide = plain.guides[index]
      let name = name(of: item)
      func strip(_ height: LayoutNumber) -> ReferredConstant {
        ReferredConstant(
          text: "\(name).height == \(height.shown)",
          sentence: "\(phrase(of: item)): height is \(height.shown) pt", maker: maker)
      }
      let maker = maker(ofGuide: index)
      switch guide.kind {
      case .inset(let insets):
        guard let distance = insets.distance(to: attribute) else { return nil }
        return constant((item, attribute), (.view(guide.owner), attribute), distance, maker)
      case .topStrip(let height):
        guard attribute.isVertical, attribute != .top else { return nil }
        return strip(height)
      case .bottomStrip(let height):
        guard attribute.isVertical, attribute != .bottom else { return nil }
        return strip(height)
      case .free, .area, .scrollContent, .scrollFrame: return nil
      }
    }
  }

  private func constant(
    _ first: (item: Item, attribute: Attribute), _ second: (item: Item, attribute: Attribute),
    _ distance: LayoutNumber, _ maker: String
  ) -> ReferredConstant {
    let (name, other) = (name(of: first.item), name(of: second.item))
    var text =
      "\(name).\(first.attribute.rawValue) == \(other).\(second.attribute.rawValue)"
    if distance.isNegative {
      text += " - \(distance.shown.dropFirst())"
    } else if !distance.isZero {
      text += " + \(distance.shown)"
    }
    let place = LayoutConstraint(
      id: "", first: Anchor(first.item, first.attribute),
      second: Anchor(second.item, second.attribute), constant: distance)
    return ReferredConstant(
      text: text, sentence: diagnosed.isOfDocument ? sentence(place) : text, maker: maker)
  }

  /// Returns the maker of a guide's place.
  private func maker(ofGuide index: Int) -> String {
    switch kind(ofGuide: index) {
    case .area(.safeArea): return "system: safe area of the device"
    case .area(.margins): return "system: layout margins"
    case .area(.readable): return "system: margins of readable content"
    case .area(.keyboard): return "system: the keyboard is hidden"
    case .topStrip, .bottomStrip:
      return diagnosed.isOfDocument
        ? "system: bars of the device" : "height of the guide"
    case .inset, .free, .scrollContent, .scrollFrame: return "insets of the guide"
    }
  }
}

extension LayoutCase {
  /// Whether leading means right in a constraint: the direction inside the nearest common ancestor
  /// decides.
  fileprivate func isRightToLeft(_ constraint: LayoutConstraint) -> Bool {
    var path: Set<Int> = []
    var view: Int? = viewIndex(of: constraint.first.item)
    while let index = view {
      path.insert(index)
      view = views[index].parent
    }
    var ancestor = constraint.second.map { viewIndex(of: $0.item) } ?? 0
    while !path.contains(ancestor), let parent = views[ancestor].parent { ancestor = parent }
    return direction(inside: ancestor) == .rightToLeft
  }
}

extension View {
  /// Returns the distance of a margin or a baseline from its edge, to the right or down, in points;
  /// nil for other attributes.
  fileprivate func distance(to attribute: Attribute) -> LayoutNumber? {
    switch attribute {
    case .leftMargin: return margins.left
    case .topMargin: return margins.top
    case .rightMargin: return margins.right.negated
    case .bottomMargin: return margins.bottom.negated
    case .firstBaseline: return firstBaselineOffset
    case .lastBaseline: return lastBaselineOffset?.negated
    default: return nil
    }
  }
}

extension LayoutInsets {
  /// Returns the offset of an inset rectangle from the owner, in points; nil for centers.
  ///
  /// For an edge it is the distance to the right or down, for a size the difference to the owner's.
  fileprivate func distance(to attribute: Attribute) -> LayoutNumber? {
    switch attribute {
    case .left: return left
    case .top: return top
    case .right: return right.negated
    case .bottom: return bottom.negated
    case .width: return left.adding(right)?.negated
    case .height: return top.adding(bottom)?.negated
    default: return nil
    }
  }
}

extension Attribute {
  /// Returns the attributes whose places an attribute follows: itself, without a direction, or two
  /// edges for a center.
  fileprivate func edges(isRightToLeft: Bool) -> [Attribute] {
    switch self {
    case .leading: return [isRightToLeft ? .right : .left]
    case .trailing: return [isRightToLeft ? .left : .right]
    case .leadingMargin: return [isRightToLeft ? .rightMargin : .leftMargin]
    case .trailingMargin: return [isRightToLeft ? .leftMargin : .rightMargin]
    case .centerX: return [.left, .right]
    case .centerY: return [.top, .bottom]
    case .centerXWithinMargins: return [.leftMargin, .rightMargin]
    case .centerYWithinMargins: return [.topMargin, .bottomMargin]
    default: return [self]
    }
  }

  /// The edge from which a margin or a baseline is measured.
  fileprivate var edge: Attribute {
    switch self {
    case .leftMargin: return .left
    case .rightMargin: return .right
    case .bottomMargin, .lastBaseline: return .bottom
    default: return .top
    }
  }

  fileprivate var isVertical: Bool { kind == .verticalLocation || self == .height }
}
