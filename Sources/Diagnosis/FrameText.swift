// SPDX-License-Identifier: MIT

import Display
import ExactNumerics
import LayoutModel
import Lowering

extension LayoutNumber {
  /// The number in points as reports show it.
  var shown: String { FrameText.points(doubleValue) }
}

/// Texts of frames and lengths in reports: at most three decimals, no trailing zeros.
package enum FrameText {
  /// Returns a text such as `(0, 20, 320, 43.667)`.
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

  /// Returns a text such as `57.5 x 20 pt at (16, 72)`.
  package static func sizeAndPlace(_ frame: ExactFrame) -> String {
    text((frame.width, frame.height))
      + " pt at (\(points(frame.x.doubleValue)), \(points(frame.y.doubleValue)))"
  }

  /// Returns a text such as `320 x 480`.
  package static func text(_ size: (width: Rational, height: Rational)) -> String {
    "\(points(size.width.doubleValue)) x \(points(size.height.doubleValue))"
  }

  /// Returns a number of points with at most three decimals; rounding residue is 0.
  package static func points(_ value: Double) -> String { ShownNumber.points(value, tiny: .zero) }
}
