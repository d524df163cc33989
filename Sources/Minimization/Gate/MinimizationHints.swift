// SPDX-License-Identifier: MIT

/// Parts of the case that the verdict names as the place of the fault.
///
/// Hints only save work: a wrong hint costs a few calls.
package struct MinimizationHints: Sendable, Hashable {
  /// The constraints of the start case that belong to the conflict, or that the answer violates, by
  /// index.
  package var constraints: [Int]
  /// The views of the start case whose frames are wrong, by index.
  package var views: [Int]

  package init(constraints: [Int] = [], views: [Int] = []) {
    self.constraints = constraints
    self.views = views
  }

  package static let none = MinimizationHints()
}
