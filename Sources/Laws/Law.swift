// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// A metamorphic law: how the answers to two related cases relate, whatever the answers are.
///
/// Strategies and oracle are all given the same linear system, so a fault on the way from the case
/// to the system and back shows in no verdict on one case. It shows when a case is changed in a way
/// whose effect is known without solving anything.
package protocol Law: Sendable {
  /// A short name that is unique among the laws, in camel case.
  var name: String { get }
  /// What is done to the case and what must be so then, a sentence without a full stop.
  var statement: String { get }
  /// Why it must be so, a sentence without a full stop.
  var reason: String { get }
  /// What a broken law accuses.
  var stage: LawStage { get }

  /// Tries the law on a case.
  ///
  /// - Parameters:
  ///   - subject: the case with its exact answer.
  ///   - world: what lowers and solves.
  ///   - choices: where there are several ways to change the case; the same choices give the same
  ///     outcome.
  /// - Throws: for a bug in the oracle; never `OracleError.limitReached`, which is the outcome
  ///   `.undecided`.
  func outcome(
    on subject: LawSubject, in world: LawWorld, _ choices: inout Xoshiro256
  ) throws(OracleError) -> LawOutcome
}

/// The part of the way from a case to its frames that a law is about; the raw value is the name in
/// reports.
package enum LawStage: String, Sendable, Hashable, CaseIterable {
  /// From the case to the linear system, and from a solution to frames.
  case lowering
  /// The incremental solver, given the changes of a resized root.
  case session
  /// Tables of self-sizing rows.
  case tables
  /// What writes and reads documents, case files and texts of visual formats.
  case formats
}

/// What came of trying a law on a case.
package enum LawOutcome: Sendable, Hashable {
  /// The case has nothing that the law could change.
  case notApplicable
  /// The oracle's work limit was reached, or a strategy gave up: no claim is made.
  case undecided
  case holds
  /// The law is broken; says in what, a sentence without a full stop.
  case broken(String)
}

/// A case with its exact answer: what a law starts from.
package struct LawSubject: Sendable {
  /// The case as it was made; it may have texts, stacks and areas.
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

/// What laws are tried in: the lowering and the importers, healthy or with a planted fault, and the
/// limits of the oracle.
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

  /// The exact answer; nil when it takes more than the limit.
  func solve(_ lowered: LoweredCase) throws(OracleError) -> ExactAnswer? {
    do throws(OracleError) {
      return try ExactOracle.solve(lowered.system, limit: limit)
    } catch .limitReached {
      return nil
    }
  }
}
