// SPDX-License-Identifier: MIT

import BenchmarkKit
import Choices
import Statistics

/// The evaluation of the samples of a run.
struct RunAnalysis {
  /// The comparison of an arm with the baseline on one instance.
  struct Row {
    let instance: String
    let arm: String
    /// The verdict from stops at the limit; nil when neither was stopped.
    let stopped: ChangeVerdict?
    /// The judged times; nil when one of the two was stopped at the limit.
    let cpu: ChangeTest.Row?
    let wall: ChangeTest.Row?
    /// The compared counts; empty when one of the two was always stopped.
    let counts: [CountRow]
    /// The outliers of the arm's CPU time.
    let outliers: OutlierCounts

    func judged(_ metric: Metric) -> ChangeTest.Row? { metric == .cpu ? cpu : wall }
  }

  /// A deterministic count of one iteration on both sides.
  struct CountRow: Equatable {
    let name: String
    /// All its values, sorted: one, unless it is unsteady; none where it is not counted.
    let baseline: [Double]
    let candidate: [Double]

    var verdict: ChangeVerdict {
      guard let one = baseline.first, let two = candidate.first, baseline.count == 1,
        candidate.count == 1
      else { return .inconclusive }
      return ChangeVerdict(
        baseline: one, candidate: two, threshold: Metric.counters.threshold)
    }
  }

  /// The comparison of the baseline with a copy of itself, over all instances.
  struct Control {
    let cpu: RatioEstimate
    let wall: RatioEstimate
    let isCPUNoisy: Bool
    let isWallNoisy: Bool
    /// The number of instances with a reported change of CPU time although there is none.
    let falseChanges: Int
    let instances: Int

    func isNoisy(_ metric: Metric) -> Bool { metric == .cpu ? isCPUNoisy : isWallNoisy }
  }

  let run: StoredRun
  let table: SampleTable
  let test: ChangeTest
  let rows: [Row]
  let control: Control?
  /// The counts that differ from sample to sample although the work is the same.
  let unsteadyCounts: [String]
  /// The numbers of comparisons of times that were corrected together, for gating metrics and for
  /// the others.
  let gateTests: Int
  let otherTests: Int

  var baseline: String { run.record.arms[0] }
  var candidates: [String] {
    run.record.arms.dropFirst().filter { $0 != Measurement.controlName }
  }

  /// Analyzes a run.
  ///
  /// The times of the metrics in `gates` are judged together. The others have their own correction.
  init(_ run: StoredRun, gates: Set<Metric> = [.cpu]) {
    self.run = run
    let table = SampleTable(run.samples)
    let test = ChangeTest()
    self.table = table
    self.test = test
    let arms = run.record.arms
    let baseline = arms[0]
    let control =
      arms.contains(Measurement.controlName)
      ? RunAnalysis.control(table, test, baseline: baseline) : nil
    self.control = control
    unsteadyCounts = RunAnalysis.unsteady(table, arms: arms)
    let candidates = arms.dropFirst().filter { $0 != Measurement.controlName }
    var judged: [Place: ChangeTest.Row] = [:]
    var tests: [Int] = []
    for metrics in [gates, Set(Metric.times).subtracting(gates)] {
      let found = RunAnalysis.judge(
        table, test, control, Metric.times.filter(metrics.contains), baseline, candidates)
      judged.merge(found) { first, _ in first }
      tests.append(found.count)
    }
    gateTests = tests[0]
    otherTests = tests[1]
    rows = candidates.flatMap { arm in
      table.instances.map { instance in
        let both = [baseline, arm].map { table.stoppedShare(instance, arm: $0) }
        return Row(
          instance: instance, arm: arm, stopped: RunAnalysis.stopped(both[0], both[1]),
          cpu: judged[Place(instance: instance, arm: arm, metric: .cpu)],
          wall: judged[Place(instance: instance, arm: arm, metric: .wall)],
          counts: both.contains(1)
            ? []
            : RunAnalysis.counts(
              RunAnalysis.steadyCounts(table, instance, baseline),
              table.counters(instance, arm: arm)),
          outliers: OutlierCounts(table.samples(instance, arm: arm).map(\.cpu)))
      }
    }
  }

  private struct Place: Hashable {
    let instance: String
    let arm: String
    let metric: Metric
  }

  /// Judges all comparisons of some metrics together.
  private static func judge(
    _ table: SampleTable, _ test: ChangeTest, _ control: Control?, _ metrics: [Metric],
    _ baseline: String, _ candidates: [String]
  ) -> [Place: ChangeTest.Row] {
    var questions: [(place: Place, question: ChangeTest.Question)] = []
    for metric in metrics {
      for arm in candidates {
        for instance in table.instances {
          guard
            let rounds = table.pairs(
              instance, baseline: baseline, candidate: arm, metric: metric)
          else { continue }
          let own = table.pairs(
            instance, baseline: baseline, candidate: Measurement.controlName, metric: metric)
          questions.append(
            (
              Place(instance: instance, arm: arm, metric: metric),
              .init(
                rounds, metric, control: own, isNoisy: control?.isNoisy(metric) ?? true)
            ))
        }
      }
    }
    let rows = test.judge(questions.map(\.question))
    return Dictionary(uniqueKeysWithValues: zip(questions.map(\.place), rows))
  }

  /// Returns the verdict from the shares of processes in which two sides were stopped at the limit;
  /// nil when none was.
  static func stopped(_ baseline: Double, _ candidate: Double) -> ChangeVerdict? {
    if baseline == 0, candidate == 0 { return nil }
    if baseline == 0, candidate > 0.5 { return .slower }
    if candidate == 0, baseline > 0.5 { return .faster }
    return .inconclusive
  }

  /// Returns the counts of the baseline and its control, which should be the same.
  private static func steadyCounts(
    _ table: SampleTable, _ instance: String, _ baseline: String
  ) -> [String: [Double]] {
    table.counters(instance, arm: baseline).merging(
      table.counters(instance, arm: Measurement.controlName)
    ) { Set($0 + $1).sorted() }
  }

  /// Returns the counts of two sides by name, also those that only one has.
  static func counts(_ first: [String: [Double]], _ second: [String: [Double]]) -> [CountRow] {
    Set(first.keys).union(second.keys).sorted().map { name in
      CountRow(name: name, baseline: first[name] ?? [], candidate: second[name] ?? [])
    }
  }

  private static func control(
    _ table: SampleTable, _ test: ChangeTest, baseline: String
  ) -> Control? {
    /// Returns the ratio of all rounds together, and the number of instances with a reported
    /// change.
    func look(_ metric: Metric) -> (estimate: RatioEstimate, falseChanges: Int, count: Int)? {
      let pairs = table.instances.compactMap {
        table.pairs(
          $0, baseline: baseline, candidate: Measurement.controlName, metric: metric)
      }
      guard
        let estimate = PairedRounds.pooled(pairs)?
          .ratio(confidence: 1 - test.level)
      else { return nil }
      let judged = test.judge(pairs.map { .init($0, metric) })
      return (estimate, judged.count(where: \.verdict.isChange), pairs.count)
    }
    guard let cpu = look(.cpu), let wall = look(.wall) else { return nil }
    return Control(
      cpu: cpu.estimate, wall: wall.estimate,
      isCPUNoisy: test.isNoisy(cpu.estimate, metric: .cpu) || cpu.falseChanges > 0,
      isWallNoisy: test.isNoisy(wall.estimate, metric: .wall) || wall.falseChanges > 0,
      falseChanges: cpu.falseChanges, instances: cpu.count)
  }

  /// Returns the counts that differ between the samples of an arm, or between the baseline and its
  /// control.
  private static func unsteady(_ table: SampleTable, arms: [String]) -> [String] {
    table.instances.flatMap { instance in
      arms.flatMap { arm in
        let counts =
          arm == Measurement.controlName
          ? steadyCounts(table, instance, arms[0]) : table.counters(instance, arm: arm)
        return counts.keys.sorted().filter { counts[$0]?.count != 1 }
          .map { "\(instance) \($0) of \(arm)" }
      }
    }
  }

  // MARK: - Growth

  /// The growth of an arm's cost over the instances of a series.
  struct Growth {
    let series: String
    let arm: String
    /// The measure: `cpu`, or the name of a count.
    let measure: String
    let fit: ScalingFit
    /// All measured sizes, also those that the fit does not use.
    let points: [ScalingFit.Point]
  }

  /// The time in nanoseconds below which costs are mostly overhead.
  static let growthFloor = 2_000.0

  /// - Parameter series: the instances of each series with their sizes.
  /// - Returns: the growth of each measure by series and arm, where there is a fit.
  func growth(
    _ series: [(name: String, instances: [(name: String, size: Int)])]
  ) -> [Growth] {
    var result: [Growth] = []
    for (name, instances) in series {
      for arm in [baseline] + candidates {
        var source = Xoshiro256(seed: run.record.seed)
        let times = instances.compactMap { instance -> ScalingFit.Point? in
          let costs = table.processMedians(instance.name, arm: arm, metric: .cpu)
          return costs.isEmpty
            ? nil : ScalingFit.Point(size: Double(instance.size), costs: costs)
        }
        if let fit = ScalingFit.fit(times, floor: Self.growthFloor, using: &source) {
          result.append(Growth(series: name, arm: arm, measure: "cpu", fit: fit, points: times))
        }
        let counts = instances.compactMap { instance -> ScalingFit.Point? in
          let count = table.counters(instance.name, arm: arm)["cellOperations"]?.first ?? 0
          return count > 0 ? ScalingFit.Point(size: Double(instance.size), costs: [count]) : nil
        }
        if let fit = ScalingFit.fit(counts, using: &source) {
          result.append(
            Growth(
              series: name, arm: arm, measure: "cellOperations", fit: fit, points: counts))
        }
      }
    }
    return result
  }

  // MARK: - Attempts

  /// Returns the cost of an arm on an instance: its CPU time in nanoseconds, or the limit when it
  /// gave up a problem.
  func attempt(_ instance: String, _ arm: String) -> Attempt {
    let limit = run.record.limitSeconds * 1e9
    let entry = run.record.entries.first { $0.instance == instance }
    guard let tally = entry?.tallies[arm], tally.isSolved,
      let cost = table.cost(instance, arm: arm, metric: .cpu)
    else { return .censored(limit: limit) }
    return .solved(cost: cost)
  }
}
