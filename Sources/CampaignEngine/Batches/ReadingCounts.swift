// SPDX-License-Identifier: MIT

import Diagnosis
import Judging
import LinearModel
import Oracles

/// The number of cases with numbers such as 1/3, which are no doubles, that were solved in both
/// readings.
///
/// Counts of disjoint sets of cases add up.
package struct ReadingCounts: Sendable, Hashable {
  /// Cases with such numbers that were also solved with the doubles taken literally.
  package var compared = 0
  /// Those among them with a different answer.
  package var different = 0

  package init() {}

  static func += (lhs: inout ReadingCounts, rhs: ReadingCounts) {
    lhs.compared += rhs.compared
    lhs.different += rhs.different
  }
}

extension CaseRecord {
  /// Returns the record after a comparison of both readings of the numbers: where their answers
  /// differ, no claim is made about any answer.
  ///
  /// - Throws: when the tool contradicts itself.
  func judgedInBothReadings(_ counts: inout ReadingCounts) throws(InternalError) -> CaseRecord {
    guard let answer else { return self }
    do throws(OracleError) {
      let comparison = try ReadingComparison(of: lowered.system, answer)
      if comparison == .single { return self }
      counts.compared += 1
      guard comparison == .different else { return self }
      counts.different += 1
    } catch .limitReached {
      return self
    } catch {
      throw InternalError("\(error)", on: lowered.layoutCase)
    }
    return CaseRecord(lowered: lowered, answer: answer, strategies: strategies.map(\.unclaimed))
  }
}

extension StrategyRecord {
  /// The same answer without a claim, because it is correct in one reading only.
  fileprivate var unclaimed: StrategyRecord {
    guard verdict == .pass || verdict.isSlower else { return self }
    return StrategyRecord(
      strategy: strategy, result: result,
      judgement: Judgement(
        .undecided(.readingsDiffer), measured: judgement.measured, tolerance: judgement.tolerance),
      cost: cost, growth: growth)
  }
}
