// SPDX-License-Identifier: MIT

import Display
import DocumentCampaigns
import JSON
import StoredRuns
import ToolSupport

/// A document of a finding about `check`, run again as `fuzz --check` ran it.
struct ReplayedDocument: ReplayedInput {
  let path: String
  /// The first mistake; nil for a healthy run.
  let mistake: DocumentProbe.Mistake?

  /// Runs a document again; nil when the run is stopped.
  ///
  /// - Parameters:
  ///   - path: the document.
  ///   - desk: the processes in which documents are tried.
  /// - Throws: `.badInput` for a file that is no XML document, `.unavailable` when no process can
  ///   be started.
  init?(_ path: String, at desk: DocumentDesk) throws(CommandFailure) {
    let document = try Self.document(path)
    switch desk.outcome(of: document) {
    case .result(let found): mistake = found.mistake
    case .stopped(let error?): throw SupervisionOptions.unavailable(error)
    case .stopped(nil): return nil
    }
    self.path = path
  }

  /// Reads the document of a file.
  static func document(_ path: String) throws(CommandFailure) -> DocumentMarkup {
    guard let document = DocumentMarkup(try InputFiles.contents(ofFile: path)) else {
      throw .badInput(at: path, "not an XML document")
    }
    return document
  }

  private var verdict: String { mistake?.verdict.name ?? "pass" }

  var isFinding: Bool { true }

  var verdicts: [ReplayVerdicts.Answer] { [("check", verdict, mistake != nil)] }

  func lines(_ palette: Palette) -> [String] {
    let start = "\(Printable.line(path)): "
    guard let mistake else { return [start + palette.green("fixed")] }
    return [start + palette.red("still open"), "  " + ShownText.sentence(mistake.sentence)]
  }

  var json: JSONValue {
    [
      "path": .string(path), "verdict": .string(verdict),
      "summary": mistake.map { .string($0.sentence) } ?? .null,
    ]
  }
}
