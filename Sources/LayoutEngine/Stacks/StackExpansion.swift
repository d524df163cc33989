// SPDX-License-Identifier: MIT

import LayoutModel

/// Replaces stack views by the constraints and guides that they make for their arranged views
/// (AUTOLAYOUT 9).
///
/// In two steps, because a proportional distribution goes by natural sizes, which texts have only
/// in a pass of layout: `arranging` once adds all that depends on the hierarchy alone,
/// `setProportions` in each pass adds the shares and takes the stacks away.
enum StackExpansion {
  /// The case with the guides and constraints of its stacks after its own; the stacks are still
  /// noted.
  ///
  /// - Complexity: O(views + guides + constraints).
  static func arranging(_ layoutCase: LayoutCase) -> LayoutCase {
    guard layoutCase.views.contains(where: { $0.stack != nil }) else { return layoutCase }
    let stacks = StackArrangement.all(in: layoutCase)
    var builder = StackBuilder(layoutCase, stacks: stacks)
    for stack in stacks { builder.arrange(stack) }
    return builder.arranged
  }

  /// Adds the shares of proportional stacks by the natural sizes that the views have now, and takes
  /// away all stacks.
  ///
  /// - Complexity: O(views), and O(constraints) when there is a proportional stack.
  static func setProportions(of layoutCase: inout LayoutCase) {
    guard layoutCase.views.contains(where: { $0.stack != nil }) else { return }
    let stacks = StackArrangement.all(in: layoutCase)
    if stacks.contains(where: { $0.layout.distribution == .fillProportionally }) {
      let sizes = NaturalSizes(of: layoutCase, stacks: stacks)
      var builder = StackBuilder(layoutCase, stacks: stacks)
      for stack in stacks { builder.addProportions(stack, sizes) }
      layoutCase = builder.arranged
    }
    for index in layoutCase.views.indices { layoutCase.views[index].stack = nil }
  }
}
