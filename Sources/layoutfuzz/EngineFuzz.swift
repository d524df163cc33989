// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import EngineScripts
import Engines
import ExternalSolvers
import ToolSupport

/// `layoutfuzz fuzz --engine`: scripts on live layouts of other toolkits' engines.
enum EngineFuzz {
  /// The options that cannot be combined with engines.
  private static let excluded = [
    "strategies", "profile", "canary", "laws", "growth", "no-costs", "external", "fresh",
  ]
  /// The largest number of steps of a smallest script that is printed.
  private static let stepsShown = 8

  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    for name in excluded
    where arguments.has(name) || arguments.text(name) != nil || !arguments.texts(name).isEmpty {
      throw .usage("--\(name) does not go with --engine", seeHelpOf: arguments.command)
    }
    let common = try FuzzCommand.settings(arguments)
    let console = Console(json: arguments.has("json"))
    Interruption.watch()
    let folder = try OutputFolder.prepare(common.outputFolder)
    let lock = try lock(common.outputFolder, arguments)
    defer { withExtendedLifetime(lock) {} }
    let pools: [EnginePool]
    do throws(CommandFailure) {
      pools = try ExternalOptions.engines(arguments)
    } catch {
      folder?.removeIfEmptyAndNew()
      throw error
    }
    // A killed campaign may have left unfinished findings. This one starts again and finds the
    // same.
    if lock != nil, let output = common.outputFolder {
      FindingStore(output: output).discardUnfinished()
    }
    let campaign = EngineCampaign(
      EngineSettings(
        seed: common.seed, caseCount: common.caseCount, nanosecondsMax: common.nanosecondsMax,
        jobs: common.jobs, pools: pools, minimizes: common.minimizes,
        outputFolder: common.outputFolder),
      minimizing: try MinimizingOptions.time(arguments), now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    for pool in pools {
      Console.complain("\(pool.command.name): \(Printable.line(pool.greeting.engine))")
    }
    Console.complain("seed \(common.seed), " + common.endsText)
    var line = ProgressLine()
    let result: EngineResult
    do throws(WriteError) {
      result = try campaign.run { line.show($0) }
    } catch {
      line.clear()
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
    line.clear()
    // Stored before anything is printed, since printing may fail or block.
    try FuzzCommand.keep(result.record, arguments)
    folder?.removeIfEmptyAndNew()
    try console.say(text(result, Palette(isOn: console.coloured())))
    if console.json { try Console.write(JSONText.document(result.json)) }
    return exitCode(result)
  }

  /// Locks a folder that the user named.
  private static func lock(
    _ folder: String?, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> FolderLock? {
    guard arguments.text("out") != nil, let folder else { return nil }
    return try LockedFolder.lock(folder, inUse: ProgressOption.inUse)
  }

  private static func exitCode(_ result: EngineResult) -> ExitCode {
    if case .oracle(let error)? = result.problem {
      Console.complain("layoutfuzz: internal error: \(error)")
      return .internalError
    }
    if let stopped = Interruption.exitCode { return stopped }
    if case .adapter(let problem)? = result.problem {
      Console.complain("layoutfuzz: cannot start again the engine \(problem)")
      return .unavailable
    }
    let judged = JudgedPrograms(result)
    for message in judged.messages { Console.complain(message) }
    if !result.findings.isEmpty { return .findings }
    return judged.allJudged ? .nothingFound : .unavailable
  }

  // MARK: - Text

  private static func text(_ result: EngineResult, _ palette: Palette) -> String {
    let findings = CampaignSummary.lines(of: result.findings, from: 1, palette, size) {
      $0.path == nil ? $0.signature : result.replayCommand(of: $0)
    }
    return ([headline(result, palette)] + findings + [""] + statistics(result))
      .joined(separator: "\n")
  }

  private static func headline(_ result: EngineResult, _ palette: Palette) -> String {
    let cases = ShownNumber.counted(result.counts.cases, "case")
    if !result.findings.isEmpty {
      return palette.red("\(ShownNumber.counted(result.findings.count, "finding")) in \(cases)")
    }
    return JudgedPrograms(result).allJudged
      ? palette.green("Nothing found in \(cases).")
      : palette.yellow("Nothing found in \(cases), and no verdict on some engine.")
  }

  private static func statistics(_ result: EngineResult) -> [String] {
    var lines = zip(result.settings.pools, result.counts.engines).map { pool, engine in
      "engine    \(pool.command.name): \(ShownNumber.grouped(engine.passed)) right, "
        + "\(ShownNumber.grouped(engine.wrong)) wrong, \(ShownNumber.grouped(engine.gaveUp)) gave "
        + "up, \(ShownNumber.grouped(engine.undecided)) undecided; "
        + ShownNumber.counted(engine.readings, "reading")
    }
    let rate = ShownNumber.grouped(Int(result.casesPerSecond.rounded()))
    lines.append(
      "run       \(ShownNumber.duration(nanoseconds: result.nanoseconds)) (\(rate) cases/s), "
        + "seed \(result.settings.seed), digest \(result.counts.digest.text)")
    return lines
  }

  private static func size(_ script: EngineScript) -> String {
    ShownNumber.counted(script.views.count, "view") + ", "
      + ShownNumber.counted(script.constraints.count, "constraint") + " in "
      + ShownNumber.counted(script.steps.count, "step")
  }
}
