// SPDX-License-Identifier: MIT

import BenchmarkKit
import Diagnosis
import Judging
import LayoutGenerators
import LinearModel
import Lowering
import Oracles

/// What a campaign does with each case, stage by stage, with the CPU time of each stage.
///
/// Cases are taken in batches, and a stage goes over a whole batch before the next begins, so that
/// reading the clock costs nothing. The oracle and its checker work as one in a campaign; here
/// answers are checked once more, and what that takes is told apart from the oracle's time. What no
/// stage accounts for, above all that the cases of a batch and all that belongs to them are given
/// back, is a stage of its own: nothing is left out but the second check.
package struct CampaignStages: Sendable {
  /// One stage with the CPU time it took, in nanoseconds.
  package struct Share: Sendable, Hashable {
    package let name: String
    package internal(set) var nanoseconds: UInt64 = 0
  }

  /// The stages in the order in which a case goes through them.
  package private(set) var shares: [Share]
  package private(set) var cases = 0
  /// The cases whose exact answer was accepted by the checker; the others reached the oracle's
  /// limit.
  package private(set) var certified = 0
  /// The number of changes of basis of the oracle.
  package private(set) var oraclePivots = 0
  /// The cases for which 64 bits were not enough.
  package private(set) var bigIntegerCases = 0
  /// The number of constraints of the linear systems.
  package private(set) var constraints = 0
  /// Answers that the judge found wrong.
  package private(set) var wrongAnswers = 0
  /// The number of views of each case.
  private var viewCounts: [Int] = []

  private let strategies: [Strategy]

  package init(strategies: [Strategy] = Strategy.healthy) {
    self.strategies = strategies
    shares = (["generate", "lower"] + strategies.map(\.name) + Self.lastStages).map {
      Share(name: $0)
    }
  }

  private static let lastStages = ["oracle", "checker", "judge", "planted truth", "giving back"]
  private static let casesPerBatch = 50

  /// The CPU time of all stages, in nanoseconds.
  package var nanoseconds: UInt64 { shares.reduce(0) { $0 + $1.nanoseconds } }

  package var certifiedPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(certified) * 1e9 / Double(nanoseconds)
  }

  /// The number of views that half of the cases do not exceed.
  package var medianViews: Int {
    viewCounts.isEmpty ? 0 : viewCounts.sorted()[(viewCounts.count - 1) / 2]
  }

  /// Takes the first cases of a campaign through all stages.
  ///
  /// - Throws: where a campaign ends with an internal error.
  package mutating func run(cases count: Int, of source: CaseSource) throws(InternalError) {
    let watch = Stopwatch()
    let known = nanoseconds + shares[checkerStage].nanoseconds
    var next = 0
    while next < count {
      let end = min(next + Self.casesPerBatch, count)
      try run(next..<end, of: source)
      next = end
    }
    // Each answer was checked twice, and once counts.
    let seen = nanoseconds + shares[checkerStage].nanoseconds - known
    let whole = watch.elapsed().cpu
    shares[shares.count - 1].nanoseconds += whole - min(whole, seen)
  }

  private var oracleStage: Int { 2 + strategies.count }
  private var checkerStage: Int { oracleStage + 1 }

  /// What checking takes for each unit of time of finding the exact answer.
  package var checkingForSolving: Double {
    let solving = shares[oracleStage].nanoseconds
    return solving == 0 ? 0 : Double(shares[checkerStage].nanoseconds) / Double(solving)
  }

  private mutating func run(_ indices: Range<Int>, of source: CaseSource) throws(InternalError) {
    var generated: [GeneratedCase] = []
    try measure(0) { () throws(InternalError) in
      for index in indices { generated.append(try source.generate(index)) }
    }
    var lowered: [LoweredCase] = []
    try measure(1) { () throws(InternalError) in
      for made in generated { lowered.append(CaseRunner.plain(made.layoutCase)) }
    }
    var results: [[SolveResult]] = []
    for (position, strategy) in strategies.enumerated() {
      var own: [SolveResult] = []
      try measure(2 + position) { () throws(InternalError) in
        for made in lowered { own.append(strategy.solver.solve(made.system, limit: .standard)) }
      }
      results.append(own)
    }
    let answers = try solveExactly(lowered)
    try judge(results, lowered, answers)
    try measure(checkerStage + 2) { () throws(InternalError) in
      for (index, made) in generated.enumerated() {
        guard let answer = answers[index] else { continue }
        if let problem = made.disagreement(with: answer, of: lowered[index]) {
          throw InternalError(problem, on: made.layoutCase)
        }
      }
    }
    cases += generated.count
    for made in generated { viewCounts.append(made.layoutCase.views.count) }
    for made in lowered { constraints += made.system.constraintCount }
  }

  /// The exact answers; nil where the oracle reached its limit.
  private mutating func solveExactly(
    _ lowered: [LoweredCase]
  ) throws(InternalError) -> [ExactAnswer?] {
    var answers: [ExactAnswer?] = []
    try measure(oracleStage) { () throws(InternalError) in
      for made in lowered { answers.append(try Self.answer(to: made)) }
    }
    let watch = Stopwatch()
    for (made, answer) in zip(lowered, answers) {
      guard let answer else { continue }
      do throws(OracleError) {
        try ExactOracle.check(answer, to: made.system)
      } catch {
        throw InternalError("the checker changes its mind: \(error)", on: made.layoutCase)
      }
    }
    let checking = watch.elapsed().cpu
    shares[checkerStage].nanoseconds += checking
    // The oracle has checked its answers, too.
    shares[oracleStage].nanoseconds -= min(checking, shares[oracleStage].nanoseconds)
    for case let answer? in answers {
      certified += 1
      oraclePivots += answer.pivots
      if answer.usedBigIntegers { bigIntegerCases += 1 }
    }
    return answers
  }

  private static func answer(to made: LoweredCase) throws(InternalError) -> ExactAnswer? {
    do throws(OracleError) {
      return try ExactOracle.solve(made.system)
    } catch .limitReached {
      return nil
    } catch {
      throw InternalError("\(error)", on: made.layoutCase)
    }
  }

  private mutating func judge(
    _ results: [[SolveResult]], _ lowered: [LoweredCase], _ answers: [ExactAnswer?]
  ) throws(InternalError) {
    var wrong = 0
    try measure(checkerStage + 1) { () throws(InternalError) in
      for own in results {
        for (index, result) in own.enumerated() {
          guard let answer = answers[index] else { continue }
          do throws(OracleError) {
            let judgement = try Oracles.judge(result, of: lowered[index].system, against: answer)
            if judgement.verdict.isFailure { wrong += 1 }
          } catch {
            throw InternalError("\(error)", on: lowered[index].layoutCase)
          }
        }
      }
    }
    wrongAnswers += wrong
  }

  private mutating func measure(
    _ stage: Int, _ work: () throws(InternalError) -> Void
  ) throws(InternalError) {
    let watch = Stopwatch()
    try work()
    shares[stage].nanoseconds += watch.elapsed().cpu
  }
}
