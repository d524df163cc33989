// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import EngineScripts
import Engines
import ExternalSolvers
import Judging
import Oracles
import Platform

/// A run of scripts for layout engines generated from a seed: each engine gets scripts within its
/// own offer, and every reading is judged exactly.
///
/// The scripts and their exact answers depend on the seed and the offers alone.
package struct EngineCampaign: Sendable {
  package let settings: EngineSettings
  private let now: @Sendable () -> UInt64
  private let isStopped: @Sendable () -> Bool
  private let minimizing: MinimizingTime

  /// - Parameters:
  ///   - settings: the settings.
  ///   - minimizing: the time limits of minimization; nil for the usual time for each finding.
  ///   - now: returns nanoseconds since some fixed moment.
  ///   - isStopped: whether the campaign is stopped.
  package init(
    _ settings: EngineSettings, minimizing: MinimizingTime? = nil,
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.settings = settings
    self.minimizing = minimizing ?? MinimizingTime(now: now)
    self.now = now
    self.isStopped = isStopped
  }

  /// Runs the campaign to its end and ends the processes.
  ///
  /// - Parameter onProgress: called on the calling thread after each batch.
  /// - Throws: `WriteError` when a finding cannot be stored; the campaign has ended then.
  package func run(
    onProgress: (CampaignProgress) -> Void = { _ in }
  ) throws(WriteError) -> EngineResult {
    let start = now()
    let runner = EngineBatchRunner(settings)
    let (now, isStopped, limit) = (now, isStopped, settings.nanosecondsMax)
    // Examining and minimizing failures may extend the campaign to at most twice its time limit.
    var tally = EngineTally(
      settings, minimizing: minimizing,
      isStopped: { isStopped() || limit.map { now().elapsed(since: start) / 2 >= $0 } ?? false })
    let shouldStop: @Sendable () -> Bool = {
      isStopped() || limit.map { now().elapsed(since: start) >= $0 } ?? false
    }
    var progress = CampaignProgress()
    var writeError: WriteError?
    OrderedPool(jobs: settings.jobs).run(
      count: runner.batchCount, shouldStop: shouldStop,
      unit: { runner.run(batch: $0, shouldStop: shouldStop) },
      fold: { _, batch in
        do throws(WriteError) {
          let before = tally.findings.count
          try tally.fold(batch, elapsed: { now().elapsed(since: start) })
          progress.update(
            cases: tally.counts.cases, findings: tally.findings.count,
            elapsed: now().elapsed(since: start), isNew: tally.findings.count > before)
        } catch {
          writeError = error
          return .stop
        }
        onProgress(progress)
        return tally.isFinished ? .stop : .next
      })
    for pool in settings.pools { pool.endAll() }
    if let writeError { throw writeError }
    return tally.result(nanoseconds: now().elapsed(since: start))
  }
}

/// The results of some consecutive scripts.
struct EngineBatch: Sendable {
  var counts: EngineCounts
  var failing: [FailingEngineScript] = []
  /// The event that ends the campaign; nil while it continues.
  var end: End?

  enum End: Sendable {
    case stopped
    case failure(EngineRunner.Failure)
  }
}

/// A runner of batches of scripts, shared by all workers.
struct EngineBatchRunner: Sendable {
  static let casesPerBatch = 4

  private let settings: EngineSettings

  init(_ settings: EngineSettings) { self.settings = settings }

  var batchCount: Int? {
    settings.caseCount.map { ($0 + Self.casesPerBatch - 1) / Self.casesPerBatch }
  }

  /// - Parameters:
  ///   - number: the number of the batch.
  ///   - shouldStop: called before each script but the first; each may take the time limit of each
  ///     engine.
  func run(batch number: Int, shouldStop: () -> Bool) -> EngineBatch {
    var batch = EngineBatch(counts: EngineCounts(engines: settings.pools.count))
    let first = number * Self.casesPerBatch
    for index in first..<min(first + Self.casesPerBatch, settings.caseCount ?? Int.max) {
      if index > first, shouldStop() {
        batch.end = .stopped
        break
      }
      // A case that is cut short does not count, not even in part.
      var next = batch
      run(case: index, into: &next)
      if next.end != nil {
        batch.end = next.end
        break
      }
      batch = next
    }
    return batch
  }

  private func run(case index: Int, into batch: inout EngineBatch) {
    var hasher = StableHash()
    for (position, pool) in settings.pools.enumerated() {
      let runner = EngineRunner(pool)
      let script = EngineGenerator(runner.offer).script(
        seed: caseSeed(campaign: settings.seed, index: index))
      hasher.combine(String(decoding: script.encoded, as: UTF8.self))
      let truth: EngineTruth
      do throws(OracleError) {
        truth = try EngineTruth(of: script, runner.offer)
      } catch .limitReached {
        batch.counts.skip(engine: position)
        continue
      } catch {
        batch.end = .failure(.oracle(error))
        return
      }
      do throws(EngineRunner.Failure) {
        guard case .judged(let judgement, _) = try runner.run(script, truth) else {
          batch.end = .stopped
          return
        }
        batch.counts.count(judgement, engine: position)
        if let verdict = judgement.failure {
          batch.failing.append(
            FailingEngineScript(
              index: index, script: script, judgement: judgement, verdict: verdict,
              runner: runner))
        }
      } catch {
        batch.end = .failure(error)
        return
      }
    }
    batch.counts.end(case: index, hash: hasher.finalize())
  }
}
