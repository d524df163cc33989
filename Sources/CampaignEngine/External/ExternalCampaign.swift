// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import Digests
import ExternalSolvers
import Judging
import LinearModel
import Oracles
import Platform
import Scripts

/// A run of scripts generated from a seed: each adapter runs each of them, and every answer is
/// judged exactly.
///
/// The scripts and their exact answers depend only on the seed, and the digest covers only them.
/// The answers of adapters may vary.
package struct ExternalCampaign: Sendable {
  package let settings: ExternalSettings
  private let now: @Sendable () -> UInt64
  private let isStopped: @Sendable () -> Bool
  private let minimizing: MinimizingTime

  /// - Parameters:
  ///   - settings: the settings.
  ///   - minimizing: the time limits of minimization; nil for the usual time for each finding.
  ///   - now: returns nanoseconds since some fixed moment.
  ///   - isStopped: whether the campaign is stopped.
  package init(
    _ settings: ExternalSettings, minimizing: MinimizingTime? = nil,
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
  ) throws(WriteError) -> ExternalResult {
    let start = now()
    let runner = ScriptBatchRunner(settings)
    let (now, isStopped, limit) = (now, isStopped, settings.nanosecondsMax)
    // Examining and minimizing failures may extend the campaign to at most twice its time limit.
    let inbox = settings.outputFolder == nil ? nil : EarlyDrafts<ScriptArrival>.Inbox()
    let early = inbox.flatMap { inbox in
      settings.outputFolder.map { EarlyScripts(inbox, output: $0) }
    }
    var tally = ExternalTally(
      settings, minimizing: minimizing, early: early,
      isStopped: { isStopped() || limit.map { now().elapsed(since: start) / 2 >= $0 } ?? false })
    let shouldStop: @Sendable () -> Bool = {
      isStopped() || limit.map { now().elapsed(since: start) >= $0 } ?? false
    }
    var progress = CampaignProgress()
    var writeError: WriteError?
    OrderedPool(jobs: settings.jobs).run(
      count: runner.batchCount,
      shouldStop: shouldStop,
      unit: {
        let batch = runner.run(batch: $0, shouldStop: shouldStop)
        if !batch.failing.isEmpty { inbox?.post(ScriptArrival(scripts: batch.failing)) }
        return batch
      },
      whileWaiting: { early?.storeArrived() },
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
    early?.settle(before: Int.max)
    for pool in settings.pools { pool.endAll() }
    if let writeError { throw writeError }
    return tally.result(nanoseconds: now().elapsed(since: start))
  }
}

/// The results of some consecutive scripts.
struct ScriptBatch: Sendable {
  var counts: ExternalCounts
  var failing: [FailingScript] = []
  /// The event that ends the campaign; nil while it continues.
  var end: End?

  enum End: Sendable {
    case stopped
    case adapter(AdapterStartError)
    case internalError(InternalError, index: Int)
  }
}

/// A runner of batches of scripts, shared by all workers.
struct ScriptBatchRunner: Sendable {
  static let casesPerBatch = 4

  private let settings: ExternalSettings

  init(_ settings: ExternalSettings) { self.settings = settings }

  var batchCount: Int? {
    settings.caseCount.map { ($0 + Self.casesPerBatch - 1) / Self.casesPerBatch }
  }

  /// - Parameters:
  ///   - number: the number of the batch.
  ///   - shouldStop: called before each script but the first; each may take the time limit of each
  ///     program.
  func run(batch number: Int, shouldStop: () -> Bool = { false }) -> ScriptBatch {
    var batch = ScriptBatch(counts: ExternalCounts(solvers: settings.pools.count))
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

  private func run(case index: Int, into batch: inout ScriptBatch) {
    let (kind, script) = ScriptGenerator.script(campaign: settings.seed, index: index)
    let truth: ScriptTruth
    do throws(OracleError) {
      truth = try ScriptTruth(of: script)
    } catch .limitReached {
      batch.counts.skip(kind, case: index)
      return
    } catch {
      batch.end = .internalError(InternalError("\(error)", on: nil), index: index)
      return
    }
    var hasher = StableHash()
    hasher.combine(String(decoding: script.encoded, as: UTF8.self))
    truth.combine(into: &hasher)
    do throws(ScriptRunner.Failure) {
      for (position, pool) in settings.pools.enumerated() {
        let runner = ScriptRunner(pool)
        guard case .judged(let judgement, let isRepeatable) = try runner.run(script, truth) else {
          batch.end = .stopped
          return
        }
        batch.counts.count(judgement, solver: position)
        if let verdict = judgement.verdict.failureKind {
          batch.failing.append(
            FailingScript(
              index: index, madeFrom: kind.rawValue, script: script, verdict: verdict,
              desk: DirectScriptDesk(runner),
              seen: { ScriptExamination(judgement, on: script, by: runner) },
              isRepeatable: isRepeatable))
        }
      }
    } catch {
      switch error {
      case .adapter(let problem): batch.end = .adapter(problem)
      case .internal(let problem): batch.end = .internalError(problem, index: index)
      }
    }
    batch.counts.count(kind, hash: hasher.finalize(), case: index)
  }
}

extension ScriptTruth {
  /// Combines the exact results: the refused additions, and each level's optimum.
  func combine(into hasher: inout StableHash) {
    for expectation in expectations {
      switch expectation {
      case .done: hasher.combine(0)
      case .refused: hasher.combine(1)
      case .either: hasher.combine(2)
      case .skipped: hasher.combine(3)
      case .anything: hasher.combine(4)
      case .refusedNumber: hasher.combine(5)
      case .answer(let system):
        for level in system.answer.optimum?.levels ?? [] { hasher.combine(level.optimum) }
      }
    }
  }
}
