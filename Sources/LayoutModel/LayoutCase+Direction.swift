// SPDX-License-Identifier: MIT

extension LayoutCase {
  /// The reading direction of what a view is the nearest common ancestor of: the one it forces,
  /// else the environment's.
  ///
  /// A view does not hand its direction on to its subviews (AUTOLAYOUT 1.7).
  ///
  /// Which of two items decides is not known; here their nearest common ancestor does.
  ///
  /// - Precondition: the view is one of the case.
  package func direction(inside view: Int) -> Environment.Direction {
    views[view].direction ?? environment.direction
  }
}
