// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
import Display
import Judging
import Platform
import Pools
import Processes

/// A run of changed and generated documents through `check` and its relatives.
///
/// The documents depend only on the seed and the given documents.
package struct DocumentCampaign: Sendable {
  /// The settings of a campaign.
  package struct Settings: Sendable {
    package var seed: UInt64
    /// The number of documents; nil for a campaign that ends by time.
    package var caseCount: Int?
    package var nanosecondsMax: UInt64?
    package var jobs: Int
    package var minimizes: Bool
    /// The folder of the findings; nil keeps nothing on disk.
    package var outputFolder: String?

    package init(
      seed: UInt64, caseCount: Int?, nanosecondsMax: UInt64?, jobs: Int, minimizes: Bool,
      outputFolder: String?
    ) {
      self.seed = seed
      self.caseCount = caseCount
      self.nanosecondsMax = nanosecondsMax
      self.jobs = jobs
      self.minimizes = minimizes
      self.outputFolder = outputFolder
    }
  }

  /// A document and what trying it showed.
  private enum Trial: Sendable {
    case result(DocumentMarkup, DocumentProbe.Result)
    case internalError(InternalError)
    case stopped(SpawnError?)
  }

  private let settings: Settings
  private let source: DocumentSource
  private let desk: DocumentDesk
  private let minimizing: MinimizingTime
  private let now: @Sendable () -> UInt64
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - settings: the settings.
  ///   - documents: the real documents; may be empty.
  ///   - desk: the processes; the campaign ends them.
  ///   - minimizing: the time limits of minimization.
  ///   - now: returns nanoseconds since some fixed moment.
  ///   - isStopped: whether the campaign is stopped.
  package init(
    _ settings: Settings, documents: [DocumentMarkup], desk: DocumentDesk,
    minimizing: MinimizingTime, now: @escaping @Sendable () -> UInt64,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.settings = settings
    source = DocumentSource(seed: settings.seed, documents: documents)
    self.desk = desk
    self.minimizing = minimizing
    self.now = now
    self.isStopped = isStopped
  }

  /// Runs the campaign to its end and ends the processes.
  ///
  /// - Parameter onProgress: called on the calling thread after each document.
  /// - Returns: the result of all completed documents.
  /// - Throws: `WriteError` when a finding cannot be stored.
  package func run(
    onProgress: (CampaignProgress) -> Void = { _ in }
  ) throws(WriteError) -> DocumentResult {
    defer { desk.endAll() }
    let (start, now, isStopped) = (now(), now, isStopped)
    let elapsed: @Sendable () -> UInt64 = { now().elapsed(since: start) }
    let limit = settings.nanosecondsMax
    let shouldStop: @Sendable () -> Bool = {
      isStopped() || limit.map { elapsed() >= $0 } ?? false
    }
    var collector = DocumentCollector(settings, desk, minimizing, isStopped: isStopped)
    var result = DocumentResult(seed: settings.seed)
    var progress = CampaignProgress(caseLimit: settings.caseCount)
    var writeError: WriteError?
    OrderedPool(jobs: settings.jobs).run(
      count: settings.caseCount, shouldStop: shouldStop,
      unit: { trial($0) },
      fold: { index, trial in
        switch trial {
        case .stopped(let error):
          result.spawnError = error
          return .stop
        case .internalError(let error):
          result.internalError = error.message
          return .stop
        case .result(let document, let found):
          result.note(document, found)
          do throws(WriteError) {
            let before = collector.findings.count
            if let mistake = found.mistake {
              try collector.take(document, mistake, case: index, elapsed)
            }
            progress.update(
              cases: result.cases, findings: collector.findings.count, elapsed: elapsed(),
              isNew: collector.findings.count > before)
          } catch {
            writeError = error
            return .stop
          }
          onProgress(progress)
          return .next
        }
      })
    if let writeError { throw writeError }
    result.nanoseconds = elapsed()
    result.findings = collector.findings
    return result
  }

  private func trial(_ index: Int) -> Trial {
    do throws(InternalError) {
      let document = try source.document(index)
      switch desk.outcome(of: document) {
      case .result(let result): return .result(document, result)
      case .stopped(let error): return .stopped(error)
      }
    } catch {
      return .internalError(error)
    }
  }
}
