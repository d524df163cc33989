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

  private static let options =
    [
      OptionSyntax("dir", value: "DIR", "folder of the campaign, shared by all machines"),
      OptionSyntax("index", value: "I", "the shard, from 0, or several (0,3-5), or all"),
    ] + CampaignPlanning.syntax + [
      OptionSyntax("jobs", value: "N", "cases in parallel (default: all cores)"),
      OptionSyntax(
        "format", value: "F", words: MissingFormat.allCases.map(\.rawValue),
        "list (0 3 4), lines, or array (0,3-4; default)"
      ).rare,
      OptionSyntax("partial", "merge the valid shards while others are missing"),
      OptionSyntax("json", "print the result as JSON"),
      MinimizingOptions.time.rare,
    ] + LauncherCommand.syntax + NightlyCommand.syntax
    + [
      ExternalOptions.external.rare, ExternalOptions.engine.rare, ExternalOptions.timeout.rare,
      KnownOption.syntax.rare,
    ]
    + SupervisionOptions.syntax.map(\.rare)

  /// Returns an option with the verbs that accept it before its help.
  private static func named(_ option: OptionSyntax) -> OptionSyntax {
    let takers = verbs.filter { $0.options.contains(option.name) }.map(\.name)
    return takers.isEmpty ? option : option.of(takers.joined(separator: ", "))
  }

  static let syntax = CommandSyntax(
    name: "campaign",
    summary: "split a campaign into shards, or fuzz every night",
    operands: verbs.map(\.name).joined(separator: "|"), operandCount: 1...1,
    options: options.map(named),
    notes: """
      Run a campaign in shards on any number of machines that share a folder: 'plan', 'run',
      'status', 'missing', 'merge', 'launcher'. Or run one night of a nightly job: 'nightly'.

      'plan' writes DIR/plan.json once. 'run' runs one shard and writes DIR/results/shard-I.json. It
      may run on any machine, at any time, and more than once. A completed shard ends at once, and a
      killed shard resumes. 'status' counts shards, and 'missing' lists those without a valid
      result. 'merge' combines all results, writes DIR/findings and prints the output of 'fuzz
      --json'. That output has the same bytes for any number of shards. 'launcher' prints the job
      file with which a scheduler runs the plan. Only a valid result completes a shard.

      With --engine or --external, 'plan' divides a campaign against other programs. The plan has
      their commands, versions and offers. 'run' and 'merge' start them. One that is absent or
      differs ends the shard with 75, and the plan stays valid. The plan has the content of the file
      of --known, and its day.

      All shards and the merge need the build that wrote the plan. Another build is refused.
      DIR/attempts lists where and when shards were started. 'status' lists killed shards as
      running.

      A shard with findings is complete (0). It ends with 75 when a new attempt may succeed, as
      after a full disk. It ends with 143 within seconds of SIGTERM, and resumes later. With 64, 65
      or 70 a new attempt is useless. 'merge' ends with 1 when there are findings. It ends with 75
      while shards are missing, with --partial too, and with 70 when a shard has two different
      results. Findings of --partial are in DIR/partial until all shards are merged.


      """ + NightlyCommand.notes,
    exits: ExitCode.meanings(
      [
        .nothingFound: "done: the shard is complete, or there is nothing new",
        .findings: "merge: findings; nightly: a new or reopened finding",
        .badInput: "", .internalError: "internal error, or an unreliable night",
        .unavailable: "try again: shards are missing, the folder is in use, or no verdict",
      ], isStoppable: true),
    examples: [
      "layoutfuzz campaign plan --dir night --cases 1M --shards 100",
      "layoutfuzz campaign run --dir night --index all",
      "layoutfuzz campaign merge --dir night --json",
      "layoutfuzz campaign nightly --state nightly --time 1h",
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
    case "status":
      return try CampaignShards.status(try CampaignPlanning.load(directory), arguments)
    case "missing":
      return try CampaignShards.missing(try CampaignPlanning.load(directory), arguments)
    case "merge": return try CampaignShards.merge(try CampaignPlanning.ours(directory), arguments)
    default: return try LauncherCommand.run(try CampaignPlanning.load(directory), arguments)
    }
  }
}
