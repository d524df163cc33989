// SPDX-License-Identifier: MIT

import BenchmarkKit
import Reporting

/// The report of `run`: a comparison of strategies.
struct RunReport {
  let analysis: RunAnalysis
  let growth: [RunAnalysis.Growth]
  /// The arms, the baseline first, without the control.
  let arms: [String]
  /// The attempts by instance, then by arm.
  let attempts: [[Attempt]]

  init(_ analysis: RunAnalysis) {
    self.analysis = analysis
    growth = analysis.growth(analysis.run.record.series)
    let arms = [analysis.baseline] + analysis.candidates
    self.arms = arms
    attempts = analysis.run.record.entries.map { entry in
      arms.map { analysis.attempt(entry.instance, $0) }
    }
  }

  private var record: RunRecord { analysis.run.record }

  var text: String {
    [head, times, unsolved, summary, profile, growthTable].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  private var head: String {
    let processes = record.processes == 1 ? "1 process" : "\(record.processes) processes"
    return RunHead.text(record, analysis)
      + "\nCPU time of the median of \(processes); ratio to \(analysis.baseline) with a 95 % interval,"
      + " below 1 is faster"
  }

  private var times: String {
    var rows = [["instance", analysis.baseline]]
    for arm in analysis.candidates { rows[0] += [arm, "ratio", ""] }
    for entry in record.entries {
      var cells = [entry.instance, cost(entry.instance, analysis.baseline)]
      for arm in analysis.candidates {
        let row = analysis.rows.first { $0.arm == arm && $0.instance == entry.instance }
        cells += [
          cost(entry.instance, arm), row?.cpu.map { MeasuredText.ratio($0.estimate) } ?? "-",
          row?.cpu?.verdict.rawValue ?? "-",
        ]
      }
      rows.append(cells)
    }
    return MeasuredText.table(rows)
  }

  private func cost(_ instance: String, _ arm: String) -> String {
    analysis.table.cost(instance, arm: arm, metric: .cpu).map { MeasuredText.time(nanoseconds: $0) }
      ?? "> \(MeasuredText.digits(record.limitSeconds)) s"
  }

  /// The unsolved problems, a line for each instance and strategy, with the gap to the best answer.
  private var unsolved: String {
    let lines = record.entries.flatMap { entry in
      unsolved(entry).map { "  \(entry.instance), \($0)" }
    }
    return lines.isEmpty
      ? ""
      : (["not solved (worse by: than the proved optimum, at the first priority that differs)"]
        + lines)
        .joined(separator: "\n")
  }

  private func unsolved(_ entry: RunRecord.Entry) -> [String] {
    arms.compactMap { arm in
      guard let tally = entry.tallies[arm], !tally.isSolved, !tally.isCensored else { return nil }
      var parts: [String] = []
      if tally.feasible > 0 { parts.append("\(tally.feasible) feasible") }
      if tally.gaveUp > 0 { parts.append("\(tally.gaveUp) given up") }
      let gaps = tally.gaps.map { gap in
        "\(MeasuredText.digits(gap.violation)) pt at \(MeasuredText.priority(gap.strength))"
      }
      let ofAll = tally.problems > 1 ? " of \(tally.problems)" : ""
      return "\(arm): \(parts.joined(separator: ", "))\(ofAll)"
        + (gaps.isEmpty
          ? "" : ", worse by " + gaps.joined(separator: ", ") + reference(entry, tally))
    }
  }

  /// Returns the reference of gaps, if it is not the optimum of every problem.
  private func reference(_ entry: RunRecord.Entry, _ tally: AnswerTally) -> String {
    let proved =
      entry.proved == 0 ? "no optimum is" : "only \(entry.proved) of \(tally.problems) optima are"
    return entry.proved >= tally.problems
      ? "" : " (\(proved) proved within the limit: else than the best answer)"
  }

  private var summary: String {
    var rows = [
      [
        "strategy", "optimal", "feasible", "given up", "stopped", "wins", "PAR2 mean",
        "geo. mean ratio", "of",
      ]
    ]
    for index in arms.indices {
      let totals = totals(of: index)
      let all = Double(max(1, totals.problems))
      let shares = [totals.solved, totals.feasible, totals.gaveUp, totals.stopped].map {
        MeasuredText.digits(100 * Double($0) / all) + " %"
      }
      rows.append(
        [arms[index]] + shares + [
          "\(wins(of: index))", MeasuredText.time(nanoseconds: totals.penalizedMean),
          totals.meanRatio.map(MeasuredText.digits) ?? "-", "\(totals.jointInstances)",
        ])
    }
    return
      "shares are of all problems; wins are instances on which nobody solves all problems faster; ratios to"
      + " \(analysis.baseline) are of so many\ninstances of which both solve all problems\n"
      + MeasuredText.table(rows)
  }

  /// The results of an arm over all instances.
  struct Totals {
    /// The numbers of problems with a claimed answer, with an answer without a claim, given up, and
    /// stopped.
    var solved = 0
    var feasible = 0
    var gaveUp = 0
    var stopped = 0
    /// The mean CPU time in nanoseconds, with twice the limit for unsolved problems.
    var penalizedMean = 0.0
    /// The geometric mean of the ratios to the baseline where both solve all problems; nil if there
    /// is no such instance.
    var meanRatio: Double?
    var jointInstances = 0

    var problems: Int { solved + feasible + gaveUp + stopped }
  }

  func totals(of arm: Int) -> Totals {
    var totals = Totals()
    for entry in record.entries {
      // An arm that was stopped at the limit does not know the number of problems.
      let problems = max(1, entry.tallies.values.map(\.problems).max() ?? 1)
      guard let tally = entry.tallies[arms[arm]], !tally.isCensored else {
        totals.stopped += problems
        continue
      }
      totals.solved += tally.solved
      totals.feasible += tally.feasible
      totals.gaveUp += tally.gaveUp
    }
    totals.penalizedMean =
      attempts.isEmpty ? 0 : Summary.mean(attempts.map { $0[arm].penalized() })
    let ratios = jointRatios(of: arm)
    totals.meanRatio = ratios.isEmpty ? nil : Summary.geometricMean(ratios)
    totals.jointInstances = ratios.count
    return totals
  }

  /// Returns the ratios of an arm to the baseline on the instances of which both solve all
  /// problems.
  private func jointRatios(of arm: Int) -> [Double] {
    zip(record.entries, attempts).compactMap { entry, attempts in
      guard let own = attempts[arm].cost, let first = attempts[0].cost else { return nil }
      let row = analysis.rows.first { $0.arm == arms[arm] && $0.instance == entry.instance }
      return row?.cpu?.estimate.ratio ?? own / first
    }
  }

  private func wins(of arm: Int) -> Int {
    attempts.count { attempts in
      guard let own = attempts[arm].cost else { return false }
      return attempts.allSatisfy { ($0.cost ?? .infinity) >= own }
    }
  }

  static let profileFactors = [1.0, 2, 4, 8, 16, 64, 256]

  /// The profile of the arms; each family of instances has the same weight.
  var performanceProfile: PerformanceProfile {
    let families = record.entries.map { String($0.instance.prefix { $0 != "/" }) }
    let weights = families.map { family in
      1 / Double(families.filter { $0 == family }.count)
    }
    return PerformanceProfile(attempts, weights: weights)
  }

  private var profile: String {
    if arms.count < 2 { return "" }
    let profile = performanceProfile
    var rows = [
      ["solved within x times the best"] + Self.profileFactors.map { MeasuredText.digits($0) } + [
        "at all"
      ]
    ]
    for (index, arm) in arms.enumerated() {
      let shares =
        Self.profileFactors.map { profile.share(of: index, within: $0) }
        + [profile.solvedShare(of: index)]
      rows.append([arm] + shares.map { MeasuredText.digits(100 * $0) + " %" })
    }
    return MeasuredText.table(rows)
  }

  private var growthTable: String {
    if growth.isEmpty { return "" }
    var rows = [["growth", "strategy", "of", "exponent", "between sizes", "like n log n"]]
    for row in growth {
      var exponent = MeasuredText.digits(row.fit.exponent)
      if let low = row.fit.low, let high = row.fit.high {
        exponent += " [\(MeasuredText.digits(low)), \(MeasuredText.digits(high))]"
      }
      rows.append([
        row.series, row.arm, row.measure, exponent,
        row.fit.localSlopes.map(MeasuredText.digits).joined(separator: " "),
        row.fit.isLinearithmic ? "yes" : "no",
      ])
    }
    return MeasuredText.table(rows)
  }
}

/// The head of every report of a run.
enum RunHead {
  /// The sentence about a run with `--smoke`.
  static let smoke = "A run with --smoke shows that measuring works; it says nothing about speed."

  static func text(_ record: RunRecord, _ analysis: RunAnalysis) -> String {
    let machine = record.machine
    var lines = [
      "run \(record.id), commit \(record.build.commit), \(record.build.flags), seed \(record.seed)",
      "\(machine.cpuModel), \(machine.cores) cores, kernel \(machine.kernel), governor"
        + " \(machine.governor), hardware counters \(record.hardwareCounters)",
    ]
    if record.isSmoke == true { lines.append(smoke) }
    if let control = analysis.control {
      lines.append(
        "control (\(analysis.baseline) against itself): CPU \(MeasuredText.ratio(control.cpu)), wall"
          + " \(MeasuredText.ratio(control.wall)); called changed: \(control.falseChanges) of"
          + " \(control.instances)")
      if control.isCPUNoisy { lines.append("NOISY: no verdict on CPU time in this run") }
      if control.isWallNoisy { lines.append("NOISY: no verdict on wall time in this run") }
    }
    if !analysis.unsteadyCounts.isEmpty {
      lines.append(
        "counts that differ from run to run: \(analysis.unsteadyCounts.joined(separator: ", "))")
    }
    return lines.joined(separator: "\n")
  }
}
