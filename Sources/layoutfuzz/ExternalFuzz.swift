// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import ExternalSolvers
import Judging
import Scripts
import ToolSupport

/// `layoutfuzz fuzz --external`: scripts in place of layouts, adapters in place of strategies.
enum ExternalFuzz {
  /// The options that cannot be combined with adapters.
  private static let excluded = [
    "strategies", "profile", "canary", "laws", "growth", "no-costs",
  ]

  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    for name in excluded where arguments.text(name) != nil || arguments.has(name) {
      throw .usage("--\(name) does not go with --external", seeHelpOf: arguments.command)
    }
    let common = try FuzzCommand.settings(arguments)
    let console = Console(json: arguments.has("json"))
    Interruption.watch()
    let folder = try OutputFolder.prepare(common.outputFolder)
    let lock = try lock(common.outputFolder, arguments)
    defer { withExtendedLifetime(lock) {} }
    let settings = ExternalSettings(
      seed: common.seed, caseCount: common.caseCount, nanosecondsMax: common.nanosecondsMax,
      jobs: common.jobs, pools: try pools(arguments, folder),
      minimizes: common.minimizes, outputFolder: common.outputFolder)
    // A killed campaign may have left unfinished findings. This one starts again and finds the
    // same.
    if lock != nil, let output = common.outputFolder {
      FindingStore(output: output).discardUnfinished()
    }
    let campaign = ExternalCampaign(
      settings, minimizing: try MinimizingOptions.time(arguments), now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    for pool in settings.pools {
      Console.complain("\(pool.command.name): \(Printable.line(pool.greeting.solver))")
    }
    Console.complain("seed \(settings.seed), " + common.endsText)
    var line = ProgressLine()
    let result: ExternalResult
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
    try console.say(ExternalSummary.text(result, Palette(isOn: console.coloured())))
    if console.json { try Console.write(JSONText.document(result.json)) }
    return exitCode(result)
  }

  private static func pools(
    _ arguments: ParsedArguments, _ folder: OutputFolder?
  ) throws(CommandFailure) -> [AdapterPool] {
    do throws(CommandFailure) {
      return try ExternalOptions.pools(arguments)
    } catch {
      folder?.removeIfEmptyAndNew()
      throw error
    }
  }

  /// Locks a folder that the user named.
  private static func lock(
    _ folder: String?, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> FolderLock? {
    guard arguments.text("out") != nil, let folder else { return nil }
    return try LockedFolder.lock(folder, inUse: ProgressOption.inUse)
  }

  private static func exitCode(_ result: ExternalResult) -> ExitCode {
    if let error = result.internalError {
      Console.complain("layoutfuzz: error: internal error: \(error.message)")
      return .internalError
    }
    if let stopped = Interruption.exitCode { return stopped }
    if let problem = result.adapterProblem {
      Console.complain(
        "\(problem.name): error: the external solver did not start again: \(problem.problem)")
      return .unavailable
    }
    let judged = JudgedPrograms(result)
    for message in judged.messages { Console.complain(message) }
    if !result.findings.isEmpty { return .findings }
    return judged.allJudged ? .nothingFound : .unavailable
  }
}
