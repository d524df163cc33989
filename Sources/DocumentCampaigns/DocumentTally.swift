// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
import JSON
import Processes

/// The results of a campaign of documents so far, folded in order of documents, on one thread.
package struct DocumentTally: FoldedTally {
  /// A document and what trying it showed.
  package enum TriedDocument: Sendable {
    case result(DocumentMarkup, DocumentProbe.Result)
    case internalError(InternalError)
    case stopped(SpawnError?)
  }

  private(set) var counts: DocumentCounts
  private var collector: FindingCollector<FailingDocumentLook>
  private let desk: DocumentDesk
  private let early: EarlyFailures<FailingDocument>?
  private let isStopped: @Sendable () -> Bool
  /// The reason why the campaign ended early; nil without one.
  private(set) var problem: DocumentResult.Problem?

  /// - Parameters:
  ///   - settings: the settings of the campaign.
  ///   - start: the state of the campaign that is resumed; nil for a new one.
  ///   - desk: the processes in which documents are tried.
  ///   - time: the time limits of minimization.
  ///   - early: stores documents that fail before their turn; nil when nothing is stored.
  ///   - isStopped: whether the campaign is stopped.
  init(
    _ settings: DocumentCampaign.Settings, from start: State?, _ desk: DocumentDesk,
    minimizing time: MinimizingTime, early: EarlyFailures<FailingDocument>? = nil,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    counts = start?.counts ?? DocumentCounts()
    collector = FindingCollector(
      seed: settings.seed, outputFolder: settings.outputFolder,
      from: .init(list: start?.findings ?? .init()),
      minimizing: settings.minimizes ? MinimizingTerms(jobs: settings.jobs, time: time) : nil,
      hasRounds: false, during: early)
    self.desk = desk
    self.early = early
    self.isStopped = isStopped
  }

  var findings: [DocumentFinding] { collector.findings }
  package var newFolders: [String] { collector.newFolders }
  /// Whether the campaign ended early: a resumed one tries the last document again.
  package var hasInternalErrors: Bool { problem != nil }
  package var state: State { State(counts: counts, findings: collector.state.list) }

  package var progress: (cases: Int, findings: Int) { (counts.cases, findings.count) }

  /// Adds the next document.
  ///
  /// - Parameters:
  ///   - tried: the document and what trying it showed.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Returns: `.dropped` for a document that was not tried to the end.
  /// - Throws: `WriteError` when a finding cannot be stored.
  package mutating func fold(
    _ tried: TriedDocument, elapsed: () -> UInt64
  ) throws(WriteError) -> FoldedShare {
    switch tried {
    case .stopped(let error):
      if let error { problem = .spawn(error) }
      return .dropped
    case .internalError(let error):
      problem = .internalError(error.message)
      return .dropped
    case .result(let document, let result):
      try add(document, result, elapsed)
      return .examined
    }
  }

  private mutating func add(
    _ document: DocumentMarkup, _ result: DocumentProbe.Result, _ elapsed: () -> UInt64
  ) throws(WriteError) {
    let index = counts.cases
    counts.note(document, result)
    defer { early?.settle(before: index + 1) }
    guard let mistake = result.mistake else { return }
    early?.begin(index)
    early?.examine(mistake.verdict, of: mistake.part.rawValue)
    let look = FailingDocumentLook(
      subject: document, mistake: mistake, index: index, desk: desk, isStopped: isStopped)
    if collector.wants(collector.count(look.known)) { try collector.examine(look, elapsed) }
  }

  /// The state from which a campaign resumes.
  package struct State: ResumableState {
    let counts: DocumentCounts
    let findings: FindingList<DocumentMarkup>.State

    package var casesDone: Int { counts.cases }
  }
}

// MARK: - JSON

extension DocumentTally.State {
  package var json: JSONValue { ["counts": counts.json, "documents": findings.json] }

  package init(_ value: JSONValue, of _: DocumentCampaign.Settings) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "the tally of a campaign of documents", keys: ["counts", "documents"])
    counts = try DocumentCounts(try reader.required("counts"))
    findings = try .init(try reader.required("documents"))
  }
}
