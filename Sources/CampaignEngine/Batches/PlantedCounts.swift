// SPDX-License-Identifier: MIT

import Diagnosis
import LayoutGenerators
import LinearModel
import Lowering
import Oracles

/// How often the oracle found what generators had planted.
///
/// Counts of disjoint sets of cases add up.
///
/// A disagreement is an internal error and ends a campaign, so in one that ended well what is
/// missing to the full number took more work than the oracle may do.
package struct PlantedCounts: Sendable, Hashable {
  /// Cases with a planted conflict, and those among them that were found to be infeasible with the
  /// planted constraints in the proof.
  package var conflicts = 0
  package var conflictsFound = 0
  /// Those for which the reported conflict was proved irreducible, by a point without each of its
  /// members.
  package var conflictsMinimal = 0
  /// Those for which the reported conflict names the planted constraints and no other one of the
  /// case.
  package var conflictsExact = 0
  /// Cases planted without a conflict, and those among them that were found to be feasible.
  package var feasible = 0
  package var feasibleFound = 0
  /// Cases planted as ambiguous, and those among them of which the planted view was found to be
  /// free.
  package var ambiguous = 0
  package var ambiguousFound = 0
  /// Ambiguous cases for which all directions of freedom were worked out, and those among them for
  /// which the views that are named are exactly those that are free.
  package var namingsChecked = 0
  package var namingsExact = 0

  package init() {}

  static func += (lhs: inout PlantedCounts, rhs: PlantedCounts) {
    lhs.conflicts += rhs.conflicts
    lhs.conflictsFound += rhs.conflictsFound
    lhs.conflictsMinimal += rhs.conflictsMinimal
    lhs.conflictsExact += rhs.conflictsExact
    lhs.feasible += rhs.feasible
    lhs.feasibleFound += rhs.feasibleFound
    lhs.ambiguous += rhs.ambiguous
    lhs.ambiguousFound += rhs.ambiguousFound
    lhs.namingsChecked += rhs.namingsChecked
    lhs.namingsExact += rhs.namingsExact
  }

  /// Counts a case whose exact answer agrees with what was planted.
  ///
  /// - Parameter checksNaming: whether the directions of freedom of an ambiguous case are worked
  ///   out.
  /// - Returns: what is wrong with what the oracle says beyond its status; nil when nothing is.
  mutating func count(
    _ truth: PlantedTruth, _ answer: ExactAnswer, of lowered: LoweredCase, checksNaming: Bool
  ) -> String? {
    do throws(OracleError) {
      switch truth {
      case .unknown: return nil
      case .conflict(let planted):
        conflicts += 1
        return try count(conflict: planted, answer, lowered)
      case .ambiguous:
        feasible += 1
        ambiguous += 1
        guard let optimum = answer.optimum else { return nil }
        feasibleFound += 1
        ambiguousFound += 1
        return checksNaming ? try checkNaming(optimum, lowered) : nil
      case .feasible, .unique:
        feasible += 1
        feasibleFound += answer.isFeasible ? 1 : 0
        return nil
      }
    } catch .limitReached {
      return nil
    } catch {
      return "\(error)"
    }
  }

  private mutating func count(
    conflict planted: [Int], _ answer: ExactAnswer, _ lowered: LoweredCase
  ) throws(OracleError) -> String? {
    guard case .infeasible(let proof) = answer.status else { return nil }
    conflictsFound += 1
    let reported = try ExactOracle.irreducible(proof, in: lowered.system)
    guard try ExactOracle.witnesses(ofConflict: reported, in: lowered.system) != nil else {
      return "the reported conflict is not irreducible"
    }
    conflictsMinimal += 1
    var named: [Int] = []
    for row in reported {
      if case .constraint(let index) = lowered.origins[row.index] { named.append(index) }
    }
    if Set(named) == Set(planted) { conflictsExact += 1 }
    return nil
  }

  private mutating func checkNaming(
    _ optimum: ExactOptimum, _ lowered: LoweredCase
  ) throws(OracleError) -> String? {
    namingsChecked += 1
    let named = try AmbiguousViews.find(optimum, of: lowered)
    let space = try FreedomSpace(of: optimum, in: lowered.system)
    let parts = FramePart.all(of: lowered, at: optimum.point)
    let free = AmbiguousViews.entries(parts.filter { !space.isSettled($0) })
    if named != free {
      return "the ambiguous views are named as \(named), those that are free are \(free)"
    }
    namingsExact += 1
    return nil
  }
}
