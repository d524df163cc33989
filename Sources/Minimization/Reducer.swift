// SPDX-License-Identifier: MIT

import LayoutModel

/// One kind of simplification of a layout case.
///
/// A reducer proposes smaller cases through `gate.testAndCommit` and nothing else. It must be
/// deterministic, and every proposal must come before the current case in `CaseSize` order.
package protocol Reducer {
  /// A short name for statistics, as `dropSubtrees`.
  var name: String { get }

  /// Proposes simplifications of `gate.current` until it finds no more.
  func reduce(_ gate: inout MinimizationGate)
}
