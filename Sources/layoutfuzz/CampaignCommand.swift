// SPDX-License-Identifier: MIT

import Foundation
import ToolSupport

/// The command `layoutfuzz campaign`.
enum CampaignCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  /// The subcommands, each with the options besides `--dir` that it accepts.
  private static let verbs: [(name: String, options: Set<String>)] = [
    ("plan", CampaignPlanning.options),
    ("run", ["index", "jobs", SupervisionOptions.inProcess]),
    ("status", ["json"]), ("missing", ["format"]),
    ("merge", ["json", "partial", MinimizingOptions.name, SupervisionOptions.inProcess]),
    ("launcher", LauncherCommand.options), (NightlyCommand.name, NightlyCommand.options),
  ]

  static let syntax = CommandSyntax(
    name: "campaign",
    summary: "a campaign in shards, for as many machines as there are",
    operands: verbs.map(\.name).joined(separator: "|"), operandCount: 1...1,
    options: [
      OptionSyntax("dir", value: "DIR", "the folder of the campaign, which all machines share"),
      OptionSyntax("index", value: "I", "run: the shard, from 0; or several (0,3-5), or all"),
    ] + CampaignPlanning.syntax + [
      OptionSyntax("jobs", value: "N", "run: how many cases at a time (default: all cores)"),
      OptionSyntax(
        "format", value: "F", words: MissingFormat.allCases.map(\.rawValue),
        "missing: list (0 3 4), lines, or array (0,3-4; default)"),
      OptionSyntax("partial", "merge: what there is, though shards are missing"),
      OptionSyntax("json", "status, merge: the result as JSON on standard output"),
      MinimizingOptions.time,
    ] + LauncherCommand.syntax + NightlyCommand.syntax + SupervisionOptions.syntax,
    notes: """
      'plan' writes DIR/plan.json once. 'run' does one shard and writes DIR/results/shard-I.json; it
      may run anywhere, at any time, and more than once: a shard that is done ends at once, one that
      was killed goes on. 'status' counts, 'missing' names the shards without a valid result, and
      'merge' folds all results, makes the findings (DIR/findings) and prints what 'fuzz --json'
      prints: the same bytes for any number of shards. Only a valid result proves a shard, whatever
      the engine that started it says. 'launcher' prints what an engine is given to run the plan.

      All shards and the merge take the build that made the plan; another one is refused. DIR/attempts
      tells where and when shards were started; 'status' calls those of them running that have not
      ended, which those that were killed have not either.

      A shard with findings is done (0). It ends with 75 when it can be tried again (the disk is
      full), with 143 within seconds of SIGTERM, to go on later, and with 64, 65 or 70 when trying
      again is no use. 'merge' ends with 1 when there are findings, with 75 while shards are missing,
      with --partial too, and with 70 when a shard came to two results. What --partial finds goes to
      DIR/partial, and is gone when all are merged.


      """ + NightlyCommand.notes,
    examples: [
      "layoutfuzz campaign plan --dir night --seed 1 --cases 1000000 --shards 100",
      "layoutfuzz campaign run --dir night --index all",
      "parallel layoutfuzz campaign run --dir night --jobs 1 --index ::: $(seq 0 99)",
      "layoutfuzz campaign merge --dir night --json",
      "layoutfuzz campaign launcher --dir night --engine actions -o .github/workflows/night.yml",
      "layoutfuzz campaign nightly --state nightly --time 1h --corpus Corpus/regressions",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let word = arguments.operands[0]
    guard let verb = verbs.first(where: { $0.name == word }) else {
      throw .usage(
        "unknown '\(word)'" + NearestName.choice(for: word, among: verbs.map(\.name)),
        seeHelpOf: arguments.command)
    }
    if let other = arguments.given.first(where: { $0 != "dir" && !verb.options.contains($0) }) {
      throw .usage("'\(word)' has no --\(other)", seeHelpOf: arguments.command)
    }
    // A night is not a campaign in shards: its folder belongs to all nights.
    if word == NightlyCommand.name { return try NightlyCommand.run(arguments) }
    guard let directory = arguments.text("dir"), !directory.isEmpty else {
      throw .usage("'campaign' needs --dir DIR", seeHelpOf: arguments.command)
    }
    switch word {
    case "plan": return try CampaignPlanning.plan(directory, arguments)
    case "run": return try CampaignShards.run(try CampaignPlanning.ours(directory), arguments)
    case "status": return try CampaignShards.status(try CampaignPlanning.load(directory), arguments)
    case "missing":
      return try CampaignShards.missing(try CampaignPlanning.load(directory), arguments)
    case "merge": return try CampaignShards.merge(try CampaignPlanning.ours(directory), arguments)
    default: return try LauncherCommand.run(try CampaignPlanning.load(directory), arguments)
    }
  }
}
