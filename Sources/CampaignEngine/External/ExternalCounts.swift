// SPDX-License-Identifier: MIT

import Diagnosis
import Digests
import ExternalSolvers
import Judging
import LinearModel
import Oracles

/// The results of scripts as counts; counts of disjoint sets of cases add up.
package struct ExternalCounts: Sendable, Hashable {
  /// The results of one solver.
  package struct Solver: Sendable, Hashable {
    /// The number of scripts without a failure.
    package var passed = 0
    package var wrong = 0
    /// The number of scripts with an answer about which no claim is made.
    package var undecided = 0
    package var gaveUp = 0
    /// The number of judged answers.
    package var answers = 0
    /// The number of judged answers with a verdict.
    package var decided = 0

    /// Whether at least one answer has a verdict.
    package var hasVerdict: Bool { wrong > 0 || decided > 0 }
  }

  package private(set) var cases = 0
  /// The number of scripts that the oracle did not solve within its limit.
  package private(set) var skipped = 0
  /// The number of cases by position in `ScriptKind.allCases`.
  package private(set) var kinds = [Int](repeating: 0, count: ScriptKind.allCases.count)
  /// The results by position in `ExternalSettings.pools`.
  package private(set) var solvers: [Solver]
  package private(set) var digest = CampaignDigest()

  init(solvers count: Int) { solvers = [Solver](repeating: Solver(), count: count) }

  mutating func count(_ kind: ScriptKind, hash: UInt64, case index: Int) {
    cases += 1
    if let position = ScriptKind.allCases.firstIndex(of: kind) { kinds[position] += 1 }
    digest.add(case: index, hash: hash)
  }

  mutating func skip(_ kind: ScriptKind, case index: Int) {
    skipped += 1
    count(kind, hash: 0, case: index)
  }

  mutating func count(_ judgement: ScriptJudgement, solver position: Int) {
    solvers[position].answers += judgement.judgedAnswers
    solvers[position].decided += judgement.decidedAnswers
    switch judgement.verdict {
    case .pass: solvers[position].passed += 1
    case .gaveUp: solvers[position].gaveUp += 1
    case .undecided: solvers[position].undecided += 1
    default: solvers[position].wrong += 1
    }
  }

  static func += (lhs: inout ExternalCounts, rhs: ExternalCounts) {
    lhs.cases += rhs.cases
    lhs.skipped += rhs.skipped
    for index in lhs.kinds.indices { lhs.kinds[index] += rhs.kinds[index] }
    for (index, other) in rhs.solvers.enumerated() {
      lhs.solvers[index].passed += other.passed
      lhs.solvers[index].wrong += other.wrong
      lhs.solvers[index].undecided += other.undecided
      lhs.solvers[index].gaveUp += other.gaveUp
      lhs.solvers[index].answers += other.answers
      lhs.solvers[index].decided += other.decided
    }
    lhs.digest += rhs.digest
  }
}

/// The result of a campaign against adapters.
package struct ExternalResult: Sendable {
  package let settings: ExternalSettings
  package let counts: ExternalCounts
  package let nanoseconds: UInt64
  /// The findings in order of the case that first showed them.
  package let findings: [ScriptFinding]
  /// The reason why an adapter could not be started again; nil without such a failure.
  package let adapterProblem: AdapterStartError?
  package let internalError: InternalError?

  package var casesPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(counts.cases) * 1e9 / Double(nanoseconds)
  }
}
