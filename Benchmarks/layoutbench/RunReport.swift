// SPDX-License-Identifier: MIT

import BenchmarkKit
import Comparisons
import Display
import Reporting
import Statistics

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
    [headline, times, unsolved, summary, profile, growthTable, foot].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  /// The answer for each candidate.
  var headlines: [ComparisonHeadline] {
    analysis.candidates.map { arm in
      var time = ComparisonHeadline.Tally()
      for row in analysis.rows where row.arm == arm {
        if let judged = row.cpu {
          time.add(judged.verdict, ratio: judged.estimate.ratio)
        } else if let stopped = row.stopped {
          time.add(stopped, ratio: nil)
        }
      }
      return ComparisonHeadline(
        subject: arm, reference: analysis.baseline, isBuilds: false, time: time,
        isNoisy: analysis.control?.isCPUNoisy ?? true)
    }
  }

  private var headline: String {
    if record.isSmoke == true {
      let workloads = ShownNumber.counted(record.entries.count, "workload")
      return "Measured \(arms.joined(separator: ", ")) on \(workloads). \(RunHead.smoke)"
        + "\n  fix: leave out --smoke for a verdict about speed"
    }
    if let control = analysis.control, control.isCPUNoisy, !analysis.candidates.isEmpty {
      let limit = ChartUnit.percent.tick(100 * Metric.cpu.threshold)
      return "No verdict: the control varies too much (\(MeasuredText.control(control.cpu)); limit"
        + " \(limit)).\n  fix: use an idle machine, or give --processes \(2 * record.processes)"
    }
    return headlines.map(\.text).joined(separator: "\n")
  }

  private var times: String {
    var rows = [["CPU time"] + arms]
    for entry in record.entries {
      rows.append(
        [entry.instance, cost(entry.instance, analysis.baseline)]
          + analysis.candidates.map { candidate(entry, $0) })
    }
    return MeasuredText.table(rows)
  }

  /// Returns the time of a candidate with its verdict, or with what its answers lack.
  private func candidate(_ entry: RunRecord.Entry, _ arm: String) -> String {
    let row = analysis.rows.first { $0.arm == arm && $0.instance == entry.instance }
    let time = cost(entry.instance, arm)
    if let tally = entry.tallies[arm], !tally.isSolved, !tally.isCensored {
      return "\(time) (\(tally.gaveUp > 0 ? "gave up" : "feasible only"))"
    }
    guard let judged = row?.cpu else { return time }
    return "\(time) (\(MeasuredText.verdict(judged.verdict, judged.estimate.ratio)))"
  }

  private var foot: String {
    var lines: [String] = []
    if let control = analysis.control {
      lines.append(Comparison.keyed("control", control.text(analysis.baseline)))
    }
    lines.append(
      Comparison.keyed(
        "method",
        "medians of \(ShownNumber.counted(record.processes, "process"))"
          + " of each strategy, fresh and by turns"))
    // The headline has the warning of a run with --smoke.
    let head = RunHead.lines(record, analysis).filter { $0.text != RunHead.smoke }
    return (lines + head.map { Comparison.keyed($0.key, $0.text) })
      .joined(separator: "\n")
  }

  private func cost(_ instance: String, _ arm: String) -> String {
    analysis.table.cost(instance, arm: arm, metric: .cpu).map { MeasuredText.time(nanoseconds: $0) }
      ?? "> \(ShownNumber.digits(record.limitSeconds)) s"
  }

  /// The unsolved problems, a line for each instance and strategy, with the gap to the best answer.
  private var unsolved: String {
    let lines = record.entries.flatMap { entry in
      unsolved(entry).map { "  \(entry.instance), \($0)" }
    }
    return lines.isEmpty
      ? ""
      : (["Not solved (worse than the proved optimum at the first priority that differs)"]
        + lines)
        .joined(separator: "\n")
  }

  private func unsolved(_ entry: RunRecord.Entry) -> [String] {
    arms.compactMap { arm in
      guard let tally = entry.tallies[arm], !tally.isSolved, !tally.isCensored else { return nil }
      var parts: [String] = []
      if tally.feasible > 0 { parts.append("\(tally.feasible) feasible") }
      if tally.gaveUp > 0 { parts.append("\(tally.gaveUp) gave up") }
      let gaps = tally.gaps.map { gap in
        "\(ShownNumber.digits(gap.violation)) pt at \(MeasuredText.priority(gap.strength))"
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
        "strategy", "optimal", "feasible", "gave up", "stopped", "wins", "PAR2 mean", "on average",
      ]
    ]
    for index in arms.indices {
      let totals = totals(of: index)
      let all = Double(max(1, totals.problems))
      let shares = [totals.solved, totals.feasible, totals.gaveUp, totals.stopped].map {
        ShownNumber.percent(Double($0) / all)
      }
      rows.append(
        [arms[index]] + shares + [
          "\(wins(of: index))", MeasuredText.time(nanoseconds: totals.penalizedMean),
          index == 0
            ? "baseline" : totals.meanRatio.map { MeasuredText.change($0) } ?? "-",
        ])
    }
    return MeasuredText.table(rows)
      + "\nwins: solved fastest; on average: geometric mean where both solve all problems"
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
      ["solved within x times the best"] + Self.profileFactors.map { ShownNumber.digits($0) } + [
        "at all"
      ]
    ]
    for (index, arm) in arms.enumerated() {
      let shares =
        Self.profileFactors.map { profile.share(of: index, within: $0) }
        + [profile.solvedShare(of: index)]
      rows.append([arm] + shares.map { ShownNumber.percent($0) })
    }
    return MeasuredText.table(rows)
  }

  private var growthTable: String {
    if growth.isEmpty { return "" }
    var rows = [["growth", "strategy", "of", "exponent", "between sizes", "like n log n"]]
    for row in growth {
      var exponent = ShownNumber.digits(row.fit.exponent)
      if let low = row.fit.low, let high = row.fit.high {
        exponent += " [\(ShownNumber.digits(low)), \(ShownNumber.digits(high))]"
      }
      rows.append([
        row.series, row.arm, row.measure, exponent,
        row.fit.localSlopes.map(ShownNumber.digits).joined(separator: " "),
        row.fit.isLinearithmic ? "yes" : "no",
      ])
    }
    return MeasuredText.table(rows)
  }
}

/// The head of every report of a run.
enum RunHead {
  /// The sentence about a run with `--smoke`.
  static let smoke = "A run with --smoke tests the measuring, not the speed."

  /// Returns the lines about the run, each with its key.
  static func lines(
    _ record: RunRecord, _ analysis: RunAnalysis
  ) -> [(key: String, text: String)] {
    let machine = record.machine
    var lines = [
      (
        key: "run",
        text: "\(record.id), commit \(record.build.commit), \(record.build.flags), seed"
          + " \(record.seed)"
      ),
      (
        key: "machine",
        text: "\(machine.cpuModel), \(ShownNumber.counted(machine.cores, "core")),"
          + " kernel \(machine.kernel)"
      ),
    ]
    if record.isSmoke == true { lines.append((key: "warning", text: smoke)) }
    if !analysis.unsteadyCounts.isEmpty {
      lines.append(
        (
          key: "warning",
          text: "counts that differ from run to run: "
            + analysis.unsteadyCounts.joined(separator: ", ")
        ))
    }
    return lines
  }
}
