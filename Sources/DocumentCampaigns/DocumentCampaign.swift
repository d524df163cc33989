// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
import Digests
import Display
import JSON
import Judging
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
  /// - Parameter onProgress: called on the calling thread after each document, and while a
  ///   failure is examined that is stored.
  /// - Returns: the result of all completed documents, including those of a resumed run.
  /// - Throws: `WriteError` when a finding cannot be stored.
  package func run(
    onProgress: @escaping (CampaignProgress) -> Void = { _ in }
  ) throws(WriteError) -> DocumentResult {
    defer { desk.endAll() }
    let loop = CampaignLoop<DocumentTally>(
      file, limit: settings.nanosecondsMax, now: now, isStopped: isStopped)
    let early = early(loop.elapsed)
    let (inbox, shouldStop) = (early?.inbox, loop.shouldStop)
    var tally = tally(early)
    let keeper = try loop.run(
      into: &tally, jobs: settings.jobs, count: settings.caseCount, caseLimit: settings.caseCount,
      during: early, onProgress: onProgress,
      unit: { index in
        let trial = trial(index, isOver: shouldStop)
        if case .result(let document, let found) = trial, let mistake = found.mistake {
          inbox?.post([FailingDocument(index: index, document, mistake)])
        }
        return trial
      })
    let isWhole = !isStopped() || tally.counts.cases == settings.caseCount
    try keeper.ended(tally, isDone: isWhole && tally.problem == nil)
    return DocumentResult(seed: settings.seed, tally, nanoseconds: loop.elapsed())
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

  private func trial(_ index: Int, isOver: () -> Bool) -> DocumentTally.TriedDocument {
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
