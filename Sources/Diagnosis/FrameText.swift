// SPDX-License-Identifier: MIT

import Display
import ExactNumerics
import LayoutModel
import Lowering

extension LayoutNumber {
  /// The number in points as people read it.
  var shown: String { FrameText.points(doubleValue) }
}

/// Frames and lengths as people read them: at most three decimals, no trailing zeros.
package enum FrameText {
  /// Reads `(0, 20, 320, 43.667)`.
  package static func text(_ frame: ExactFrame) -> String {
    text(
      Layout.Frame(
        x: frame.x.doubleValue, y: frame.y.doubleValue, width: frame.width.doubleValue,
        height: frame.height.doubleValue))
  }

  package static func text(_ frame: Layout.Frame) -> String {
    "(\([frame.x, frame.y, frame.width, frame.height].map(points).joined(separator: ", ")))"
  }

  package static func text(_ rect: LayoutRect) -> String {
    text(
      Layout.Frame(
        x: rect.x.doubleValue, y: rect.y.doubleValue, width: rect.width.doubleValue,
        height: rect.height.doubleValue))
  }

  /// Reads `320 x 480`.
  package static func text(_ size: (width: Rational, height: Rational)) -> String {
    "\(points(size.width.doubleValue)) x \(points(size.height.doubleValue))"
  }

  /// A number of points with at most three decimals; what rounding leaves behind is 0.
  package static func points(_ value: Double) -> String { ShownNumber.points(value, tiny: .zero) }
}
