// SPDX-License-Identifier: MIT

import CorpusStore
import EngineScripts
import Engines
import ExternalSolvers
import Oracles

/// The results of a campaign against layout engines so far, folded from batches in order, on one
/// thread.
struct EngineTally {
  private(set) var counts: EngineCounts
  private var list: FindingList<EngineScript>
  private(set) var isFinished = false
  private var problem: EngineRunner.Failure?
  /// The number of failures by engine and verdict.
  private var verdicts: [String: Int] = [:]
  private let settings: EngineSettings
  private let time: MinimizingTime
  private let isStopped: @Sendable () -> Bool

  /// The failures of one verdict that are examined before ever fewer are.
  private static let examinedPerVerdict = 64

  init(
    _ settings: EngineSettings, minimizing time: MinimizingTime,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    counts = EngineCounts(engines: settings.pools.count)
    list = FindingList(outputFolder: settings.outputFolder)
    self.settings = settings
    self.time = time
    self.isStopped = isStopped
  }

  var findings: [EngineFinding] { list.findings }

  /// - Parameters:
  ///   - batch: the next batch.
  ///   - elapsed: returns the nanoseconds since the start.
  mutating func fold(_ batch: EngineBatch, elapsed: () -> UInt64) throws(WriteError) {
    counts += batch.counts
    for failing in batch.failing where problem == nil { try take(failing, elapsed) }
    switch batch.end {
    case nil: break
    case .stopped: isFinished = true
    case .failure(let failure):
      problem = problem ?? failure
      isFinished = true
    }
  }

  private mutating func take(
    _ failing: FailingEngineScript, _ elapsed: () -> UInt64
  ) throws(WriteError) {
    let name = "\(failing.runner.pool.command.name) \(failing.verdict)"
    let seen = verdicts[name, default: 0] + 1
    verdicts[name] = seen
    guard seen <= Self.examinedPerVerdict || seen & (seen - 1) == 0 else { return }
    let draft = try list.begin(failing.script)
    let look = FailingEngineLook(failing: failing, isStopped: isStopped)
    let examined = look.examined()
    let number = list.count(examined.failure)
    let minimizes = settings.minimizes && !time.isOver
    guard FindingList<EngineScript>.isWorthExamining(number, minimizes: minimizes) else {
      list.discard(draft)
      return
    }
    let finding = look.finding(
      examined, seed: settings.seed, minimizing: minimizes ? time : nil)
    try list.add(
      finding, of: failing.script, draft, case: failing.index, nanoseconds: elapsed())
  }

  func result(nanoseconds: UInt64) -> EngineResult {
    EngineResult(
      settings: settings, counts: counts, nanoseconds: nanoseconds, findings: findings,
      problem: problem)
  }
}

/// The result of a campaign against layout engines.
package struct EngineResult: Sendable {
  package let settings: EngineSettings
  package let counts: EngineCounts
  package let nanoseconds: UInt64
  /// The findings in order of the case that first showed them.
  package let findings: [EngineFinding]
  /// The reason why the campaign ended early; nil without one.
  package let problem: EngineRunner.Failure?

  package var casesPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(counts.cases) * 1e9 / Double(nanoseconds)
  }

  /// The engines, with whether at least one reading has a verdict.
  package var programs: [(name: String, isJudged: Bool)] {
    zip(settings.pools, counts.engines).map { ($0.command.name, $1.hasVerdict) }
  }
}
