// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import EngineScripts
import Engines
import ProgramCampaigns
import ToolSupport

/// `layoutfuzz fuzz --engine`: scripts on live layouts of other toolkits' engines.
enum EngineFuzz {
  /// The options that cannot be combined with engines.
  private static let excluded = [
    "strategies", "profile", "canary", "laws", "growth", "no-costs", "external",
  ]

  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    try ProgramFuzz<EnginePrograms>.run(
      arguments, option: "engine", excluded: excluded, pools: ExternalOptions.engines, text: text)
  }

  static func text(_ result: EngineResult, _ palette: Palette) -> String {
    let findings = CampaignSummary.lines(
      of: result.findings, from: 1, palette, size,
      details: { steps($0) + KnownOption.expired($0, result.settings.suppressions) },
      isCut: result.isCut
    ) {
      $0.path == nil ? $0.signature : result.replayCommand(of: $0)
    }
    return
      ([ProgramFuzz.headline(result, palette)] + findings + [""]
      + ProgramFuzz.statistics(result)).joined(separator: "\n")
  }

  /// The most lines of a script that is printed.
  private static let linesMax = 12

  /// Returns the lines of a short script.
  private static func steps(_ finding: EngineFinding) -> [String] {
    let lines = EngineText(finding.smallest).lines(failing: finding.step)
    guard lines.count <= linesMax else { return [] }
    return lines.map { "  " + ShownText.line($0, upTo: 300) }
  }

  static func size(_ script: EngineScript) -> String {
    ShownNumber.counted(script.views.count, "view") + ", "
      + ShownNumber.counted(script.constraintCount, "constraint") + " in "
      + ShownNumber.counted(script.steps.count, "step")
  }
}
