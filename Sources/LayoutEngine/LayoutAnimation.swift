// SPDX-License-Identifier: MIT

import Lowering

/// The display of an animated change of constraints between two layouts (AUTOLAYOUT 15.2).
///
/// Constraints are not solved again during the animation: each frame moves in a straight line from
/// its old place to its new one. An equality whose coefficients stay the same therefore holds at
/// every moment, for the interpolated constant. An inequality that holds at both ends holds, too.
/// Nothing is rounded during the animation.
package enum LayoutAnimation {
  /// Returns the frames at a moment.
  ///
  /// - Precondition: both layouts are of the same views, and `0 <= moment <= 1`.
  /// - Complexity: O(views).
  package static func frames(
    from start: Layout, to end: Layout, at moment: Double
  ) -> [Layout.Frame] {
    precondition(start.frames.count == end.frames.count, "the layouts are not of the same views")
    precondition(moment >= 0 && moment <= 1, "the moment \(moment) is not between 0 and 1")
    func between(_ one: Double, _ other: Double) -> Double {
      // In this form both ends are exact.
      moment == 1 ? other : one + (other - one) * moment
    }
    return zip(start.frames, end.frames).map { one, other in
      Layout.Frame(
        x: between(one.x, other.x), y: between(one.y, other.y),
        width: between(one.width, other.width), height: between(one.height, other.height))
    }
  }
}
