// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// A rectangle in points, in the coordinates of the root.
package typealias PlacedRect = Rectangle<Double>

extension PlacedRect {
  package var right: Double { x + width }
  package var bottom: Double { y + height }

  /// The smallest rectangle around both.
  package func union(_ other: PlacedRect) -> PlacedRect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PlacedRect(
      x: left, y: top, width: max(right, other.right) - left,
      height: max(bottom, other.bottom) - top)
  }

  /// Where two edges are on one axis.
  func low(_ axis: Axis) -> Double { axis == .horizontal ? x : y }
  func high(_ axis: Axis) -> Double { axis == .horizontal ? right : bottom }
}

extension Layout {
  /// The frames in the coordinates of the root, by view.
  ///
  /// What a scroll view contains is where it is without scrolling.
  ///
  /// - Precondition: the layout is one of the case, whose parents come before their subviews.
  package func placedRects(in layoutCase: LayoutCase) -> [PlacedRect] {
    var placed: [PlacedRect] = []
    placed.reserveCapacity(frames.count)
    for (index, frame) in frames.enumerated() {
      var rect = frame
      if let parent = layoutCase.views[index].parent {
        rect.x += placed[parent].x
        rect.y += placed[parent].y
      }
      placed.append(rect)
    }
    return placed
  }
}
