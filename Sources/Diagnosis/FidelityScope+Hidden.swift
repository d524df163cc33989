// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import LinearModel

extension FidelityScope {
  /// Returns a scope solved without the constraints that contradict the size 0 of a hidden view.
  ///
  /// A stack view gives a hidden view the size 0 along its axis, by a required constraint. Where
  /// the sizes of the view or its subviews contradict it, Auto Layout breaks them one by one.
  static func withoutHiddenConflicts(
    _ scope: ImportedScope, solver: some Solver
  ) -> (FidelityScope, isBroken: Bool) {
    var whole = FidelityScope(scope, solver: solver)
    var isBroken = false
    for _ in 0..<brokenByHiding {
      guard case .infeasible(let conflict) = whole.result,
        let index = whole.hiddenMember(of: conflict)
      else { break }
      var rest = whole.scope
      rest.layoutCase.constraints.remove(at: index)
      whole = FidelityScope(rest, solver: solver)
      isBroken = true
    }
    return (whole, isBroken)
  }

  /// The largest number of constraints that hidden views of one screen break.
  private static let brokenByHiding = 32

  /// Returns a constraint of a conflict that only concerns a hidden arranged view and its subviews;
  /// nil when the conflict has none.
  private func hiddenMember(of conflict: [ConstraintID]) -> Int? {
    let views = scope.layoutCase.views
    var isHidden: [Bool] = []
    for view in views {
      let isArranged = view.parent.map { views[$0].stack != nil } ?? false
      isHidden.append(
        view.isHidden && isArranged || (view.parent.map { isHidden[$0] } ?? false))
    }
    func concernsHidden(_ anchor: Anchor) -> Bool {
      switch anchor.item {
      case .view(let view): return isHidden[view]
      case .guide(let guide):
        return isHidden[scope.layoutCase.guides[guide].owner]
      }
    }
    return authored(conflict).first { index in
      let constraint = scope.layoutCase.constraints[index]
      return concernsHidden(constraint.first) && constraint.second.map(concernsHidden) ?? true
    }
  }
}
