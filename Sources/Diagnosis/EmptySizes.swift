// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// Views that show or contain something and have no width or no height.
struct EmptySizes {
  /// The empty axis of a view, with its reason.
  struct Empty {
    var axis: Axis
    /// Whether its author requested it, by a constraint on that size alone or by a frame set by
    /// hand.
    var isWritten: Bool
    /// Whether its subviews show something, otherwise the view itself.
    var holdsContent: Bool
  }

  private let placed: PlacedViews
  /// The views to which an author's constraint gives no width or height, by axis.
  private let written: Set<AmbiguousViews.Entry>
  /// Whether visible content in a view needs space along an axis; horizontal, then vertical.
  private let holdsContent: [[Bool]]

  init(_ placed: PlacedViews) {
    self.placed = placed
    var written: Set<AmbiguousViews.Entry> = []
    for constraint in placed.diagnosed.layoutCase.constraints
    where constraint.second == nil && constraint.relation != .greaterThanOrEqual
      && constraint.constant.isZero && constraint.source == .author
    {
      guard case .view(let view) = constraint.first.item else { continue }
      let axis: Axis = constraint.first.attribute == .width ? .horizontal : .vertical
      written.insert(AmbiguousViews.Entry(view: view, axis: axis))
    }
    self.written = written
    holdsContent = Axis.allCases.map { axis in
      var holds = [Bool](repeating: false, count: placed.views.count)
      for (index, view) in placed.views.enumerated().reversed() where placed.isVisible[index] {
        guard let parent = view.parent else { continue }
        let hasOwn = placed.showsContent(index) && view.hasContent(along: axis)
        if holds[index] || hasOwn { holds[parent] = true }
      }
      return holds
    }
  }

  /// Returns the first axis along which a view has no size although it has visible content; nil
  /// when there is none.
  func empty(_ index: Int) -> Empty? {
    guard index > 0, placed.isVisible[index], placed.isSettled[index] else { return nil }
    let view = placed.views[index]
    let isHeld = placed.isAsHeld(index)
    for (number, axis) in Axis.allCases.enumerated() where isCollapsed(index, axis) {
      // Its container may be meant to be empty: then the finding is about the outer view.
      if let parent = view.parent, isCollapsed(parent, axis) { continue }
      let isWritten = isHeld || written.contains(AmbiguousViews.Entry(view: index, axis: axis))
      if placed.showsContent(index), isWritten || view.hasContent(along: axis) {
        return Empty(axis: axis, isWritten: isWritten, holdsContent: false)
      }
      if holdsContent[number][index], !view.kind.showsContent, !placed.isInsideSystem[index] {
        return Empty(axis: axis, isWritten: isWritten, holdsContent: true)
      }
    }
    return nil
  }

  private func isCollapsed(_ view: Int, _ axis: Axis) -> Bool {
    let frame = placed.drawn[view]
    return (axis == .horizontal ? frame.width : frame.height) < PlaceRules.nothing
  }
}

extension View {
  /// Whether the content of the view needs space along an axis.
  fileprivate func hasContent(along axis: Axis) -> Bool {
    if let text { return !text.string.allSatisfy(\.isWhitespace) }
    return (intrinsicSize(along: axis)?.doubleValue ?? 0) > PlaceRules.nothing
  }
}
