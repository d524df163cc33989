// SPDX-License-Identifier: MIT

import CampaignEngine
import ExternalSolvers
import Nights
import ProgramCampaigns
import ToolSupport

/// The sources of the random cases of a night: the shards of `--from`, and the programs of
/// `--external` and `--engine`.
struct NightSources {
  /// The shards of the tool's own strategies; nil when the night runs its own cases.
  private(set) var own: CampaignPlan?
  private var solvers: PlannedPrograms<SolverPrograms>?
  private var engines: PlannedPrograms<EnginePrograms>?

  /// - Throws: when a folder has no plan of this build, shards are missing, or options contradict.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    for directory in arguments.texts("from") {
      let planned = try CampaignPlanning.ours(directory)
      let kind: String
      let isTaken: Bool
      switch planned {
      case let strategies as PlannedStrategies:
        (kind, isTaken) = ("strategies", own != nil)
        own = strategies.plan
        try Self.check(strategies, directory, arguments)
      case let programs as PlannedPrograms<SolverPrograms>:
        (kind, isTaken) = (SolverPrograms.option, solvers != nil)
        solvers = programs
      case let programs as PlannedPrograms<EnginePrograms>:
        (kind, isTaken) = (EnginePrograms.option, engines != nil)
        engines = programs
      default: preconditionFailure("a plan of a kind that nights do not have")
      }
      if isTaken || !arguments.texts(kind).isEmpty && kind != "strategies" {
        throw .usage(
          "\(directory): --from and another source of the same kind of cases (\(kind))",
          seeHelpOf: arguments.command)
      }
      let missing = planned.missing
      if missing > 0 {
        throw CommandFailure(
          .unavailable, at: directory,
          "\(missing) of its shards are missing; fix: run them, as 'campaign status' prints")
      }
    }
  }

  /// Refuses options that the plan of the tool's own strategies decides, and a plan without a
  /// canary.
  private static func check(
    _ planned: PlannedStrategies, _ directory: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    if let other = CampaignPlanning.ownOptions.first(where: arguments.has) {
      throw .usage(
        "--\(other) does not go with --from: the plan has it", seeHelpOf: arguments.command)
    }
    if planned.plan.settings.canary != nil { return }
    throw .badInput(
      at: "\(directory)/plan.json",
      "the campaign has no canary, which a night needs; fix: plan again with --canary "
        + NightlyCommand.canary)
  }

  /// Returns the campaigns against programs: those in shards, and else those of the options.
  ///
  /// - Throws: when a program does not start, or differs from the plan.
  func campaigns(_ arguments: ParsedArguments) throws(CommandFailure) -> [any NightCampaign] {
    let jobs = try arguments.jobs()
    let pools = try ExternalOptions.allPools(arguments)
    var campaigns: [any NightCampaign] = []
    if let solvers {
      campaigns.append(NightShards(solvers.plan, try solvers.pools(jobs: jobs)))
    } else if !pools.solvers.isEmpty {
      campaigns.append(NightPrograms<SolverPrograms>(pools.solvers))
    }
    if let engines {
      campaigns.append(NightShards(engines.plan, try engines.pools(jobs: jobs)))
    } else if !pools.engines.isEmpty {
      campaigns.append(NightPrograms<EnginePrograms>(pools.engines))
    }
    return campaigns
  }
}

extension PlannedCampaign {
  /// The number of shards without a valid result.
  fileprivate var missing: Int { plan.missing.count }
}
