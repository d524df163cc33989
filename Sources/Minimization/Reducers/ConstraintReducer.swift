// SPDX-License-Identifier: MIT

import LayoutModel

/// Removes constraints: in halves, then runs, then singly.
struct ConstraintReducer: Reducer {
  let name = "dropConstraints"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    let base = gate.current
    AdaptiveSearch.delete(base.constraints.count, &gate) { deleted in
      base.keepingConstraints { !deleted[$0] }
    }
  }
}

/// Turns inequalities into equations.
struct RelationReducer: Reducer {
  let name = "relations"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    for index in gate.current.constraints.indices
    where gate.current.constraints[index].relation != .equal {
      gate.testAndCommit(gate.current.changingConstraint(index) { $0.relation = .equal })
    }
    for index in gate.current.constraints.indices
    where gate.current.constraints[index].relation == .lessThanOrEqual {
      gate.testAndCommit(
        gate.current.changingConstraint(index) { $0.relation = .greaterThanOrEqual })
    }
  }
}

/// Makes optional constraints required, or gives them one priority, or round ones in the same
/// order.
struct PriorityReducer: Reducer {
  let name = "priorities"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    for index in gate.current.constraints.indices
    where !gate.current.constraints[index].priority.isRequired {
      gate.testAndCommit(gate.current.changingConstraint(index) { $0.priority = .required })
    }
    mergeLevels(&gate)
    for index in gate.current.constraints.indices
    where !gate.current.constraints[index].priority.isRequired {
      for level in levels(of: gate.current) {
        gate.testAndCommit(gate.current.changingConstraint(index) { $0.priority = level })
      }
    }
    let old = levels(of: gate.current)
    let new = Self.roundLevels(old.count)
    assign(Dictionary(uniqueKeysWithValues: zip(old, new)), &gate)
    for level in old {
      for round in Self.roundLevels(3) { assign([level: round], &gate) }
    }
  }

  private func levels(of layoutCase: LayoutCase) -> [Priority] {
    Set(layoutCase.constraints.map(\.priority).filter { !$0.isRequired }).sorted()
  }

  /// Gives all constraints one level; otherwise merges neighbouring levels into the higher or the
  /// lower one.
  private func mergeLevels(_ gate: inout SubjectGate<LayoutCase>) {
    let all = levels(of: gate.current)
    guard all.count > 1 else { return }
    let one = Dictionary(uniqueKeysWithValues: all.map { ($0, Priority(500)) })
    if assign(one, &gate) { return }
    for (lower, higher) in zip(all, all.dropFirst()).reversed() {
      if !assign([lower: higher], &gate) { assign([higher: lower], &gate) }
    }
  }

  @discardableResult
  private func assign(_ map: [Priority: Priority], _ gate: inout SubjectGate<LayoutCase>) -> Bool {
    gate.testAndCommit(
      gate.current.changingConstraints { $0.priority = map[$0.priority] ?? $0.priority })
  }

  /// Returns ascending priorities that are easy to read: those with names, otherwise evenly spaced
  /// ones.
  static func roundLevels(_ count: Int) -> [Priority] {
    switch count {
    case 0: return []
    case 1: return [500]
    case 2: return [500, 750]
    case 3: return [250, 500, 750]
    case 4...9: return (1...count).map { Priority(Float($0 * 100)) }
    case 10...99: return (1...count).map { Priority(Float($0 * 10)) }
    default: return (1...min(count, 999)).map { Priority(Float($0)) }
    }
  }
}
