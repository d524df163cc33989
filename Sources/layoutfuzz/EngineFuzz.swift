// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import EngineScripts
import Engines
import ExternalSolvers
import ToolSupport

/// `layoutfuzz fuzz --engine`: scripts on live layouts of other toolkits' engines.
enum EngineFuzz {
  /// The options that cannot be combined with engines.
  private static let excluded = [
    "strategies", "profile", "canary", "laws", "growth", "no-costs", "external", "fresh",
  ]

  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    let fuzz = try ProgramFuzz(arguments, option: "engine", excluded: excluded)
    let settings = try fuzz.settings(ExternalOptions.engines, version: \.engine)
    let campaign = EngineCampaign(
      settings, minimizing: try MinimizingOptions.time(arguments), now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    let result = try fuzz.run { (show) throws(WriteError) in try campaign.run(onProgress: show) }
    try fuzz.finish(result.record, text: { text(result, $0) }, json: result.json)
    return exitCode(result)
  }

  private static func exitCode(_ result: EngineResult) -> ExitCode {
    if case .oracle(let error)? = result.problem {
      Console.complain("layoutfuzz: error: internal error: \(error)")
      return .internalError
    }
    if let stopped = Interruption.exitCode { return stopped }
    if case .adapter(let problem)? = result.problem {
      Console.complain(
        "\(problem.name): error: the engine did not start again: \(problem.problem)")
      return .unavailable
    }
    return ProgramFuzz.exitCode(JudgedPrograms(result), hasFindings: !result.findings.isEmpty)
  }

  // MARK: - Text

  private static func text(_ result: EngineResult, _ palette: Palette) -> String {
    let findings = CampaignSummary.lines(of: result.findings, from: 1, palette, size) {
      $0.path == nil ? $0.signature : result.replayCommand(of: $0)
    }
    let headline = ProgramFuzz.headline(
      findings: result.findings.count, cases: result.counts.cases, JudgedPrograms(result),
      noun: "engine", palette)
    return ([headline] + findings + [""] + statistics(result)).joined(separator: "\n")
  }

  private static func statistics(_ result: EngineResult) -> [String] {
    var lines = zip(result.settings.pools, result.counts.engines).map { pool, engine in
      "engine    \(pool.command.name): \(ShownNumber.grouped(engine.passed)) right, "
        + "\(ShownNumber.grouped(engine.wrong)) wrong, \(ShownNumber.grouped(engine.gaveUp)) gave "
        + "up, \(ShownNumber.grouped(engine.undecided)) undecided; "
        + ShownNumber.counted(engine.readings, "reading")
    }
    lines.append(
      ProgramFuzz.runLine(
        nanoseconds: result.nanoseconds, casesPerSecond: result.casesPerSecond,
        seed: result.settings.seed, digest: result.counts.digest.text))
    return lines
  }

  private static func size(_ script: EngineScript) -> String {
    ShownNumber.counted(script.views.count, "view") + ", "
      + ShownNumber.counted(script.constraints.count, "constraint") + " in "
      + ShownNumber.counted(script.steps.count, "step")
  }
}
