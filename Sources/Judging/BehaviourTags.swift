// SPDX-License-Identifier: MIT

import LinearModel
import Oracles

/// What one case showed of strategies, oracle and laws: a set of small numbers.
///
/// A behaviour is something that a case can show or not: a class of answer, a verdict, a counter of
/// a strategy within a power of two, steps without a change of basis, the size of the system, how
/// many priorities it has, what kind of optimum or how large a contradiction. All of it is known
/// when the case is judged, so that nothing is asked of inner loops. What each number stands for
/// depends on the campaign's lists of strategies and laws only.
package struct BehaviourTags: Sendable, Hashable {
  private var words: [UInt64]

  /// No behaviour.
  package init(strategyCount: Int, lawCount: Int) {
    let bits = Self.count(strategyCount: strategyCount, lawCount: lawCount)
    words = [UInt64](repeating: 0, count: (bits + 63) / 64)
  }

  mutating func insert(_ tag: Int) { words[tag >> 6] |= 1 << UInt64(tag & 63) }

  /// Calls with each tag, in ascending order.
  package func forEach(_ body: (Int) -> Void) {
    for (position, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        body(position << 6 | rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  // MARK: - Numbers

  /// Numbers above 2 to this power are in one bucket.
  private static let bucketsMax = 24
  /// Of the oracle and the case: kinds of optimum, big integers, bad conditioning, then buckets.
  private static let caseBuckets = 8
  private static let caseTags = caseBuckets + CaseMeasure.allCases.count * bucketsMax
  /// Of a strategy: classes of answers, kinds of verdicts, steps without a change of basis, then
  /// buckets.
  private static let verdictTag = AnswerClass.allCases.count
  private static let flipTag = verdictTag + VerdictKind.allCases.count
  private static let strategyBuckets = flipTag + 1
  private static let strategyTags = strategyBuckets + WorkCounter.allCases.count * bucketsMax
  /// Of a law: holds, does not apply, undecided, broken.
  private static let lawTags = 4

  package static func count(strategyCount: Int, lawCount: Int) -> Int {
    caseTags + strategyCount * strategyTags + lawCount * lawTags
  }

  private static func bucket(_ value: Int) -> Int {
    min(bucketsMax - 1, value <= 0 ? 0 : Int.bitWidth - value.leadingZeroBitCount)
  }

  /// What is measured of a case whatever a strategy does.
  private enum CaseMeasure: Int, CaseIterable {
    case variables, constraints, levels, exactPivots, support
  }

  /// The kinds of verdicts that are told apart.
  private enum VerdictKind: Int, CaseIterable {
    case pass, workLimit, numericalDoubt, noConvergence, otherReason
    case illConditioned, knifeEdge, readingsDiffer, oracleLimit, failure

    init(_ verdict: Verdict) {
      switch verdict {
      case .pass: self = .pass
      case .gaveUp(.workLimit): self = .workLimit
      case .gaveUp(.numericalDoubt): self = .numericalDoubt
      case .gaveUp(.noConvergence): self = .noConvergence
      case .gaveUp: self = .otherReason
      case .undecided(.illConditioned): self = .illConditioned
      case .undecided(.knifeEdge): self = .knifeEdge
      case .undecided(.readingsDiffer): self = .readingsDiffer
      case .undecided(.oracleLimit): self = .oracleLimit
      default: self = .failure
      }
    }
  }

  // MARK: - Cases

  /// What the system and its exact answer are like.
  package mutating func insert(_ record: CaseRecord) {
    let system = record.lowered.system
    insert(.variables, system.variableCount)
    insert(.constraints, system.constraintCount)
    guard let answer = record.answer else { return insert(0) }
    insert(.exactPivots, answer.pivots)
    if answer.usedBigIntegers { insert(1) }
    switch answer.status {
    case .infeasible(let proof):
      insert(2)
      insert(.support, proof.support.count)
    case .feasible(let optimum):
      insert(optimum.isUnique ? 3 : 4)
      insert(.levels, optimum.levels.count)
      // A preference that nothing stands against, and one that cannot be met.
      for level in optimum.levels { insert(level.optimum.isZero ? 5 : 6) }
    }
  }

  /// The conditioning is bad.
  package mutating func insertIllConditioned() { insert(7) }

  private mutating func insert(_ measure: CaseMeasure, _ value: Int) {
    insert(Self.caseBuckets + measure.rawValue * Self.bucketsMax + Self.bucket(value))
  }

  /// What the strategy at a position of the campaign's list did.
  package mutating func insert(_ record: StrategyRecord, at position: Int) {
    let first = Self.caseTags + position * Self.strategyTags
    insert(first + Int(record.answer.rawValue))
    insert(first + Self.verdictTag + VerdictKind(record.verdict).rawValue)
    let work = record.result.work
    if work.iterations > work.pivots { insert(first + Self.flipTag) }
    for (number, counter) in WorkCounter.allCases.enumerated() {
      insert(first + Self.strategyBuckets + number * Self.bucketsMax + Self.bucket(work[counter]))
    }
  }

  /// What a law said.
  package mutating func insert(_ law: LawRecord, strategyCount: Int) {
    let first = Self.caseTags + strategyCount * Self.strategyTags + law.position * Self.lawTags
    switch law.outcome {
    case .holds: insert(first)
    case .notApplicable: insert(first + 1)
    case .undecided: insert(first + 2)
    case .broken: insert(first + 3)
    }
  }
}
