// SPDX-License-Identifier: MIT

import BenchmarkKit
import Comparisons
import Display
import Reporting
import Statistics

extension ComparisonPart {
  /// Makes the part of a run of strategies, or of two builds.
  ///
  /// `files` are the files with the samples.
  init(_ run: StoredRun, files: [File]) {
    self = RunPart(run).part(files)
  }
}

/// Makes the part of a report from a run.
private struct RunPart {
  private let report: RunReport
  private let analysis: RunAnalysis
  /// The names of the arms, the baseline first.
  private let names: [String]
  /// The comparison; nil for a run without a verdict.
  private let comparison: Comparison?
  private let isSameStrategy: Bool
  /// The metrics that decide the exit code.
  private let gates: [String]

  private var record: RunRecord { analysis.run.record }

  init(_ run: StoredRun) {
    let record = run.record
    let arms = record.arms.indices.filter {
      $0 == 0 || record.arms[$0] != Measurement.controlName
    }
    let strategies = arms.map { record.strategies[$0] }
    let isSame = Set(strategies).count == 1
    // Runs of older tools without gates are recognized by the names of their arms.
    let isJudged =
      arms.count == 2
      && (record.gates != nil || record.arms.prefix(2) == ["baseline", "candidate"])
    let usual: Set<Metric> = isSame ? [.counters, .cpu] : [.cpu]
    let gates = record.gates.map { Set($0.compactMap(Metric.init(rawValue:))) } ?? usual
    self.gates = gates.map(\.rawValue).sorted()
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
    var part = ComparisonPart(
      kind: isSameStrategy ? .builds : .strategies, title: title,
      verdict: verdict,
      isBad: code.map { $0 != .fine } ?? false, sides: sides, instances: instances, rows: rows)
    part.sentence = sentence(sides)
    part.context =
      isSameStrategy ? ["\(build(0)) \u{2192} \(build(1))"] : [record.build.commit]
    part.gates = comparison == nil ? [] : gates
    part.command = command
    part.warnings = warnings
    part.judging = judging
    part.gaps = report.arms.indices.flatMap(gaps)
    part.growth = report.growth.map(growth)
    part.profile = profile
    part.control = control
    part.facts = facts
    part.files = files
    part.notes = notes
    return part
  }

  // MARK: - Words

  private var title: String {
    let listed = names.joined(separator: ", ")
    return comparison == nil
      ? "Strategies \(listed), run \(record.id)"
      : "\(isSameStrategy ? "\(record.strategies[0]): baseline \(build(0)), candidate \(build(1))" : listed),"
        + " run \(record.id)"
  }

  /// Returns the commit of an arm's program.
  private func commit(_ arm: Int) -> String {
    analysis.run.samples.first { $0.arm == report.arms[arm] }?.build.commit ?? record.build.commit
  }

  /// Returns the commit of an arm's program, or its path and hash where both builds have the same
  /// commit or none.
  private func build(_ arm: Int) -> String {
    let commits = [commit(0), commit(1)]
    guard commits[0] == commits[1] || commits.contains(BuildFacts.unknown.commit),
      let programs = record.programs, arm < programs.count
    else { return commit(arm) }
    // The end of a long path names the program.
    return programs[arm].split(separator: "/").suffix(3).joined(separator: "/")
  }

  private var verdict: String {
    comparison?.headline.text ?? ComparisonHeadline.text(report.headlines)
  }

  private func sentence(_ sides: [ComparisonSide]) -> String {
    isSameStrategy
      ? "A factor of 2x slower takes twice the CPU time." : answers(sides).joined(separator: " ")
  }

  private var command: String {
    if let words = record.command {
      return (["layoutbench"] + words.map(ShellWord.quoted)).joined(separator: " ")
    }
    if comparison == nil { return "layoutbench run --strategies \(names.joined(separator: ","))" }
    return isSameStrategy
      ? "layoutbench compare BASELINE/layoutbench CANDIDATE/layoutbench --processes 20"
      : "layoutbench compare \(names.joined(separator: " ")) --processes 20"
  }

  private var warnings: [String] {
    var warnings: [String] = []
    if record.isSmoke == true { warnings.append(RunHead.smoke) }
    if record.command?.contains(where: { $0 == "--slow" || $0.hasPrefix("--slow=") }) == true {
      warnings.append("The candidate does more work on purpose (--slow).")
    }
    if let control = analysis.control {
      let noisy = [
        control.isCPUNoisy ? "CPU time" : nil, control.isWallNoisy ? "wall time" : nil,
      ].compactMap { $0 }
      if !noisy.isEmpty {
        warnings.append(
          "The control varies too much: no verdict on \(noisy.joined(separator: " and ")).")
      }
    } else if !analysis.candidates.isEmpty {
      warnings.append(
        "Without a control there is no verdict on times: the noise of the machine is unknown.")
    }
    return warnings
  }

  private var judging: String {
    guard analysis.gateTests > 0 else { return "" }
    let comparisons = ShownNumber.counted(analysis.gateTests, "comparison")
    let processes = ShownNumber.counted(record.processes, "process")
    return
      "Slower or faster: the whole interval is beyond the threshold and beyond the control on that workload, and"
      + " chance is below 5 % after Holm's correction for \(comparisons). Equal: the whole interval is within the"
      + " threshold. Undecided: anything else. \(processes.prefix(1).uppercased() + processes.dropFirst()) of each side;"
      + " more processes narrow the intervals."
  }

  /// Returns sentences about the solved problems, and mean ratios where each of them is decided.
  private func answers(_ sides: [ComparisonSide]) -> [String] {
    guard let first = sides.first else { return [] }
    let shares = sides.enumerated().map { index, side in
      let share = ShownNumber.percent(Double(side.solved) / Double(max(1, side.problems)))
      return index == 0
        ? "\(side.name) solves \(share) of \(ShownNumber.counted(side.problems, "problem"))"
        : "\(side.name) \(share)"
    }
    var sentences = [shares.joined(separator: ", ") + "."]
    for index in sides.indices.dropFirst() {
      let rows = analysis.rows.filter { $0.arm == report.arms[index] }
      let joint = jointRows(rows, index)
      if let ratio = sides[index].meanRatio,
        joint.allSatisfy({ $0.cpu?.verdict != .inconclusive })
      {
        sentences.append(
          "Where both solve all, \(sides[index].name) is on average \(MeasuredText.change(ratio)) than"
            + " \(first.name).")
      }
    }
    return sentences
  }

  /// Returns the rows of instances of which a side and the baseline solve all problems.
  private func jointRows(_ rows: [RunAnalysis.Row], _ index: Int) -> [RunAnalysis.Row] {
    let solved = Set(
      zip(record.entries, report.attempts).filter { $1[0].cost != nil && $1[index].cost != nil }
        .map { $0.0.instance })
    return rows.filter { solved.contains($0.instance) }
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
      "Outliers (Tukey): \(ShownNumber.grouped(outliers)) of \(ShownNumber.counted(samples, "CPU time"))"
        + " of candidates; all are kept.")
    if record.series.isEmpty {
      notes.append("Growth is unknown: the run has no sizes of its workloads.")
    }
    return notes
  }

  private var facts: [ComparisonPart.Fact] {
    let machine = record.machine
    let commits =
      isSameStrategy ? "baseline \(commit(0)), candidate \(commit(1))" : record.build.commit
    let counters = record.hardwareCounters
    let programs = (record.programs ?? []).prefix(isSameStrategy ? 2 : 1)
    return [
      .init("Commit", commits), .init("Program", programs.joined(separator: "; ")),
      .init("Build", "\(record.build.flags), \(record.build.compiler)"),
      .init(
        "Machine",
        "\(machine.cpuModel), \(ShownNumber.counted(machine.cores, "core")),"
          + " \(ShownNumber.grouped(machine.memoryMegabytes)) MB, kernel \(machine.kernel), governor"
          + " \(machine.governor), hardware counters \(counters)"),
      .init(
        "Samples",
        "\(ShownNumber.counted(record.processes, "process")) of each side,"
          + " fresh, by turns; time limit \(ShownNumber.digits(record.limitSeconds)) s; seed"
          + " \(record.seed); suite \(record.suite)"),
    ].filter { !$0.value.isEmpty }
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

  /// Returns the reason for a missing ratio, or for one that compares different work.
  private func note(_ row: RunAnalysis.Row, _ arm: Int, _ entry: RunRecord.Entry?) -> String {
    var parts: [String] = []
    switch row.stopped {
    case nil: break
    case .slower: parts.append("only \(names[arm]) was stopped at the limit")
    case .faster: parts.append("only \(names[0]) was stopped at the limit")
    default: parts.append("stopped at the limit, not on one side alone or not always")
    }
    // Two builds of one strategy give the same answers.
    for side in isSameStrategy ? [] : [0, arm] {
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
