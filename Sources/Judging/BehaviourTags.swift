// SPDX-License-Identifier: MIT

import LinearModel
import Oracles

/// The behaviours that one case showed in strategies, oracle and laws, as a set of small numbers.
///
/// A behaviour is a property that a case shows or does not show. Examples are a class of answer, a
/// verdict, a counter of a strategy within a power of two and steps without a change of basis.
/// Others are the size of the system, its number of priorities, the kind of optimum and the size of
/// a contradiction. All of them are known when the case is judged, so inner loops record nothing.
/// The meaning of each number depends only on the campaign's lists of strategies and laws.
package struct BehaviourTags: Sendable, Hashable {
  private var words: [UInt64]

  /// No behaviour.
  package init(strategyCount: Int, lawCount: Int) {
    let bits = Self.count(strategyCount: strategyCount, lawCount: lawCount)
    words = [UInt64](repeating: 0, count: (bits + 63) / 64)
  }

  mutating func insert(_ tag: Int) { words[tag >> 6] |= 1 << UInt64(tag & 63) }

  /// Calls `body` with each tag, in ascending order.
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
  /// The kinds of optimum, big integers and bad conditioning, then the buckets of oracle and case.
  private static let caseBuckets = 8
  private static let caseTags = caseBuckets + CaseMeasure.allCases.count * bucketsMax
  /// The classes of answers, kinds of verdicts and steps without a change of basis, then the
  /// buckets of a strategy.
  private static let verdictTag = AnswerClass.allCases.count
  private static let flipTag = verdictTag + VerdictKind.allCases.count
  private static let strategyBuckets = flipTag + 1
  private static let strategyTags = strategyBuckets + WorkCounter.allCases.count * bucketsMax
  /// The outcomes of a law: holds, does not apply, undecided, broken.
  private static let lawTags = 4

  /// Returns the number of different tags of campaigns with this many strategies and laws.
  package static func count(strategyCount: Int, lawCount: Int) -> Int {
    caseTags + strategyCount * strategyTags + lawCount * lawTags
  }

  private static func bucket(_ value: Int) -> Int {
    min(bucketsMax - 1, value <= 0 ? 0 : Int.bitWidth - value.leadingZeroBitCount)
  }

  /// The measures of a case that do not depend on a strategy.
  private enum CaseMeasure: Int, CaseIterable {
    case variables, constraints, levels, exactPivots, support
  }

  /// The kinds of verdicts that have tags of their own.
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

  /// Inserts the properties of the system and of its exact answer.
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
      // A preference without opposition, and one that cannot be met.
      for level in optimum.levels { insert(level.optimum.isZero ? 5 : 6) }
    }
  }

  /// Inserts the tag of bad conditioning.
  package mutating func insertIllConditioned() { insert(7) }

  private mutating func insert(_ measure: CaseMeasure, _ value: Int) {
    insert(Self.caseBuckets + measure.rawValue * Self.bucketsMax + Self.bucket(value))
  }

  /// Inserts the behaviour of the strategy at a position of the campaign's list.
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

  /// Inserts the outcome of a law.
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
