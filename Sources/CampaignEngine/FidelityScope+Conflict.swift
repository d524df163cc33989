// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import LinearModel
import Lowering

extension FidelityScope {
  /// The outcomes of a scope whose required constraints contradict each other: what hangs on a contradiction with a view
  /// that the editor flagged is excused, and all else is compared without it.
  func outcomesBesideFlagged(solver: some Solver) -> Outcomes {
    var current = self
    var excused: Set<Int> = []
    for _ in 0..<Self.triedMembers {
      guard case .infeasible(let conflict) = current.result,
        current.views(in: conflict).contains(where: { scope.isFlagged[$0] }),
        let member = current.authored(conflict).first
      else { break }
      excused.formUnion(current.views(hangingOn: conflict))
      var rest = current.scope
      rest.layoutCase.constraints.remove(at: member)
      current = FidelityScope(rest, solver: solver)
    }
    return current.outcomes().map {
      (view: $0.view, outcome: excused.contains($0.view) ? .excused(.conflict) : $0.outcome)
    }
  }

  /// The constraints of the document in a conflict, by their index in the case.
  func authored(_ conflict: [ConstraintID]) -> [Int] {
    conflict.compactMap { row in
      guard case .constraint(let index) = lowered.origins[row.index],
        scope.layoutCase.constraints.indices.contains(index)
      else { return nil }
      return index
    }
  }

  /// The views that the rows of a conflict speak of.
  private func views(in conflict: [ConstraintID]) -> Set<Int> {
    let system = lowered.system
    let variables = Set(
      conflict.flatMap { row in system.cells(of: row.index).map { Int(system.columns[$0]) } })
    return Set(
      scope.layoutCase.views.indices.filter { view in
        let first = lowered.viewVariables[view]
        return (first..<first + 4).contains(where: variables.contains)
      })
  }

  /// The views whose frames may be others when a conflict is broken up in another way.
  private func views(hangingOn conflict: [ConstraintID]) -> Set<Int> {
    // The root stands still, whatever happens inside it.
    var isOpen = [Bool](repeating: true, count: lowered.system.variableCount)
    let root = lowered.viewVariables[0]
    for variable in root..<root + 4 { isOpen[variable] = false }
    let groups = VariableGroups(of: lowered.system, isOpen: isOpen)
    let moving = Set(conflict.flatMap { groups.groups(ofRow: $0.index) })
    func moves(_ variable: Int) -> Bool {
      groups.group(of: variable).map(moving.contains) ?? false
    }
    return Set(
      scope.layoutCase.views.indices.filter { view in
        let first = lowered.viewVariables[view]
        if (first..<first + 4).contains(where: moves) { return true }
        // Places are told from the superview.
        guard let parent = scope.layoutCase.views[view].parent else { return false }
        let outer = lowered.viewVariables[parent]
        return moves(outer) || moves(outer + 1)
      })
  }
}
