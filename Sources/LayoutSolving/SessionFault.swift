// SPDX-License-Identifier: MIT

/// Bugs that can be planted into `SolverSession`, to measure whether testing finds them.
///
/// Most occurred in a published incremental solver. A faulted session always ends and never traps
/// because of its fault: it gives wrong answers or makes wrong statements. None of them is public;
/// a session of a user has none.
package enum SessionFault: String, CaseIterable, Sendable {
  /// The constraint of an edit stays in force after the edit has ended (Rhea e0caac9).
  case editOutlivesItsEnd
  /// The cost of a constraint is that of its old strength until all is solved afresh.
  ///
  /// Values computed before the change are used after it (invented; amoeba has used rows that were
  /// cached before the basis changed).
  case strengthChangeUnseen
  /// A removed preference that was violated keeps its effect: only nonbasic variables are removed
  /// from the objective (kiwi before dcec3cd).
  case violatedRemovalForgotten
  /// One side of a removed preferred equality stays (kasuari before c9689a2: `else if`).
  case oneSideRemoved
  /// A bound that was moved in a refused transaction is not moved back.
  ///
  /// The constraints contradict each other from then on (kiwi 1.5.1 refuses feasible constraints
  /// after a refusal).
  case refusedBoundStays
  /// After a refused constraint one that it contradicted is no longer in force (kiwi 1.5.1,
  /// kasuari, kiwi.js).
  case refusalDropsConstraint
  /// A constraint that was removed in a refused transaction is in force again, but unknown to the
  /// session (kiwi 1.5.1, where `hasConstraint` returns false).
  case refusedRemovalForgotten
  /// Removing a constraint removes all that are equal to it (GNUstep before f29bdc7a7).
  case equalsRemovedTogether
  /// A constraint that was switched off is still priced until all is solved afresh (invented).
  case inactiveStillPriced
  /// The list of changed variables lacks those whose new value is 0 (cassowary-rs before 3216bb5).
  case zerosUnreported
  /// The list of changed variables lacks those that required equalities define (invented).
  case dependentsUnreported
  /// Values follow a line beyond the range in which the basis is optimal (amoeba before fd379df:
  /// cached edit rows).
  case rangeOverrun
  /// The next other change loses the changes of a drag and continues from its start (amoeba before
  /// 765fdf4).
  case dragForgotten
  /// Violated bounds are not repaired when the simplex method resumes (compnerd/cassowary, whose
  /// guard is inverted).
  case brokenBoundsKept
  /// A value that is not finite is refused, but stays in its row and invalidates every later answer
  /// (kiwi 1.5.1).
  case nonFiniteStays
}

/// The places of planted faults; each of these members does nothing in a healthy session.
extension SolverSession {
  /// Creates a session with a planted fault.
  package init(fault: SessionFault?) {
    self.init()
    self.fault = fault
  }

  /// Whether a change is ignored when the simplex method resumes from the last answer.
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

  /// Performs the faulty part of a removal, besides switching the row off.
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

  /// Whether an operation of a refused transaction is not reverted.
  func forgetsToTakeBack(_ entry: OperationLog.Entry) -> Bool {
    switch fault {
    case .refusedBoundStays: return entry.kind == .constant && rows.isRequired(entry.index)
    case .nonFiniteStays: return entry.kind == .constant && !rows.isFinite(entry.index)
    default: return false
    }
  }

  /// Removes one of the constraints that contradicted a refused one.
  mutating func plantRefusalFault(_ conflict: [Constraint]) {
    guard fault == .refusalDropsConstraint else { return }
    for constraint in conflict where contains(constraint) {
      rows.setStrength(0, of: Int(rowOfSlot[Int(constraint.slot)]))
      return
    }
  }

  /// Removes variables from the list of changed ones.
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
  /// Whether two rows have equal contents.
  fileprivate func isEqual(_ first: Int, _ second: Int) -> Bool {
    let (left, right) = (cells(of: first), cells(of: second))
    return relations[first] == relations[second] && constants[first] == constants[second]
      && left.count == right.count
      && zip(left, right).allSatisfy {
        columns[$0] == columns[$1] && coefficients[$0] == coefficients[$1]
      }
  }
}
