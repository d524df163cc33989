// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// A metamorphic law: a relation of the answers to two related cases, whatever the answers are.
///
/// Strategies and oracle all receive the same linear system. So a fault between the case and the
/// system, in either direction, shows in no verdict on one case. It shows when a change of the case
/// has an effect that is known without solving.
package protocol Law: Sendable {
  /// A short name that is unique among the laws, in camel case.
  var name: String { get }
  /// The change of the case and its expected effect, a sentence without a full stop.
  var statement: String { get }
  /// The reason for which the law holds, a sentence without a full stop.
  var reason: String { get }
  /// The part of the program that a broken law accuses.
  var stage: LawStage { get }

  /// Tries the law on a case.
  ///
  /// - Parameters:
  ///   - subject: the case with its exact answer.
  ///   - world: lowers and solves cases.
  ///   - choices: choose among several ways to change the case; the same choices give the same
  ///     outcome.
  /// - Returns: whether the law holds, is broken, does not apply or is undecided.
  /// - Throws: for a bug in the oracle; never `OracleError.limitReached`, which is the outcome
  ///   `.undecided`.
  func outcome(
    on subject: LawSubject, in world: LawWorld, _ choices: inout Xoshiro256
  ) throws(OracleError) -> LawOutcome
}

/// The part of the program that a law checks; the raw value is the name in reports.
package enum LawStage: String, Sendable, Hashable, CaseIterable {
  /// From the case to the linear system, and from a solution to frames.
  case lowering
  /// The incremental solver during changes of a resized root.
  case session
  /// Tables of self-sizing rows.
  case tables
  /// Writing and reading of documents, case files and texts of visual formats.
  case formats
}

/// The result of trying a law on a case.
package enum LawOutcome: Sendable, Hashable {
  /// The case has no part that the law could change.
  case notApplicable
  /// The oracle's work limit was reached, or a strategy gave up.
  case undecided
  case holds
  /// The law is broken; the text describes the contradiction, a sentence without a full stop.
  case broken(String)
}

/// A case with its exact answer, the input of a law.
package struct LawSubject: Sendable {
  /// The original case; it may have texts, stacks and areas.
  package let original: LayoutCase
  /// The plain case of the last pass of layout, lowered.
  package let lowered: LoweredCase
  /// The exact answer to `lowered.system`.
  package let answer: ExactAnswer

  package init(original: LayoutCase, lowered: LoweredCase, answer: ExactAnswer) {
    self.original = original
    self.lowered = lowered
    self.answer = answer
  }

  var layoutCase: LayoutCase { lowered.layoutCase }
}

/// The environment of laws: the lowering and the importers, healthy or with a planted fault, and
/// the limits of the oracle.
package struct LawWorld: Sendable {
  package let fault: WorldFault?
  package let limit: OracleLimit

  package init(fault: WorldFault? = nil, limit: OracleLimit = .standard) {
    self.fault = fault
    self.limit = limit
  }

  func lower(_ layoutCase: LayoutCase) -> LoweredCase {
    Lowering.lower(layoutCase, fault: fault?.lowering)
  }

  /// Returns the exact answer; nil when it needs more work than the limit.
  func solve(_ lowered: LoweredCase) throws(OracleError) -> ExactAnswer? {
    do throws(OracleError) {
      return try ExactOracle.solve(lowered.system, limit: limit)
    } catch .limitReached {
      return nil
    }
  }
}
