// SPDX-License-Identifier: MIT

import LayoutModel

/// A replacement of stack views by the constraints and guides for their arranged views (AUTOLAYOUT
/// 9).
///
/// It has two steps, because a proportional distribution depends on natural sizes, which texts only
/// have in a pass of layout. `arranging` once adds the parts that depend on the hierarchy alone.
/// `setProportions` in each pass adds the shares and removes the stacks.
enum StackExpansion {
  /// Returns the case with the guides and constraints of its stacks after its own; the stacks are
  /// kept.
  ///
  /// - Complexity: O(views + guides + constraints).
  static func arranging(_ layoutCase: LayoutCase) -> LayoutCase {
    guard layoutCase.views.contains(where: { $0.stack != nil }) else { return layoutCase }
    let stacks = StackArrangement.all(in: layoutCase)
    var builder = StackBuilder(layoutCase, stacks: stacks)
    for stack in stacks { builder.arrange(stack) }
    return builder.arranged
  }

  /// Adds the shares of proportional stacks by the current natural sizes of the views, and removes
  /// all stacks.
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
