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
  /// Whether it has the content with which it was stored.
  private let isUnchanged: Bool

  /// Reads a document, and the record of its finding.
  ///
  /// - Throws: `.badInput` for a file that is no XML document, and for a record that cannot be
  ///   read.
  static func load(_ path: String) throws(CommandFailure) -> StoredDocument {
    let bytes = try InputFiles.contents(ofFile: path)
    guard let document = DocumentMarkup(bytes) else {
      throw .badInput(at: path, "not an XML document")
    }
    let folder = PathText.split(path).folder
    let isUnchanged = FindingStore.isUnchanged(bytes, in: folder)
    guard InputFiles.fileExists("\(folder)/\(FindingFiles.recordName)") else {
      return StoredDocument(path: path, document: document, failure: nil, isUnchanged: isUnchanged)
    }
    do throws(LoadError) {
      let record = try FindingStore.record(in: folder)
      // The folder of a finding about another subject may have a document, too.
      let failure = record?.subject == .document ? record?.failure : nil
      return StoredDocument(
        path: path, document: document, failure: failure, isUnchanged: isUnchanged)
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
      return Replay(path: path, stored: failure, [answer(part, mistake, found.isUsable)])
    case .stopped(let error?): throw SupervisionOptions.unavailable(error)
    case .stopped(nil): return nil
    }
  }

  private func answer(
    _ part: String, _ mistake: DocumentProbe.Mistake?, _ isUsable: Bool
  ) -> ReplayedAnswer {
    if let mistake { return ReplayedAnswer(part, .failure(mistake.verdict), mistake.sentence) }
    // A damaged document says nothing about the fault.
    return isUsable || isUnchanged
      ? ReplayedAnswer(part, .pass, "no part of the tool contradicts itself")
      : ReplayedAnswer(part, .undecided, "the document was changed since, and check refuses it")
  }
}
