// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import ToolSupport

/// `--minimize-time`, an option of all subcommands that minimize findings.
enum MinimizingOptions {
  static let name = "minimize-time"

  static let time = OptionSyntax(
    name, value: "T",
    "time limit for minimizing one finding (default 10s; for crashes and other programs a number of "
      + "runs)"
  )

  static let jobs = OptionSyntax(
    "jobs", value: "N",
    "cases tried in parallel (default 1). More helps if most cases wait for a program to start")

  static func jobs(_ arguments: ParsedArguments) throws(CommandFailure) -> Int {
    try arguments.integer("jobs", in: 1...1024) ?? 1
  }

  /// Returns the time limit of each minimization.
  ///
  /// `limit` is the limit for all of them together, in nanoseconds; nil for none.
  ///
  /// - Throws: a usage error.
  static func time(
    _ arguments: ParsedArguments, limit: UInt64? = nil
  ) throws(CommandFailure) -> MinimizingTime {
    MinimizingTime(
      limit: limit, each: try arguments.duration(name), now: MonotonicClock.now)
  }

  /// Returns ` in 3,570 runs; minimal`, or `; cut short after 287 runs`.
  static func summary(end: String, calls: Int) -> String {
    let runs = ShownNumber.counted(calls, "run")
    switch end {
    case "stopped": return "; cut short after \(runs)"
    case "fixpoint": return " in \(runs); minimal"
    default: return " in \(runs); \(MinimizingWords.end(end))"
    }
  }
}
