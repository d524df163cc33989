// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Lowering
import Oracles

/// The single changes that let the required constraints of a screen hold, each verified by an exact
/// solution.
///
/// Of several independent conflicts each has its own, see `ScreenConflicts`.
package struct ConflictFixes: Sendable {
  /// A change that fixes the conflict.
  package enum Fix: Sendable, Hashable {
    /// Remove the constraint, or lower its priority below required: both leave the others the same
    /// room.
    case lower(constraint: Int)
    /// Change the relation of the constraint.
    case relate(constraint: Int, Relation)
    /// Lower the priority with which the view hugs its content below required.
    case lowerHugging(view: Int, Axis)
    /// Lower the priority with which the view resists compression below required.
    case lowerResistance(view: Int, Axis)
    /// Switch the translation of the view's autoresizing mask off.
    case stopTranslating(view: Int)
    /// Let constraints place the view instead of the frame that the document fixes.
    case release(view: Int)
  }

  /// The largest number of members of a conflict that are tried; a larger conflict shows no single
  /// mistake.
  static let membersMax = 40

  /// The largest number of other conflicts that are counted.
  static let othersMax = 8

  /// The verified changes, in the order of the members of the conflict.
  package private(set) var fixes: [Fix] = []
  /// Whether some members were left untried: there are more than `membersMax`, or the work limit
  /// was reached.
  package private(set) var isPartial = false

  /// The conflicts that remain when all changeable members are removed; empty when a single change
  /// fixes the screen.
  ///
  /// Each is found without the changeable members of those before.
  package private(set) var others: [[ConstraintID]] = []
  /// Whether there are more than `othersMax` others.
  package private(set) var hasMoreOthers = false

  private let system: LinearSystem
  /// The rows that are left out of all solutions.
  private let removed: Set<Int>
  private let limit: OracleLimit

  /// - Parameters:
  ///   - conflict: an irreducible conflict of the system.
  ///   - lowered: the case, lowered.
  ///   - removed: rows of other conflicts that are left out; then others are not searched for.
  ///   - limit: the limit of each exact solution.
  /// - Throws: `.certificateRejected` for a bug in the oracle.
  /// - Complexity: at most three exact decisions for each member, and those of the search for the
  ///   other conflicts.
  package init(
    of conflict: [ConstraintID], in lowered: LoweredCase, without removed: Set<Int> = [],
    limit: OracleLimit = .standard
  ) throws(OracleError) {
    system = lowered.system
    self.removed = removed
    self.limit = limit
    isPartial = conflict.count > Self.membersMax
    var held: Set<Int> = []
    for member in conflict.prefix(Self.membersMax) {
      do throws(OracleError) {
        switch lowered.origins[member.index] {
        case .constraint(let index):
          try tryConstraint(index, row: member.index, lowered.layoutCase.constraints[index])
        case .hold(let view, _) where held.insert(view).inserted:
          try tryHold(of: view, lowered)
        case .hugging(let view, let axis):
          if try canHold(without: [member.index]) {
            fixes.append(.lowerHugging(view: view, axis))
          }
        case .compressionResistance(let view, let axis):
          if try canHold(without: [member.index]) {
            fixes.append(.lowerResistance(view: view, axis))
          }
        case .hold, .root, .nonNegativeSize, .nonNegativeContent: break
        }
      } catch .limitReached {
        isPartial = true
      }
    }
    guard fixes.isEmpty, !isPartial, removed.isEmpty else { return }
    do throws(OracleError) {
      try findOthers(than: conflict, lowered)
    } catch .limitReached {
      hasMoreOthers = true
    }
  }

  /// Removes the changeable members of a conflict, and searches for the next conflict among the
  /// rest.
  private mutating func findOthers(
    than conflict: [ConstraintID], _ lowered: LoweredCase
  ) throws(OracleError) {
    var left = Self.changeable(conflict, lowered)
    while let proof = try ExactOracle.contradiction(
      in: system, among: system.required(without: left), limit: limit)
    {
      guard others.count < Self.othersMax else {
        hasMoreOthers = true
        return
      }
      let next = try ExactOracle.irreducible(proof, in: system, limit: limit)
      others.append(next)
      let before = left.count
      left.formUnion(Self.changeable(next, lowered))
      // The unchangeable rows contradict each other, whatever else is removed.
      if left.count == before { return }
    }
  }

  /// Returns the rows of a conflict that an author can change: all but those of the system itself.
  static func changeable(_ conflict: [ConstraintID], _ lowered: LoweredCase) -> Set<Int> {
    var rows: Set<Int> = []
    for member in conflict {
      switch lowered.origins[member.index] {
      case .root, .nonNegativeSize, .nonNegativeContent: break
      case .constraint, .hugging, .compressionResistance, .hold: rows.insert(member.index)
      }
    }
    return rows
  }

  private mutating func tryConstraint(
    _ index: Int, row: Int, _ constraint: LayoutConstraint
  ) throws(OracleError) {
    guard constraint.source == .author || constraint.source == .filler,
      try canHold(without: [row])
    else { return }
    fixes.append(.lower(constraint: index))
    guard constraint.relation == .equal else { return }
    for relation in [Relation.greaterThanOrEqual, .lessThanOrEqual] {
      let changed = system.changing(row, relation: relation)
      let proof = try ExactOracle.contradiction(
        in: changed, among: changed.required(without: removed), limit: limit)
      if proof == nil { fixes.append(.relate(constraint: index, relation)) }
    }
  }

  private mutating func tryHold(of view: Int, _ lowered: LoweredCase) throws(OracleError) {
    var rows: Set<Int> = []
    for (row, origin) in lowered.origins.enumerated() {
      if case .hold(view, _) = origin { rows.insert(row) }
    }
    guard try canHold(without: rows) else { return }
    let reason = lowered.layoutCase.views[view].hold?.reason
    fixes.append(reason == .autoresizing ? .stopTranslating(view: view) : .release(view: view))
  }

  /// Whether the required constraints can hold without some of them.
  private func canHold(without rows: Set<Int>) throws(OracleError) -> Bool {
    try ExactOracle.contradiction(
      in: system, among: system.required(without: rows.union(removed)), limit: limit) == nil
  }
}
