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
      Console.complain("layoutfuzz: internal error: \(error.message)")
      return .internalError
    }
    if let stopped = Interruption.exitCode { return stopped }
    if let problem = result.adapterProblem {
      Console.complain("layoutfuzz: cannot start again the external solver \(problem)")
      return .unavailable
    }
    let judged = JudgedPrograms(result)
    for message in judged.messages { Console.complain(message) }
    if !result.findings.isEmpty { return .findings }
    return judged.allJudged ? .nothingFound : .unavailable
  }
}

/// The result of a campaign against adapters as text for people.
enum ExternalSummary {
  static func text(_ result: ExternalResult, _ palette: Palette) -> String {
    let counts = result.counts
    let rate = ShownNumber.grouped(Int(result.casesPerSecond.rounded()))
    var lines = [
      "\(ShownNumber.counted(counts.cases, "case")) in "
        + "\(ShownNumber.duration(nanoseconds: result.nanoseconds)), \(rate) cases/s, "
        + "every answer judged against the exact optimum", "",
    ]
    for (pool, solver) in zip(result.settings.pools, counts.solvers) {
      lines.append(
        "\(pool.command.name): \(ShownNumber.grouped(solver.passed)) right, "
          + "\(ShownNumber.grouped(solver.wrong)) wrong, \(ShownNumber.grouped(solver.gaveUp)) given up, "
          + "\(ShownNumber.grouped(solver.undecided)) undecided; "
          + ShownNumber.counted(solver.answers, "answer"))
    }
    let kinds = zip(ScriptKind.allCases, counts.kinds).map {
      "\($0.rawValue) \(ShownNumber.grouped($1))"
    }
    lines += [
      "", "made from  " + kinds.joined(separator: ", "), "digest " + counts.digest.text, "",
    ]
    if result.findings.isEmpty {
      let isJudged = counts.solvers.allSatisfy(\.hasVerdict)
      lines.append(isJudged ? palette.green("nothing found") : "no verdict on some solver")
    }
    if !result.findings.isEmpty {
      lines.append(palette.red(ShownNumber.counted(result.findings.count, "finding")))
    }
    for finding in result.findings {
      lines += text(finding, result.replayCommand(of: finding), palette)
    }
    return lines.joined(separator: "\n")
  }

  private static func text(
    _ finding: ScriptFinding, _ replay: String, _ palette: Palette
  ) -> [String] {
    let time = ShownNumber.duration(nanoseconds: finding.nanoseconds)
    return [
      "",
      palette.bold("\(finding.failure.solver): \(finding.failure.kind)")
        + "  (case \(finding.firstCase), after \(time))",
      "  \(finding.summary)",
      "  \(size(finding.smallest))"
        + CampaignSummary.minimizedFrom(size(finding.original), to: size(finding.smallest)),
      "  " + (finding.path == nil ? finding.signature : replay),
    ]
  }

  static func size(_ script: SolverScript) -> String {
    ShownNumber.counted(script.constraintCount, "constraint") + " in "
      + ShownNumber.counted(script.steps.count, "step")
  }
}
