// SPDX-License-Identifier: MIT

import CampaignEngine
import Clocks
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
    _ planned: some PlannedCampaign, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let shards = try indices(planned.plan, arguments)
    Interruption.watch()
    return try planned.run(shards, arguments)
  }

  /// Runs shards one after the other.
  ///
  /// `make` returns the run of a shard.
  ///
  /// - Returns: the exit code.
  /// - Throws: when a result cannot be written, or when a program does not start again.
  static func run<Work>(
    _ shards: [Int], of plan: ShardPlan<Work>, _ make: (Int) -> ShardRun<Work>
  ) throws(CommandFailure) -> ExitCode {
    var code = ExitCode.nothingFound
    for shard in shards {
      switch try attempt(make(shard), shard) {
      case .doneBefore, .done: break
      case .stopped: return Interruption.exitCode ?? .terminated
      case .unavailable(let reason):
        throw CommandFailure(
          .unavailable, at: "\(plan.directory)",
          "shard \(shard): a program did not start again: \(reason); fix: run the shard again")
      case .internalError(let message):
        Console.note("\(plan.directory): error: internal error in shard \(shard): \(message)")
        code = .internalError
      }
    }
    let missing = plan.missing
    Console.note(summary(plan, missing))
    Console.note("  \(next(plan, missing))")
    return code
  }

  /// Runs a shard and records the attempt.
  private static func attempt(
    _ run: ShardRun<some ShardedWork>, _ shard: Int
  ) throws(CommandFailure) -> ShardEnd {
    var line = ProgressLine()
    let start = MonotonicClock.now()
    defer { line.clear() }
    do throws(WriteError) {
      return try run.recorded(
        process: ProcessInfo.processInfo.processIdentifier, wallClock: WallClock.now,
        code: { $0.map(exitCode)?.rawValue ?? ExitCode.unavailable.rawValue },
        show: { batches, all in
          let elapsed = MonotonicClock.now().elapsed(since: start)
          line.show(
            "shard \(shard): \(ShownNumber.duration(nanoseconds: elapsed))  "
              + "\(ShownNumber.grouped(batches)) of \(ShownNumber.grouped(all)) batches",
            at: elapsed)
        })
    } catch {
      // The exit code lets the engine try the shard again, since resources may be free by then.
      throw CommandFailure(.unavailable, ["\(error)"])
    }
  }

  private static func exitCode(_ end: ShardEnd) -> ExitCode {
    switch end {
    case .doneBefore, .done: return .nothingFound
    case .stopped: return Interruption.exitCode ?? .terminated
    case .unavailable: return .unavailable
    case .internalError: return .internalError
    }
  }

  /// Returns the shards of `--index`: `3`, `0,3-5` or `all`.
  private static func indices(
    _ plan: ShardPlan<some ShardedWork>, _ arguments: ParsedArguments
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
    _ planned: some PlannedCampaign, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let plan = planned.plan
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
        summary(plan, missing)
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
    _ planned: some PlannedCampaign, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let plan = planned.plan
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
    _ planned: some PlannedCampaign, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    Interruption.watch()
    // Without the lock, a merge would take the findings of a parallel one for remains of a killed
    // run.
    let lock = try LockedFolder.lock(
      planned.plan.directory, inUse: "another process merges this campaign")
    defer { withExtendedLifetime(lock) {} }
    return try planned.merge(arguments)
  }

  /// Merges shards.
  ///
  /// - Returns: the result and the missing shards of a partial merge; nil when the run is stopped.
  static func merged<Work>(
    _ merge: ShardMerge<Work>, of plan: ShardPlan<Work>
  ) throws(CommandFailure) -> (result: Work.Tally.Result, missing: [Int])? {
    let outcome: ShardMerge<Work>.Outcome
    do throws(WriteError) {
      outcome = try merge.run()
    } catch {
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
    switch outcome {
    case .stopped: return nil
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
    case .merged(let result, let missing): return (result, missing)
    }
  }

  /// Returns the exit code of a partial merge, and complains about the missing shards.
  ///
  /// Only all shards together have a verdict, so a part reports nothing but an internal error.
  static func exitCode(
    ofPart plan: ShardPlan<some ShardedWork>, _ missing: [Int], isReliable: Bool
  ) -> ExitCode {
    Console.note("\(plan.directory): warning: \(text(ofMissing: missing, plan))")
    return isReliable ? .unavailable : .internalError
  }

  private static func text(
    ofMissing shards: [Int], _ plan: ShardPlan<some ShardedWork>
  ) -> String {
    "\(ShownNumber.grouped(shards.count)) of \(ShownNumber.counted(plan.shards, "shard")) missing: "
      + ShardNumbers.text(shards)
  }

  /// Returns `night: 2 of 4 shards done`.
  private static func summary(_ plan: ShardPlan<some ShardedWork>, _ missing: [Int]) -> String {
    "\(ShownText.line(plan.directory)): \(ShownNumber.grouped(plan.shards - missing.count)) of "
      + "\(ShownNumber.counted(plan.shards, "shard")) done"
  }

  /// Returns the next command: the run of the missing shards, or the merge.
  private static func next(_ plan: ShardPlan<some ShardedWork>, _ missing: [Int]) -> String {
    let words = missing.isEmpty ? ["merge"] : ["run", "--index", ShardNumbers.text(missing)]
    return "layoutfuzz campaign \(words[0]) --dir \(ShellWord.path(plan.directory))"
      + words.dropFirst().map { " \($0)" }.joined()
  }
}
