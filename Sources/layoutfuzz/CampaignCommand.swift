// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import CorpusStore
import Foundation
import LayoutGenerators

/// `layoutfuzz campaign`
enum CampaignCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let verbs = ["plan", "run", "status", "missing", "merge", NightlyCommand.name]

  private static let syntax = CommandSyntax(
    name: "campaign",
    summary: "a campaign in shards, for as many machines as there are",
    operands: verbs.joined(separator: "|"), operandCount: 1...1,
    options: [
      OptionSyntax("dir", value: "DIR", "the folder of the campaign, which all machines share"),
      OptionSyntax("index", value: "I", "run: the shard, from 0"),
      OptionSyntax("shards", value: "K", "plan: how many shards"),
      OptionSyntax("cases", value: "N", "plan: how many cases"),
      OptionSyntax("seed", value: "N", "plan: the campaign's seed (default 1)"),
      OptionSyntax("strategies", value: "A,B", "plan: only these, as in fuzz"),
      OptionSyntax("laws", value: "L,M", "plan: try these laws, as in fuzz"),
      OptionSyntax("no-costs", "plan: say nothing about what answers cost, as in fuzz"),
      OptionSyntax("growth", value: "N", "plan: repeat one case in N, as in fuzz"),
      OptionSyntax("profile", value: "P", "plan: only cases of one kind, as in fuzz"),
      OptionSyntax("canary", value: "MUTANT", "plan: a faulty strategy that must be caught"),
      OptionSyntax("no-minimize", "plan: store findings as they were generated"),
      OptionSyntax("jobs", value: "N", "run: how many cases at a time (default: all cores)"),
      OptionSyntax(
        "format", value: "F", "missing: list (0 3 4), lines, or array (0,3-4; default)"),
      OptionSyntax("json", "status, merge: the result as JSON on standard output"),
    ] + NightlyCommand.syntax + SupervisionOptions.syntax,
    notes: """
      'plan' writes DIR/plan.json once. 'run' does one shard and writes DIR/results/shard-I.json; it
      may run anywhere, at any time, and more than once: a shard that is done ends at once, one that
      was killed goes on. 'status' counts, 'missing' names the shards without a valid result, and
      'merge' folds all results, makes the findings (DIR/findings) and prints what 'fuzz --json'
      prints: the same bytes for any number of shards. Only a valid result proves a shard, whatever
      the engine that started it says.

      A shard with findings is done (0). It ends with 75 when it can be tried again (the disk is
      full), 143 when it was terminated, 64 and 65 when trying again is no use. 'merge' ends with 75
      while shards are missing, with 1 when there are findings.


      """ + NightlyCommand.notes,
    examples: [
      "layoutfuzz campaign plan --dir night --seed 1 --cases 1000000 --shards 100",
      "parallel layoutfuzz campaign run --dir night --jobs 1 --index ::: $(seq 0 99)",
      "layoutfuzz campaign merge --dir night --json",
      "layoutfuzz campaign nightly --state nightly --time 1h --corpus Corpus/regressions",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    if arguments.operands[0] == NightlyCommand.name { return try NightlyCommand.run(arguments) }
    if let other = arguments.given.first(where: NightlyCommand.syntax.map(\.name).contains) {
      throw .usage(
        "'\(arguments.operands[0])' has no --\(other)", seeHelpOf: arguments.command)
    }
    guard let directory = arguments.text("dir"), !directory.isEmpty else {
      throw .usage("'campaign' needs --dir DIR", seeHelpOf: arguments.command)
    }
    switch arguments.operands[0] {
    case "plan": return try plan(directory, arguments)
    case "run": return try runShard(try load(directory), arguments)
    case "status": return try status(try load(directory), arguments)
    case "missing": return try missing(try load(directory), arguments)
    case "merge": return try merge(try load(directory), arguments)
    case let word:
      throw .usage(
        "unknown '\(word)'" + NearestName.choice(for: word, among: verbs),
        seeHelpOf: arguments.command)
    }
  }

  // MARK: - The plan

  private static func plan(
    _ directory: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    var settings = try FuzzCommand.settings(arguments)
    guard settings.caseCount != nil,
      let shards = try arguments.integer("shards", in: 1...CampaignPlan.shardsMax)
    else { throw .usage("'plan' needs --cases and --shards", seeHelpOf: arguments.command) }
    settings.outputFolder = directory
    _ = try OutputFolder.prepare(directory)
    do throws(CampaignPlan.PlanError) {
      _ = try CampaignPlan.make(settings, shards: shards, in: directory)
    } catch {
      throw failure(error, directory, arguments)
    }
    Console.complain(
      "\(FuzzCommand.ends(settings)) in \(Readable.counted(shards, "shard")), seed \(settings.seed)"
    )
    return .nothingFound
  }

  private static func load(_ directory: String) throws(CommandFailure) -> CampaignPlan {
    do throws(CampaignPlan.PlanError) {
      return try CampaignPlan.load(directory)
    } catch {
      throw failure(error, directory, nil)
    }
  }

  private static func failure(
    _ error: CampaignPlan.PlanError, _ directory: String, _ arguments: ParsedArguments?
  ) -> CommandFailure {
    let path = "\(directory)/plan.json"
    switch error {
    case .missing:
      return .usage("\(path): no plan; 'campaign plan' makes one", seeHelpOf: "campaign")
    case .unreadable(let code):
      return .badInput("\(path): cannot read: \(String(cString: strerror(code)))")
    case .damaged(let problem): return .badInput("\(path): \(problem)")
    case .other:
      return .usage("\(path): another plan is there already", seeHelpOf: arguments?.command)
    case .cannotWrite(let error): return CommandFailure(.cannotWrite, ["\(error)"])
    }
  }

  // MARK: - Shards

  private static func runShard(
    _ plan: CampaignPlan, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    guard let index = try arguments.integer("index", in: 0...plan.shards - 1) else {
      throw .usage("'run' needs --index I", seeHelpOf: arguments.command)
    }
    var settings = plan.settings
    settings.jobs = try CommonOptions.jobs(arguments)
    Interruption.watch()
    let workers = try SupervisionOptions.workers(for: settings, arguments)
    defer { workers?.endAll() }
    let shard = ShardRun(
      plan, shard: index, workers: workers, jobs: settings.jobs, now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    let end: ShardRun.End
    do throws(WriteError) {
      end = try shard.run()
    } catch {
      // Whoever started the shard may try it again: there may be room by then.
      throw CommandFailure(.unavailable, ["\(error)"])
    }
    switch end {
    case .doneBefore, .done: return .nothingFound
    case .stopped: return Interruption.exitCode ?? .terminated
    case .internalError(let message):
      throw CommandFailure(.internalError, ["shard \(index): \(message)"])
    }
  }

  private static func status(
    _ plan: CampaignPlan, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let missing = plan.missing
    let begun = plan.begun(among: missing)
    let done = plan.shards - missing.count
    if arguments.has("json") {
      try Console.write(
        JSONText.document([
          "shards": .number(plan.shards), "done": .number(done), "begun": .number(begun.count),
          "missing": .number(missing.count),
        ]))
    } else {
      try Console.write(
        "\(Readable.counted(plan.shards, "shard")): \(Readable.count(done)) done, "
          + "\(Readable.count(missing.count)) missing, of these \(Readable.count(begun.count)) begun\n"
      )
    }
    return .nothingFound
  }

  private static func missing(
    _ plan: CampaignPlan, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let missing = plan.missing
    let format = arguments.text("format") ?? "array"
    switch format {
    case "list": try Console.write(missing.map(String.init).joined(separator: " ") + "\n")
    case "lines": try Console.write(missing.map { "\($0)\n" }.joined())
    case "array": try Console.write(ranges(missing) + "\n")
    default:
      throw .usage(
        "unknown format '\(format)'"
          + NearestName.choice(for: format, among: ["array", "list", "lines"]),
        seeHelpOf: arguments.command)
    }
    return .nothingFound
  }

  /// `0,3-5`, as engines take it.
  private static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  // MARK: - Merging

  private static func merge(
    _ plan: CampaignPlan, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let console = Console(json: arguments.has("json"))
    Interruption.watch()
    let workers = try SupervisionOptions.workers(for: plan.settings, arguments)
    defer { workers?.endAll() }
    let outcome: ShardMerge.Outcome
    do throws(WriteError) {
      outcome = try ShardMerge(
        plan, workers: workers, isStopped: { Interruption.signal != 0 }
      ).run()
    } catch {
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
    switch outcome {
    case .stopped: return Interruption.exitCode ?? .terminated
    case .missing(let shards):
      throw CommandFailure(
        .unavailable, ["\(Readable.counted(shards.count, "shard")) missing: \(ranges(shards))"])
    case .merged(let result):
      try console.say(CampaignSummary.text(result, Palette(isOn: console.coloured())))
      if console.json { try Console.write(JSONText.document(result.json)) }
      return FuzzCommand.exitCode(result)
    }
  }
}
