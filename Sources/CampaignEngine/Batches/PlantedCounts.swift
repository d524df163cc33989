// SPDX-License-Identifier: MIT

import Diagnosis
import LayoutGenerators
import LinearModel
import Lowering
import Oracles

/// The number of planted facts that the oracle found.
///
/// Counts of disjoint sets of cases add up.
///
/// A disagreement is an internal error and ends a campaign. So in a completed campaign, the facts
/// that are missing needed more work than the limit of the oracle.
package struct PlantedCounts: Sendable, Hashable {
  /// Cases with a planted conflict, and those among them that were found infeasible with the
  /// planted constraints in the proof.
  package var conflicts = 0
  package var conflictsFound = 0
  /// Those for which the reported conflict was proved irreducible, by a point without each of its
  /// members.
  package var conflictsMinimal = 0
  /// Those for which the reported conflict names the planted constraints and no other one of the
  /// case.
  package var conflictsExact = 0
  /// Cases planted without a conflict, and those among them that were found feasible.
  package var feasible = 0
  package var feasibleFound = 0
  /// Cases planted as ambiguous, and those among them whose planted view was found to be free.
  package var ambiguous = 0
  package var ambiguousFound = 0
  /// Ambiguous cases for which all directions of freedom were computed, and those among them for
  /// which the named views are exactly the free ones.
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

  /// Counts a case whose exact answer agrees with the planted truth.
  ///
  /// - Parameters:
  ///   - truth: the planted truth.
  ///   - answer: the exact answer.
  ///   - lowered: the lowered case.
  ///   - checksNaming: whether the directions of freedom of an ambiguous case are computed.
  /// - Returns: the error in the oracle's statements beyond its status; nil without one.
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
    let parts = FramePart.all(of: lowered)
    let free = AmbiguousViews.entries(parts.filter { !space.isSettled($0) })
    if named != free {
      return "the ambiguous views are named as \(named), those that are free are \(free)"
    }
    namingsExact += 1
    return nil
  }
}
