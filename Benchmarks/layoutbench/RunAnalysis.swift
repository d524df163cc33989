// SPDX-License-Identifier: MIT

import BenchmarkKit
import Choices

/// What the samples of a run say.
struct RunAnalysis {
  /// An arm beside the baseline, on one instance.
  struct Row {
    let instance: String
    let arm: String
    /// Nil when one of the two was stopped at the limit.
    let cpu: ChangeTest.Row?
    let wall: ChangeTest.Row?
    let counts: [CountRow]
    /// Of the CPU time of the arm.
    let outliers: OutlierCounts
  }

  /// A deterministic count of both sides, of one iteration.
  struct CountRow {
    let name: String
    let baseline: Double
    let candidate: Double
    let verdict: ChangeVerdict
  }

  /// The baseline beside a copy of itself, over all instances.
  struct Control {
    let cpu: RatioEstimate
    let wall: RatioEstimate
    let isCPUNoisy: Bool
    let isWallNoisy: Bool
    /// How many instances would have been called changed.
    let falseChanges: Int
    let instances: Int
  }

  let run: StoredRun
  let table: SampleTable
  let test: ChangeTest
  let rows: [Row]
  let control: Control?
  /// Counts that differ from sample to sample although nothing changed.
  let unsteadyCounts: [String]

  var baseline: String { run.record.arms[0] }
  var candidates: [String] {
    run.record.arms.dropFirst().filter { $0 != Measurement.controlName }
  }

  init(_ run: StoredRun) {
    self.run = run
    let table = SampleTable(run.samples)
    let test = ChangeTest(seed: run.record.seed)
    self.table = table
    self.test = test
    let arms = run.record.arms
    let baseline = arms[0]
    control =
      arms.contains(Measurement.controlName)
      ? RunAnalysis.control(table, test, baseline: baseline) : nil
    unsteadyCounts = RunAnalysis.unsteady(table, baseline: baseline)
    let control = control
    rows = arms.dropFirst().filter { $0 != Measurement.controlName }.flatMap { arm in
      RunAnalysis.rows(table, test, control, instances: table.instances, baseline, arm)
    }
  }

  private static func rows(
    _ table: SampleTable, _ test: ChangeTest, _ control: Control?, instances: [String],
    _ baseline: String, _ arm: String
  ) -> [Row] {
    func judge(_ metric: Metric) -> [String: ChangeTest.Row] {
      let pairs = instances.compactMap { instance in
        table.pairs(instance, baseline: baseline, candidate: arm, metric: metric)
          .map { (instance, $0) }
      }
      let isNoisy = metric == .cpu ? control?.isCPUNoisy : control?.isWallNoisy
      let judged = test.judge(pairs.map(\.1), metric: metric, isNoisy: isNoisy ?? true) {
        Xoshiro256(seed: $0)
      }
      return Dictionary(uniqueKeysWithValues: zip(pairs.map(\.0), judged))
    }
    let cpu = judge(.cpu)
    let wall = judge(.wall)
    return instances.map { instance in
      let samples = table.samples(instance, arm: arm)
      return Row(
        instance: instance, arm: arm, cpu: cpu[instance], wall: wall[instance],
        counts: counts(table, instance, baseline, arm),
        outliers: OutlierCounts(samples.map(\.cpu)))
    }
  }

  private static func counts(
    _ table: SampleTable, _ instance: String, _ baseline: String, _ arm: String
  ) -> [CountRow] {
    let first = table.counters(instance, arm: baseline)
    let second = table.counters(instance, arm: arm)
    return first.keys.sorted().compactMap { name in
      guard let one = first[name]?.first, let two = second[name]?.first else { return nil }
      return CountRow(
        name: name, baseline: one, candidate: two,
        verdict: ChangeVerdict(
          baseline: one, candidate: two, threshold: Metric.counters.threshold))
    }
  }

  private static func control(
    _ table: SampleTable, _ test: ChangeTest, baseline: String
  ) -> Control? {
    func pairs(_ metric: Metric) -> [PairedRounds] {
      table.instances.compactMap {
        table.pairs(
          $0, baseline: baseline, candidate: Measurement.controlName, metric: metric)
      }
    }
    func estimate(_ pairs: [PairedRounds]) -> RatioEstimate? {
      var source = Xoshiro256(seed: test.seed)
      return PairedRounds.pooled(pairs)?
        .ratio(confidence: 1 - test.level, resamples: test.resamples, using: &source)
    }
    let cpuPairs = pairs(.cpu)
    guard let cpu = estimate(cpuPairs), let wall = estimate(pairs(.wall)) else { return nil }
    let judged = test.judge(cpuPairs, metric: .cpu) { Xoshiro256(seed: $0) }
    return Control(
      cpu: cpu, wall: wall, isCPUNoisy: test.isNoisy(cpu, metric: .cpu),
      isWallNoisy: test.isNoisy(wall, metric: .wall),
      falseChanges: judged.filter(\.verdict.isChange).count, instances: judged.count)
  }

  /// The counts of the baseline that are not the same in all its samples and in those of its control.
  private static func unsteady(_ table: SampleTable, baseline: String) -> [String] {
    table.instances.flatMap { instance in
      let own = table.counters(instance, arm: baseline)
      let copy = table.counters(instance, arm: Measurement.controlName)
      return own.keys.sorted().filter { name in
        own[name]?.count != 1 || (copy[name].map { $0 != own[name] } ?? false)
      }.map { "\(instance) \($0)" }
    }
  }

  // MARK: - Growth

  /// The growth of an arm's cost over the instances of a series.
  struct Growth {
    let series: String
    let arm: String
    /// `cpu`, or the name of a count.
    let measure: String
    let fit: ScalingFit
  }

  /// Costs below this many nanoseconds are mostly overhead.
  private static let growthFloor = 2_000.0

  /// - Parameter series: of each series its instances with their sizes.
  func growth(
    _ series: [(name: String, instances: [(name: String, size: Int)])]
  ) -> [Growth] {
    var result: [Growth] = []
    for (name, instances) in series {
      for arm in [baseline] + candidates {
        var source = Xoshiro256(seed: test.seed)
        let times = instances.compactMap { instance -> ScalingFit.Point? in
          let costs = table.processMedians(instance.name, arm: arm, metric: .cpu)
          return costs.isEmpty
            ? nil : ScalingFit.Point(size: Double(instance.size), costs: costs)
        }
        if let fit = ScalingFit.fit(times, floor: Self.growthFloor, using: &source) {
          result.append(Growth(series: name, arm: arm, measure: "cpu", fit: fit))
        }
        let counts = instances.compactMap { instance -> ScalingFit.Point? in
          let count = table.counters(instance.name, arm: arm)["cellOperations"]?.first ?? 0
          return count > 0 ? ScalingFit.Point(size: Double(instance.size), costs: [count]) : nil
        }
        if let fit = ScalingFit.fit(counts, using: &source) {
          result.append(Growth(series: name, arm: arm, measure: "cellOperations", fit: fit))
        }
      }
    }
    return result
  }

  // MARK: - Attempts

  /// What an arm did on an instance: its CPU time in nanoseconds, or the limit when a problem of it was given up.
  func attempt(_ instance: String, _ arm: String) -> Attempt {
    let limit = run.record.limitSeconds * 1e9
    let entry = run.record.entries.first { $0.instance == instance }
    guard let tally = entry?.tallies[arm], tally.isSolved,
      let cost = table.cost(instance, arm: arm, metric: .cpu)
    else { return .censored(limit: limit) }
    return .solved(cost: cost)
  }
}
