// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import ExternalSolvers
import ToolSupport

/// `layoutfuzz fuzz --external`: scripts in place of layouts, adapters in place of strategies.
enum ExternalFuzz {
  /// The options that cannot be combined with adapters.
  private static let excluded = [
    "strategies", "profile", "canary", "laws", "growth", "no-costs",
  ]

  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    let fuzz = try ProgramFuzz(arguments, option: "external", excluded: excluded)
    let settings = try fuzz.settings(ExternalOptions.pools, version: \.solver)
    let campaign = ExternalCampaign(
      settings, minimizing: try MinimizingOptions.time(arguments), now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    let result = try fuzz.run { (show) throws(WriteError) in try campaign.run(onProgress: show) }
    try fuzz.finish(
      result.record, text: { ExternalSummary.text(result, $0) }, json: result.json)
    return exitCode(result)
  }

  private static func exitCode(_ result: ExternalResult) -> ExitCode {
    if let error = result.internalError {
      Console.complain("layoutfuzz: error: internal error: \(error.message)")
      return .internalError
    }
    if let stopped = Interruption.exitCode { return stopped }
    if let problem = result.adapterProblem {
      Console.complain(
        "\(problem.name): error: the external solver did not start again: \(problem.problem)")
      return .unavailable
    }
    return ProgramFuzz.exitCode(JudgedPrograms(result), hasFindings: !result.findings.isEmpty)
  }
}
