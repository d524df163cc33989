// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The verdict of the oracle on one strategy's answer to one case.
///
/// The cases are in order, worst first.
package enum Verdict: Sendable, Hashable {
  /// The process of a solving program ended, timed out, or wrote an invalid answer.
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
  /// The answer is "infeasible"; the system is feasible.
  case wrongInfeasible
  /// The answer is feasible or optimal; the system is infeasible.
  case wrongFeasible
  /// The answer is rightly "infeasible", with a conflict set that is not an irreducible conflict.
  case wrongConflict
  /// An incremental solver breaks its promise about changes, whatever its values are.
  case promiseBroken(SessionPromise)
  /// The answers to the case and to a changed one break the relation of a law; no strategy is to
  /// blame.
  case lawBroken(law: String, detail: String)
  /// The answer is right, but its work is far above that for other systems of its size.
  case slowerByCounter(CostExcess)
  /// The strategy gave up in doubt, on a system that rounding does not decide.
  case needlessGiveUp
  /// Too close to call: no claim is made.
  case undecided(UndecidedReason)
  /// The strategy gave up with a reason, which is allowed.
  case gaveUp(GiveUpReason)
  /// Right, or not provably wrong within the tolerance.
  case pass

  /// A promise of an incremental solver besides right values.
  package enum SessionPromise: String, Sendable, Hashable, CaseIterable {
    /// After refused operations all values and constraints are those of the last answer.
    case refusalChangesNothing
    /// Every variable that has another value is reported as changed, none twice.
    case changesAreReported
    /// A constraint is known from its addition to its removal, and a refusal reverts both.
    case constraintsAreKnown
    /// It does not give up on constraints that a new session solves.
    case answersAsANewSession
    /// Numbers that are not finite are refused.
    case nonFiniteIsRefused
  }

  /// A reason why no claim is made.
  package enum UndecidedReason: String, Sendable, Hashable, CaseIterable {
    /// The answer differs by more than the tolerance, but the problem magnifies rounding that much.
    case illConditioned
    /// Feasibility changes within the tolerance.
    case knifeEdge
    /// The doubles that strategies see, taken literally, have another answer than the intended
    /// numbers.
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
