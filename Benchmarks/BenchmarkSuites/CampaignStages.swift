// SPDX-License-Identifier: MIT

import BenchmarkKit
import Diagnosis
import Judging
import LayoutGenerators
import LinearModel
import Lowering
import Oracles

/// The stages of a campaign for each case, with the CPU time of each stage.
///
/// A stage processes a whole batch of cases before the next one begins, so that reading the clock
/// costs nothing. In a campaign the oracle and its checker work together. Here answers are checked
/// once more, and that time is subtracted from the oracle's. The rest, above all the release of a
/// batch's memory, is a stage of its own: only the second check is left out.
package struct CampaignStages: Sendable {
  /// A stage with its CPU time, in nanoseconds.
  package struct Share: Sendable, Hashable {
    package let name: String
    package internal(set) var nanoseconds: UInt64 = 0
  }

  /// The stages in the order of a case.
  package private(set) var shares: [Share]
  package private(set) var cases = 0
  /// The cases whose exact answer was accepted by the checker; the others reached the oracle's
  /// limit.
  package private(set) var certified = 0
  /// The oracle's number of changes of basis.
  package private(set) var oraclePivots = 0
  /// The number of cases for which 64 bits were not enough.
  package private(set) var bigIntegerCases = 0
  /// The number of constraints of the linear systems.
  package private(set) var constraints = 0
  /// The number of answers that the judge found wrong.
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

  /// The median number of views: half of the cases have at most so many.
  package var medianViews: Int {
    viewCounts.isEmpty ? 0 : viewCounts.sorted()[(viewCounts.count - 1) / 2]
  }

  /// Runs the first cases of a campaign through all stages.
  ///
  /// - Throws: the internal errors that end a campaign.
  package mutating func run(cases count: Int, of source: CaseSource) throws(InternalError) {
    let watch = Stopwatch()
    let known = nanoseconds + shares[checkerStage].nanoseconds
    var next = 0
    while next < count {
      let end = min(next + Self.casesPerBatch, count)
      try run(next..<end, of: source)
      next = end
    }
    // Each answer was checked twice, but counts once.
    let seen = nanoseconds + shares[checkerStage].nanoseconds - known
    let whole = watch.elapsed().cpu
    shares[shares.count - 1].nanoseconds += whole - min(whole, seen)
  }

  private var oracleStage: Int { 2 + strategies.count }
  private var checkerStage: Int { oracleStage + 1 }

  /// The ratio of the time for checking to the time for finding the exact answers.
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

  /// Returns the exact answers; nil where the oracle reached its limit.
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
