// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import Foundation
import ToolSupport

/// The output format of `campaign missing`.
enum MissingFormat: String, CaseIterable {
  /// `0,3-5`, as engines read it.
  case array
  /// `0 3 4 5`.
  case list
  /// One number a line.
  case lines
}

/// The command `layoutfuzz campaign run|status|missing|merge`.
enum CampaignShards {
  // MARK: - Running

  static func run(
    _ plan: CampaignPlan, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let shards = try indices(plan, arguments)
    var settings = plan.settings
    settings.jobs = try arguments.jobs()
    Interruption.watch()
    let isAllDone = shards.allSatisfy { plan.hasResult(of: $0) }
    let workers =
      isAllDone || arguments.has(SupervisionOptions.inProcess)
      ? nil : try SupervisionOptions.workers(for: settings, plan.limits)
    defer { workers?.endAll() }
    var code = ExitCode.nothingFound
    for shard in shards {
      let run = ShardRun(
        plan, shard: shard, workers: workers, jobs: settings.jobs, now: MonotonicClock.now,
        isStopped: { Interruption.signal != 0 })
      switch try attempt(run) {
      case .doneBefore, .done: break
      case .stopped: return Interruption.exitCode ?? .terminated
      case .internalError(let message):
        Console.complain("\(plan.directory): error: internal error in shard \(shard): \(message)")
        code = .internalError
      }
    }
    return code
  }

  /// Runs a shard and records the attempt.
  private static func attempt(_ run: ShardRun) throws(CommandFailure) -> ShardRun.End {
    do throws(WriteError) {
      return try run.recorded(
        process: ProcessInfo.processInfo.processIdentifier, wallClock: WallClock.now,
        code: { $0.map(exitCode)?.rawValue ?? ExitCode.unavailable.rawValue })
    } catch {
      // The exit code lets the engine try the shard again, since resources may be free by then.
      throw CommandFailure(.unavailable, ["\(error)"])
    }
  }

  private static func exitCode(_ end: ShardRun.End) -> ExitCode {
    switch end {
    case .doneBefore, .done: return .nothingFound
    case .stopped: return Interruption.exitCode ?? .terminated
    case .internalError: return .internalError
    }
  }

  /// Returns the shards of `--index`: `3`, `0,3-5` or `all`.
  private static func indices(
    _ plan: CampaignPlan, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [Int] {
    guard let text = arguments.text("index") else {
      throw .usage("'run' needs --index I", seeHelpOf: arguments.command)
    }
    if let shards = ShardNumbers.numbers(in: text, below: plan.shards) { return shards }
    throw .usage(
      "--index takes a shard from 0 to \(plan.shards - 1), several as 0,3-5, or all, not '\(text)'",
      seeHelpOf: arguments.command)
  }

  // MARK: - Looking

  static func status(
    _ plan: CampaignPlan, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let missing = plan.missing
    let attempts = ShardAttempt.summary(of: plan, among: missing)
    let done = plan.shards - missing.count
    if arguments.has("json") {
      try Console.write(
        JSONText.document([
          "shards": .number(plan.shards), "done": .number(done),
          "missing": .number(missing.count), "begun": .number(attempts.begun.count),
          "running": .number(attempts.open.count), "attempts": .number(attempts.count),
        ]))
    } else {
      try Console.write(
        "\(ShownText.line(plan.directory)): \(ShownNumber.grouped(done)) of "
          + "\(ShownNumber.counted(plan.shards, "shard")) done"
          + (missing.isEmpty
            ? ""
            : "; missing: \(ShardNumbers.text(missing)) "
              + "(\(ShownNumber.grouped(attempts.begun.count)) started, "
              + "\(ShownNumber.grouped(attempts.open.count)) running)")
          + "; \(ShownNumber.counted(attempts.count, "attempt"))\n  \(next(plan, missing))\n")
    }
    return .nothingFound
  }

  static func missing(
    _ plan: CampaignPlan, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let name = arguments.text("format") ?? MissingFormat.array.rawValue
    guard let format = MissingFormat(rawValue: name) else {
      throw .usage(
        "unknown format '\(name)'"
          + NearestName.choice(for: name, among: MissingFormat.allCases.map(\.rawValue)),
        seeHelpOf: arguments.command)
    }
    let missing = plan.missing
    switch format {
    case .list: try Console.write(missing.map(String.init).joined(separator: " ") + "\n")
    case .lines: try Console.write(missing.map { "\($0)\n" }.joined())
    case .array: try Console.write(ShardNumbers.text(missing) + "\n")
    }
    return .nothingFound
  }

  // MARK: - Merging

  static func merge(
    _ plan: CampaignPlan, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let console = Console(json: arguments.has("json"))
    Interruption.watch()
    // Without the lock, a merge would take the findings of a parallel one for remains of a killed
    // run.
    let lock = try LockedFolder.lock(plan.directory, inUse: "another process merges this campaign")
    defer { withExtendedLifetime(lock) {} }
    let workers =
      arguments.has(SupervisionOptions.inProcess)
      ? nil : try SupervisionOptions.workers(for: plan.settings, plan.limits)
    defer { workers?.endAll() }
    let time = try MinimizingOptions.time(arguments)
    let outcome: ShardMerge.Outcome
    do throws(WriteError) {
      outcome = try ShardMerge(
        plan, isPartial: arguments.has("partial"), workers: workers, minimizing: time,
        isStopped: { Interruption.signal != 0 }
      ).run()
    } catch {
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
    switch outcome {
    case .stopped: return Interruption.exitCode ?? .terminated
    case .missing(let shards):
      throw CommandFailure(
        .unavailable, ["\(plan.directory): error: \(text(ofMissing: shards, plan))"],
        details: [
          "  fix: run them, or merge the others with --partial", "  \(next(plan, shards))",
        ])
    case .contradicted(let shards):
      throw CommandFailure(
        .internalError,
        [
          "\(plan.directory)/results: error: different results for "
            + "\(ShownNumber.counted(shards.count, "shard")): \(ShardNumbers.text(shards))"
        ])
    case .merged(let result, let missing):
      try console.say(CampaignSummary.text(result, Palette(isOn: console.coloured())))
      if console.json { try Console.write(JSONText.document(result.json)) }
      if missing.isEmpty { return FuzzCommand.exitCode(result) }
      Console.complain("\(plan.directory): warning: \(text(ofMissing: missing, plan))")
      // Only all shards together have a verdict, so a part reports nothing but an internal error.
      return result.internalErrors.isEmpty ? .unavailable : .internalError
    }
  }

  private static func text(ofMissing shards: [Int], _ plan: CampaignPlan) -> String {
    "\(ShownNumber.grouped(shards.count)) of \(ShownNumber.counted(plan.shards, "shard")) missing: "
      + ShardNumbers.text(shards)
  }

  /// Returns the next command: the run of the missing shards, or the merge.
  private static func next(_ plan: CampaignPlan, _ missing: [Int]) -> String {
    let words = missing.isEmpty ? ["merge"] : ["run", "--index", ShardNumbers.text(missing)]
    return "layoutfuzz campaign \(words[0]) --dir \(ShellWord.path(plan.directory))"
      + words.dropFirst().map { " \($0)" }.joined()
  }
}
