// SPDX-License-Identifier: MIT

import BenchmarkKit
import Reporting

extension ComparisonPart {
  /// A run of strategies, or of two builds.
  ///
  /// - Parameter files: where the samples lie.
  init(_ run: StoredRun, files: [File]) {
    self = RunPart(run).part(files)
  }
}

/// Makes the part of a report from a run.
private struct RunPart {
  private let report: RunReport
  private let analysis: RunAnalysis
  /// What the arms are called, the baseline first.
  private let names: [String]
  /// Nil for a run that judges nothing.
  private let comparison: Comparison?
  private let isSameStrategy: Bool

  private var record: RunRecord { analysis.run.record }

  init(_ run: StoredRun) {
    let record = run.record
    let arms = record.arms.indices.filter {
      $0 == 0 || record.arms[$0] != Measurement.controlName
    }
    let strategies = arms.map { record.strategies[$0] }
    let isSame = Set(strategies).count == 1
    // Runs of tools that did not keep what decides are known by the names of their arms.
    let isJudged =
      arms.count == 2
      && (record.gates != nil || record.arms.prefix(2) == ["baseline", "candidate"])
    let usual: Set<Metric> = isSame ? [.counters, .cpu] : [.cpu]
    let gates = record.gates.map { Set($0.compactMap(Metric.init(rawValue:))) } ?? usual
    analysis = RunAnalysis(run, gates: isJudged ? gates : [.cpu])
    report = RunReport(analysis)
    isSameStrategy = isJudged && isSame
    names = isJudged && !isSame ? strategies : report.arms
    if isJudged {
      var comparison = Comparison(analysis, gates: gates)
      comparison.addGrowth(analysis, record.series, gates: gates)
      self.comparison = comparison
    } else {
      comparison = nil
    }
  }

  func part(_ files: [ComparisonPart.File]) -> ComparisonPart {
    let code = comparison?.exitCode(isStrict: false)
    let sides = report.arms.indices.map(side)
    return ComparisonPart(
      kind: isSameStrategy ? .builds : .strategies, title: title,
      verdict: verdict(code, sides),
      isBad: code.map { $0 != .fine } ?? false, sides: sides,
      instances: instances, rows: rows, gaps: report.arms.indices.flatMap(gaps),
      growth: report.growth.map(growth), profile: profile, control: control, facts: facts,
      files: files, notes: notes)
  }

  // MARK: - Words

  private var title: String {
    let listed = names.joined(separator: ", ")
    return comparison == nil
      ? "Strategies \(listed), run \(record.id)"
      : "\(isSameStrategy ? "\(record.strategies[0]): baseline \(commit(0)), candidate \(commit(1))" : listed),"
        + " run \(record.id)"
  }

  /// Of the program of an arm.
  private func commit(_ arm: Int) -> String {
    analysis.run.samples.first { $0.arm == report.arms[arm] }?.build.commit ?? record.build.commit
  }

  private func verdict(_ code: ExitCode?, _ sides: [ComparisonSide]) -> String {
    var sentences: [String] = []
    if let code, let comparison {
      sentences.append(comparison.sentence(code).firstCapital + ".")
    }
    if !isSameStrategy { sentences += answers(sides) }
    if analysis.control?.isCPUNoisy ?? false {
      sentences.append("The control is noisy: no verdict on CPU time.")
    }
    return sentences.joined(separator: " ")
  }

  /// What the strategies solve, and how long they take.
  private func answers(_ sides: [ComparisonSide]) -> [String] {
    guard let first = sides.first else { return [] }
    let shares = sides.enumerated().map { index, side in
      let share = MeasuredText.percent(Double(side.solved) / Double(max(1, side.problems)))
      return index == 0
        ? "\(side.name) solves \(share) of \(ReportText.counted(side.problems, "problem"))"
        : "\(side.name) \(share)"
    }
    var sentences = [shares.joined(separator: ", ") + "."]
    for side in sides.dropFirst() {
      guard let ratio = side.meanRatio else {
        sentences.append("There is no instance that both \(first.name) and \(side.name) solve.")
        continue
      }
      sentences.append(
        "Where both solve all, \(side.name) takes \(MeasuredText.digits(ratio)) times the CPU time of"
          + " \(first.name) (geometric mean of \(ReportText.counted(side.jointInstances, "instance")))."
      )
    }
    return sentences
  }

  private var notes: [String] {
    var notes: [String] = []
    if !analysis.unsteadyCounts.isEmpty {
      notes.append(
        "Counts that differ from run to run: \(analysis.unsteadyCounts.joined(separator: ", ")).")
    }
    let outliers = analysis.rows.reduce(0) { $0 + $1.outliers.total }
    let samples = analysis.rows.reduce(0) { $0 + $1.outliers.samples }
    notes.append(
      "\(ReportText.counted(outliers, "CPU time")) of candidates, of \(ReportText.grouped(samples)), are outliers by"
        + " Tukey's fences; none is left out.")
    if analysis.gateTests > 0 {
      notes.append(
        "Changes of time are corrected for \(ReportText.counted(analysis.gateTests, "comparison")) (Holm), level 5 %."
      )
    }
    if record.series.isEmpty {
      notes.append("The run says nothing about the sizes of its instances.")
    }
    return notes
  }

  private var facts: [ComparisonPart.Fact] {
    let machine = record.machine
    let commits =
      isSameStrategy ? "baseline \(commit(0)), candidate \(commit(1))" : record.build.commit
    return [
      .init("Commit", commits), .init("Build", "\(record.build.flags), \(record.build.compiler)"),
      .init("Processor", "\(machine.cpuModel), \(ReportText.counted(machine.cores, "core"))"),
      .init("Memory", "\(ReportText.grouped(machine.memoryMegabytes)) MB"),
      .init("Kernel", machine.kernel), .init("Governor", machine.governor),
      .init("Hardware counters", record.hardwareCounters), .init("Suite", record.suite),
      .init("Seed", "\(record.seed)"),
      .init("Processes", "\(record.processes) of each side, fresh, by turns"),
      .init("Limit", "\(MeasuredText.digits(record.limitSeconds)) s"),
    ]
  }

  // MARK: - Numbers

  private func side(_ arm: Int) -> ComparisonSide {
    let totals = report.totals(of: arm)
    return ComparisonSide(
      name: names[arm], detail: commit(arm), solved: totals.solved, feasible: totals.feasible,
      gaveUp: totals.gaveUp, stopped: totals.stopped, penalizedMean: totals.penalizedMean,
      meanRatio: totals.meanRatio, jointInstances: totals.jointInstances)
  }

  private var instances: [ComparisonInstance] {
    zip(record.entries, report.attempts).map { entry, attempts in
      ComparisonInstance(
        name: entry.instance, family: String(entry.instance.prefix { $0 != "/" }),
        cells: report.arms.enumerated().map { index, arm in
          let counts = analysis.table.counters(entry.instance, arm: arm).sorted { $0.key < $1.key }
          return .init(
            cost: attempts[index].cost
              ?? analysis.table.cost(entry.instance, arm: arm, metric: .cpu),
            isSolved: attempts[index].cost != nil,
            counts: counts.compactMap { name, values in
              values.first.map { .init(name: name, value: $0) }
            })
        })
    }
  }

  private var rows: [ComparisonRow] {
    let costs = Dictionary(
      instances.map { ($0.name, $0.cells.map(\.cost)) }, uniquingKeysWith: { first, _ in first })
    let entries = Dictionary(
      record.entries.map { ($0.instance, $0) }, uniquingKeysWith: { first, _ in first })
    return analysis.rows.compactMap { row in
      guard let arm = report.arms.firstIndex(of: row.arm) else { return nil }
      func judged(_ row: ChangeTest.Row?) -> ComparisonRow.Judged? {
        row.map { .init(estimate: $0.estimate, verdict: $0.verdict) }
      }
      return ComparisonRow(
        instance: row.instance, side: names[arm], baselineCost: costs[row.instance]?[0],
        cost: costs[row.instance]?[arm], cpu: judged(row.cpu), wall: judged(row.wall),
        note: note(row, arm, entries[row.instance]))
    }
  }

  /// Why there is no ratio, or why it compares different things.
  private func note(_ row: RunAnalysis.Row, _ arm: Int, _ entry: RunRecord.Entry?) -> String {
    var parts: [String] = []
    switch row.stopped {
    case nil: break
    case .slower: parts.append("only \(names[arm]) was stopped at the limit")
    case .faster: parts.append("only \(names[0]) was stopped at the limit")
    default: parts.append("stopped at the limit, not on one side alone or not always")
    }
    for side in [0, arm] {
      guard let tally = entry?.tallies[report.arms[side]], !tally.isSolved, !tally.isCensored else {
        continue
      }
      parts.append("\(names[side]) solves \(tally.solved) of \(tally.problems)")
    }
    return parts.joined(separator: "; ")
  }

  private func gaps(_ arm: Int) -> [ComparisonGap] {
    var worst: [Double: (points: Double, instances: Int)] = [:]
    for entry in record.entries {
      for gap in entry.tallies[report.arms[arm]]?.gaps ?? [] {
        let old = worst[gap.strength] ?? (0, 0)
        worst[gap.strength] = (max(old.points, gap.violation), old.instances + 1)
      }
    }
    return worst.sorted { $0.key > $1.key }.map {
      ComparisonGap(
        side: names[arm], priority: $0.key, points: $0.value.points, instances: $0.value.instances)
    }
  }

  private func growth(_ row: RunAnalysis.Growth) -> ComparisonGrowth {
    let isTime = row.measure == ComparisonGrowth.cpu
    return ComparisonGrowth(
      series: row.series, side: report.arms.firstIndex(of: row.arm).map { names[$0] } ?? row.arm,
      measure: row.measure,
      fit: .init(exponent: row.fit.exponent, low: row.fit.low, high: row.fit.high),
      localSlopes: row.fit.localSlopes, isLinearithmic: row.fit.isLinearithmic,
      points: row.points.map { point in
        let median = Summary.median(point.costs)
        let ends = (point.costs.min() ?? median, point.costs.max() ?? median)
        return .init(
          size: point.size, cost: median, range: ends.0 < ends.1 ? ends.0...ends.1 : nil,
          isFitted: !isTime || median >= RunAnalysis.growthFloor)
      })
  }

  private var profile: [ProfilePlot.Curve] {
    guard names.count > 1 else { return [] }
    let profile = report.performanceProfile
    return names.enumerated().map { index, name in
      .init(
        name: name,
        steps: profile.steps(of: index).map { .init(factor: $0.factor, share: $0.share) })
    }
  }

  private var control: ComparisonControl? {
    analysis.control.map {
      .init(
        cpu: $0.cpu, wall: $0.wall, isCPUNoisy: $0.isCPUNoisy, isWallNoisy: $0.isWallNoisy,
        falseChanges: $0.falseChanges, instances: $0.instances)
    }
  }
}

extension String {
  /// With its first letter as a capital one.
  fileprivate var firstCapital: String { prefix(1).uppercased() + dropFirst() }
}
