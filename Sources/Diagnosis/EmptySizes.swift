// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// Views that show or hold something and have no width or no height.
struct EmptySizes {
  /// What is empty about a view.
  struct Empty {
    var axis: Axis
    /// Whether its author says so: by a constraint of that size alone, or by a frame set by hand.
    var isWritten: Bool
    /// Whether it is not the view itself that shows something, but what lies in it.
    var holdsContent: Bool
  }

  private let placed: PlacedViews
  /// Views of which an author's constraint says that they have no width or height, by axis.
  private let written: Set<AmbiguousViews.Entry>
  /// Whether something visible in a view takes room along an axis; horizontal, then vertical.
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

  /// The first axis along which a view has no size although there is something to see; nil when
  /// there is none.
  func empty(_ index: Int) -> Empty? {
    guard index > 0, placed.isVisible[index], placed.isSettled[index] else { return nil }
    let view = placed.views[index]
    let isHeld = placed.isAsHeld(index)
    for (number, axis) in Axis.allCases.enumerated() where isCollapsed(index, axis) {
      // What holds it may be meant to be empty: then it is the outer view's business.
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
  /// Whether what the view shows takes room along an axis.
  fileprivate func hasContent(along axis: Axis) -> Bool {
    if let text { return !text.string.isEmpty }
    return (intrinsicSize(along: axis)?.doubleValue ?? 0) > PlaceRules.nothing
  }
}
