// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import DocumentCampaigns
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
  /// - Throws: `.badInput` for a file that is no XML document, and for a record that cannot be
  ///   read.
  static func load(_ path: String) throws(CommandFailure) -> StoredDocument {
    guard let document = DocumentMarkup(try InputFiles.contents(ofFile: path)) else {
      throw .badInput(at: path, "not an XML document")
    }
    let folder = PathText.split(path).folder
    guard InputFiles.fileExists("\(folder)/\(FindingFiles.recordName)") else {
      return StoredDocument(path: path, document: document, failure: nil)
    }
    do throws(LoadError) {
      let record = try FindingStore.record(in: folder)
      return StoredDocument(path: path, document: document, failure: record?.failure)
    } catch {
      throw .badInput("\(error)")
    }
  }

  /// Runs the document again as `fuzz --check` ran it.
  ///
  /// - Parameter desk: the processes in which documents are tried.
  /// - Returns: nil when the run is stopped.
  /// - Throws: `.unavailable` when no process can be started.
  func replay(at desk: DocumentDesk) throws(CommandFailure) -> Replay? {
    switch desk.outcome(of: document) {
    case .result(let found):
      let mistake = found.mistake
      // Without a mistake all parts were run.
      let part =
        mistake?.part.rawValue ?? failure?.accused.name ?? DocumentProbe.Part.check.rawValue
      let answer = ReplayedAnswer(
        part, mistake.map { .failure($0.verdict) } ?? .pass,
        mistake?.sentence ?? "no part of the tool contradicts itself")
      return Replay(path: path, stored: failure, [answer])
    case .stopped(let error?): throw SupervisionOptions.unavailable(error)
    case .stopped(nil): return nil
    }
  }
}
