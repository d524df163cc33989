// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import EngineScripts
import Engines
import ExternalSolvers
import JSON
import ObservedRates
import Oracles
import ToolSupport

/// `layoutfuzz replay --engine`: stored findings about layout engines run again.
enum EngineReplay {
  /// A stored script, with the record of its finding.
  private struct Stored {
    let path: String
    let script: EngineScript
    let record: FindingRecord?
  }

  /// The result of running one script with one engine.
  private struct Replayed {
    let stored: Stored
    let engine: String
    /// The judgement of a failing run, else of the last one.
    let judgement: EngineJudgement
    let rate: ObservedRate
  }

  /// The runs of a finding that came each time, and of a script without a finding.
  private static let runsOfOthers = 2

  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    for name in ["strategies", "external"]
    where arguments.text(name) != nil || !arguments.texts(name).isEmpty {
      throw .usage("--\(name) does not go with --engine", seeHelpOf: arguments.command)
    }
    let console = Console(json: arguments.has("json"))
    let palette = Palette(isOn: console.coloured())
    Interruption.watch()
    let pools = try ExternalOptions.engines(arguments)
    defer { for pool in pools { pool.endAll() } }
    var all: [Replayed] = []
    for path in try paths(arguments.operands) {
      let stored = try load(path)
      let named = pools.filter { $0.command.name == stored.record?.accused }
      for pool in named.isEmpty ? pools : named where Interruption.signal == 0 {
        guard let replayed = try replay(stored, pool) else { continue }
        try console.say(text(replayed, palette))
        all.append(replayed)
      }
    }
    let wrong = all.count { $0.rate.failures > 0 }
    try console.say(
      "\(ShownNumber.counted(all.count, "case")) replayed: \(wrong) still open, "
        + "\(all.count - wrong) fixed")
    if console.json { try Console.write(JSONText.document(json(all))) }
    if let stopped = Interruption.exitCode { return stopped }
    return wrong > 0 ? .findings : .nothingFound
  }

  // MARK: - Files

  /// Returns the files of the operands; a folder stands for all findings about engines below it.
  private static func paths(_ operands: [String]) throws(CommandFailure) -> [String] {
    var paths: [String] = []
    for operand in operands {
      let found = try files(of: operand)
      let isFolder = try InputFiles.isFolder(operand)
      guard !found.isEmpty || !isFolder else {
        throw .badInput("\(operand): no \(FindingRecord.Subject.engine.fileName) in this folder")
      }
      paths += found.isEmpty ? [operand] : found
    }
    return paths
  }

  /// Returns the scripts for engines of an operand: itself by its name, all below a folder.
  static func files(of operand: String) throws(CommandFailure) -> [String] {
    let name = FindingRecord.Subject.engine.fileName
    guard try InputFiles.isFolder(operand) else {
      return operand.ends(with: "/" + name) || operand == name ? [operand] : []
    }
    return try InputFiles.paths(below: operand, named: name)
  }

  private static func load(_ path: String) throws(CommandFailure) -> Stored {
    let bytes = try InputFiles.contents(ofFile: path)
    do throws(JSONError) {
      let script = try EngineScript(decoding: bytes)
      return Stored(
        path: path, script: script,
        record: (try? FindingStore.record(in: PathText.split(path).folder)).flatMap { $0 })
    } catch {
      if let other = OwnFile.mismatch(
        path, bytes, expected: [.engineScript], need: "--engine needs a script for a layout engine")
      {
        throw other
      }
      throw .badInput(path, bytes, error)
    }
  }

  // MARK: - Runs

  /// - Returns: nil when the run is stopped, or the exact answers take too long.
  private static func replay(
    _ stored: Stored, _ pool: EnginePool
  ) throws(CommandFailure) -> Replayed? {
    let runner = EngineRunner(pool)
    let isRare = stored.record?.cause == EngineFailure.Cause.sometimes.rawValue
    let repetition = EngineRunner.Repetition(showing: stored.record?.verdict)
    // Findings of earlier versions have no rate.
    let rareRuns = stored.record?.rate?.runsPerTrial ?? ObservedRate.runsMax
    let runsMax = isRare ? rareRuns : runsOfOthers
    var rate = ObservedRate()
    var shown: EngineJudgement?
    do {
      let truth = try EngineTruth(of: stored.script, runner.offer)
      while rate.runs < runsMax {
        guard case .judged(let judgement, _) = try runner.run(stored.script, truth, repetition)
        else { return nil }
        rate.count(fails: judgement.failure != nil)
        if shown == nil || judgement.failure != nil && shown?.failure == nil { shown = judgement }
      }
    } catch let failure as EngineRunner.Failure {
      if case .adapter(let problem) = failure { throw .unavailable(problem, EngineProcess.title) }
      throw CommandFailure(.internalError, ["\(stored.path): \(failure)"])
    } catch {
      Console.complain("\(stored.path): the exact answers take too long: not replayed")
      return nil
    }
    return shown.map {
      Replayed(stored: stored, engine: pool.command.name, judgement: $0, rate: rate)
    }
  }

  // MARK: - Output

  private static func text(_ replayed: Replayed, _ palette: Palette) -> String {
    let path = Printable.line(replayed.stored.path)
    guard replayed.rate.failures > 0 else {
      return "\(path): \(replayed.engine): " + palette.green("fixed")
    }
    let rate =
      replayed.rate.isPartial ? " (\(replayed.rate.text))" : ""
    return "\(path): \(replayed.engine): " + palette.red("still open") + rate + "\n  "
      + EngineText(replayed.stored.script).sentence(replayed.judgement)
  }

  /// Returns the verdict with the cause of the finding, if it fails in the same way.
  private static func verdict(_ replayed: Replayed) -> String {
    guard let verdict = replayed.judgement.failure else { return "pass" }
    guard let record = replayed.stored.record, record.verdict == verdict, let cause = record.cause
    else { return verdict }
    return "\(verdict)-\(cause)"
  }

  private static func json(_ all: [Replayed]) -> JSONValue {
    [
      "cases": .array(
        all.map { replayed in
          [
            "path": .string(replayed.stored.path), "engine": .string(replayed.engine),
            "verdict": .string(replayed.judgement.failure ?? "pass"),
            "summary": .string(EngineText(replayed.stored.script).sentence(replayed.judgement)),
            "runs": .number(replayed.rate.runs), "failures": .number(replayed.rate.failures),
            // As for layouts and solvers.
            "strategies": [
              [
                "name": .string(replayed.engine), "verdict": .string(verdict(replayed)),
                "summary": .string(
                  EngineText(replayed.stored.script).sentence(replayed.judgement)),
                "isFailure": .bool(replayed.rate.failures > 0),
              ]
            ],
          ]
        })
    ]
  }
}
