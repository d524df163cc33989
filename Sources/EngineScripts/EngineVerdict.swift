// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Oracles

/// The judgement on one reading of an engine.
package enum EngineVerdict: Sendable, Hashable {
  case pass
  /// The exact arithmetic of the judgement takes too long.
  case undecided
  /// A required row is broken, by a distance in points from every layout that keeps it.
  case requiredBroken(row: EngineSystem.Row, by: Rational)
  /// The sum of violations at a strength is larger than the least possible one, in points.
  case worseThanOptimal(Strength, expected: Rational, actual: Rational)
  /// A number of a frame that is the same in every optimal layout is another one, in points; the
  /// expected one is that before rounding.
  case wrongFrame(
    view: Int, EngineSystem.Part, expected: Rational, actual: Double, FrameRounding?)
  /// A size hint of the root that the required constraints forbid, in points.
  case wrongHint(EngineHints.Kind, EngineAxis, expected: Rational, actual: Double)
  /// The frame of a live view is missing.
  case noFrame(view: Int)
  /// A number of a frame is not finite.
  case noNumber(view: Int, EngineSystem.Part)
  /// A promised size hint is missing, or not finite.
  case noHint(EngineHints.Kind)
  /// The layout is right, but the engine printed a warning or an error.
  case message(String)
  /// A constraint that contradicts others was accepted.
  case acceptedContradiction
  /// The engine read a constraint of a format as another one; nil for one too few or too many.
  case wrongFormat(expected: EngineConstraint?, actual: EngineConstraint?)
  /// The engine did not read a format, for a reason.
  case unreadFormat(String)
  /// Two runs of the same steps gave different numbers, each of a right layout.
  case differentAnswer(view: Int, EngineSystem.Part, Double, Double, isFresh: Bool)
  /// A constraint that can hold was refused.
  case refusedWrongly
  /// The engine answers a reading with a contradiction, but the required constraints can hold.
  case claimedContradiction

  /// The kind of failure, that of the same failure of a solver where there is one; nil for no
  /// failure.
  package var failure: FailureKind? {
    switch self {
    case .pass, .undecided: return nil
    case .requiredBroken: return .requiredViolated
    case .worseThanOptimal: return .worseThanOptimal
    case .wrongFrame: return .wrongValue
    case .wrongHint: return .wrongHint
    case .noFrame, .noNumber, .noHint: return .malformed
    case .message: return .message
    case .wrongFormat, .unreadFormat: return .wrongFormat
    case .differentAnswer(_, _, _, _, let isFresh):
      return isFresh ? .differentInNewProcess : .differentAnswer
    case .acceptedContradiction: return .wrongFeasible
    case .refusedWrongly, .claimedContradiction: return .wrongInfeasible
    }
  }
}
