// SPDX-License-Identifier: MIT

import BenchmarkKit
import BenchmarkSuites
import CaseFormats

/// What `run` says: strategies side by side.
struct RunReport {
  let analysis: RunAnalysis
  let growth: [RunAnalysis.Growth]

  init(_ analysis: RunAnalysis, _ items: [SuiteItem]) {
    self.analysis = analysis
    growth = analysis.growth(SuiteSeries.of(items))
  }

  private var record: RunRecord { analysis.run.record }
  private var arms: [String] { [analysis.baseline] + analysis.candidates }

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
          cost(entry.instance, arm), row?.cpu.map { Readable.ratio($0.estimate) } ?? "-",
          row?.cpu?.verdict.rawValue ?? "-",
        ]
      }
      rows.append(cells)
    }
    return Readable.table(rows)
  }

  private func cost(_ instance: String, _ arm: String) -> String {
    analysis.table.cost(instance, arm: arm, metric: .cpu).map { Readable.time(nanoseconds: $0) }
      ?? "> \(Readable.digits(record.limitSeconds)) s"
  }

  /// What was not solved, a line for each instance and strategy; with what the best answer is better by.
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
        "\(Readable.digits(gap.violation)) pt at \(Readable.priority(gap.strength))"
      }
      let ofAll = tally.problems > 1 ? " of \(tally.problems)" : ""
      return "\(arm): \(parts.joined(separator: ", "))\(ofAll)"
        + (gaps.isEmpty
          ? "" : ", worse by " + gaps.joined(separator: ", ") + reference(entry, tally))
    }
  }

  /// What gaps are to, where that is not the optimum of every problem.
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
    // Who was stopped at the limit cannot tell how many problems there were.
    let problems = record.entries.map { entry in
      max(1, entry.tallies.values.map(\.problems).max() ?? 1)
    }
    let all = Double(problems.reduce(0, +))
    for arm in arms {
      let tallies = record.entries.map { $0.tallies[arm] }
      func share(_ count: (AnswerTally) -> Int) -> String {
        let sum = tallies.reduce(0) { $0 + ($1.map(count) ?? 0) }
        return Readable.digits(100 * Double(sum) / all) + " %"
      }
      let stopped = zip(tallies, problems).reduce(0) { sum, next in
        sum + (next.0?.isCensored ?? true ? next.1 : 0)
      }
      let penalized = record.entries.map { analysis.attempt($0.instance, arm).penalized() }
      let ratios = jointRatios(of: arm)
      rows.append([
        arm, share(\.solved), share(\.feasible), share(\.gaveUp),
        Readable.digits(100 * Double(stopped) / all) + " %", "\(wins(of: arm))",
        Readable.time(nanoseconds: Summary.mean(penalized)),
        ratios.isEmpty ? "-" : Readable.digits(Summary.geometricMean(ratios)), "\(ratios.count)",
      ])
    }
    return
      "shares are of all problems; wins are instances on which nobody solves all problems faster; ratios to"
      + " \(analysis.baseline) are of so many\ninstances of which both solve all problems\n"
      + Readable.table(rows)
  }

  /// The ratios of an arm to the baseline on the instances of which both solve all problems.
  func jointRatios(of arm: String) -> [Double] {
    record.entries.compactMap { entry in
      guard let own = analysis.attempt(entry.instance, arm).cost,
        let first = analysis.attempt(entry.instance, analysis.baseline).cost
      else { return nil }
      let row = analysis.rows.first { $0.arm == arm && $0.instance == entry.instance }
      return row?.cpu?.estimate.ratio ?? own / first
    }
  }

  private func wins(of arm: String) -> Int {
    record.entries.filter { entry in
      guard let own = analysis.attempt(entry.instance, arm).cost else { return false }
      return arms.allSatisfy { other in
        (analysis.attempt(entry.instance, other).cost ?? .infinity) >= own
      }
    }.count
  }

  static let profileFactors = [1.0, 2, 4, 8, 16, 64, 256]

  /// The profile of the arms, each family of instances with the same weight.
  var performanceProfile: PerformanceProfile {
    let families = record.entries.map { String($0.instance.prefix { $0 != "/" }) }
    let weights = families.map { family in
      1 / Double(families.filter { $0 == family }.count)
    }
    let attempts = record.entries.map { entry in
      arms.map { analysis.attempt(entry.instance, $0) }
    }
    return PerformanceProfile(attempts, weights: weights)
  }

  private var profile: String {
    if arms.count < 2 { return "" }
    let profile = performanceProfile
    var rows = [
      ["solved within x times the best"] + Self.profileFactors.map { Readable.digits($0) } + [
        "at all"
      ]
    ]
    for (index, arm) in arms.enumerated() {
      let shares =
        Self.profileFactors.map { profile.share(of: index, within: $0) }
        + [profile.solvedShare(of: index)]
      rows.append([arm] + shares.map { Readable.digits(100 * $0) + " %" })
    }
    return Readable.table(rows)
  }

  private var growthTable: String {
    if growth.isEmpty { return "" }
    var rows = [["growth", "strategy", "of", "exponent", "between sizes", "like n log n"]]
    for row in growth {
      var exponent = Readable.digits(row.fit.exponent)
      if let low = row.fit.low, let high = row.fit.high {
        exponent += " [\(Readable.digits(low)), \(Readable.digits(high))]"
      }
      rows.append([
        row.series, row.arm, row.measure, exponent,
        row.fit.localSlopes.map(Readable.digits).joined(separator: " "),
        row.fit.isLinearithmic ? "yes" : "no",
      ])
    }
    return Readable.table(rows)
  }
}

/// What is said about every run first.
enum RunHead {
  static func text(_ record: RunRecord, _ analysis: RunAnalysis) -> String {
    let machine = record.machine
    var lines = [
      "run \(record.id), commit \(record.build.commit), \(record.build.flags), seed \(record.seed)",
      "\(machine.cpuModel), \(machine.cores) cores, kernel \(machine.kernel), governor"
        + " \(machine.governor), hardware counters \(record.hardwareCounters)",
    ]
    if let control = analysis.control {
      lines.append(
        "control (\(analysis.baseline) against itself): CPU \(Readable.ratio(control.cpu)), wall"
          + " \(Readable.ratio(control.wall)); called changed: \(control.falseChanges) of"
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

/// The items whose costs are fitted together.
enum SuiteSeries {
  static func of(_ items: [SuiteItem]) -> [(name: String, instances: [(name: String, size: Int)])] {
    var series: [(name: String, instances: [(name: String, size: Int)])] = []
    for item in items {
      guard let growth = item.growth else { continue }
      if let index = series.firstIndex(where: { $0.name == growth.series }) {
        series[index].instances.append((item.name, growth.size))
      } else {
        series.append((growth.series, [(item.name, growth.size)]))
      }
    }
    return series
  }
}
