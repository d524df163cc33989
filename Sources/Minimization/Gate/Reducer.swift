// SPDX-License-Identifier: MIT

import LayoutModel

/// One kind of simplification of a layout case.
///
/// A reducer proposes smaller cases through `gate.testAndCommit` and nothing else. It is
/// deterministic, also in whether it makes progress. It tries the extreme first and is adaptive:
/// after a success it tries a longer step. It processes the case once and leaves the fixpoint to
/// `Minimizer`. A proposal that is not well formed, or not smaller in `CaseSize` order, costs
/// nothing: the gate refuses it.
package protocol Reducer {
  /// A short name for statistics, as `dropSubtrees`.
  var name: String { get }

  /// Proposes simplifications of `gate.current`, each part of the case once.
  func reduce(_ gate: inout SubjectGate<LayoutCase>)
}
