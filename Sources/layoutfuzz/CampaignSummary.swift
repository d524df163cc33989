// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import LayoutModel
import ToolSupport

/// The result of a campaign as text for people: the verdict, the findings, then statistics.
enum CampaignSummary {
  /// Returns the summary of a campaign.
  ///
  /// If `withStatistics`, all statistics follow the most important ones.
  static func text(
    _ result: CampaignResult, _ palette: Palette, withStatistics: Bool = false
  ) -> String {
    var lines = errors(result, palette)
    if lines.isEmpty { lines = [headline(result, palette)] }
    lines += findings(result, palette) + [""] + table(result, palette)
    for warning in result.warnings {
      lines.append(palette.yellow("warning   ") + warning.description)
    }
    let statistics = CampaignStatistics(result)
    lines += statistics.summary
    if withStatistics { lines += [""] + statistics.details }
    return lines.joined(separator: "\n")
  }

  /// Returns the reasons why the result is not reliable.
  private static func errors(_ result: CampaignResult, _ palette: Palette) -> [String] {
    var lines: [String] = []
    if let canary = result.canary, canary.caughtBy == nil {
      let cases = ShownNumber.counted(result.counts.canaryCases, "case")
      lines.append(
        palette.red("Unreliable: canary \(canary.name) was not caught in the \(cases) it solved."))
    }
    for error in result.internalErrors {
      lines.append(palette.red("Internal error in case \(error.index): ") + error.error.message)
      if let path = error.path { lines.append("  \(path)") }
    }
    return lines.isEmpty ? [] : lines + [count(of: result) + "."]
  }

  private static func headline(_ result: CampaignResult, _ palette: Palette) -> String {
    if !result.foundNothing { return palette.red(count(of: result)) }
    guard JudgedPrograms(result).anyJudged else {
      let cases = ShownNumber.counted(result.counts.cases, "case")
      return palette.yellow("No verdict in \(cases).")
    }
    return palette.green(count(of: result) + ".")
  }

  private static func count(of result: CampaignResult) -> String {
    let cases = ShownNumber.counted(result.counts.cases, "case")
    if result.foundNothing { return "Nothing found in \(cases)" }
    let count = result.findings.count + result.scriptFindings.count
    return "\(ShownNumber.counted(count, "finding")) in \(cases)"
  }

  private static func table(_ result: CampaignResult, _ palette: Palette) -> [String] {
    let rows = zip(result.settings.strategies, result.counts.strategies).map { strategy, counts in
      [strategy.name]
        + [counts.optimal, counts.feasible, counts.infeasible, counts.gaveUp, counts.wrong]
        .map(ShownNumber.grouped)
    }
    let titles = ["strategy", "optimal", "feasible", "infeasible", "gave up", "wrong"]
    let cells = TextTable([titles] + rows).cells
    let wrong = [0] + result.counts.strategies.map(\.wrong)
    return zip(cells, wrong).map { cells, wrong in
      var cells = cells
      if wrong > 0 { cells[cells.count - 1] = palette.red(cells[cells.count - 1]) }
      return cells.joined(separator: "  ")
    }
  }

  // MARK: - Findings

  /// Returns the findings, each after an empty line.
  static func findings(_ result: CampaignResult, _ palette: Palette) -> [String] {
    let count = result.findings.count
    return lines(of: result.findings, from: 1, palette, size) { $0.replayCommand() }
      + lines(
        of: result.scriptFindings, from: count + 1, palette, ExternalSummary.size,
        details: ExternalSummary.steps
      ) { $0.replayCommand() }
  }

  /// Returns the lines of findings, each after an empty line, numbered from the first number.
  static func lines<Subject>(
    of findings: [Finding<Subject>], from first: Int, _ palette: Palette,
    _ size: (Subject) -> String, details: (Finding<Subject>) -> [String] = { _ in [] },
    isCut: (Finding<Subject>) -> Bool = { _ in false },
    command: (Finding<Subject>) -> String
  ) -> [String] {
    findings.enumerated().flatMap { offset, finding in
      let share = finding.share(among: findings)
      let title = "\(first + offset). \(finding.failure.accused.name): \(finding.failure.kind)"
      let places =
        share.failing == 1
        ? " in case \(finding.firstCase)"
        : " in \(isCut(finding) ? "at least " : "")\(share.headline), "
          + "first in case \(finding.firstCase)"
      var body = [ShownText.sentence(finding.summary)] + details(finding)
      if let rate = finding.rate, rate.isUncertain { body.append(ShownText.sentence(rate.text)) }
      body.append(sizes(of: finding, size))
      if let examined = share.examinedText { body.append(examined) }
      body.append(command(finding))
      return ["", palette.bold(title) + places] + body.map { "   \($0)" }
    }
  }

  /// Returns the size of the smallest case, and how minimization reached it.
  private static func sizes<Subject>(of finding: Finding<Subject>, _ size: (Subject) -> String)
    -> String
  {
    let (smallest, original) = (size(finding.smallest), size(finding.original))
    if finding.signature == finding.failure.pendingQueue.name {
      return smallest
        + (finding.smallest == finding.original
          ? " (not minimized)" : " (minimization of \(original) cut short)")
    }
    return smallest == original ? smallest : "\(smallest) (minimized from \(original))"
  }

  /// Returns the number of views and constraints of a case.
  static func size(_ layoutCase: LayoutCase) -> String {
    ShownNumber.counted(layoutCase.views.count, "view") + ", "
      + ShownNumber.counted(layoutCase.constraints.count, "constraint")
  }
}
