// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// A frame in exact points, origin in the superview's frame (in its content, for a scroll view).
package typealias ExactFrame = Rectangle<Rational>

extension ExactFrame {
  package init(_ rect: LayoutRect) {
    self.init(
      x: Rational(rect.x), y: Rational(rect.y), width: Rational(rect.width),
      height: Rational(rect.height))
  }
}

extension LoweredCase {
  /// Returns the frame of a view at an exact point, not rounded.
  ///
  /// - Precondition: `point` has a value for every variable of `system`.
  package func exactFrame(of view: Int, at point: [Rational]) -> ExactFrame {
    let insets = layoutCase.views[view].alignmentInsets
    let variable = viewVariables[view]
    var (x, y) = (
      point[variable] - Rational(insets.left), point[variable + 1] - Rational(insets.top)
    )
    if let parent = layoutCase.views[view].parent {
      let outer = layoutCase.views[parent].alignmentInsets
      x -= point[viewVariables[parent]] - Rational(outer.left)
      y -= point[viewVariables[parent] + 1] - Rational(outer.top)
    }
    return ExactFrame(
      x: x, y: y, width: point[variable + 2] + Rational(insets.left) + Rational(insets.right),
      height: point[variable + 3] + Rational(insets.top) + Rational(insets.bottom))
  }

  /// Returns the content size of a scroll view at an exact point; nil for other views.
  ///
  /// - Precondition: `point` has a value for every variable of `system`.
  package func exactContentSize(
    of view: Int, at point: [Rational]
  ) -> (width: Rational, height: Rational)? {
    let variable = contentVariables[view]
    return variable < 0 ? nil : (point[variable], point[variable + 1])
  }
}
