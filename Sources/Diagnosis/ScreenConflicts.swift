// SPDX-License-Identifier: MIT

import LinearModel
import Lowering
import Oracles

/// The independent conflicts of a screen, each with the single changes that end it.
///
/// A change ends a conflict if the other required constraints can hold with it, once each other
/// conflict has lost one constraint.
struct ScreenConflicts {
  /// A conflict and the changes that end it.
  struct Part {
    let members: [ConstraintID]
    let fixes: ConflictFixes
    /// The rows of the other conflicts without which all others can hold, one of each.
    let removedOthers: Set<Int>
  }

  /// The conflicts in the order in which they were found; not empty.
  private(set) var parts: [Part]

  /// - Parameters:
  ///   - conflict: an irreducible conflict of the case.
  ///   - lowered: the case, lowered.
  ///   - limit: the limit of each exact solution.
  /// - Throws: `.certificateRejected` for a bug in the oracle.
  /// - Complexity: one exact decision for each member of each conflict, and those of
  ///   `ConflictFixes` for each conflict.
  init(
    startingWith conflict: [ConstraintID], in lowered: LoweredCase, limit: OracleLimit
  ) throws(OracleError) {
    let alone = try ConflictFixes(of: conflict, in: lowered, limit: limit)
    parts = [Part(members: conflict, fixes: alone, removedOthers: [])]
    guard alone.fixes.isEmpty, !alone.isPartial, !alone.others.isEmpty, !alone.hasMoreOthers else {
      return
    }
    do throws(OracleError) {
      let members = [conflict] + alone.others
      guard let removed = try Self.removals(of: members, in: lowered, limit) else { return }
      var parts: [Part] = []
      for (number, conflict) in members.enumerated() {
        let others = Set(removed.indices.filter { $0 != number }.map { removed[$0] })
        let fixes = try ConflictFixes(of: conflict, in: lowered, without: others, limit: limit)
        parts.append(Part(members: conflict, fixes: fixes, removedOthers: others))
      }
      self.parts = parts
    } catch .limitReached {
      // The first conflict is reported with the number of the others.
    }
  }

  /// Returns one row of each conflict, without which all required constraints can hold; nil if the
  /// search finds none.
  ///
  /// Each conflict loses all rows that an author can change at first, and keeps all but one of them
  /// if possible.
  private static func removals(
    of conflicts: [[ConstraintID]], in lowered: LoweredCase, _ limit: OracleLimit
  ) throws(OracleError) -> [Int]? {
    let system = lowered.system
    var left = conflicts.map { ConflictFixes.changeable($0, lowered) }
    for number in left.indices {
      let rest = left.enumerated().filter { $0.offset != number }
        .reduce(into: Set<Int>()) { $0.formUnion($1.element) }
      var found: Int?
      for row in left[number].sorted() where found == nil {
        let kept = system.required(without: rest.union([row]))
        if try ExactOracle.contradiction(in: system, among: kept, limit: limit) == nil {
          found = row
        }
      }
      guard let found else { return nil }
      left[number] = [found]
    }
    return left.compactMap(\.first)
  }
}
