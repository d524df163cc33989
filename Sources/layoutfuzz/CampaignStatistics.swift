// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import Laws
import LayoutGenerators
import Oracles

/// The statistics of a campaign, in lines that begin with a key.
struct CampaignStatistics {
  private let result: CampaignResult

  init(_ result: CampaignResult) { self.result = result }

  private var counts: CampaignCounts { result.counts }

  /// The most important lines, at most eight.
  var summary: [String] {
    var lines = ["checks    \(laws)" + (costs.map { "; \($0)" } ?? "")]
    if counts.scripts.scripts > 0 { lines.append("sessions  \(sessions)") }
    if let last = counts.behaviours.lastNew {
      lines.append(
        "coverage  \(ShownNumber.counted(counts.behaviours.seen, "behaviour")), the last new one in "
          + "case \(ShownNumber.grouped(last))")
    }
    lines.append("judging   \(judging)")
    if let canary = result.canary, let index = canary.caughtBy {
      lines.append("canary    \(canary.name) caught in case \(ShownNumber.grouped(index))")
    }
    return lines + ["run       \(run)"]
  }

  /// All other lines.
  var details: [String] {
    var lines = ["profiles  \(profiles)", "features  \(features)"] + costDetails
    if counts.scripts.scripts > 0 { lines.append("scripts   \(scripts)") }
    lines += ["undecided \(undecided)", "readings  \(readings)", "planted   \(planted)"]
    if let novelty { lines.append("novelty   \(novelty)") }
    return lines
  }

  // MARK: - Summary

  private var laws: String {
    let laws = counts.laws
    guard !laws.isEmpty else { return "no laws tried" }
    let tried = laws.reduce(0) { $0 + $1.held + $1.broken }
    let broken = zip(result.settings.laws, laws).filter { $0.1.broken > 0 }
      .map { "\($0.name) \(ShownNumber.grouped($1.broken))" }
    return "\(ShownNumber.counted(laws.count, "law")) tried "
      + "\(ShownNumber.counted(tried, "time")), "
      + (broken.isEmpty ? "none broken" : "broken: " + broken.joined(separator: ", "))
  }

  /// The compared costs; nil when none was compared.
  private var costs: String? {
    let compared = counts.costs.reduce(0) { $0 + $1.compared }
    guard compared > 0 else { return nil }
    let slower = counts.costs.reduce(0) { $0 + $1.slower }
    return slower == 0
      ? "\(ShownNumber.counted(compared, "cost")) within the models"
      : "\(ShownNumber.grouped(slower)) of \(ShownNumber.counted(compared, "cost")) above the models"
  }

  private var sessions: String {
    let scripts = counts.scripts
    let wrong = scripts.wrong == 0 ? "none wrong" : "\(ShownNumber.grouped(scripts.wrong)) wrong"
    return "\(ShownNumber.counted(scripts.scripts, "script")) with "
      + "\(ShownNumber.counted(scripts.steps, "step")), \(wrong)"
  }

  private var judging: String {
    let answers = counts.cases * result.settings.strategies.count
    let unjudged = counts.generators.unjudged
    let redrawn = counts.generators.redrawn.reduce(0, +)
    return "\(ShownNumber.grouped(counts.undecided)) of \(ShownNumber.counted(answers, "answer")) "
      + "undecided"
      + (redrawn > 0 ? "; \(ShownNumber.counted(redrawn, "attempt")) discarded" : "")
      + (unjudged > 0 ? "; \(ShownNumber.counted(unjudged, "case")) not judged" : "")
  }

  private var run: String {
    let identity = "seed \(result.settings.seed), digest \(counts.digest.text)"
    // A merged result has no time of its own.
    if result.nanoseconds == 0 { return identity }
    let rate = ShownNumber.counted(Int(result.casesPerSecond.rounded()), "case")
    return "\(ShownNumber.duration(nanoseconds: result.nanoseconds)) (\(rate)/s), \(identity)"
  }

  // MARK: - Details

  /// The number of cases of each profile.
  private var profiles: String {
    zip(Profile.allCases, counts.profiles).filter { $0.1 > 0 }
      .map { "\($0.rawValue) \(ShownNumber.grouped($1))" }.joined(separator: ", ")
  }

  /// The largest number of rare features in a line.
  private static let rareMax = 3

  /// The features that occurred: `40 of 40 occurred, rarest guides in 48 cases, ...`.
  private var features: String {
    let present = zip(GeneratedCase.featureNames, counts.generators.features).filter { $0.1 > 0 }
    let rare = present.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .prefix(Self.rareMax)
      .map { "\($0.element.0) in \(ShownNumber.counted($0.element.1, "case"))" }
    return "\(present.count) of \(GeneratedCase.featureNames.count) occurred"
      + (rare.isEmpty ? "" : ", rarest " + rare.joined(separator: ", "))
  }

  /// The largest cost of each strategy compared with its model, and the steepest growth if it was
  /// measured.
  private var costDetails: [String] {
    let strategies = zip(result.settings.strategies, counts.costs)
    let worst = strategies.compactMap { strategy, costs in
      costs.worst.map {
        "\(strategy.name) \(ShownNumber.ratio($0.ratio)) (\($0.counter.rawValue), case \($0.index))"
      }
    }
    let steepest = strategies.compactMap { strategy, costs in
      costs.steepest.map {
        "\(strategy.name) n^\(ShownNumber.ratio($0.growth.power)), expected "
          + "n^\(ShownNumber.ratio($0.growth.expected)) "
          + "(\($0.growth.scaling.rawValue), case \($0.index))"
      }
    }
    var lines: [String] = []
    if !worst.isEmpty {
      lines.append("costs     largest cost / expected cost: " + worst.joined(separator: ", "))
    }
    if !steepest.isEmpty {
      let grown = ShownNumber.counted(counts.costs.reduce(0) { $0 + $1.grown }, "time")
      lines.append("growth    measured \(grown); steepest: " + steepest.joined(separator: "; "))
    }
    return lines
  }

  private var scripts: String {
    let scripts = counts.scripts
    return "\(ShownNumber.counted(scripts.answers, "answer")), "
      + "\(ShownNumber.counted(scripts.refusals, "refusal")), "
      + "\(ShownNumber.grouped(scripts.undecided)) undecided, "
      + "gave up \(ShownNumber.grouped(scripts.gaveUp))"
  }

  /// The largest number of cases in a line.
  private static let namedMax = 5

  /// The undecided answers by reason:
  /// `3 (illConditioned 1: case 7; knifeEdge 2: cases 9, 12); 4 cases ill-conditioned`.
  private var undecided: String {
    var reasons: [String] = []
    for (reason, count) in zip(Verdict.UndecidedReason.allCases, counts.undecidedReasons)
    where count > 0 {
      var cases: [Int] = []
      for answer in result.undecided where answer.reason == reason && cases.last != answer.index {
        cases.append(answer.index)
      }
      let text =
        "\(reason.rawValue) \(ShownNumber.grouped(count)): \(ShownNumber.form(of: "case", for: cases.count)) "
        + cases.prefix(Self.namedMax).map { "\($0)" }.joined(separator: ", ")
      reasons.append(text + (cases.count > Self.namedMax ? ", ..." : ""))
    }
    let list = reasons.isEmpty ? "" : " (" + reasons.joined(separator: "; ") + ")"
    return "\(ShownNumber.grouped(counts.undecided))\(list); "
      + "\(ShownNumber.counted(counts.illConditioned, "case")) ill-conditioned"
  }

  /// The cases whose numbers have two readings, and those of them with two answers.
  private var readings: String {
    "decimal and double readings differ in \(ShownNumber.grouped(counts.readings.different)) of "
      + ShownNumber.counted(counts.readings.compared, "compared case")
  }

  /// The planted properties, and those of them that the oracle confirmed.
  private var planted: String {
    let planted = counts.planted
    func share(_ found: Int, _ count: Int) -> String {
      "\(ShownNumber.grouped(found)) of \(ShownNumber.grouped(count))"
    }
    return "confirmed: conflicts \(share(planted.conflictsFound, planted.conflicts)), "
      + "minimal \(share(planted.conflictsMinimal, planted.conflicts)); "
      + "feasible \(share(planted.feasibleFound, planted.feasible)); "
      + "ambiguous \(share(planted.ambiguousFound, planted.ambiguous)), "
      + "views named exactly \(share(planted.namingsExact, planted.namingsChecked))"
  }

  /// The expected share of new behaviours; nil without any behaviour.
  private var novelty: String? {
    let behaviours = counts.behaviours
    guard behaviours.lastNew != nil else { return nil }
    return "\(ShownNumber.counted(behaviours.seenOnce, "behaviour")) seen once: about "
      + "\(ShownNumber.percent(behaviours.chanceOfNew(after: counts.cases), .twoDigits)) of further cases show a new "
      + "one; \(ShownNumber.grouped(result.newInLastTenth)) new in the last tenth"
  }
}
