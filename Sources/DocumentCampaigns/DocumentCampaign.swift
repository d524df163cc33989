// SPDX-License-Identifier: MIT

import CampaignEngine
import Clocks
import CorpusStore
import Diagnosis
import Digests
import Display
import JSON
import Judging
import Pools
import Processes

/// A run of changed and generated documents through `check` and its relatives.
///
/// The documents depend only on the seed and the given documents.
package struct DocumentCampaign: Sendable {
  /// The file from which a campaign resumes after a kill.
  package typealias Progress = ResumeFile<DocumentTally.State>

  /// The settings of a campaign.
  package struct Settings: ResumableSettings {
    package var seed: UInt64
    /// The number of documents; nil for a campaign that ends by time.
    package var caseCount: Int?
    package var nanosecondsMax: UInt64?
    package var jobs: Int
    package var minimizes: Bool
    /// The folder of the findings; nil keeps nothing on disk.
    package var outputFolder: String?
    /// The real documents; may be empty.
    package var documents: [DocumentMarkup]

    package init(
      seed: UInt64, caseCount: Int?, nanosecondsMax: UInt64?, jobs: Int, minimizes: Bool,
      outputFolder: String?, documents: [DocumentMarkup]
    ) {
      self.documents = documents
      self.seed = seed
      self.caseCount = caseCount
      self.nanosecondsMax = nanosecondsMax
      self.jobs = jobs
      self.minimizes = minimizes
      self.outputFolder = outputFolder
    }

    /// All that determines the results, except the build of the tool.
    package var identity: JSONValue {
      [
        "layoutfuzz": .string(ToolVersion.current), "kind": "documents",
        "seed": .string("\(seed)"), "cases": caseCount.map { .number($0) } ?? .null,
        "nanosecondsMax": nanosecondsMax.map { .number($0) } ?? .null,
        "minimizes": .bool(minimizes),
        "documents": .string(documentsHash),
      ]
    }

    /// The hash of the real documents, in their order.
    private var documentsHash: String {
      var hash = StableHash()
      for document in documents { document.bytes.withUnsafeBytes { hash.combine($0) } }
      return String(hash.finalize(), radix: 16)
    }
  }

  /// A document and what trying it showed.
  private enum Trial: Sendable {
    case result(DocumentMarkup, DocumentProbe.Result)
    case internalError(InternalError)
    case stopped(SpawnError?)
  }

  private let settings: Settings
  private let file: Progress?
  private let source: DocumentSource
  private let desk: DocumentDesk
  private let minimizing: MinimizingTime
  private let now: @Sendable () -> UInt64
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - settings: the settings.
  ///   - file: the file that records the progress, and from which the campaign resumes; nil for a
  ///     campaign that always starts at its first document.
  ///   - desk: the processes; the campaign ends them.
  ///   - minimizing: the time limits of minimization.
  ///   - now: returns nanoseconds since some fixed moment.
  ///   - isStopped: whether the campaign is stopped.
  package init(
    _ settings: Settings, progress file: Progress? = nil, desk: DocumentDesk,
    minimizing: MinimizingTime, now: @escaping @Sendable () -> UInt64,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.settings = settings
    self.file = file
    source = DocumentSource(seed: settings.seed, documents: settings.documents)
    self.desk = desk
    self.minimizing = minimizing
    self.now = now
    self.isStopped = isStopped
  }

  /// Runs the campaign to its end and ends the processes.
  ///
  /// - Parameter onProgress: called on the calling thread after each document.
  /// - Returns: the result of all completed documents, including those of a resumed run.
  /// - Throws: `WriteError` when a finding cannot be stored.
  package func run(
    onProgress: @escaping (CampaignProgress) -> Void = { _ in }
  ) throws(WriteError) -> DocumentResult {
    defer { desk.endAll() }
    let (begun, now, isStopped) = (now(), now, isStopped)
    let past = file?.start?.nanoseconds ?? 0
    let elapsed: @Sendable () -> UInt64 = { past.later(by: now().elapsed(since: begun)) }
    let limit = settings.nanosecondsMax
    let shouldStop: @Sendable () -> Bool = {
      isStopped() || limit.map { elapsed() >= $0 } ?? false
    }
    let early = early(elapsed)
    let inbox = early?.inbox
    var tally = tally(early)
    var keeper = ProgressKeeper(file, tally)
    var progress = CampaignProgress(caseLimit: settings.caseCount)
    // The closure has the progress, and must not outlive this call.
    early?.onWait = { onProgress(progress.examining($0, elapsed: $1)) }
    defer { early?.onWait = nil }
    var writeError: WriteError?
    let first = file?.start?.batches ?? 0
    OrderedPool(jobs: settings.jobs).run(
      count: settings.caseCount.map { max(0, $0 - first) }, shouldStop: shouldStop,
      unit: { unit in
        let trial = trial(first + unit, isOver: shouldStop)
        if case .result(let document, let found) = trial, let mistake = found.mistake {
          inbox?.post([FailingDocument(index: first + unit, document, mistake)])
        }
        return trial
      },
      whileWaiting: { early?.storeArrived() },
      fold: { _, trial in
        switch trial {
        case .stopped(let error):
          if let error { tally.end(.spawn(error)) }
          return .stop
        case .internalError(let error):
          tally.end(.internalError(error.message))
          return .stop
        case .result(let document, let found):
          do throws(WriteError) {
            let before = tally.findings.count
            try tally.fold(document, found, elapsed: elapsed)
            progress.update(
              cases: tally.counts.cases, findings: tally.findings.count, elapsed: elapsed(),
              isNew: tally.findings.count > before)
            try keeper.folded(tally, nanoseconds: elapsed(), isWhole: !isStopped())
          } catch {
            writeError = error
            return .stop
          }
          onProgress(progress)
          return .next
        }
      })
    early?.settle(before: Int.max)
    if let writeError { throw writeError }
    let isWhole = !isStopped() || tally.counts.cases == settings.caseCount
    try keeper.ended(tally, isDone: isWhole && tally.problem == nil)
    return DocumentResult(seed: settings.seed, tally, nanoseconds: elapsed())
  }

  /// The store of failures that arrive before their turn; nil when nothing is stored.
  private func early(_ elapsed: @escaping () -> UInt64) -> EarlyFailures<FailingDocument>? {
    guard let output = settings.outputFolder else { return nil }
    // Those of a killed run are found again. The lock of the progress file covers the folder.
    if file != nil { FindingStore(output: output).discardUnfinished() }
    return EarlyFailures(output: output, elapsed: elapsed)
  }

  private func tally(_ early: EarlyFailures<FailingDocument>?) -> DocumentTally {
    DocumentTally(
      settings, from: file?.start?.tally, desk, minimizing: minimizing, early: early,
      isStopped: isStopped)
  }

  private func trial(_ index: Int, isOver: () -> Bool) -> Trial {
    do throws(InternalError) {
      let document = try source.document(index)
      switch desk.outcome(of: document, isOver: isOver) {
      case .result(let result): return .result(document, result)
      case .stopped(let error): return .stopped(error)
      }
    } catch {
      return .internalError(error)
    }
  }
}
