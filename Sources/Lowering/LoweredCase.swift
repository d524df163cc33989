// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel

/// The origin of a linear constraint in the layout case.
package enum ConstraintOrigin: Sendable, Hashable {
  /// One of the four equations that fix the root view: its x, y, width or height.
  case root(Attribute)
  /// A width or height that must not be negative.
  case nonNegativeSize(Item, Axis)
  /// The content width or height of a scroll view that must not be negative.
  case nonNegativeContent(view: Int, Axis)
  /// The constraint `LayoutCase.constraints[index]`.
  case constraint(Int)
  /// A view should not be larger than its intrinsic size.
  case hugging(view: Int, Axis)
  /// A view should not be smaller than its intrinsic size.
  case compressionResistance(view: Int, Axis)
  /// One of the four equations that hold a view at a frame.
  ///
  /// They are those of its left or right edge or its width, and of its top or bottom edge or its
  /// height, depending on its mask.
  case hold(view: Int, Attribute)
}

/// A `LayoutCase` as a `LinearSystem`, with provenance both ways.
///
/// Variables: each view and free guide has four, in the order of the case. They are x and y of the
/// alignment rectangle's top left corner in the root's coordinate space, width and height. Each
/// scroll view has two more (content width and height). Inset guides and strips have no variables
/// of their own.
package struct LoweredCase: Sendable {
  package let layoutCase: LayoutCase
  package let system: LinearSystem
  /// The origins by constraint index of `system`.
  package let origins: [ConstraintOrigin]
  /// The first of the four variables of each view.
  package let viewVariables: [Int]
  /// The first of the four variables of each free guide; -1 for other guides.
  package let guideVariables: [Int]
  /// The content width variable of each scroll view (the content height is the next); -1 for other
  /// views.
  package let contentVariables: [Int]

  package init(
    layoutCase: LayoutCase, system: LinearSystem, origins: [ConstraintOrigin], viewVariables: [Int],
    guideVariables: [Int], contentVariables: [Int]
  ) {
    precondition(origins.count == system.constraintCount, "each linear constraint has one origin")
    precondition(viewVariables.count == layoutCase.views.count, "each view has variables")
    self.layoutCase = layoutCase
    self.system = system
    self.origins = origins
    self.viewVariables = viewVariables
    self.guideVariables = guideVariables
    self.contentVariables = contentVariables
  }
}
