// SPDX-License-Identifier: MIT

import LayoutModel

extension Draws {
  /// Draws four whole numbers of points below `limit`.
  package mutating func insets(below limit: Int) -> LayoutInsets {
    LayoutInsets(
      top: LayoutNumber(below(limit)), left: LayoutNumber(below(limit)),
      bottom: LayoutNumber(below(limit)), right: LayoutNumber(below(limit)))
  }
}
