// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import ExternalSolvers
import Judging
import LinearModel
import Oracles

/// The results of a campaign against adapters so far, folded from batches in order, on one thread.
struct ExternalTally {
  private(set) var counts: ExternalCounts
  private var collector: ScriptCollector
  private(set) var isFinished = false
  private var adapterProblem: AdapterStartError?
  private var internalError: InternalError?
  private let settings: ExternalSettings
  private let early: EarlyScripts?

  init(
    _ settings: ExternalSettings, minimizing time: MinimizingTime, early: EarlyScripts? = nil,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    counts = ExternalCounts(solvers: settings.pools.count)
    collector = ScriptCollector(
      seed: settings.seed, minimizes: settings.minimizes, jobs: settings.jobs,
      outputFolder: settings.outputFolder, minimizing: time, during: early,
      isStopped: isStopped)
    self.early = early
    self.settings = settings
  }

  var findings: [ScriptFinding] { collector.findings }

  /// - Parameters:
  ///   - batch: the next batch.
  ///   - elapsed: returns the nanoseconds since the start.
  mutating func fold(_ batch: ScriptBatch, elapsed: () -> UInt64) throws(WriteError) {
    counts += batch.counts
    for failing in batch.failing where internalError == nil && adapterProblem == nil {
      early?.begin(failing.index)
      if let failure = try collector.take(failing, elapsed) { end(failure) }
    }
    if let last = batch.failing.last { early?.settle(before: last.index + 1) }
    switch batch.end {
    case nil: break
    case .stopped: isFinished = true
    case .adapter(let problem): end(.adapter(problem))
    case .internalError(let error, _): end(.internal(error))
    }
  }

  private mutating func end(_ failure: ScriptRunner.Failure) {
    isFinished = true
    switch failure {
    case .adapter(let problem): adapterProblem = adapterProblem ?? problem
    case .internal(let error): internalError = internalError ?? error
    }
  }

  func result(nanoseconds: UInt64) -> ExternalResult {
    ExternalResult(
      settings: settings, counts: counts, nanoseconds: nanoseconds, findings: findings,
      adapterProblem: adapterProblem, internalError: internalError)
  }
}
