// SPDX-License-Identifier: MIT

/// The names of the built-in strategies, in the order of reports.
package enum StrategyName: String, Sendable, Hashable, CaseIterable {
  case simplex, relaxation, naive
}
