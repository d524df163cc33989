// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// One way of changing a constraint of a case.
package enum CaseMutation: Sendable, Hashable, CaseIterable {
  case constant, priority, relation, multiplier
  /// The constraint is gone.
  case removal
  /// The constraint stands twice, the second time with another constant and as a wish.
  case copy
  /// The constraint speaks of what another one speaks of.
  case secondAnchor
}

/// Changes of cases that no choices are known for, as those that were read from files.
extension LayoutCase {
  /// At most so many changes are made at a time.
  private static let changesMax: UInt64 = 3

  /// A case like this one, with one to three changes of its constraints; without a table and an expectation.
  ///
  /// What was known about the case need not be true of the new one.
  ///
  /// - Parameter numbers: decides which constraints and which changes.
  /// - Returns: nil when there is no constraint to change, or the changes make no well-formed case.
  /// - Complexity: O(size of the case).
  package func mutated(using numbers: inout Xoshiro256) -> LayoutCase? {
    var result = self
    result.removeTable()
    result.expectation = nil
    for _ in 0...numbers.upTo(Self.changesMax - 1) {
      guard !result.constraints.isEmpty else { return nil }
      let mutations = CaseMutation.allCases
      result.change(
        numbers.index(below: result.constraints.count),
        by: mutations[numbers.index(below: mutations.count)], using: &numbers)
    }
    return result.isValid ? result : nil
  }

  private mutating func change(
    _ index: Int, by mutation: CaseMutation, using numbers: inout Xoshiro256
  ) {
    switch mutation {
    case .constant: constraints[index].constant = otherConstant(using: &numbers)
    case .priority:
      constraints[index].priority = otherPriority(constraints[index].priority, using: &numbers)
    case .relation:
      let relations = LayoutConstraint.Relation.allCases
      constraints[index].relation = relations[numbers.index(below: relations.count)]
    case .multiplier:
      guard constraints[index].second != nil else { return }
      let multipliers = Palette.multipliers
      constraints[index].multiplier =
        numbers.upTo(1) == 0 ? .one : multipliers[numbers.index(below: multipliers.count)]
    case .removal: constraints.remove(at: index)
    case .copy: copy(index, using: &numbers)
    case .secondAnchor:
      let other = constraints[numbers.index(below: constraints.count)].second
      if let other, constraints[index].second != nil { constraints[index].second = other }
    }
  }

  /// A copy that is required would mostly contradict what it was copied from.
  private mutating func copy(_ index: Int, using numbers: inout Xoshiro256) {
    var copy = constraints[index]
    var ids = UniqueIDs(used: constraints.lazy.map(\.id))
    copy.id = ids.unique(copy.id)
    copy.constant = otherConstant(using: &numbers)
    let priorities = Palette.priorities
    copy.priority = priorities[numbers.index(below: priorities.count)]
    constraints.append(copy)
  }

  /// A number that the case has already, or a special one.
  private func otherConstant(using numbers: inout Xoshiro256) -> LayoutNumber {
    if numbers.upTo(1) == 0 { return constraints[numbers.index(below: constraints.count)].constant }
    let special = Self.specialConstants
    return special[numbers.index(below: special.count)]
  }

  private static let specialConstants: [LayoutNumber] = [
    0, 1, -1, 8, 20, 100, 1000, -1000, LayoutNumber(1, 3, form: .fraction),
    LayoutNumber(digits: 5, scale: 1), LayoutNumber(digits: 1, scale: 6), 1_000_000,
  ]

  /// A priority that the case has already, one close to the present one, or a usual one.
  private func otherPriority(
    _ priority: Priority, using numbers: inout Xoshiro256
  ) -> Priority {
    switch numbers.upTo(3) {
    case 0: return constraints[numbers.index(below: constraints.count)].priority
    case 1:
      let value = priority.value + (numbers.upTo(1) == 0 ? -1 : 1)
      return value > 0 && value <= 1000 ? Priority(value) : .defaultHigh
    case 2: return .required
    default:
      let priorities = Palette.priorities
      return priorities[numbers.index(below: priorities.count)]
    }
  }
}
