// SPDX-License-Identifier: MIT

import BenchmarkKit

@testable import layoutbench
import Statistics

/// A synthetic run, whose correct comparison is known.
struct MadeUpRun {
  /// The arms, each with its cost by process and round: nanoseconds and counts; nil if stopped at
  /// the limit.
  var arms: [(arm: Arm, cost: (Int, Int) -> (cpu: Double, counters: [String: Int])?)] = []
  var instances = ["workload/x"]
  var processes = 8
  var tally = AnswerTally(
    [Answer(outcome: .optimal, levels: [], digest: 1)], best: [nil])

  mutating func add(
    _ name: String, strategy: String = "simplex",
    _ cost: @escaping (Int, Int) -> (cpu: Double, counters: [String: Int])?
  ) {
    let arm = Arm(
      name: name, strategy: strategy, executable: "/nowhere", arguments: [],
      follows: name == "baseline" ? nil : "baseline")
    arms.append((arm, cost))
  }

  /// Returns a run of two arms and a control; the baseline takes 1000 ns and 10 pivots for an
  /// iteration.
  static func pair(
    _ candidate: @escaping (Int, Int) -> (cpu: Double, counters: [String: Int])?
  ) -> MadeUpRun {
    var run = MadeUpRun()
    run.add("baseline") { _, round in (1000 + Double(round % 2), ["pivots": 200]) }
    run.add("candidate", candidate)
    run.add("control") { _, round in (1000 + Double(1 - round % 2), ["pivots": 200]) }
    return run
  }

  var stored: StoredRun {
    let machine = MachineFacts(
      cpuModel: "A", cores: 2, memoryMegabytes: 8000, kernel: "6.1", governor: "none")
    let build = BuildFacts(commit: "abc", flags: "release", compiler: "swift 6.3")
    var samples: [Sample] = []
    for instance in instances {
      for process in 0..<processes {
        for round in 0..<4 {
          for (order, side) in arms.enumerated() {
            let found = side.cost(process, round)
            var sample = Sample(
              arm: side.arm.name, instance: instance,
              turn: .init(process: process, round: round, order: order),
              wall: found?.cpu ?? 20e9, cpu: found?.cpu ?? 20e9, isCensored: found == nil,
              seed: 1, load: 0, machine: machine, build: build)
            (sample.pid, sample.iterations) = (1, found == nil ? 0 : 20)
            sample.counters = found?.counters ?? [:]
            samples.append(sample)
          }
        }
      }
    }
    let tallies = Dictionary(uniqueKeysWithValues: arms.map { ($0.arm.name, tally) })
    return StoredRun(
      record: RunRecord(
        id: "1", arms: arms.map(\.arm), suite: "s", settings: ExperimentSettings(),
        processes: processes, machine: machine, build: build, hardwareCounters: "missing",
        entries: instances.map { .init(instance: $0, tallies: tallies) }),
      samples: samples)
  }

  func comparison(_ gates: Set<Metric> = [.counters, .cpu]) -> Comparison {
    Comparison(RunAnalysis(stored, gates: gates), gates: gates)
  }

  func code(_ gates: Set<Metric> = [.counters, .cpu]) -> ExitCode {
    comparison(gates).exitCode(isStrict: true)
  }
}
