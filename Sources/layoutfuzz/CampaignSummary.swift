// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import Laws
import LayoutGenerators
import LayoutModel
import Oracles
import Scripts
import ToolSupport

/// The result of a campaign as text for people.
enum CampaignSummary {
  static func text(_ result: CampaignResult, _ palette: Palette) -> String {
    var lines = [headline(result), ""]
    lines += table(result, palette)
    lines += [
      "", "profiles  " + profiles(result),
      "features  " + features(result),
      "laws      " + laws(result),
    ]
    lines += costs(result)
    if result.counts.scripts.scripts > 0 { lines.append("scripts   " + scripts(result)) }
    lines += [
      undecided(result), readings(result.counts.readings), planted(result.counts.planted),
      "novelty   " + novelty(result),
      "digest    " + result.counts.digest.text,
    ]
    if let canary = result.canary { lines.append(canaryLine(canary, result, palette)) }
    for warning in result.warnings { lines.append(palette.red("warning   ") + warning.description) }
    for error in result.internalErrors {
      lines.append(palette.red("internal error in case \(error.index): ") + error.error.message)
      if let path = error.path { lines.append("  \(path)") }
    }
    lines.append("")
    lines += findings(result, palette)
    return lines.joined(separator: "\n")
  }

  private static func headline(_ result: CampaignResult) -> String {
    let cases = ShownNumber.counted(result.counts.cases, "case")
    let judged = "every answer judged against the exact optimum"
    // A merged result has no time of its own.
    if result.nanoseconds == 0 { return "\(cases), \(judged)" }
    let time = ShownNumber.duration(nanoseconds: result.nanoseconds)
    let rate = ShownNumber.grouped(Int(result.casesPerSecond.rounded()))
    return "\(cases) in \(time), \(rate) cases/s, \(judged)"
  }

  private static func table(_ result: CampaignResult, _ palette: Palette) -> [String] {
    let width = max(8, result.settings.strategies.map(\.name.count).max() ?? 0)
    let titles = ["optimal", "feasible", "infeasible", "gave up", "wrong"]
    var lines = [column("strategy", width, left: true) + titles.map { column($0, 12) }.joined()]
    for (strategy, counts) in zip(result.settings.strategies, result.counts.strategies) {
      let cells = [counts.optimal, counts.feasible, counts.infeasible, counts.gaveUp]
      let wrong = column(ShownNumber.grouped(counts.wrong), 12)
      lines.append(
        column(strategy.name, width, left: true)
          + cells.map { column(ShownNumber.grouped($0), 12) }.joined()
          + (counts.wrong > 0 ? palette.red(wrong) : wrong))
    }
    return lines
  }

  private static func profiles(_ result: CampaignResult) -> String {
    zip(Profile.allCases, result.counts.profiles).filter { $0.1 > 0 }
      .map { "\($0.rawValue) \(ShownNumber.grouped($1))" }.joined(separator: ", ")
  }

  /// Returns the line of features: `40 of 40 came up, guides in 48 %, ...`.
  private static func features(_ result: CampaignResult) -> String {
    let counts = result.counts
    let present = zip(GeneratedCase.featureNames, counts.generators.features).filter { $0.1 > 0 }
    let rare = present.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .prefix(rareMax).map { "\($0.element.0) in \(ShownNumber.counted($0.element.1, "case"))" }
    let redrawn = counts.generators.redrawn.reduce(0, +)
    return "\(present.count) of \(GeneratedCase.featureNames.count) came up"
      + (rare.isEmpty ? "" : ", least " + rare.joined(separator: ", "))
      + "; \(ShownNumber.grouped(redrawn)) of \(ShownNumber.counted(redrawn + counts.cases, "draw")) led nowhere, "
      + "\(ShownNumber.counted(counts.generators.unjudged, "case")) not judged"
  }

  /// The largest number of rare features in a line.
  private static let rareMax = 3

  private static func novelty(_ result: CampaignResult) -> String {
    let (behaviours, cases) = (result.counts.behaviours, result.counts.cases)
    guard let last = behaviours.lastNew else { return "no behaviours" }
    return
      "\(ShownNumber.counted(behaviours.seen, "behaviour")), \(ShownNumber.grouped(behaviours.seenOnce)) seen once: "
      + "about \(percent(behaviours.chanceOfNew(after: cases))) of further cases show a new one; "
      + "\(ShownNumber.grouped(result.newInLastTenth)) new in the last tenth, the last in case \(last)"
  }

  /// Returns a share with two significant digits: `0.012 %`.
  private static func percent(_ share: Double) -> String {
    guard share > 0 else { return "0 %" }
    var unit = 1.0
    while share * 100 * unit < 10, unit < 1e9 { unit *= 10 }
    let value = (share * 100 * unit).rounded() / unit
    return Int(exactly: value).map { "\($0) %" } ?? "\(value) %"
  }

  /// The largest number of cases in a line.
  private static let namedMax = 5

  /// Returns
  /// `undecided 3 (illConditioned 1: case 7; knifeEdge 2: cases 9, 12); 4 cases ill-conditioned`.
  private static func undecided(_ result: CampaignResult) -> String {
    let counts = result.counts
    var reasons: [String] = []
    for (reason, count) in zip(Verdict.UndecidedReason.allCases, counts.undecidedReasons)
    where count > 0 {
      var cases: [Int] = []
      for answer in result.undecided where answer.reason == reason && cases.last != answer.index {
        cases.append(answer.index)
      }
      var text = "\(reason.rawValue) \(ShownNumber.grouped(count)): "
      text += cases.count == 1 ? "case " : "cases "
      text += cases.prefix(namedMax).map { "\($0)" }.joined(separator: ", ")
      reasons.append(text + (cases.count > namedMax ? ", ..." : ""))
    }
    let list = reasons.isEmpty ? "" : " (" + reasons.joined(separator: "; ") + ")"
    return "undecided \(ShownNumber.grouped(counts.undecided))\(list); "
      + "\(ShownNumber.counted(counts.illConditioned, "case")) ill-conditioned"
  }

  /// Returns the line of cases whose numbers have two readings, and of those with two answers.
  private static func readings(_ counts: ReadingCounts) -> String {
    "readings  as meant and as doubles: \(ShownNumber.grouped(counts.different)) of "
      + "\(ShownNumber.counted(counts.compared, "case")) differ"
  }

  /// Returns the line of planted faults and of those that the oracle found.
  private static func planted(_ counts: PlantedCounts) -> String {
    func share(_ found: Int, _ count: Int) -> String {
      "\(ShownNumber.grouped(found)) of \(ShownNumber.grouped(count))"
    }
    return "planted   conflicts \(share(counts.conflictsFound, counts.conflicts)), "
      + "minimal \(share(counts.conflictsMinimal, counts.conflicts)); "
      + "feasible \(share(counts.feasibleFound, counts.feasible)); "
      + "ambiguous \(share(counts.ambiguousFound, counts.ambiguous)), "
      + "views exactly named \(share(counts.namingsExact, counts.namingsChecked))"
  }

  private static func laws(_ result: CampaignResult) -> String {
    let counts = result.counts.laws
    guard !counts.isEmpty else { return "none" }
    let tried = counts.reduce(0) { $0 + $1.held + $1.broken }
    let broken = zip(result.settings.laws, counts).filter { $0.1.broken > 0 }
      .map { "\($0.name) \(ShownNumber.grouped($1.broken))" }
    return "\(ShownNumber.counted(counts.count, "law")) tried \(ShownNumber.grouped(tried)) times, "
      + (broken.isEmpty ? "none broken" : "broken: " + broken.joined(separator: ", "))
  }

  /// Returns the lines of compared costs, and of growth if it was measured.
  private static func costs(_ result: CampaignResult) -> [String] {
    let counts = result.counts.costs
    let compared = counts.reduce(0) { $0 + $1.compared }
    guard compared > 0 else { return [] }
    let slower = counts.reduce(0) { $0 + $1.slower }
    let worst = zip(result.settings.strategies, counts).compactMap { strategy, counts in
      counts.worst.map {
        "\(strategy.name) \(ShownNumber.ratio($0.ratio)) (\($0.counter.rawValue), case \($0.index))"
      }
    }
    let steepest = zip(result.settings.strategies, counts).compactMap { strategy, counts in
      counts.steepest.map {
        "\(strategy.name) \(ShownNumber.ratio($0.growth.power)) of \(ShownNumber.ratio($0.growth.expected)) "
          + "(\($0.growth.scaling.rawValue), case \($0.index))"
      }
    }
    var lines = [
      "costs     \(ShownNumber.grouped(compared)) compared, "
        + (slower == 0 ? "none" : ShownNumber.grouped(slower))
        + " slower; worst beside its envelope: "
        + worst.joined(separator: ", ")
    ]
    if !steepest.isEmpty {
      let grown = ShownNumber.counted(counts.reduce(0) { $0 + $1.grown }, "time")
      lines.append(
        "growth    tried \(grown); steepest beside its class: "
          + steepest.joined(separator: ", "))
    }
    return lines
  }

  private static func scripts(_ result: CampaignResult) -> String {
    let counts = result.counts.scripts
    let wrong = counts.wrong == 0 ? "none wrong" : "\(ShownNumber.grouped(counts.wrong)) wrong"
    return "\(ShownNumber.counted(counts.scripts, "layout")) edited in a session in "
      + "\(ShownNumber.counted(counts.steps, "step")), "
      + "\(ShownNumber.counted(counts.answers, "answer")), "
      + "\(ShownNumber.counted(counts.refusals, "refusal")), \(wrong); "
      + "undecided \(ShownNumber.grouped(counts.undecided)), gave up \(ShownNumber.grouped(counts.gaveUp))"
  }

  private static func canaryLine(
    _ canary: CampaignResult.CanaryOutcome, _ result: CampaignResult, _ palette: Palette
  ) -> String {
    guard let index = canary.caughtBy else {
      let cases = ShownNumber.counted(result.counts.canaryCases, "case")
      return palette.red(
        "canary \(canary.name) was not caught in the \(cases) it solved: "
          + "do not rely on this campaign")
    }
    return "canary \(canary.name) caught by case \(index)"
  }

  static func findings(_ result: CampaignResult, _ palette: Palette) -> [String] {
    guard !result.foundNothing else { return [palette.green("nothing found")] }
    let count = result.findings.count + result.scriptFindings.count
    var lines = [palette.red(ShownNumber.counted(count, "finding"))]
    for finding in result.findings {
      lines += self.lines(of: finding, among: result.findings, palette, size)
    }
    for finding in result.scriptFindings {
      lines += self.lines(of: finding, among: result.scriptFindings, palette, ExternalSummary.size)
    }
    return lines
  }

  private static func lines<Subject>(
    of finding: Finding<Subject>, among findings: [Finding<Subject>], _ palette: Palette,
    _ size: (Subject) -> String
  ) -> [String] {
    let smallest = size(finding.smallest)
    let isCut =
      finding.signature == finding.failure.pendingBucket.name
      && finding.smallest != finding.original
    return [
      "",
      palette.bold("\(finding.failure.accused): \(finding.failure.kind)")
        + "  (case \(finding.firstCase); \(finding.share(among: findings).text))",
      "  \(finding.summary)",
      "  \(smallest)" + minimizedFrom(size(finding.original), to: smallest)
        + (isCut ? ", cut short" : ""),
      "  \(finding.replayCommand())",
    ]
  }

  /// Returns the text after the size of a finding; empty if minimization did not change the size.
  static func minimizedFrom(_ original: String, to smallest: String) -> String {
    original == smallest ? "" : ", minimized from \(original)"
  }

  static func size(_ layoutCase: LayoutCase) -> String {
    ShownNumber.counted(layoutCase.views.count, "view") + ", "
      + ShownNumber.counted(layoutCase.constraints.count, "constraint")
  }

  private static func column(_ text: String, _ width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? text + space : space + text
  }
}
