// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import Foundation
import Judging
import Laws
import LayoutGenerators
import ToolSupport

/// The command `layoutfuzz fuzz`.
enum FuzzCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "fuzz", summary: "generate cases and judge every answer against the exact optimum",
    operands: nil, operandCount: 0...0,
    options: amountSyntax + subjectSyntax + outputSyntax + SupervisionOptions.syntax.map(\.rare),
    notes: """
      Generate layout cases, solve each with every strategy, and judge every answer against the
      exact optimum. Findings are minimized and stored. To resume a stopped campaign that has --out,
      run the same command again.

      The seed and the number of a case determine the case. The seed and the number of cases
      determine the result, except for times. The digest is therefore the same for any number of
      jobs. A campaign that stops early has completed all cases before its last one. Stored findings
      remain after a stop.

      The work of each answer is compared with the cost model of its strategy for the size and kind
      of the case ('layoutfuzz costs --help'). An answer that costs too much is a finding.

      One case in \(CampaignSettings.scriptPeriod) has a script for a session. Half of the scripts
      edit its layout: they resize the root, remove views, add, change and remove constraints, drag
      values and try refused operations. The others do much with a few constraints. Every answer is
      compared with the exact answer for the constraints in force. A finding is a minimized script.

      With --out, the file DIR/campaign.progress has the state of the campaign until its end. After
      a stop, a kill or a full disk the same command resumes there, with the same result. In the
      folder of a completed campaign, it replaces DIR/campaign.json. The findings of both stay.

      With --check, documents run through check, explain and check --fidelity. They are generated
      layouts and, with --documents, real files; most are changed at random. A crash, a hang, an
      internal contradiction and a broken law between diagnoses are findings. The campaign's own
      findings in a folder of documents are left out.

      Cases run in worker processes. A case may crash its worker, hang or take too much memory. It
      is a finding (crash, hang, memory) if it does so again alone in a new process.

      With --external, cases are scripts for an incremental solver. They add and remove constraints,
      try contradictory ones, suggest values and read answers. A crash, a hang and an invalid
      response are findings, too. The digest covers the scripts and their exact answers. The
      examination of failures may take as long as --time in addition.
      """,
    exits: ExitCode.meanings(
      [
        .nothingFound: "nothing found", .findings: "findings, stored in DIR/findings",
        .badInput: "the stored state of the campaign is damaged (use --fresh)",
        .internalError: "internal error, or the canary was not caught",
        .unavailable: "try again: no worker or solver starts, DIR is in use, or no verdict",
      ], isStoppable: true),
    examples: [
      "layoutfuzz fuzz --cases 5_000 --seed 7 --canary relaxation.staleValue",
      "layoutfuzz fuzz --strategies simplex --profile competing --time 5m",
      "layoutfuzz fuzz --external 'python3 scripts/adapters/kiwi.py' --time 2m",
    ])

  private static let amountSyntax = [
    OptionSyntax("time", value: "TIME", "stop after TIME: 500ms, 30s, 2m, 1h (default 30s)"),
    OptionSyntax(
      "cases", value: "N",
      "stop after N cases (10k, 2M, 1_000). No time limit then, unless --time is given"),
    OptionSyntax("seed", value: "N", "seed of the campaign (default 1)"),
    OptionSyntax("jobs", value: "N", "cases solved in parallel (default: all cores)"),
  ]

  private static let subjectSyntax =
    [
      OptionSyntax(
        "strategies", value: "A,B", words: CommonOptions.strategyNames + ["session"],
        "only these: \(CommonOptions.strategyNames.joined(separator: ", ")), session, or mutants"),
      OptionSyntax(
        "profile", value: "P", words: Profile.allCases.map(\.rawValue),
        "only one kind of cases: " + Profile.allCases.map(\.rawValue).joined(separator: ", ")),
    ] + ExternalOptions.syntax.map { $0.name == "timeout" ? $0.rare : $0 }
    + [ExternalOptions.engine, KnownOption.syntax.rare]
    + DocumentFuzz.syntax
    + [
      OptionSyntax(
        "canary", value: "MUTANT", words: MutantCatalog.all.map(\.name),
        "also run a planted fault on 1 case in \(CampaignSettings.canaryPeriod), and exit with 70 if "
          + "it is not caught (recommended from some thousand cases on)"),
      OptionSyntax(
        "laws", value: "L,M", words: ["all", "none"] + LawCatalog.all.map(\.name),
        "metamorphic laws to try: all (default), none, or names of 'layoutfuzz laws list'"
      ).rare,
      OptionSyntax(
        "no-costs", "do not compare costs with the cost models"
      ).rare,
      OptionSyntax(
        "growth", value: "N",
        "repeat 1 case in N to measure the growth of its cost "
          + "(default \(CampaignSettings.growthPeriod))"
      ).rare,
    ]

  private static let outputSyntax = [
    OptionSyntax(
      "out", value: "DIR",
      "write DIR/findings and DIR/campaign.json (default: the current folder, only if there are "
        + "findings)"),
    MinimizingOptions.time,
    OptionSyntax("no-minimize", "store findings as generated").rare,
    OptionSyntax("fresh", "discard the unfinished campaign in DIR"),
    OptionSyntax("statistics", "print all statistics after the most important ones"),
    OptionSyntax("json", "print the result as JSON. Messages are on standard error"),
  ]

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    if arguments.has("check") { return try DocumentFuzz.run(arguments) }
    if !arguments.texts("documents").isEmpty {
      throw .usage("--documents needs --check", seeHelpOf: arguments.command)
    }
    if !arguments.texts("engine").isEmpty { return try EngineFuzz.run(arguments) }
    if !arguments.texts("external").isEmpty || arguments.text("timeout") != nil {
      return try ExternalFuzz.run(arguments)
    }
    try KnownOption.refuse(arguments)
    let settings = try settings(arguments)
    let console = Console(json: arguments.has("json"))
    let earlier = try ProgressOption.earlierRecord(in: settings.outputFolder)
    let folder = try OutputFolder.prepare(settings.outputFolder)
    let progress: ProgressFile? = try ProgressOption.open(settings, arguments)
    Interruption.watch()
    let workers = try SupervisionOptions.workers(for: settings, arguments)
    defer { workers?.endAll() }
    let campaign = Campaign(
      settings, workers: workers, progress: progress,
      minimizing: try MinimizingOptions.time(arguments), now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    Console.note("seed \(settings.seed), " + described(settings))
    ProgressOption.announce(progress, after: earlier)
    var line = ProgressLine()
    let result: CampaignResult
    do throws(WriteError) {
      result = try campaign.run { line.show($0) }
    } catch {
      line.clear()
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
    line.clear()
    ProgressOption.noteInterruption(after: result.counts.cases, progress)
    if let deaths = workers?.unexplainedDeaths, deaths > 0 {
      Console.note(
        "\(ShownNumber.counted(deaths, "worker")) ended for reasons that did not show again; their cases "
          + "were run again")
    }
    // Stored before anything is printed, since printing may fail or block.
    try keep(result.record, arguments)
    progress?.removeIfDone()
    folder?.removeIfEmptyAndNew()
    try console.say(
      CampaignSummary.text(
        result, Palette(isOn: console.coloured()), withStatistics: arguments.has("statistics")))
    if console.json { try Console.write(JSONText.document(result.json)) }
    return exitCode(result)
  }

  /// Stores the result of the campaign with its findings, for reports.
  ///
  /// A run without findings leaves no files in a folder that the user did not name.
  static func keep(
    _ record: CampaignRecord, _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    let isClean = record.occurrences.isEmpty && record.internalFailures.isEmpty
    guard !isClean || arguments.text("out") != nil else { return }
    let folder = try outputFolder(arguments)
    do throws(WriteError) {
      try record.store(in: folder)
    } catch {
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
  }

  static func exitCode(_ result: CampaignResult) -> ExitCode {
    if !result.internalErrors.isEmpty { return .internalError }
    if let stopped = Interruption.exitCode { return stopped }
    if result.missedCanary { return .internalError }
    let judged = JudgedPrograms(result)
    for message in judged.messages { Console.note(message) }
    if !result.foundNothing { return .findings }
    return judged.anyJudged ? .nothingFound : .unavailable
  }

  private static func described(_ settings: CampaignSettings) -> String {
    let profile = settings.profile.map { "profile \($0.rawValue)" } ?? "all profiles"
    let sessions = settings.scriptFrequency == .always ? [settings.session.name] : []
    return [
      settings.endsText, profile,
      (settings.strategies.map(\.name) + sessions).joined(separator: " "),
      ShownNumber.counted(settings.jobs, "job"),
    ].joined(separator: ", ")
  }

  static func settings(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> CampaignSettings {
    let count = try arguments.integer("cases", in: 1...1_000_000_000_000)
    let time = try arguments.duration("time")
    let chosen = try CommonOptions.chosenStrategies(arguments)
    let (session, scriptFrequency) = try CommonOptions.session(arguments)
    if arguments.has("no-costs"), arguments.text("growth") != nil {
      throw .usage("--growth does not go with --no-costs", seeHelpOf: arguments.command)
    }
    var settings = CampaignSettings(
      seed: try arguments.integer("seed", in: 0...UInt64.max) ?? 1, caseCount: count,
      jobs: try arguments.jobs(), strategies: chosen.strategies, profile: try profile(arguments),
      canary: try canary(arguments), minimizes: !arguments.has("no-minimize"), session: session,
      scriptFrequency: scriptFrequency)
    settings.nanosecondsMax = time ?? (count == nil ? 30_000_000_000 : nil)
    settings.outputFolder = try outputFolder(arguments)
    settings.laws = try CommonOptions.laws(arguments)
    settings.lawFrequency = chosen.fault == nil ? .sampled : .always
    settings.fault = chosen.fault
    settings.costs = arguments.has("no-costs") ? nil : CostOracle()
    settings.growthPeriod =
      try arguments.integer("growth", in: 1...1_000_000) ?? CampaignSettings.growthPeriod
    return settings
  }

  /// Returns the canary; refuses one that this campaign cannot find, instead of reporting it as
  /// missed at the end.
  private static func canary(_ arguments: ParsedArguments) throws(CommandFailure) -> Mutant? {
    guard let name = arguments.text("canary") else { return nil }
    let mutant = try CommonOptions.mutant(named: name, arguments)
    if mutant.strategy == nil, mutant.worldFault == nil {
      throw .usage(
        "--canary takes mutants of strategies, the lowering and importers, not '\(name)'",
        seeHelpOf: arguments.command)
    }
    if arguments.has("no-costs"), SlowdownCatalog.contains(name) {
      throw .usage(
        "the canary '\(name)' is seen by its costs only: leave out --no-costs",
        seeHelpOf: arguments.command)
    }
    return mutant
  }

  /// Returns the folder of `--out`.
  ///
  /// An empty name, as of an unset variable in a script, is refused: it would mean the root of the
  /// file system.
  private static func outputFolder(_ arguments: ParsedArguments) throws(CommandFailure) -> String {
    guard let path = arguments.text("out") else { return "." }
    guard !path.isEmpty else {
      throw .usage(
        "--out is empty; fix: give the name of a folder, as '--out run'",
        seeHelpOf: arguments.command)
    }
    return path
  }

  private static func profile(_ arguments: ParsedArguments) throws(CommandFailure) -> Profile? {
    guard let name = arguments.text("profile") else { return nil }
    if let profile = Profile(rawValue: name) { return profile }
    throw .usage(
      "unknown profile '\(name)'"
        + NearestName.choice(for: name, among: Profile.allCases.map(\.rawValue)),
      seeHelpOf: arguments.command)
  }
}
