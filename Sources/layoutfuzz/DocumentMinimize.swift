// SPDX-License-Identifier: MIT

import Display
import DocumentCampaigns
import Judging
import Minimization
import ToolSupport

/// `layoutfuzz minimize` of a finding about `check`: a smaller document on which it fails in the
/// same way.
enum DocumentMinimize {
  /// Minimizes the document of a file.
  ///
  /// - Throws: `.badInput` when `check` does not fail on it.
  static func run(_ path: String, _ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    for option in ["strategy", "scope"] where arguments.text(option) != nil {
      throw .usage(
        "'--\(option)' does not apply to the document of a finding", seeHelpOf: arguments.command)
    }
    let document = try ReplayedDocument.document(path)
    let output = try CaseOutput(
      arguments.text("output"), inputs: [path], force: arguments.has("force"), isDocument: true,
      command: "minimize")
    Interruption.watch()
    let desk = try DocumentFuzz.desk(arguments, jobs: 1)
    defer { desk.endAll() }
    guard let failure = try failure(of: document, path, at: desk) else {
      Console.note("stopped before anything was tried")
      return Interruption.exitCode ?? .nothingFound
    }
    let time = try MinimizingOptions.time(arguments)
    let result = Heartbeat.during("minimize") {
      time.measure(countsRuns: failure.verdict.endsProcess) { isOver in
        desk.minimize(
          document, failure, isStopped: { Interruption.signal != 0 || isOver() })
      }
    }
    try output.write(result.subject.bytes)
    Console.note(
      "\(failure.accusedName) \(failure.kind): \(document.recordSize.text) -> "
        + result.subject.recordSize.text
        + MinimizingOptions.summary(end: result.end.rawValue, calls: result.runs))
    return Interruption.exitCode ?? .nothingFound
  }

  /// Returns the failure of `check` on a document; nil when the run is stopped.
  private static func failure(
    of document: DocumentMarkup, _ path: String, at desk: DocumentDesk
  ) throws(CommandFailure) -> DocumentFailure? {
    switch desk.outcome(of: document, isOver: { Interruption.signal != 0 }) {
    case .result(let result):
      guard let mistake = result.mistake else {
        throw .badInput(at: path, "nothing to minimize: 'check' does not fail on this document")
      }
      return DocumentFailure(mistake)
    case .stopped(let error?): throw SupervisionOptions.unavailable(error)
    case .stopped(nil): return nil
    }
  }
}
