// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import DocumentCampaigns
import Processes
import StoredRuns
import ToolSupport

/// A document of a finding about `check` on disk.
struct StoredDocument {
  let path: String
  let document: DocumentMarkup
  /// The failure of the finding; nil without a record in its folder.
  let failure: FailureIdentity?

  /// Reads a document, and the record of its finding.
  ///
  /// - Throws: `.badInput` for a file that is no XML document.
  static func load(_ path: String) throws(CommandFailure) -> StoredDocument {
    guard let document = DocumentMarkup(try InputFiles.contents(ofFile: path)) else {
      throw .badInput(at: path, "not an XML document")
    }
    let record = try? FindingStore.record(in: PathText.split(path).folder)
    return StoredDocument(path: path, document: document, failure: record?.failure)
  }

  /// Runs the document again as `fuzz --check` ran it; nil when the run is stopped.
  ///
  /// - Parameter desk: the processes in which documents are tried.
  /// - Throws: `.unavailable` when no process can be started.
  func replay(at desk: DocumentDesk) throws(CommandFailure) -> Replay? {
    switch desk.outcome(of: document) {
    case .result(let found):
      let mistake = found.mistake
      // All parts of the work were run, until the first mistake.
      let part = failure?.accused.name ?? mistake?.part.rawValue ?? DocumentProbe.Part.check.rawValue
      let answer = ReplayedAnswer(
        part, mistake.map { .failure($0.verdict) } ?? .pass,
        mistake?.sentence ?? "no part of the tool contradicts itself")
      return Replay(path: path, stored: failure, [answer])
    case .stopped(let error?): throw SupervisionOptions.unavailable(error)
    case .stopped(nil): return nil
    }
  }
}
