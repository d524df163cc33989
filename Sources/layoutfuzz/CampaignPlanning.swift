// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import Foundation
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

  static let options = Set((syntax + SupervisionOptions.limitsSyntax).map(\.name))

  static func plan(
    _ directory: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    var settings = try FuzzCommand.settings(arguments)
    guard settings.caseCount != nil,
      let shards = try arguments.integer("shards", in: 1...CampaignPlan.shardsMax)
    else { throw .usage("'plan' needs --cases and --shards", seeHelpOf: arguments.command) }
    settings.outputFolder = directory
    let limits = try SupervisionOptions.limits(arguments) ?? WorkerLimits()
    let build = try ToolBuild.hash()
    _ = try OutputFolder.prepare(directory)
    do throws(CampaignPlan.PlanError) {
      _ = try CampaignPlan.make(
        settings, limits: limits, shards: shards, build: build, in: directory)
    } catch {
      throw failure(error, directory)
    }
    Console.complain(
      "\(path(directory)): \(settings.endsText) in \(ShownNumber.counted(shards, "shard")), "
        + "seed \(settings.seed)")
    Console.complain("  layoutfuzz campaign run --dir \(ShellWord.path(directory)) --index all")
    return .nothingFound
  }

  static func load(_ directory: String) throws(CommandFailure) -> CampaignPlan {
    do throws(CampaignPlan.PlanError) {
      return try CampaignPlan.load(directory)
    } catch {
      throw failure(error, directory)
    }
  }

  /// Reads the plan and checks that this build of the tool made it.
  ///
  /// Another build may give other results, and the results of all shards are merged.
  static func ours(_ directory: String) throws(CommandFailure) -> CampaignPlan {
    let plan = try load(directory)
    guard plan.build == (try ToolBuild.hash()) else {
      let words = try PlanWords.words(of: plan, in: "NEW")
      throw .usage(
        "\(path(directory)): error: another build of layoutfuzz wrote this plan "
          + "(\(plan.build.prefix(8))); fix: use that build on all machines, or plan again: "
          + (["layoutfuzz"] + words).map(ShellWord.quoted).joined(separator: " "),
        seeHelpOf: "campaign")
    }
    return plan
  }

  private static func path(_ directory: String) -> String { "\(directory)/plan.json" }

  private static func failure(
    _ error: CampaignPlan.PlanError, _ directory: String
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
