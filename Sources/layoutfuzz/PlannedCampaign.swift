// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import ToolSupport

/// A plan of `campaign plan`, with all that depends on the kind of its campaign.
protocol PlannedCampaign {
  associatedtype Work: ShardedWork

  var plan: ShardPlan<Work> { get }

  /// Returns the command line that makes this plan in a folder, without the name of the tool.
  ///
  /// - Throws: `.badInput` for a plan that no command line makes.
  func words(in directory: String) throws(CommandFailure) -> [String]

  /// Runs shards.
  func run(_ shards: [Int], _ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode

  /// Merges all shards and prints the result.
  func merge(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode
}

/// A plan of a campaign of the tool's own strategies.
struct PlannedStrategies: PlannedCampaign {
  let plan: CampaignPlan

  func words(in directory: String) throws(CommandFailure) -> [String] {
    try PlanWords.words(of: plan, in: directory)
  }

  func run(
    _ shards: [Int], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    var settings = plan.settings
    settings.jobs = try arguments.jobs()
    let isAllDone = shards.allSatisfy { plan.hasResult(of: $0) }
    let workers =
      isAllDone || arguments.has(SupervisionOptions.inProcess)
      ? nil : try SupervisionOptions.workers(for: settings, plan.limits)
    defer { workers?.endAll() }
    return try CampaignShards.run(shards, of: plan) { shard in
      ShardRun(
        plan, shard: shard, workers: workers, jobs: settings.jobs, now: MonotonicClock.now,
        isStopped: { Interruption.signal != 0 })
    }
  }

  func merge(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    let console = Console(json: arguments.has("json"))
    let workers =
      arguments.has(SupervisionOptions.inProcess)
      ? nil : try SupervisionOptions.workers(for: plan.settings, plan.limits)
    defer { workers?.endAll() }
    let merge = ShardMerge(
      plan, isPartial: arguments.has("partial"), workers: workers,
      minimizing: try MinimizingOptions.time(arguments),
      isStopped: { Interruption.signal != 0 })
    guard let (result, missing) = try CampaignShards.merged(merge, of: plan) else {
      return Interruption.exitCode ?? .terminated
    }
    try console.say(CampaignSummary.text(result, Palette(isOn: console.coloured())))
    if console.json { try Console.write(JSONText.document(result.json)) }
    if missing.isEmpty { return FuzzCommand.exitCode(result) }
    return CampaignShards.exitCode(
      ofPart: plan, missing, isReliable: result.internalErrors.isEmpty)
  }
}
