// SPDX-License-Identifier: MIT

extension LayoutCase {
  /// Returns the reading direction of items whose nearest common ancestor is the view: the one it
  /// forces, else the environment's.
  ///
  /// A view does not pass its direction on to its subviews (AUTOLAYOUT 1.7).
  ///
  /// Auto Layout does not document which of two items decides; here their nearest common ancestor
  /// does.
  ///
  /// - Precondition: the view is one of the case.
  package func direction(inside view: Int) -> Environment.Direction {
    views[view].direction ?? environment.direction
  }
}
