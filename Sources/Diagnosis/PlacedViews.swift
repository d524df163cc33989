// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// The frames of a layout with what the rules about places ask of each view.
struct PlacedViews {
  let diagnosed: DiagnosedCase
  let layout: Layout
  /// Alignment rectangles, origin in the superview's alignment rectangle, by view index: what is
  /// drawn, without shadows and outlines (AUTOLAYOUT 3.1).
  let drawn: [Layout.Frame]
  /// The same with the origin in the root.
  let absolute: [Layout.Frame]
  /// Whether the view and all that it lies in are shown.
  let isVisible: [Bool]
  /// Whether the view lies in the content of a scroll view, table or collection.
  let scrolls: [Bool]
  /// Whether the view lies inside of a control, a table or a collection, whose own layout it
  /// follows.
  let isInsideSystem: [Bool]
  /// Whether the place and size of the view are settled in its superview.
  let isSettled: [Bool]
  /// Whether that is so for the view and all that it lies in.
  let isSettledInRoot: [Bool]
  let children: [[Int]]

  /// - Parameter open: views that have several right places or sizes.
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
        scrolls[parent] || isList || kind == .scrollView || kind == .textView
      isInsideSystem[index] =
        isInsideSystem[parent] || isList || kind.isControl || kind == .textView
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
  }

  var views: [View] { diagnosed.layoutCase.views }

  func id(_ view: Int) -> String { views[view].id }

  /// Whether the view stands just where its author put it by hand.
  func isAsHeld(_ view: Int) -> Bool {
    guard let hold = views[view].hold else { return false }
    return zip(layout.frames[view].numbers, hold.frame.numbers).allSatisfy { abs($0 - $1) < 0.5 }
  }

  /// Whether there is something to see in the view: what it shows itself, and text or a picture of
  /// some size.
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
  /// The frame less its own insets, measured from a superview less those of it.
  fileprivate func inside(_ insets: LayoutInsets, of outer: LayoutInsets) -> Layout.Frame {
    Layout.Frame(
      x: x + insets.left.doubleValue - outer.left.doubleValue,
      y: y + insets.top.doubleValue - outer.top.doubleValue,
      width: width - insets.left.doubleValue - insets.right.doubleValue,
      height: height - insets.top.doubleValue - insets.bottom.doubleValue)
  }

  var maxX: Double { x + width }
  var maxY: Double { y + height }

  /// How far two frames reach into each other, along both axes; negative for a gap.
  func overlap(with other: Layout.Frame) -> (width: Double, height: Double) {
    (min(maxX, other.maxX) - max(x, other.x), min(maxY, other.maxY) - max(y, other.y))
  }

  /// Whether the other frame lies inside, up to a distance.
  func contains(_ other: Layout.Frame, within distance: Double) -> Bool {
    other.x >= x - distance && other.y >= y - distance && other.maxX <= maxX + distance
      && other.maxY <= maxY + distance
  }
}
