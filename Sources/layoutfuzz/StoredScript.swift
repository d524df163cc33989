// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import ExternalSolvers

/// A script on disk, with what was found on it, if it is part of a finding.
struct StoredScript {
  let path: String
  let script: SolverScript
  let finding: ScriptFindingRecord?

  /// Whether a file has the name of a script.
  static func isScript(_ path: String) -> Bool { path.hasSuffix(".script.json") }

  /// - Throws: `.badInput` with the place in the file and what was expected.
  static func load(_ path: String) throws(CommandFailure) -> StoredScript {
    let bytes = try InputFiles.read(path).bytes
    do throws(JSONError) {
      return StoredScript(
        path: path, script: try SolverScript(decoding: bytes), finding: finding(beside: path))
    } catch {
      throw .badInput("\(path):\(error.location): error: \(error.message)")
    }
  }

  private static func finding(beside path: String) -> ScriptFindingRecord? {
    let end = path.lastIndex(of: "/")
    let folder = end.map { String(path[..<$0]) } ?? "."
    guard path.hasSuffix("case.script.json"),
      let bytes = try? InputFiles.read("\(folder)/finding.json").bytes
    else { return nil }
    return try? ScriptFindingRecord(decoding: bytes)
  }

  /// The session that the finding is about, or the healthy one for a script that is no finding; nil for a finding
  /// against a program.
  var session: SessionTarget? {
    guard let finding else { return SessionTarget() }
    return SessionTarget(named: finding.failure.solver)
  }

  /// What to run it with: the session or the adapter that the finding is about, if it is given, else all adapters.
  ///
  /// A command in a file is never run: it is the user who says what runs.
  func runners(_ given: [AdapterPool]) throws(CommandFailure) -> [ScriptRunner] {
    if let session, finding != nil || given.isEmpty { return [ScriptRunner(session)] }
    guard !given.isEmpty else {
      let name = finding.map { "\($0.failure.solver)=COMMAND" } ?? "COMMAND"
      throw .badInput("\(path): a script for an external solver: give --external \(name)")
    }
    guard !script.needsSession else {
      throw .badInput("\(path): has steps that only a session takes: leave out --external")
    }
    let own = given.filter { $0.command.name == finding?.failure.solver }
    return (own.isEmpty ? given : own).map { ScriptRunner($0) }
  }
}

/// Runs scripts with adapters or a session for `replay` and `minimize`.
enum ScriptReplay {
  /// What one solver made of a script.
  struct Answer {
    let solver: String
    let verdict: String
    let sentence: String
    let isFailure: Bool
    /// As in the record of a finding; nil when nothing fails.
    let failure: ScriptFailure?
  }

  static func run(
    _ stored: StoredScript, _ pools: [AdapterPool]
  ) throws(CommandFailure) -> [Answer] {
    var answers: [Answer] = []
    for runner in try stored.runners(pools) {
      do throws(ScriptRunner.Failure) {
        answers.append(try answer(stored, runner))
      } catch {
        throw failure(error)
      }
    }
    return answers
  }

  private static func answer(
    _ stored: StoredScript, _ runner: ScriptRunner
  ) throws(ScriptRunner.Failure) -> Answer {
    let name = runner.name
    let diagnosis = ScriptDiagnosis(runner)
    if let (failure, judgement) = try diagnosis.failure(stored.script) {
      let text = ScriptText(stored.script, judgement, solver: name)
      return Answer(
        solver: name, verdict: failure.kind, sentence: text.sentence, isFailure: true,
        failure: failure)
    }
    guard let judgement = try diagnosis.judgement(stored.script) else {
      return Answer(
        solver: name, verdict: "undecided", sentence: "the oracle reached its limit",
        isFailure: false, failure: nil)
    }
    let text = ScriptText(stored.script, judgement, solver: name)
    return Answer(
      solver: name, verdict: judgement.verdict.name, sentence: text.sentence,
      isFailure: judgement.verdict.isFailure, failure: nil)
  }

  static func failure(_ error: ScriptRunner.Failure) -> CommandFailure {
    switch error {
    case .adapter(let problem):
      return CommandFailure(.unavailable, ["the external solver \(problem)"])
    case .internal(let problem): return CommandFailure(.internalError, [problem.message])
    }
  }

  static func lines(
    _ stored: StoredScript, _ answers: [Answer], _ palette: Palette
  ) -> [String] {
    answers.map { answer in
      let before = stored.finding?.failure.kind
      var change = ""
      if let before {
        change = before == answer.verdict ? ", as stored" : ", stored as \(before)"
      }
      let verdict = answer.verdict + change
      let coloured = answer.isFailure ? palette.red(verdict) : palette.green(verdict)
      return "\(stored.path): \(answer.solver): \(coloured): \(answer.sentence)"
    }
  }

  static func json(_ stored: StoredScript, _ answers: [Answer]) -> JSONValue {
    [
      "case": .string(stored.path),
      "stored": stored.finding.map { .string($0.failure.kind) } ?? .null,
      "strategies": .array(
        answers.map { answer in
          [
            "name": .string(answer.solver), "verdict": .string(answer.verdict),
            "isFailure": .bool(answer.isFailure),
            "summary": .string(answer.sentence),
            "asStored": stored.finding.map { .bool($0.failure.kind == answer.verdict) } ?? .null,
          ]
        }),
    ]
  }

  /// Makes a script small for `minimize`.
  ///
  /// - Returns: the script and what was done, in one line.
  static func minimized(
    _ stored: StoredScript, _ pools: [AdapterPool]
  ) throws(CommandFailure) -> (SolverScript, String) {
    let usable = try stored.runners(pools)
    do throws(ScriptRunner.Failure) {
      for runner in usable {
        let diagnosis = ScriptDiagnosis(runner)
        guard let (failure, _) = try diagnosis.failure(stored.script) else { continue }
        let result = diagnosis.minimize(
          stored.script, failure, isStopped: { Interruption.signal != 0 })
        let before = Readable.counted(stored.script.constraintCount, "constraint")
        let after = Readable.counted(result.script.constraintCount, "constraint")
        return (
          result.script,
          "\(failure.solver) \(failure.kind): \(before) -> \(after), "
            + "\(result.end) after \(result.calls) runs"
        )
      }
    } catch {
      throw failure(error)
    }
    let names = usable.map(\.name).joined(separator: ", ")
    throw .badInput("\(stored.path): nothing to minimize: not wrong on this script: \(names)")
  }
}
