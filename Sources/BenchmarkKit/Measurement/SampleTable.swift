// SPDX-License-Identifier: MIT

import Statistics

/// The samples of a run by instance and arm.
package struct SampleTable: Sendable {
  private struct Key: Hashable {
    let instance: String
    let arm: String
  }

  private let groups: [Key: [Sample]]
  /// The instances in the order of their first sample.
  package let instances: [String]
  package let arms: [String]

  package init(_ samples: [Sample]) {
    groups = Dictionary(grouping: samples) { Key(instance: $0.instance, arm: $0.arm) }
    var seen: Set<String> = []
    instances = samples.map(\.instance).filter { seen.insert($0).inserted }
    seen = []
    arms = samples.map(\.arm).filter { seen.insert($0).inserted }
  }

  /// Returns the samples of an arm, in the order of processes and rounds.
  package func samples(_ instance: String, arm: String) -> [Sample] {
    (groups[Key(instance: instance, arm: arm)] ?? [])
      .sorted { ($0.process, $0.round) < ($1.process, $1.round) }
  }

  /// Returns the paired rounds of two arms; nil when one of them was stopped at the limit.
  package func pairs(
    _ instance: String, baseline: String, candidate: String, metric: Metric
  ) -> PairedRounds? {
    let first = samples(instance, arm: baseline)
    let second = samples(instance, arm: candidate)
    guard !first.isEmpty, first.count == second.count,
      !first.contains(where: \.isCensored), !second.contains(where: \.isCensored)
    else { return nil }
    var processes: [[(baseline: Double, candidate: Double)]] = []
    var current: Int?
    for (one, two) in zip(first, second) {
      precondition(
        one.process == two.process && one.round == two.round, "rounds of \(instance) have no pair")
      if current != one.process {
        processes.append([])
        current = one.process
      }
      processes[processes.count - 1].append((one.cost(metric), two.cost(metric)))
    }
    return PairedRounds(processes)
  }

  /// Returns the share of processes in which an arm was stopped at the limit; 0 when it always
  /// finished.
  package func stoppedShare(_ instance: String, arm: String) -> Double {
    let byProcess = Dictionary(grouping: samples(instance, arm: arm), by: \.process).values
    let stopped = byProcess.count { $0.contains(where: \.isCensored) }
    return byProcess.isEmpty ? 0 : Double(stopped) / Double(byProcess.count)
  }

  /// Returns the median cost of each process, in nanoseconds; empty when the limit was reached.
  package func processMedians(_ instance: String, arm: String, metric: Metric) -> [Double] {
    let own = samples(instance, arm: arm)
    if own.contains(where: \.isCensored) { return [] }
    return Dictionary(grouping: own, by: \.process).sorted { $0.key < $1.key }
      .map { Summary.median($0.value.map { $0.cost(metric) }) }
  }

  /// Returns the median over processes of the median cost, in nanoseconds; nil when the limit was
  /// reached.
  package func cost(_ instance: String, arm: String, metric: Metric) -> Double? {
    let medians = processMedians(instance, arm: arm, metric: metric)
    return medians.isEmpty ? nil : Summary.median(medians)
  }

  /// Returns the deterministic counts of one iteration, by name, from all samples; several values
  /// for a name are a contradiction.
  package func counters(_ instance: String, arm: String) -> [String: [Double]] {
    var values: [String: Set<Double>] = [:]
    for sample in samples(instance, arm: arm) where sample.iterations > 0 {
      for (name, count) in sample.counters {
        values[name, default: []].insert(Double(count) / Double(sample.iterations))
      }
    }
    return values.mapValues { $0.sorted() }
  }
}
