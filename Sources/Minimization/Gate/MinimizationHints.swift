// SPDX-License-Identifier: MIT

/// What the verdict says about where the fault is.
///
/// Hints only save work: a wrong hint costs a few calls.
package struct MinimizationHints: Sendable, Hashable {
  /// Constraints of the start case that belong to the conflict, or that the answer breaks, by
  /// index.
  package var constraints: [Int]
  /// Views of the start case whose frames are wrong, by index.
  package var views: [Int]

  package init(constraints: [Int] = [], views: [Int] = []) {
    self.constraints = constraints
    self.views = views
  }

  package static let none = MinimizationHints()
}
