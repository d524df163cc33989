// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// A rectangle in points, in the coordinates of the root.
package typealias PlacedRect = Rectangle<Double>

extension PlacedRect {
  package var right: Double { x + width }
  package var bottom: Double { y + height }

  /// Returns the smallest rectangle around both.
  package func union(_ other: PlacedRect) -> PlacedRect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PlacedRect(
      x: left, y: top, width: max(right, other.right) - left,
      height: max(bottom, other.bottom) - top)
  }

  /// Returns the low edge of the rectangle along an axis.
  func low(_ axis: Axis) -> Double { axis == .horizontal ? x : y }
  func high(_ axis: Axis) -> Double { axis == .horizontal ? right : bottom }
}

extension Layout {
  /// Returns the frames in the coordinates of the root, by view.
  ///
  /// The contents of a scroll view are placed without scrolling.
  ///
  /// - Precondition: the layout belongs to the case, whose parents come before their subviews.
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
