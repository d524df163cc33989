// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

extension ChoiceSource {
  /// Draws the inset of each side by itself, so that no side stands for another one.
  ///
  /// - Parameters:
  ///   - range: the range of the insets, in points.
  ///   - towards: the simplest inset.
  /// - Returns: the insets.
  /// - Throws: `.overrun` when the source ends.
  mutating func insets(
    in range: ClosedRange<Int>, towards: Int
  ) throws(GenerationStop) -> LayoutInsets {
    LayoutInsets(
      top: LayoutNumber(try integer(in: range, towards: towards)),
      left: LayoutNumber(try integer(in: range, towards: towards)),
      bottom: LayoutNumber(try integer(in: range, towards: towards)),
      right: LayoutNumber(try integer(in: range, towards: towards)))
  }
}
