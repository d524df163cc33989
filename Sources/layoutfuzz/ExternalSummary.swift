// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import Judging
import ProgramCampaigns
import Scripts
import ToolSupport

/// The result of a campaign against adapters as text for people: the verdict, the findings, then
/// statistics.
enum ExternalSummary {
  static func text(_ result: ExternalResult, _ palette: Palette) -> String {
    let findings = CampaignSummary.lines(
      of: result.findings, from: 1, palette, size,
      details: { steps($0) + KnownOption.expired($0, result.settings.suppressions) },
      isCut: result.isCut
    ) {
      $0.path == nil ? $0.signature : result.replayCommand(of: $0)
    }
    let kinds = zip(SolverPrograms.scriptKinds, result.counts.scriptKinds).map {
      "\($0) \(ShownNumber.grouped($1))"
    }
    let cases = "cases     " + kinds.joined(separator: ", ")
    return
      ([ProgramFuzz.headline(result, palette)] + findings + [""]
      + ProgramFuzz.statistics(result, more: [cases])).joined(separator: "\n")
  }

  /// The most steps of a script that is printed.
  private static let stepsMax = 6

  /// Returns the numbered steps of a short script with a mark at the failing one.
  static func steps(_ finding: ScriptFinding) -> [String] {
    let lines = ScriptText.lines(finding.smallest, failingAt: finding.step)
    guard lines.count <= stepsMax else { return [] }
    return lines.enumerated().map { "  \($0.offset + 1)  \($0.element)" }
  }

  /// Returns the number of constraints and steps of a script.
  static func size(_ script: SolverScript) -> String {
    ShownNumber.counted(script.constraintCount, "constraint") + " in "
      + ShownNumber.counted(script.steps.count, "step")
  }
}
