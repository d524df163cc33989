// SPDX-License-Identifier: MIT

import Digests
import Engines

/// The results of scripts for layout engines as counts; counts of disjoint sets of cases add up.
package struct EngineCounts: Sendable, Hashable {
  /// The results of one engine.
  package struct Engine: Sendable, Hashable {
    /// The number of scripts without a failure.
    package var passed = 0
    package var wrong = 0
    package var gaveUp = 0
    /// The number of scripts whose exact answers take too long, or whose judgement does.
    package var undecided = 0
    /// The number of judged readings.
    package var readings = 0

    /// Whether at least one reading has a verdict.
    package var hasVerdict: Bool { wrong > 0 || readings > 0 }
  }

  package private(set) var cases = 0
  /// The results by position in `EngineSettings.pools`.
  package private(set) var engines: [Engine]
  package private(set) var digest = CampaignDigest()

  init(engines count: Int) { engines = [Engine](repeating: Engine(), count: count) }

  mutating func end(case index: Int, hash: UInt64) {
    cases += 1
    digest.add(case: index, hash: hash)
  }

  mutating func skip(engine position: Int) { engines[position].undecided += 1 }

  mutating func count(_ judgement: EngineJudgement, engine position: Int) {
    engines[position].readings += judgement.readings
    switch judgement.verdict {
    case .judged(.pass): engines[position].passed += 1
    case .judged(.undecided): engines[position].undecided += 1
    case .gaveUp: engines[position].gaveUp += 1
    default: engines[position].wrong += 1
    }
  }

  static func += (lhs: inout EngineCounts, rhs: EngineCounts) {
    lhs.cases += rhs.cases
    for (index, other) in rhs.engines.enumerated() {
      lhs.engines[index].passed += other.passed
      lhs.engines[index].wrong += other.wrong
      lhs.engines[index].gaveUp += other.gaveUp
      lhs.engines[index].undecided += other.undecided
      lhs.engines[index].readings += other.readings
    }
    lhs.digest += rhs.digest
  }
}
