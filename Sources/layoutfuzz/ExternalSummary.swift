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
    return ([headline(result, palette)] + findings + [""] + statistics(result))
      .joined(separator: "\n")
  }

  private static func headline(_ result: ExternalResult, _ palette: Palette) -> String {
    let cases = ShownNumber.counted(result.counts.cases, "case")
    if !result.findings.isEmpty {
      return palette.red("\(ShownNumber.counted(result.findings.count, "finding")) in \(cases)")
    }
    return JudgedPrograms(result).allJudged
      ? palette.green("Nothing found in \(cases).")
      : palette.yellow("Nothing found in \(cases), and no verdict on some solver.")
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
    let rate = ShownNumber.grouped(Int(result.casesPerSecond.rounded()))
    lines += [
      "cases     " + kinds.joined(separator: ", "),
      "run       \(ShownNumber.duration(nanoseconds: result.nanoseconds)) (\(rate) cases/s), "
        + "seed \(result.settings.seed), digest \(counts.digest.text)",
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
