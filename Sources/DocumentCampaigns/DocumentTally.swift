// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import JSON

/// The results of a campaign of documents so far, folded in order of documents, on one thread.
package struct DocumentTally: ResumableTally {
  private(set) var counts: DocumentCounts
  private var collector: DocumentCollector
  /// The reason why the campaign ended early; nil without one.
  private(set) var problem: DocumentResult.Problem?

  /// - Parameters:
  ///   - start: the state of the campaign that is resumed; nil for a new one.
  ///   - collector: the collector of a new campaign.
  init(from start: State?, _ collector: DocumentCollector) {
    counts = start?.counts ?? DocumentCounts()
    self.collector = collector
  }

  var findings: [DocumentFinding] { collector.findings }
  package var newFolders: [String] { collector.newFolders }
  /// Whether the campaign ended early: a resumed one tries the last document again.
  package var hasInternalErrors: Bool { problem != nil }
  package var state: State { State(counts: counts, findings: collector.state) }

  /// Adds the next document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - result: what trying it showed.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Throws: `WriteError` when a finding cannot be stored.
  mutating func fold(
    _ document: DocumentMarkup, _ result: DocumentProbe.Result, elapsed: () -> UInt64
  ) throws(WriteError) {
    let index = counts.cases
    counts.note(document, result)
    if let mistake = result.mistake {
      try collector.take(document, mistake, case: index, elapsed)
    }
  }

  mutating func end(_ problem: DocumentResult.Problem) { self.problem = problem }

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
