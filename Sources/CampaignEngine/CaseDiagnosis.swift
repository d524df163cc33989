// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Lowering
import Oracles

/// What is right or wrong with a layout itself, whatever solves it: for the author of the layout.
package struct CaseDiagnosis: Sendable {
  /// What the exact answer says about the layout.
  package enum Status: Sendable {
    /// One layout is right.
    case unique
    /// Several layouts are equally right; these views differ between them.
    case ambiguous([AmbiguousViews.Entry])
    /// These required constraints contradict each other, and without any one of them they do not.
    case conflict([ConstraintID])
    /// More work than the exact oracle may do.
    case undecided
  }

  package let lowered: LoweredCase
  package let status: Status
  /// In which ways the case does not meet its expectation; empty when it does or has none.
  package let unmet: [String]

  /// - Precondition: the case is well formed.
  /// - Throws: when the tool contradicts itself.
  package init(of layoutCase: LayoutCase) throws(InternalError) {
    let record = try CaseRunner(strategies: []).run(layoutCase)
    lowered = record.lowered
    status = try CaseDiagnosis.status(record)
    unmet = try CaseDiagnosis.unmet(record, status)
  }

  /// Whether the case says itself what is right, so that a conflict or ambiguity may be meant.
  package var hasExpectation: Bool { lowered.layoutCase.expectation != nil }

  /// Whether the author of the layout has something to mend.
  package var isFinding: Bool {
    if hasExpectation { return !unmet.isEmpty }
    switch status {
    case .unique, .undecided: return false
    case .ambiguous, .conflict: return true
    }
  }

  private static func unmet(
    _ record: CaseRecord, _ status: Status
  ) throws(InternalError) -> [String] {
    if case .undecided = status { return [] }
    guard let answer = record.answer else { return [] }
    var ambiguous: [Int] = []
    if case .ambiguous(let entries) = status {
      for entry in entries where ambiguous.last != entry.view { ambiguous.append(entry.view) }
    }
    do throws(OracleError) {
      return try ExpectationCheck.failures(
        of: record.lowered, answer: answer, ambiguousViews: ambiguous)
    } catch .limitReached {
      return ["the expected conflict takes more work than the exact oracle may do"]
    } catch {
      throw InternalError("\(error)", on: record.lowered.layoutCase)
    }
  }

  private static func status(_ record: CaseRecord) throws(InternalError) -> Status {
    guard let answer = record.answer else { return .undecided }
    guard let optimum = answer.optimum else { return .conflict(try record.conflict()) }
    if optimum.isUnique { return .unique }
    do throws(OracleError) {
      return .ambiguous(try AmbiguousViews.find(optimum, of: record.lowered))
    } catch .limitReached {
      return .undecided
    } catch {
      throw InternalError("\(error)", on: record.lowered.layoutCase)
    }
  }
}
