// SPDX-License-Identifier: MIT

import CorpusStore
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
    let single = ["strategy", "scope", "jobs"].filter { arguments.text($0) != nil }
    let repeated = ["external", "engine"].filter { !arguments.texts($0).isEmpty }
    if let option = (single + repeated).first {
      throw .usage(
        "'--\(option)' does not apply to the document of a finding", seeHelpOf: arguments.command)
    }
    if arguments.text("output")?.ends(with: ".json") == true {
      throw .usage(
        "the document of a finding is no case; fix: give a name as small.storyboard",
        seeHelpOf: arguments.command)
    }
    let stored = try StoredDocument.load(path)
    let document = stored.document
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
    if let known = stored.failure,
      (known.accused, known.verdict) != (failure.accused, failure.verdict)
    {
      Console.note("it fails in another way than the finding, \(known.accused) \(known.kind)")
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
      "\(failure.accused.name) \(failure.kind): \(document.recordSize.text) -> "
        + result.subject.recordSize.text
        + MinimizingOptions.summary(end: result.end.rawValue, calls: result.runs))
    if result.end == .stopped {
      Console.note("  for a smaller one give it more time: --\(MinimizingOptions.name) 2m")
    }
    return Interruption.exitCode ?? .nothingFound
  }

  /// Returns the failure of `check` on a document; nil when the run is stopped.
  private static func failure(
    of document: DocumentMarkup, _ path: String, at desk: DocumentDesk
  ) throws(CommandFailure) -> FailureIdentity? {
    switch desk.outcome(of: document, isOver: { Interruption.signal != 0 }) {
    case .result(let result):
      guard let mistake = result.mistake else {
        throw .badInput(at: path, "nothing to minimize: 'check' does not fail on this document")
      }
      return mistake.failure
    case .stopped(let error?): throw SupervisionOptions.unavailable(error)
    case .stopped(nil): return nil
    }
  }
}
