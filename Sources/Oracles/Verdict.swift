// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// What the oracle says about one strategy's answer to one case.
///
/// Worst first.
package enum Verdict: Sendable, Hashable {
  /// A program that solves systems ended, gave no answer in time, or wrote what is no answer.
  case processFailed(ProcessFailure)
  /// Two runs on the same system gave different results.
  case nonDeterministic
  /// A value is not a finite number, or the count of values is wrong.
  case malformed
  /// A required constraint is broken by a solution that claims to hold it.
  case requiredViolated(ConstraintID)
  /// An answer that claims to be optimal is not, first at the given strength.
  case worseThanOptimal(Strength)
  /// An answer that claims to be optimal and has the right objectives is not the only right layout.
  case wrongValue(VariableID)
  /// Says infeasible; the system is feasible.
  case wrongInfeasible
  /// Says feasible or optimal; the system is infeasible.
  case wrongFeasible
  /// Says infeasible, rightly, with a conflict set that is not an irreducible conflict.
  case wrongConflict
  /// An incremental solver does not do what it promises of changes, whatever its values are.
  case promiseBroken(SessionPromise)
  /// The answers to the case and to a changed one do not relate as a law says; not the fault of a
  /// strategy.
  case lawBroken(law: String, detail: String)
  /// Nothing is wrong with the answer, but it took much more work than others of its size take.
  case slowerByCounter(CostExcess)
  /// Too close to call: no claim is made.
  case undecided(UndecidedReason)
  /// The strategy gave up; that is its right.
  case gaveUp(GiveUpReason)
  /// Right, or not provably wrong within the tolerance.
  case pass

  /// What an incremental solver promises beside right values.
  package enum SessionPromise: String, Sendable, Hashable, CaseIterable {
    /// After refused operations all values and constraints are those of the last answer.
    case refusalChangesNothing
    /// Every variable that has another value is reported as changed, none twice.
    case changesAreReported
    /// A constraint is known from its addition to its removal, and taken back with either.
    case constraintsAreKnown
    /// It does not give up on constraints that a new session solves.
    case answersAsANewSession
    /// Numbers that are not finite are refused.
    case nonFiniteIsRefused
  }

  /// Why no claim is made.
  package enum UndecidedReason: String, Sendable, Hashable, CaseIterable {
    /// The answer differs by more than the tolerance, but the problem magnifies rounding that much.
    case illConditioned
    /// Feasibility changes within the tolerance.
    case knifeEdge
    /// The doubles that strategies see, taken literally, have another answer than the numbers as
    /// they were meant.
    case readingsDiffer
    /// The oracle's own work limit was reached.
    case oracleLimit
  }

  /// Whether this verdict is a finding against the strategy.
  package var isFailure: Bool {
    switch self {
    case .undecided, .gaveUp, .pass: return false
    default: return true
    }
  }
}
