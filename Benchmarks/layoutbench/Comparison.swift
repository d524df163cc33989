// SPDX-License-Identifier: MIT

import BenchmarkKit
import JSON
import Statistics

/// The result of comparing two sides.
struct Comparison {
  /// One cost of one instance.
  struct Row {
    let instance: String
    /// The measure: `cpu`, `wall`, `limit`, `solved`, or the name of a count.
    let measure: String
    /// The metric; nil for a measure that is no cost.
    let metric: Metric?
    /// The ratio; nil when one side has no number.
    let estimate: RatioEstimate?
    let baseline: Double?
    let candidate: Double?
    let verdict: ChangeVerdict
    /// Whether the row decides the exit code.
    let isGate: Bool

    var isTime: Bool { metric?.isTime ?? false }
  }

  private(set) var rows: [Row] = []
  var notes: [String] = []
  /// The lines about the run and its machine.
  let head: [(key: String, text: String)]
  /// The sides as people name them, the baseline first.
  let sides: [String]
  /// Whether the sides are two builds of one strategy, or two runs of one.
  let isBuilds: Bool
  /// The comparison of the baseline with a copy of itself; nil if there was none.
  let control: RunAnalysis.Control?
  let headJSON: JSONValue
  /// The number of comparisons of time that were corrected together; 0 when times are not judged.
  let tests: Int
  let isNoisy: Bool
  /// The number of processes of each side; 0 for two stored runs.
  let processes: Int

  /// Compares two sides that were measured together.
  init(_ analysis: RunAnalysis, gates: Set<Metric>) {
    let record = analysis.run.record
    processes = record.processes
    head = RunHead.lines(record, analysis)
    isBuilds = Set(record.strategies).count == 1
    sides =
      isBuilds
      ? ["baseline", "candidate"]
      : [record.strategies[0], record.strategies.dropFirst().first ?? ""]
    control = analysis.control
    headJSON = JSONParts.head(analysis)
    tests = analysis.gateTests > 0 ? analysis.gateTests : analysis.otherTests
    isNoisy = gates.contains { $0.isTime && analysis.control?.isNoisy($0) ?? true }
    for row in analysis.rows {
      addLimit(row.instance, row.stopped)
      for metric in Metric.times {
        guard let judged = row.judged(metric) else { continue }
        rows.append(
          Row(
            instance: row.instance, measure: metric.rawValue, metric: metric,
            estimate: judged.estimate,
            baseline: analysis.table.cost(row.instance, arm: analysis.baseline, metric: metric),
            candidate: analysis.table.cost(row.instance, arm: row.arm, metric: metric),
            verdict: judged.verdict, isGate: gates.contains(metric)))
      }
      if gates.contains(.counters) { addCounts(row.instance, row.counts) }
    }
    let outliers = analysis.rows.reduce(0) { $0 + $1.outliers.total }
    let samples = analysis.rows.reduce(0) { $0 + $1.outliers.samples }
    if outliers > 0 {
      notes.append(
        "\(outliers) of \(samples) CPU times of the candidate are outliers; all are kept")
    }
  }

  /// Compares two stored runs: times are shown but not judged, because the drift between them is
  /// unknown.
  ///
  /// Solved problems, stops at the limit, and counts are judged.
  ///
  /// If `gates` contains `.counters`, counts decide the exit code.
  init(baseline: StoredRun, candidate: StoredRun, gates: Set<Metric>) {
    let first = RunAnalysis(baseline)
    let second = RunAnalysis(candidate)
    head =
      RunHead.lines(baseline.record, first).map { ("baseline", $0.text) }
      + RunHead.lines(candidate.record, second).map { ("candidate", $0.text) }
    isBuilds = true
    sides = ["baseline", "candidate"]
    control = nil
    headJSON = JSONParts.head(second)
    tests = 0
    isNoisy = false
    processes = 0
    notes = ["stored runs were not measured side by side: times are shown, not judged"]
    let arms = [first.baseline, second.baseline]
    for entry in baseline.record.entries
    where !candidate.record.entries.contains(where: { $0.instance == entry.instance }) {
      notes.append("\(entry.instance): only the baseline has it")
    }
    for entry in candidate.record.entries {
      let instance = entry.instance
      guard let old = baseline.record.entries.first(where: { $0.instance == instance }) else {
        notes.append("\(instance): only the candidate has it")
        continue
      }
      addSolved(instance, old.tallies[arms[0]], entry.tallies[arms[1]])
      let shares = [
        first.table.stoppedShare(instance, arm: arms[0]),
        second.table.stoppedShare(instance, arm: arms[1]),
      ]
      addLimit(instance, RunAnalysis.stopped(shares[0], shares[1]))
      let costs = [
        first.table.cost(instance, arm: arms[0], metric: .cpu),
        second.table.cost(instance, arm: arms[1], metric: .cpu),
      ]
      if let one = costs[0], let two = costs[1] {
        rows.append(
          Row(
            instance: instance, measure: "cpu", metric: .cpu,
            estimate: RatioEstimate(ratio: two / one, low: nil, high: nil), baseline: one,
            candidate: two, verdict: .inconclusive, isGate: false))
      }
      if gates.contains(.counters), !shares.contains(1) {
        addCounts(
          instance,
          RunAnalysis.counts(
            first.table.counters(instance, arm: arms[0]),
            second.table.counters(instance, arm: arms[1])))
      }
    }
  }

  // MARK: - Rows

  /// Adds the row for a side that was stopped at the limit, which has no time to compare.
  private mutating func addLimit(_ instance: String, _ verdict: ChangeVerdict?) {
    guard let verdict else { return }
    switch verdict {
    case .slower: notes.append("\(instance): only the candidate was stopped at the limit")
    case .faster: notes.append("\(instance): only the baseline was stopped at the limit")
    default: notes.append("\(instance): stopped at the limit, not on one side alone or not always")
    }
    rows.append(
      Row(
        instance: instance, measure: "limit", metric: nil, estimate: nil, baseline: nil,
        candidate: nil, verdict: verdict, isGate: true))
  }

  /// Adds the row for a change of solved problems: fewer are no gain, however fast.
  private mutating func addSolved(_ instance: String, _ old: AnswerTally?, _ new: AnswerTally?) {
    guard let old, let new, !old.isCensored, !new.isCensored else { return }
    if old.digest != new.digest {
      notes.append("\(instance): the answers are not the same to a thousandth of a point")
    }
    guard old.solved != new.solved || old.problems != new.problems else { return }
    rows.append(
      Row(
        instance: instance, measure: "solved", metric: nil, estimate: nil,
        baseline: Double(old.solved), candidate: Double(new.solved),
        verdict: old.problems != new.problems
          ? .inconclusive : new.solved < old.solved ? .slower : .faster,
        isGate: true))
  }

  private mutating func addCounts(_ instance: String, _ counts: [RunAnalysis.CountRow]) {
    for count in counts {
      if count.baseline.count > 1 || count.candidate.count > 1 {
        notes.append("\(instance): \(count.name) differs from sample to sample")
      }
      add(
        instance, count.name, .counters, baseline: count.baseline.first,
        candidate: count.candidate.first, count.verdict)
    }
  }

  private mutating func add(
    _ instance: String, _ measure: String, _ metric: Metric, baseline: Double?,
    candidate: Double?, _ verdict: ChangeVerdict
  ) {
    var estimate: RatioEstimate?
    if let baseline, let candidate {
      let ratio = baseline == candidate ? 1 : candidate / max(baseline, 1e-9)
      estimate = RatioEstimate(ratio: ratio, low: ratio, high: ratio)
    }
    rows.append(
      Row(
        instance: instance, measure: measure, metric: metric, estimate: estimate,
        baseline: baseline, candidate: candidate, verdict: verdict, isGate: true))
  }

  /// The beginning of the measure of exponents.
  static let growthPrefix = "growth of "

  /// The least difference of exponents of growth that matters.
  static let exponentThreshold = 0.1

  /// Compares the growth of costs: a change of an exponent is a finding by itself, whatever each
  /// size shows.
  ///
  /// It decides the exit code unless it is inconclusive.
  mutating func addGrowth(
    _ analysis: RunAnalysis,
    _ series: [(name: String, instances: [(name: String, size: Int)])], gates: Set<Metric>
  ) {
    let all = analysis.growth(series)
    for old in all where old.arm == analysis.baseline {
      let metric: Metric = old.measure == Metric.cpu.rawValue ? .cpu : .counters
      let isNoisy = metric == .cpu && (analysis.control?.isCPUNoisy ?? true)
      for new in all where new.arm != old.arm && new.series == old.series {
        guard new.measure == old.measure else { continue }
        let verdict = isNoisy ? .inconclusive : Self.verdict(old.fit, new.fit)
        rows.append(
          Row(
            instance: old.series, measure: "\(Self.growthPrefix)\(old.measure)", metric: nil,
            estimate: nil,
            baseline: old.fit.exponent, candidate: new.fit.exponent, verdict: verdict,
            isGate: gates.contains(metric) && verdict.isChange))
      }
    }
  }

  /// Returns the verdict on two exponents.
  ///
  /// - Note: the difference of two exponents is between the ends of their intervals; an exponent
  ///   without an interval is of counts, and exact.
  private static func verdict(_ old: ScalingFit, _ new: ScalingFit) -> ChangeVerdict {
    let least = (new.low ?? new.exponent) - (old.high ?? old.exponent)
    let most = (new.high ?? new.exponent) - (old.low ?? old.exponent)
    if least > exponentThreshold { return .slower }
    if most < -exponentThreshold { return .faster }
    return max(-least, most) <= exponentThreshold ? .equivalent : .inconclusive
  }

  /// Counts the work of each side with valgrind.
  ///
  /// A row without counts is inconclusive.
  mutating func addValgrind(_ metric: Metric, arms: [Arm], instances: [String]) {
    for instance in instances {
      var counts: [Int] = []
      for arm in arms.prefix(2) {
        let arguments = [WorkerCommand.onceName] + arm.arguments.dropFirst() + [instance]
        do throws(ValgrindCount.Missing) {
          counts.append(
            try metric == .instructions
              ? ValgrindCount.instructions(executable: arm.executable, arguments: arguments)
              : ValgrindCount.allocations(executable: arm.executable, arguments: arguments))
        } catch {
          notes.append("\(instance): no \(metric.rawValue) of the \(arm.name): \(error.reason)")
          break
        }
      }
      let numbers = counts.map { Double($0) }
      let isWhole = numbers.count == 2
      add(
        instance, metric.rawValue, metric, baseline: numbers.first,
        candidate: isWhole ? numbers[1] : nil,
        isWhole
          ? ChangeVerdict(
            baseline: numbers[0], candidate: numbers[1], threshold: metric.threshold)
          : .inconclusive)
    }
  }

  // MARK: - Verdict

  func exitCode(isStrict: Bool) -> ExitCode {
    let verdicts = rows.filter(\.isGate).map(\.verdict)
    if verdicts.contains(.slower) { return .slower }
    if verdicts.contains(.inconclusive) { return .unavailable }
    return isStrict && verdicts.contains(.faster) ? .slower : .fine
  }
}
