// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import ExternalSolvers
import Foundation
import ProgramCampaigns
import Supervision
import ToolSupport

/// `layoutfuzz campaign plan`, and the reading of the plan for the other subcommands.
enum CampaignPlanning {
  static let syntax = [
    OptionSyntax("shards", value: "K", "number of shards"),
    OptionSyntax(
      "cases", value: "N", "number of cases (10k, 2M). In nightly it replaces --time"),
    OptionSyntax("seed", value: "N", "seed of the campaign (default 1)"),
    OptionSyntax("strategies", value: "A,B", "only these, as in fuzz"),
    OptionSyntax("laws", value: "L,M", "laws to try, as in fuzz").rare,
    OptionSyntax("no-costs", "do not compare costs, as in fuzz").rare,
    OptionSyntax("growth", value: "N", "repeat 1 case in N, as in fuzz").rare,
    OptionSyntax("profile", value: "P", "only one kind of cases, as in fuzz").rare,
    OptionSyntax(
      "canary", value: "MUTANT",
      "planted fault that must be caught (default in nightly: "
        + "\(NightlyCommand.canary))"),
    OptionSyntax("no-minimize", "store findings as generated").rare,
  ]

  static let options = Set(
    (syntax + SupervisionOptions.limitsSyntax
      + [
        ExternalOptions.external, ExternalOptions.engine, ExternalOptions.timeout,
        KnownOption.syntax,
      ]).map(\.name))

  /// The options of campaigns of the tool's own strategies only.
  static let ownOptions =
    ["strategies", "laws", "no-costs", "growth", "profile", "canary"]
    + SupervisionOptions.limitsSyntax.map(\.name)

  static func plan(
    _ directory: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let settings = try FuzzCommand.settings(arguments)
    guard settings.caseCount != nil,
      let shards = try arguments.integer("shards", in: 1...CampaignPlan.shardsMax)
    else { throw .usage("'plan' needs --cases and --shards", seeHelpOf: arguments.command) }
    if !arguments.texts("engine").isEmpty {
      let pools = { () throws(CommandFailure) in try ExternalOptions.engines(arguments) }
      let (option, others) = (EnginePrograms.option, ownOptions + [SolverPrograms.option])
      try refuse(others, with: option, arguments)
      let work: ProgramWork<EnginePrograms> = try Self.work(settings, arguments, pools)
      try make(work, shards: shards, in: directory)
    } else if !arguments.texts("external").isEmpty || arguments.text("timeout") != nil {
      let pools = { () throws(CommandFailure) in try ExternalOptions.pools(arguments) }
      try refuse(ownOptions, with: SolverPrograms.option, arguments)
      let work: ProgramWork<SolverPrograms> = try Self.work(settings, arguments, pools)
      try make(work, shards: shards, in: directory)
    } else {
      try KnownOption.refuse(arguments)
      let limits = try SupervisionOptions.limits(arguments) ?? WorkerLimits()
      try make(CampaignWork(settings, limits), shards: shards, in: directory)
    }
    Console.note(
      "\(path(directory)): \(settings.endsText) in \(ShownNumber.counted(shards, "shard")), "
        + "seed \(settings.seed)")
    Console.note("  layoutfuzz campaign run --dir \(ShellWord.path(directory)) --index all")
    return .nothingFound
  }

  private static func make(
    _ work: some ShardedWork, shards: Int, in directory: String
  ) throws(CommandFailure) {
    let build = try ToolBuild.hash()
    _ = try OutputFolder.prepare(directory)
    do throws(ShardPlanError) {
      _ = try ShardPlan.make(work, shards: shards, build: build, in: directory)
    } catch {
      throw failure(error, directory)
    }
  }

  /// Returns a campaign against programs, which are started once to learn their versions.
  private static func work<Kind: ProgramKind>(
    _ common: CampaignSettings, _ arguments: ParsedArguments,
    _ start: () throws(CommandFailure) -> [ProgramPool<Kind.Process>]
  ) throws(CommandFailure) -> ProgramWork<Kind> {
    Interruption.watch()
    let known: ProgramWork<Kind>.KnownFile? = try KnownOption.file(arguments)
    let pools = try start()
    defer { for pool in pools { pool.endAll() } }
    for pool in pools {
      Console.note("\(pool.command.name): \(Printable.line(Kind.version(pool.greeting)))")
    }
    return ProgramWork(ProgramFuzz<Kind>.settings(common, pools, nil), known: known)
  }

  private static func refuse(
    _ options: [String], with option: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    guard let other = options.first(where: arguments.has) else { return }
    throw .usage("--\(other) does not go with --\(option)", seeHelpOf: arguments.command)
  }

  /// Reads a plan of any kind of campaign.
  static func load(_ directory: String) throws(CommandFailure) -> any PlannedCampaign {
    do throws(ShardPlanError) {
      let file = try PlanFile(in: directory)
      guard let kind = file.value[ProgramWork<EnginePrograms>.member]?["kind"]?.string else {
        return PlannedStrategies(plan: try CampaignPlan(file))
      }
      if kind == SolverPrograms.noun {
        return PlannedPrograms<SolverPrograms>(
          plan: try ShardPlan(file), text: ExternalSummary.text)
      }
      return PlannedPrograms<EnginePrograms>(plan: try ShardPlan(file), text: EngineFuzz.text)
    } catch {
      throw failure(error, directory)
    }
  }

  /// Reads the plan and checks that this build of the tool made it.
  ///
  /// Another build may give other results, and the results of all shards are merged.
  static func ours(_ directory: String) throws(CommandFailure) -> any PlannedCampaign {
    let planned = try load(directory)
    try checkBuild(planned, directory)
    return planned
  }

  private static func checkBuild(
    _ planned: some PlannedCampaign, _ directory: String
  ) throws(CommandFailure) {
    let build = planned.plan.build
    if build == (try ToolBuild.hash()) { return }
    let words = try planned.words(in: "NEW")
    throw .usage(
      "\(path(directory)): error: another build of layoutfuzz wrote this plan "
        + "(\(build.prefix(8))); fix: use that build on all machines, or plan again: "
        + (["layoutfuzz"] + words).map(ShellWord.quoted).joined(separator: " "),
      seeHelpOf: "campaign")
  }

  private static func path(_ directory: String) -> String { "\(directory)/plan.json" }

  private static func failure(
    _ error: ShardPlanError, _ directory: String
  ) -> CommandFailure {
    let path = path(directory)
    switch error {
    case .missing:
      return .usage(
        "\(path): no plan; fix: create one with 'layoutfuzz campaign plan'", seeHelpOf: "campaign")
    case .unreadable(let code):
      let message = "\(path): cannot read: \(String(cString: strerror(code)))"
      return isTransient(code) ? CommandFailure(.unavailable, [message]) : .badInput(message)
    case .damaged(let problem): return .badInput(at: path, "\(problem)")
    case .other:
      return .usage(
        "\(path): error: another plan exists; fix: give another folder with --dir",
        seeHelpOf: "campaign"
      )
    case .otherBuild:
      return .usage(
        "\(path): error: another build of layoutfuzz wrote the same plan; fix: use that build",
        seeHelpOf: "campaign")
    case .cannotWrite(let error): return CommandFailure(.cannotWrite, ["\(error)"])
    }
  }

  /// Whether reading may succeed later: errors of a busy machine or a remote disk.
  private static func isTransient(_ code: Int32) -> Bool {
    [EIO, ESTALE, ETIMEDOUT, EAGAIN, EINTR, EMFILE, ENFILE, ENOMEM].contains(code)
  }
}
