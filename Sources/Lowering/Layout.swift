// SPDX-License-Identifier: MIT

import LayoutModel

/// The frames of all views of a case: a `Solution` as rectangles.
package struct Layout: Sendable, Hashable {
  /// A rectangle in points, origin in the superview's frame (in its content, for a scroll view).
  package typealias Frame = Rectangle<Double>

  /// The size of the content of a scroll view.
  package struct ContentSize: Sendable, Hashable {
    /// The index of the scroll view.
    package var view: Int
    package var width: Double
    package var height: Double
  }

  /// Frames by view index.
  package var frames: [Frame]
  /// Content sizes of the scroll views, in view order.
  package var contentSizes: [ContentSize]

  package init(frames: [Frame], contentSizes: [ContentSize]) {
    self.frames = frames
    self.contentSizes = contentSizes
  }
}

extension Rectangle<Double> {
  /// Whether all of its numbers are finite.
  package var isFinite: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite
  }
}
