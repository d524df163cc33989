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
    name: "fuzz",
    summary: "random cases, all strategies, the exact oracle; minimizes and stores what it finds",
    operands: nil, operandCount: 0...0,
    options: [
      OptionSyntax("seed", value: "N", "the campaign's seed (default 1)"),
      OptionSyntax("cases", value: "N", "how many cases; the time is unlimited then, unless given"),
      OptionSyntax("time", value: "TIME", "how long: 500ms, 30s, 2m, 1h (default 30s)"),
      OptionSyntax("jobs", value: "N", "how many cases at a time (default: all cores)"),
      OptionSyntax(
        "strategies", value: "A,B", words: CommonOptions.strategyNames + ["session"],
        "only these; mutants have a dot in their name, one of the lowering or an\n"
          + "importer is what all strategies and the oracle are given then;\n"
          + "'session' edits every case in a session; one session per run can be among\n"
          + "them, the healthy one or a mutant"),
      OptionSyntax(
        "laws", value: "L,M", words: ["all", "none"] + LawCatalog.all.map(\.name),
        "try these laws: all (default), none, or names of 'laws list'"),
      OptionSyntax(
        "no-costs", "say nothing about what answers cost; else too much is a finding"),
      OptionSyntax(
        "growth", value: "N",
        "repeat one case in N to see how its cost grows (default \(CampaignSettings.growthPeriod))"
      ),
      OptionSyntax(
        "profile", value: "P", words: Profile.allCases.map(\.rawValue),
        "only cases of one kind (default: a mix of all):\n"
          + Profile.allCases.map(\.rawValue).joined(separator: ", ")),
      OptionSyntax(
        "out", value: "DIR",
        "findings go to DIR/findings, what it came to goes to DIR/campaign.json\n"
          + "(default: the current folder, if anything is found)"),
      OptionSyntax(
        "fresh", "forget an unfinished campaign in DIR; else the same command goes on"),
      OptionSyntax("no-minimize", "store findings as they were generated"),
      MinimizingOptions.time,
      OptionSyntax(
        "canary", value: "MUTANT", words: MutantCatalog.all.map(\.name),
        "let a faulty strategy solve one case in \(CampaignSettings.canaryPeriod), too;\n"
          + "not catching it is an internal error (give it some thousand cases)"),
      OptionSyntax("statistics", "print all statistics after the most important ones"),
      OptionSyntax("json", "the result as JSON on standard output, texts on standard error"),
    ] + SupervisionOptions.syntax + ExternalOptions.syntax,
    notes: """
      Case k of a campaign depends on the seed and on k only, and the result, but for its times, on
      the seed and the number of cases only: the digest is the same for any number of jobs. A
      campaign that is stopped by time or Ctrl-C has done the first so many cases without gaps.
      Findings that were stored are not lost by a stop.

      The counters of each answer are compared with the envelope of its strategy for the size and
      kind of the case ('layoutfuzz costs --help'): what costs too much is a finding.

      One case in \(CampaignSettings.scriptPeriod) is edited in a session: its root is resized, views go,
      constraints come, change and go, values are dragged, refusals are tried. Every answer is judged
      against the exact one for what is in force then. A finding is a script, made small.

      With --out, where the campaign stands is in DIR/campaign.progress until it is done. After a
      stop, a kill or a full disk the same command goes on from there, to the same result.

      Cases run in processes of their own. A case that crashes one, hangs or takes too much memory
      is a finding (crash, hang, memory) when it does so again alone in a new process.

      With --external, cases are scripts for an incremental solver: constraints come, go and are
      refused, values are suggested, answers are read. A crash, a hang and garbage are findings,
      too. The digest is that of the scripts and their exact answers. Such a campaign begins anew
      after a stop, and looking into failures may take as long again as --time.
      """,
    examples: [
      "layoutfuzz fuzz", "layoutfuzz fuzz --seed 7 --cases 5000 --json",
      "layoutfuzz fuzz --strategies simplex --profile competing --time 5m",
      "layoutfuzz fuzz --external 'python3 scripts/adapters/kiwi.py' --time 2m",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    if !arguments.texts("external").isEmpty || arguments.text("timeout") != nil {
      return try ExternalFuzz.run(arguments)
    }
    let settings = try settings(arguments)
    let console = Console(json: arguments.has("json"))
    let folder = try OutputFolder.prepare(settings.outputFolder)
    let progress = try ProgressOption.open(settings, arguments)
    Interruption.watch()
    let workers = try SupervisionOptions.workers(for: settings, arguments)
    defer { workers?.endAll() }
    let campaign = Campaign(
      settings, workers: workers, progress: progress,
      minimizing: try MinimizingOptions.time(arguments), now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    Console.complain("seed \(settings.seed), " + described(settings))
    if let done = progress?.casesDone, done > 0 {
      Console.complain("resuming after \(ShownNumber.counted(done, "completed case"))")
    }
    var line = ProgressLine()
    let result: CampaignResult
    do throws(WriteError) {
      result = try campaign.run { line.show($0) }
    } catch {
      line.clear()
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
    line.clear()
    if Interruption.exitCode != nil {
      let cases = ShownNumber.counted(result.counts.cases, "case")
      Console.complain(
        progress == nil
          ? "interrupted after \(cases); only a run with --out can be resumed"
          : "interrupted after \(cases); run the same command to resume")
    }
    if let deaths = workers?.unexplainedDeaths, deaths > 0 {
      Console.complain(
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
    for message in judged.messages { Console.complain(message) }
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
      throw .usage("--out needs the name of a folder", seeHelpOf: arguments.command)
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
