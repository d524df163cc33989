// SPDX-License-Identifier: MIT

/// Bugs that can be planted into `SolverSession`, to measure whether testing finds them.
///
/// Most happened in a published incremental solver. A faulted session always ends and never traps
/// by its fault: it gives wrong answers, or says what is not so. Nothing of them is public; a
/// session that a user makes has none.
package enum SessionFault: String, CaseIterable, Sendable {
  /// The constraint of an edit stays in force after the edit has ended (Rhea e0caac9).
  case editOutlivesItsEnd
  /// The cost of a constraint is that of its old strength until all is solved afresh: what was
  /// computed before the change is used after it (invented; amoeba has used rows that were cached
  /// before the basis changed).
  case strengthChangeUnseen
  /// A removed preference that was violated goes on to pull: only what is nonbasic is taken out of
  /// the objective (kiwi before dcec3cd).
  case violatedRemovalForgotten
  /// Of a removed preferred equality one side stays (kasuari before c9689a2: `else if`).
  case oneSideRemoved
  /// A bound that was moved in a refused transaction is not moved back: the constraints contradict
  /// each other from then on (kiwi 1.5.1 refuses what is feasible after a refusal).
  case refusedBoundStays
  /// After a refused constraint one that it contradicted is no longer in force (kiwi 1.5.1,
  /// kasuari, kiwi.js).
  case refusalDropsConstraint
  /// A constraint that was removed in a refused transaction is back in force, but the session does
  /// not know it any more (kiwi 1.5.1, where `hasConstraint` says no).
  case refusedRemovalForgotten
  /// Removing a constraint removes all that are equal to it (GNUstep before f29bdc7a7).
  case equalsRemovedTogether
  /// A constraint that was switched off is still priced until all is solved afresh (invented).
  case inactiveStillPriced
  /// The list of changed variables lacks those whose new value is 0 (cassowary-rs before 3216bb5).
  case zerosUnreported
  /// The list of changed variables lacks those that required equalities define (invented).
  case dependentsUnreported
  /// Values go on along a line beyond the range in which the basis is optimal (amoeba before
  /// fd379df: cached edit rows).
  case rangeOverrun
  /// What a drag has changed is forgotten with the next other change, which goes on from where the
  /// drag began (amoeba before 765fdf4).
  case dragForgotten
  /// Bounds that do not hold are not repaired when the simplex method goes on (compnerd/cassowary,
  /// whose guard is inverted).
  case brokenBoundsKept
  /// A value that is not finite is refused, but stays in its row and spoils every later answer
  /// (kiwi 1.5.1).
  case nonFiniteStays
}

/// Where faults are planted; each of these does nothing in a healthy session.
extension SolverSession {
  /// A session with a planted fault.
  package init(fault: SessionFault?) {
    self.init()
    self.fault = fault
  }

  /// Whether a change is passed over when the simplex method goes on from the last answer.
  func overlooks(_ entry: OperationLog.Entry, _ reduced: borrowing ReducedSystem) -> Bool {
    switch fault {
    case .strengthChangeUnseen:
      return entry.kind == .strength && entry.old > 0 && !rows.isOff(entry.index)
    case .inactiveStillPriced: return entry.kind == .strength && rows.isOff(entry.index)
    case .violatedRemovalForgotten:
      return entry.kind == .removed && entry.old > 0 && entry.old < ConstraintRows.required
        && rows.violation(of: entry.index, at: reduced.values.base) > 0
    default: return false
    }
  }

  /// What a removal does beside switching the row off.
  mutating func plantRemovalFault(_ row: Int, strength: Double, isEdit: Bool) {
    switch fault {
    case .editOutlivesItsEnd where isEdit: rows.setStrength(strength, of: row)
    case .oneSideRemoved where rows.relations[row] == .equal && strength < ConstraintRows.required:
      rows.setRelation(.lessThanOrEqual, of: row)
      rows.setStrength(strength, of: row)
    case .equalsRemovedTogether:
      for other in 0..<rows.constraintCount
      where other != row && rows.strengths[other] == strength && rows.isEqual(other, row) {
        log.note(.strength, other, old: strength)
        rows.setStrength(0, of: other)
      }
    default: break
    }
  }

  /// Whether an operation of a refused transaction is not taken back.
  func forgetsToTakeBack(_ entry: OperationLog.Entry) -> Bool {
    switch fault {
    case .refusedBoundStays: return entry.kind == .constant && rows.isRequired(entry.index)
    case .nonFiniteStays: return entry.kind == .constant && !rows.isFinite(entry.index)
    default: return false
    }
  }

  /// Lets one of the constraints that contradicted a refused one go.
  mutating func plantRefusalFault(_ conflict: [Constraint]) {
    guard fault == .refusalDropsConstraint else { return }
    for constraint in conflict where contains(constraint) {
      rows.setStrength(0, of: Int(rowOfSlot[Int(constraint.slot)]))
      return
    }
  }

  /// Takes variables off the list of changed ones.
  mutating func plantReportFault() {
    switch fault {
    case .zerosUnreported: changed.removeAll { answer[Int($0)] == 0 }
    case .dependentsUnreported:
      guard let box = reduced else { return }
      changed.removeAll {
        Int($0) < box.system.variableCount && box.system.elimination.ranks[Int($0)] >= 0
      }
    default: break
    }
  }
}

extension ConstraintRows {
  /// Whether two rows say the same.
  fileprivate func isEqual(_ first: Int, _ second: Int) -> Bool {
    let (left, right) = (cells(of: first), cells(of: second))
    return relations[first] == relations[second] && constants[first] == constants[second]
      && left.count == right.count
      && zip(left, right).allSatisfy {
        columns[$0] == columns[$1] && coefficients[$0] == coefficients[$1]
      }
  }
}
