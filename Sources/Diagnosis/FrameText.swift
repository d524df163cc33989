// SPDX-License-Identifier: MIT

import Display
import ExactNumerics
import LayoutModel
import Lowering

extension LayoutNumber {
  /// The number in points as reports show it.
  var shown: String { FrameText.points(doubleValue) }
}

extension Layout.Frame {
  /// Makes the nearest frame of doubles.
  init(_ frame: ExactFrame) {
    self.init(
      x: frame.x.doubleValue, y: frame.y.doubleValue, width: frame.width.doubleValue,
      height: frame.height.doubleValue)
  }
}

/// Texts of frames and lengths in reports: at most three decimals, no trailing zeros.
package enum FrameText {
  /// Returns a text such as `(0, 20, 320, 43.667)`.
  package static func text(_ frame: ExactFrame) -> String {
    text(Layout.Frame(frame))
  }

  package static func text(_ frame: Layout.Frame) -> String {
    "(\([frame.x, frame.y, frame.width, frame.height].map(points).joined(separator: ", ")))"
  }

  /// Returns a text such as `57.5 x 20 pt at (16, 72)`.
  package static func sizeAndPlace(_ frame: ExactFrame) -> String {
    sizeAndPlace(Layout.Frame(frame))
  }

  static func sizeAndPlace(_ frame: Layout.Frame) -> String {
    let parts = Parts(frame)
    return "\(parts.size) \(parts.place)"
  }

  /// Returns a text such as `57.5 x 20 pt at (16, 72) in its superview`.
  static func inSuperview(_ frame: Layout.Frame) -> String {
    "\(sizeAndPlace(frame)) in its superview"
  }

  /// Returns two frames of one view by the parts in which they differ, such as `57.5 x 20 pt` and
  /// `60 x 20 pt`, or `at (16, 72) in its superview` and `at (20, 72)`.
  ///
  /// Both are nil where their texts are equal.
  static func difference(
    _ one: Layout.Frame, _ other: Layout.Frame
  ) -> (one: String, other: String)? {
    let (first, second) = (Parts(one), Parts(other))
    let end = "in its superview"
    switch (first.size == second.size, first.place == second.place) {
    case (true, true): return nil
    case (true, false): return ("\(first.place) \(end)", second.place)
    case (false, true): return (first.size, second.size)
    case (false, false):
      return ("\(first.size) \(first.place) \(end)", "\(second.size) \(second.place)")
    }
  }

  /// The texts of a frame: its size such as `57.5 x 20 pt`, its place such as `at (16, 72)`.
  private struct Parts {
    let size: String
    let place: String

    init(_ frame: Layout.Frame) {
      size = "\(points(frame.width)) x \(points(frame.height)) pt"
      place = "at (\(points(frame.x)), \(points(frame.y)))"
    }
  }

  /// Returns a text such as `320 x 480`.
  package static func text(_ size: (width: Rational, height: Rational)) -> String {
    "\(points(size.width.doubleValue)) x \(points(size.height.doubleValue))"
  }

  /// Returns a number of points with at most three decimals; rounding residue is 0.
  package static func points(_ value: Double) -> String { ShownNumber.points(value, tiny: .zero) }
}
