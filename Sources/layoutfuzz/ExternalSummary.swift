// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import Judging
import Scripts
import ToolSupport

/// The result of a campaign against adapters as text for people: the verdict, the findings, then
/// statistics.
enum ExternalSummary {
  static func text(_ result: ExternalResult, _ palette: Palette) -> String {
    let findings = CampaignSummary.lines(
      of: result.findings, from: 1, palette, size, details: steps
    ) {
      $0.path == nil ? $0.signature : result.replayCommand(of: $0)
    }
    let headline = ProgramFuzz.headline(
      findings: result.findings.count, cases: result.counts.cases, JudgedPrograms(result),
      noun: "solver", palette)
    return ([headline] + findings + [""] + statistics(result)).joined(separator: "\n")
  }

  private static func statistics(_ result: ExternalResult) -> [String] {
    let counts = result.counts
    var lines = zip(result.settings.pools, counts.solvers).map { pool, solver in
      "solver    \(pool.command.name): \(ShownNumber.grouped(solver.passed)) right, "
        + "\(ShownNumber.grouped(solver.wrong)) wrong, \(ShownNumber.grouped(solver.gaveUp)) gave up, "
        + "\(ShownNumber.grouped(solver.undecided)) undecided; "
        + ShownNumber.counted(solver.answers, "answer")
    }
    let kinds = zip(ScriptKind.allCases, counts.kinds).map {
      "\($0.rawValue) \(ShownNumber.grouped($1))"
    }
    lines += [
      "cases     " + kinds.joined(separator: ", "),
      ProgramFuzz.runLine(
        nanoseconds: result.nanoseconds, casesPerSecond: result.casesPerSecond,
        seed: result.settings.seed, digest: counts.digest.text),
    ]
    return lines
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
