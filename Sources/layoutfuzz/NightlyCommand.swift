// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import Foundation
import Judging
import Nights
import ProgramCampaigns
import StoredRuns
import ToolSupport

/// The command `layoutfuzz campaign nightly`.
enum NightlyCommand {
  static let name = "nightly"

  /// The options of nights alone.
  static let syntax = [
    OptionSyntax("state", value: "DIR", "folder shared by all nights"),
    OptionSyntax(
      "time", value: "TIME", "length of the night, with replays: 30s, 2m, 1h (default 1h)"),
    OptionSyntax(
      "corpus", value: "DIR", isRepeatable: true,
      "also replay these case files, or those in these folders. May be repeated"),
    OptionSyntax(
      "mutants", value: "N",
      "hunt N planted faults, others each night, each for at most "
        + "\(NightRun.huntSeconds) s in addition to --time (default 0)"
    ).rare,
    OptionSyntax(
      "from", value: "DIR", isRepeatable: true,
      "take random cases from the shards of the campaign in DIR, all done. May be repeated"
    ).rare,
    OptionSyntax("commit", value: "ID", "commit of the tested build, for the registry")
      .rare,
    OptionSyntax("date", value: "YYYY-MM-DD", "date of the night (default: today, UTC)")
      .rare,
  ]

  /// All options that nights accept.
  static let options: Set<String> = Set(syntax.map(\.name)).union([
    "seed", "cases", "strategies", "laws", "no-costs", "growth", "profile", "canary",
    "no-minimize", "external", "engine", "timeout", KnownOption.name, MinimizingOptions.name,
    "jobs", "json",
    "case-timeout", "case-memory",
    "in-process",
  ])

  /// The default canary: most cases show it, so that a short night finds it, too.
  static let canary = "relaxation.staleValue"

  static let notes = """
    'nightly' runs one night of many in the folder of --state. It replays all stored findings and
    the --corpus, each case in its own process. It resumes pending findings of earlier nights
    (folders named -unminimized). It fuzzes for the rest of the time, at least a tenth. The seed of
    the night is computed from --seed and the number of the night, and printed. Minimization takes
    at most \(NightRun.minimizingPercent) % of the time.

    The night compares its findings with the nights before and writes the page DIR/index.html. The
    rows of the page link to the evidence in DIR/findings.html. For that page, the night solves
    cases again for \(NightEvidence.percent) % of the time, between 2 s and a minute. Other findings
    appear there as stored. 'nightly' takes the options of 'plan' except --shards. --cases N
    replaces --time by a number of cases. After a kill, the same command resumes the same night.

    With --engine or --external, the night also fuzzes these programs, each kind in an equal part
    of the time. The tool's own strategies, whose canary proves that the night sees faults, take
    \(NightRun.ownPercent) % of it. Findings about programs that do not take part stay as they are.

    With --from, the random cases of the night are those of a campaign in shards. It has the tool's
    own strategies with a canary, or programs. These are started and must have the versions of the
    plan. The night merges the shards into its own folder. Other kinds of cases run as usual. A
    later night refuses the same campaign. The buckets of --known FILE are suppressed like those of
    DIR/known.json.

    DIR/registry.json has all buckets of all nights, with one of these states:

      open      still found
      fixed     all stored cases pass, and no random case found it
      reopened  found again after it was fixed
      known     suppressed by DIR/known.json
      moved     minimized into buckets of their own

    DIR/history.jsonl has one line for each night. Findings in DIR/known.json are suppressed until a
    date. They are always counted and printed:

      {"layoutfuzzKnown": 1, "issues": [
        {"bucket": "simplex-wrongValue-*", "until": "2027-01-31",
         "reason": "issue 12"}]}

    'nightly' ends with 0 if nothing is new, and with 1 if a finding is new or reopened. It ends
    with 70 if the night is unreliable. Then the --canary was not caught, stored
    cases are missing, changed or cannot be run, or the tool contradicts itself. The registry has
    hashes of the history, of all stored findings and of the records of nights. If the registry or
    the history is missing or changed, no night starts (70). An unreadable file is an error (65).
    """

  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    if let other = arguments.given.first(where: { !options.contains($0) }) {
      throw .usage("'nightly' has no --\(other)", seeHelpOf: arguments.command)
    }
    let console = Console(json: arguments.has("json"))
    Interruption.watch()
    var run = try NightRun(try plan(arguments))
    guard let report = try run.run() else {
      Console.note("\(run.interruption). Run the same command to resume.")
      return Interruption.exitCode ?? .terminated
    }
    let text = NightlyText(report, colours: console.coloured(), quote: { ShellWord.path($0) })
    try console.say(text.text)
    try console.say("page      \(report.state)/\(NightStore.pageName)")
    if console.json { try Console.write(JSONText.document(report.night.json)) }
    return exitCode(report.night)
  }

  static func exitCode(_ night: Night) -> ExitCode {
    if !night.record.isSound { return .internalError }
    return night.hasNews ? .findings : .nothingFound
  }

  // MARK: - Options

  private static func plan(_ arguments: ParsedArguments) throws(CommandFailure) -> NightPlan {
    let shards = try NightSources(arguments)
    var plan = NightPlan(
      state: try state(arguments), settings: try settings(arguments, shards.own),
      date: try date(arguments),
      workers: { (settings) throws(CommandFailure) in
        try SupervisionOptions.workers(for: settings, arguments)
      })
    plan.commit = arguments.text("commit")
    plan.corpus = try corpus(arguments)
    plan.shards = shards.own
    plan.known = try KnownOption.issues(arguments)
    plan.knownPath = arguments.text(KnownOption.name)
    plan.campaigns = try shards.campaigns(arguments)
    plan.mutants = try arguments.integer("mutants", in: 0...1000) ?? 0
    plan.limits = try SupervisionOptions.limits(arguments)
    plan.limitOptions = SupervisionOptions.limitsSyntax.map {
      (name: $0.name, value: arguments.text($0.name))
    }
    plan.minimizingNanoseconds = try arguments.duration(MinimizingOptions.name)
    plan.command = ProgressOption.command
    let random = plan.settings
    let seed = shards.own?.settings.seed
    plan.repeating = { PlanWords.repeating(random, seed: seed ?? $0, cases: $1) }
    var line = ProgressLine()
    plan.show = { if let progress = $0 { line.show(progress) } else { line.clear() } }
    var replays = ProgressLine()
    plan.showReplays = { done, all, nanoseconds in
      let time = ShownNumber.duration(nanoseconds: nanoseconds)
      replays.show(
        "\(time)  \(ShownNumber.grouped(done)) of \(ShownNumber.counted(all, "case")) replayed",
        at: nanoseconds)
    }
    return plan
  }

  /// Returns the common settings of the random cases of all nights; their seeds derive from its
  /// seed.
  static func settings(
    _ arguments: ParsedArguments, _ shards: CampaignPlan? = nil
  ) throws(CommandFailure) -> CampaignSettings {
    var settings = try FuzzCommand.settings(arguments)
    if let shards {
      let given = settings
      settings = shards.settings
      (settings.seed, settings.caseCount) = (given.seed, given.caseCount)
      (settings.jobs, settings.minimizes) = (given.jobs, given.minimizes)
      settings.outputFolder = given.outputFolder
    }
    settings.nanosecondsMax = try time(arguments)
    if settings.canary == nil { settings.canary = Mutant.named(canary) }
    return settings
  }

  /// Returns the time limit, in nanoseconds; nil when only the number of cases ends the night.
  private static func time(_ arguments: ParsedArguments) throws(CommandFailure) -> UInt64? {
    if let time = try arguments.duration("time") { return time }
    return arguments.text("cases") == nil ? 3_600_000_000_000 : nil
  }

  private static func state(_ arguments: ParsedArguments) throws(CommandFailure) -> String {
    guard let text = arguments.text("state"), !text.isEmpty else {
      throw .usage("'nightly' needs --state DIR", seeHelpOf: arguments.command)
    }
    return text.count > 1 && text.ends(with: "/") ? String(text.dropLast()) : text
  }

  private static func date(_ arguments: ParsedArguments) throws(CommandFailure) -> NightDate {
    guard let text = arguments.text("date") else { return today }
    if let date = NightDate(text) { return date }
    throw .usage("--date takes a day as 2026-11-22, not '\(text)'", seeHelpOf: arguments.command)
  }

  /// The day in UTC.
  static var today: NightDate {
    var seconds = time_t(Date().timeIntervalSince1970)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let words = [parts.tm_mon + 1, parts.tm_mday].map { $0 < 10 ? "0\($0)" : "\($0)" }
    guard let date = NightDate("\(parts.tm_year + 1900)-\(words[0])-\(words[1])") else {
      preconditionFailure("the clock shows no day of the calendar")
    }
    return date
  }

  /// Returns the cases that the user named, in the order of their paths.
  private static func corpus(_ arguments: ParsedArguments) throws(CommandFailure) -> [String] {
    let operands = arguments.texts("corpus")
    if operands.isEmpty { return [] }
    var paths: [String] = []
    let found = try InputFiles.paths(operands, takesDocuments: false, takesScripts: true)
    for path in found where !paths.contains(path) {
      // A script against an external solver needs that solver, which nights do not start.
      if InputFiles.isScript(path), try StoredScript.load(path).session == nil { continue }
      paths.append(path)
    }
    return paths
  }
}
