// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// The extents of items and the coordinates of attributes, as affine expressions of variables.
///
/// All coordinates are in the root's space. Content of a scroll view is placed as if it were not
/// scrolled: its origin is the origin of the scroll view.
extension LoweringPass {
  /// Returns the coordinate (or length) of an anchor.
  ///
  /// - Parameters:
  ///   - anchor: an item and one of its attributes.
  ///   - other: the other anchor of the constraint: a scroll view is seen from inside when the
  ///     other item is inside it (AUTOLAYOUT 7.2). Nil when there is none.
  ///   - isRightToLeft: whether leading means right in the constraint.
  /// - Returns: the coordinate in the root's space.
  func point(_ anchor: Anchor, other: Anchor?, isRightToLeft: Bool) -> Point {
    let attribute = physical(anchor.attribute, isRightToLeft: isRightToLeft)
    let axis = attribute.axis
    switch anchor.item {
    case .guide(let index): return coordinate(attribute, of: guideSpan(index, axis))
    case .view(let index):
      var span = viewSpan(index, axis)
      if views[index].kind == .scrollView, attribute.isMeasuredInContent, let other,
        isSeenFromInside(scrollView: index, by: other.item)
      {
        span = contentSpan(view: index, axis)
      }
      if attribute.isMargin {
        let margins = views[index].margins
        span.inset(low: margins.low(axis), high: margins.high(axis))
      }
      switch attribute {
      case .firstBaseline: span.low += Rational(views[index].firstBaselineOffset ?? 0)
      case .lastBaseline: span.high -= Rational(views[index].lastBaselineOffset ?? 0)
      default: break
      }
      return coordinate(attribute, of: span)
    }
  }

  private func coordinate(_ attribute: Attribute, of span: Span) -> Point {
    switch attribute {
    case .width, .height: return span.length
    case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: return span.center
    case .right, .bottom, .rightMargin, .bottomMargin, .lastBaseline: return span.highEdge
    default: return span.lowEdge
    }
  }

  /// Returns left or right for leading and trailing, by the reading direction.
  private func physical(_ attribute: Attribute, isRightToLeft: Bool) -> Attribute {
    switch attribute {
    case .leading: return isRightToLeft ? .right : .left
    case .trailing: return isRightToLeft ? .left : .right
    case .leadingMargin: return isRightToLeft ? .rightMargin : .leftMargin
    case .trailingMargin: return isRightToLeft ? .leftMargin : .rightMargin
    default: return attribute
    }
  }

  /// Whether an item is inside a scroll view: a view below it, or a guide of it or below it.
  private func isSeenFromInside(scrollView: Int, by item: Item) -> Bool {
    let view = viewIndex(of: item)
    if case .guide = item, view == scrollView { return true }
    return knownTree.isStrictlyInside(view, scrollView)
  }

  /// Returns the alignment rectangle of a view.
  func viewSpan(_ index: Int, _ axis: Axis) -> Span {
    let offset = Int(axis.rawValue)
    return Span(
      position: viewVariables[index] + offset, size: viewVariables[index] + 2 + offset)
  }

  /// Returns the frame of a view.
  func frameSpan(view index: Int, _ axis: Axis) -> Span {
    let insets = views[index].alignmentInsets
    var span = viewSpan(index, axis)
    span.outset(low: insets.low(axis), high: insets.high(axis))
    return span
  }

  /// Returns the content area of a scroll view; its origin is that of the scroll view's frame.
  func contentSpan(view index: Int, _ axis: Axis) -> Span {
    var span = frameSpan(view: index, axis)
    span.size = contentVariables[index] + Int(axis.rawValue)
    span.high = span.low
    return span
  }

  private func guideSpan(_ index: Int, _ axis: Axis) -> Span {
    let guide = guides[index]
    var span = viewSpan(guide.owner, axis)
    switch guide.kind {
    case .free:
      let offset = Int(axis.rawValue)
      return Span(
        position: guideVariables[index] + offset, size: guideVariables[index] + 2 + offset)
    case .area: preconditionFailure("an area is worked out before lowering: the case is not plain")
    case .inset(let insets):
      span.inset(low: insets.low(axis), high: insets.high(axis))
    case .topStrip(let height):
      if axis == .vertical {
        span.highHasSize = false
        span.high = Rational(height)
      }
    case .bottomStrip(let height):
      if axis == .vertical {
        span.lowHasSize = true
        span.low = -Rational(height)
      }
    case .scrollContent: return contentSpan(view: guide.owner, axis)
    case .scrollFrame: return frameSpan(view: guide.owner, axis)
    }
    return span
  }
}

extension Attribute {
  /// Whether the attribute of a scroll view, seen from inside, is one of its content.
  ///
  /// Edges, margins and baselines are; sizes and centers are the frame's.
  fileprivate var isMeasuredInContent: Bool {
    switch self {
    case .width, .height, .centerX, .centerY: return false
    default: return true
    }
  }
}
