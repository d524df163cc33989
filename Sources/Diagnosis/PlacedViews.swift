// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// The frames of a layout, with the properties of each view that the place rules need.
struct PlacedViews {
  let diagnosed: DiagnosedCase
  let layout: Layout
  /// Alignment rectangles by view index, with the origin in the superview's alignment rectangle.
  ///
  /// They are the drawn parts, without shadows and outlines (AUTOLAYOUT 3.1).
  let drawn: [Layout.Frame]
  /// The same rectangles with the origin in the root.
  let absolute: [Layout.Frame]
  /// Whether the view and all of its ancestors are shown.
  let isVisible: [Bool]
  /// Whether the view belongs to the content of a scroll view, table or collection.
  let scrolls: [Bool]
  /// Whether the view is inside a control, a table or a collection, or a label of a cell, whose own
  /// layout it follows.
  let isInsideSystem: [Bool]
  /// Whether the place and size of the view are settled in its superview.
  let isSettled: [Bool]
  /// Whether the place and size of the view and of all of its ancestors are settled.
  let isSettledInRoot: [Bool]
  let children: [[Int]]
  /// The views whose place or size along an axis code may change: it has an outlet to a constraint.
  private let changeable: Set<AmbiguousViews.Entry>
  /// Those whose size along an axis code may change.
  private let resizable: Set<AmbiguousViews.Entry>

  /// - Parameters:
  ///   - diagnosed: the case.
  ///   - layout: its frames.
  ///   - open: views that have several right places or sizes.
  init(_ diagnosed: DiagnosedCase, _ layout: Layout, open: Set<Int>) {
    let views = diagnosed.layoutCase.views
    self.diagnosed = diagnosed
    self.layout = layout
    isSettled = views.indices.map { !open.contains($0) }
    var drawn: [Layout.Frame] = []
    for (index, view) in views.enumerated() {
      let outer = view.parent.map { views[$0].alignmentInsets } ?? .zero
      drawn.append(layout.frames[index].inside(view.alignmentInsets, of: outer))
    }
    var absolute = drawn
    var isVisible = views.map { !$0.isHidden }
    var scrolls = [Bool](repeating: false, count: views.count)
    var isInsideSystem = scrolls
    var isSettledInRoot = isSettled
    var children = [[Int]](repeating: [], count: views.count)
    for (index, view) in views.enumerated() {
      guard let parent = view.parent else { continue }
      absolute[index].x += absolute[parent].x
      absolute[index].y += absolute[parent].y
      isVisible[index] = isVisible[index] && isVisible[parent]
      let kind = views[parent].kind
      let isList = kind == .tableView || kind == .collectionView
      scrolls[index] =
        scrolls[parent] || isList || diagnosed.isScrolling(parent) || kind == .textView
      isInsideSystem[index] =
        isInsideSystem[parent] || isList || kind.isControl || kind == .textView
        || diagnosed.origin(ofView: index)?.isPlacedByCell == true
      isSettledInRoot[index] = isSettledInRoot[index] && isSettledInRoot[parent]
      children[parent].append(index)
    }
    self.drawn = drawn
    self.absolute = absolute
    self.isVisible = isVisible
    self.scrolls = scrolls
    self.isInsideSystem = isInsideSystem
    self.isSettledInRoot = isSettledInRoot
    self.children = children
    changeable = diagnosed.changeableParts(sizes: false)
    resizable = diagnosed.changeableParts(sizes: true)
  }

  /// Whether code has an outlet to a constraint of the view along an axis.
  func isChangeable(_ view: Int, _ axis: Axis) -> Bool {
    changeable.contains(AmbiguousViews.Entry(view: view, axis: axis))
  }

  /// Whether code has an outlet to a constraint of the view's own size along an axis.
  func isResizable(_ view: Int, _ axis: Axis) -> Bool {
    resizable.contains(AmbiguousViews.Entry(view: view, axis: axis))
  }

  var views: [View] { diagnosed.layoutCase.views }

  func id(_ view: Int) -> String { views[view].id }

  /// Whether the view is exactly where its author placed it by hand.
  func isAsHeld(_ view: Int) -> Bool {
    guard let hold = views[view].hold else { return false }
    return zip(layout.frames[view].numbers, hold.frame.numbers).allSatisfy { abs($0 - $1) < 0.5 }
  }

  /// Whether the view shows something visible: its own drawing, and text or a picture of some size.
  func showsContent(_ view: Int) -> Bool {
    let view = views[view]
    guard view.kind.showsContent else { return false }
    if let text = view.text { return !text.string.isEmpty || !text.padding.isZero }
    return true
  }
}

extension LayoutInsets {
  var isZero: Bool { top.isZero && left.isZero && bottom.isZero && right.isZero }
}

extension Layout.Frame {
  /// Returns the frame minus its own insets, relative to a superview minus its insets.
  fileprivate func inside(_ insets: LayoutInsets, of outer: LayoutInsets) -> Layout.Frame {
    Layout.Frame(
      x: x + insets.left.doubleValue - outer.left.doubleValue,
      y: y + insets.top.doubleValue - outer.top.doubleValue,
      width: width - insets.left.doubleValue - insets.right.doubleValue,
      height: height - insets.top.doubleValue - insets.bottom.doubleValue)
  }

  var maxX: Double { x + width }
  var maxY: Double { y + height }

  /// Returns the overlap of two frames along both axes, in points; negative for a gap.
  func overlap(with other: Layout.Frame) -> (width: Double, height: Double) {
    (min(maxX, other.maxX) - max(x, other.x), min(maxY, other.maxY) - max(y, other.y))
  }

  /// Whether the other frame is inside this one, within a distance.
  func contains(_ other: Layout.Frame, within distance: Double) -> Bool {
    other.x >= x - distance && other.y >= y - distance && other.maxX <= maxX + distance
      && other.maxY <= maxY + distance
  }
}
