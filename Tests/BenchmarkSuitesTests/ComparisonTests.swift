// SPDX-License-Identifier: MIT

import BenchmarkKit
import Choices
import Foundation
import Testing

@testable import layoutbench
import Statistics

@Suite("Verdicts of comparisons")
struct ComparisonTests {
  @Test("equal work is accepted, more work is a regression, less is an improvement")
  func plain() {
    #expect(MadeUpRun.pair { _, _ in (1000, ["pivots": 200]) }.code() == .fine)
    #expect(MadeUpRun.pair { _, _ in (1000, ["pivots": 201]) }.code() == .slower)
    #expect(MadeUpRun.pair { _, _ in (1100, ["pivots": 200]) }.code() == .slower)
    #expect(MadeUpRun.pair { _, _ in (900, ["pivots": 199]) }.code() == .slower)
    let strict = MadeUpRun.pair { _, _ in (900, ["pivots": 199]) }.comparison()
    #expect(strict.exitCode(isStrict: false) == .fine)
  }

  @Test("a candidate stopped at the limit is a regression for any gates")
  func stopped() {
    let gates: [Set<Metric>] = [[.counters, .cpu], [.counters], [.wall]]
    for gates in gates {
      let always = MadeUpRun.pair { _, _ in nil }
      #expect(always.code(gates) == .slower)
      let seldom = MadeUpRun.pair { process, _ in process == 0 ? nil : (1000, ["pivots": 200]) }
      #expect(seldom.code(gates) == .unavailable)
      var both = always
      both.arms[0].cost = { _, _ in nil }
      #expect(both.code(gates) == .unavailable)
      var gone = MadeUpRun.pair { _, _ in (1000, ["pivots": 200]) }
      gone.arms[0].cost = { _, _ in nil }
      #expect(
        gone.comparison(gates).rows.contains { $0.measure == "limit" && $0.verdict == .faster })
    }
  }

  @Test("saved runs: stops, solved instances and counts decide, times do not")
  func saved() {
    func code(_ candidate: MadeUpRun, _ gates: Set<Metric> = [.counters, .cpu]) -> ExitCode {
      let baseline = MadeUpRun.pair { _, _ in (1000, [:]) }.stored
      return Comparison(baseline: baseline, candidate: candidate.stored, gates: gates)
        .exitCode(isStrict: true)
    }
    var same = MadeUpRun.pair { _, _ in (1, [:]) }
    #expect(code(same) == .fine)
    same.arms[0].cost = { _, _ in (9000, ["pivots": 200]) }
    #expect(code(same) == .fine)
    same.arms[0].cost = { _, _ in (10, ["pivots": 220]) }
    #expect(code(same) == .slower)
    #expect(code(same, []) == .fine)
    same.arms[0].cost = { _, _ in nil }
    #expect(code(same) == .slower)
    #expect(code(same, []) == .slower)
    same.arms[0].cost = { _, _ in (10, ["pivots": 200]) }
    same.tally = AnswerTally([Answer(outcome: .gaveUp, levels: [], digest: 1)], best: [nil])
    #expect(code(same) == .slower)
  }

  @Test("runs of different strategies are refused as not comparable")
  func strategies() {
    var other = MadeUpRun()
    other.add("baseline", strategy: "naive") { _, _ in (1, [:]) }
    var own = MadeUpRun()
    own.add("baseline") { _, _ in (1, [:]) }
    #expect(own.stored.record.differences(from: own.stored.record).isEmpty)
    #expect(
      other.stored.record.differences(from: own.stored.record)
        == ["strategy: naive here, simplex there"])
  }

  @Test("counts that vary on either side, or that one side lacks, decide nothing")
  func unsteadyCounts() {
    let varying = MadeUpRun.pair { process, _ in (1000, ["pivots": 200 - process % 2]) }
    #expect(varying.code() == .unavailable)
    #expect(
      RunAnalysis(varying.stored).unsteadyCounts == [
        "workload/x pivots of candidate"
      ])
    let missing = MadeUpRun.pair { _, _ in (1000, [:]) }
    #expect(missing.code() == .unavailable)
    let more = MadeUpRun.pair { _, _ in (1000, ["pivots": 200, "passes": 1]) }
    #expect(more.code() == .unavailable)
    var shaky = MadeUpRun.pair { _, _ in (1000, ["pivots": 200]) }
    shaky.arms[2].cost = { process, _ in (1000, ["pivots": 200 + process % 2]) }
    #expect(shaky.code() == .unavailable)
  }

  @Test("an instance that valgrind cannot count is inconclusive, not left out")
  func valgrind() {
    let run = MadeUpRun.pair { _, _ in (1000, ["pivots": 200]) }
    var comparison = run.comparison()
    comparison.addValgrind(.instructions, arms: run.arms.map(\.arm), instances: ["a", "b", "c"])
    let rows = comparison.rows.filter { $0.metric == .instructions }
    #expect(rows.map(\.instance) == ["a", "b", "c"])
    #expect(rows.allSatisfy { $0.isGate && $0.verdict == .inconclusive })
    #expect(comparison.exitCode(isStrict: false) == .unavailable)
    #expect(comparison.text(code: .unavailable).contains("c: no instructions of the baseline"))
  }

  @Test("one correction covers all gating times, and its number is reported")
  func corrections() {
    var run = MadeUpRun.pair { _, _ in (1000, ["pivots": 200]) }
    run.instances = ["a", "b", "c"]
    #expect(RunAnalysis(run.stored, gates: [.cpu]).gateTests == 3)
    #expect(RunAnalysis(run.stored, gates: [.cpu, .wall]).gateTests == 6)
    #expect(RunAnalysis(run.stored, gates: [.counters]).gateTests == 0)
    #expect(run.comparison([.cpu, .wall]).text(code: .fine).contains("for 6 comparisons"))
    run.add("other") { _, _ in (1000, ["pivots": 200]) }
    #expect(RunAnalysis(run.stored, gates: [.cpu]).gateTests == 6)
  }

  @Test("a change of growth is a finding by itself")
  func growth() {
    var run = MadeUpRun.pair { _, _ in (10_000, [:]) }
    let sizes = [10, 100, 1000]
    run.instances = sizes.map { "chain\($0)" }
    let series = [(name: "chain", instances: sizes.map { (name: "chain\($0)", size: $0) })]
    /// Returns the verdicts on costs that follow the given powers of the size.
    func verdicts(_ exponents: (Double, Double), _ gates: Set<Metric>) -> [ChangeVerdict] {
      let samples = run.stored.samples.map { sample in
        var sample = sample
        let size = Double(sample.instance.dropFirst(5)) ?? 1
        let exponent = sample.arm == "candidate" ? exponents.1 : exponents.0
        let factor = pow(size, exponent)
        sample.cpu = 10_000 * factor
        sample.counters = ["cellOperations": 20 * Int((100 * factor).rounded())]
        return sample
      }
      let analysis = RunAnalysis(
        StoredRun(record: run.stored.record, samples: samples), gates: gates)
      var comparison = Comparison(analysis, gates: gates)
      comparison.addGrowth(analysis, series, gates: gates)
      let rows = comparison.rows.filter { $0.measure.hasPrefix("growth") }
      #expect(rows.allSatisfy { $0.isGate == $0.verdict.isChange })
      return rows.map(\.verdict)
    }
    let gates: Set<Metric> = [.cpu, .counters]
    #expect(verdicts((1, 1.3), gates) == [.slower, .slower])
    #expect(verdicts((1.3, 1), gates) == [.faster, .faster])
    #expect(verdicts((1, 1.05), gates) == [.equivalent, .equivalent])
  }

  @Test("a control that would be reported as changed anywhere makes the run noisy")
  func falseChange() throws {
    var run = MadeUpRun.pair { _, _ in (2000, ["pivots": 200]) }
    run.instances = (1...12).map { "x\($0)" }
    #expect(run.code([.cpu]) == .slower)
    let samples = run.stored.samples.map { sample in
      var sample = sample
      if sample.arm == "control", sample.instance == "x1" { sample.cpu *= 1.2 }
      return sample
    }
    let analysis = RunAnalysis(
      StoredRun(record: run.stored.record, samples: samples))
    let control = try #require(analysis.control)
    #expect(control.falseChanges == 1)
    // The mean of all instances hides it.
    #expect(!analysis.test.isNoisy(control.cpu, metric: .cpu))
    #expect(analysis.rows.allSatisfy { $0.cpu?.verdict == .inconclusive })
    #expect(Comparison(analysis, gates: [.cpu]).exitCode(isStrict: false) == .unavailable)
  }

  @Test(
    "5 % more work of 20 iterations, as counted by a worker, is found in 20 of 20 runs, none in 0")
  func instrumentOnCounts() {
    var called = [0, 0]
    for number in 1...20 {
      for (index, slow) in [0, 5].enumerated() {
        let count = 20 + 20 * slow / 100
        let run = MadeUpRun.pair { _, _ in (1000, ["pivots": 10 * number * count]) }
        var honest = run
        for arm in [0, 2] { honest.arms[arm].cost = { _, _ in (1000, ["pivots": 200 * number]) } }
        called[index] += honest.code([.counters]) == .slower ? 1 : 0
      }
    }
    #expect(called == [0, 20])
  }

  @Test(
    "any two arms are compared, not only those beside the first, and so are their builds and inputs"
  )
  func pairs() {
    typealias Trial = Experiment<Xoshiro256>.Trial
    func reply(_ violation: Double, inputs: UInt64 = 1, flags: String = "release") -> WorkReply {
      WorkReply(
        answers: [
          Answer(
            outcome: .optimal, levels: [.init(strength: 750, violation: violation)], digest: 0)
        ], inputs: inputs, build: BuildFacts(commit: "a", flags: flags, compiler: "c"))
    }
    let arms = ["a", "b", "c"].map {
      Arm(name: $0, strategy: $0, executable: "", arguments: [])
    }
    let trial = Trial(instance: "x", replies: [nil, reply(1), reply(2)])
    let lines = Measurement.differences([trial], arms, doSame: false)
    #expect(lines.count == 1 && lines[0].hasPrefix("x: b and c differ"), "\(lines)")
    let mixed = Trial(
      instance: "x", replies: [reply(1), reply(1, inputs: 2), reply(1, flags: "debug")])
    let obstacles = Measurement.obstacles([mixed], arms)
    #expect(obstacles.count == 2, "\(obstacles)")
    #expect(obstacles.contains { $0.contains("debug here, release there") })
    #expect(obstacles.contains { $0.contains("different inputs") })
  }

  @Test("the mean of ratios is over the instances that both solve, and the shares add up to 1")
  func summary() {
    var run = MadeUpRun()
    run.instances = ["a", "b"]
    run.add("simplex") { _, _ in (1000, [:]) }
    run.add("naive") { _, _ in (500, [:]) }
    var stored = run.stored
    let solved = AnswerTally([Answer(outcome: .optimal, levels: [], digest: 1)], best: [nil])
    let gaveUp = AnswerTally([Answer(outcome: .gaveUp, levels: [], digest: 1)], best: [nil])
    var record = stored.record
    record.entries = [
      .init(instance: "a", tallies: ["simplex": AnswerTally(nil, best: []), "naive": gaveUp]),
      .init(instance: "b", tallies: ["simplex": solved, "naive": solved]),
    ]
    stored = StoredRun(record: record, samples: stored.samples)
    let report = RunReport(RunAnalysis(stored))
    #expect(report.totals(of: 1).jointInstances == 1)
    let lines = report.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(
      lines.contains {
        $0.starts(with: ["simplex", "50.0", "%", "0", "%", "0", "%", "50.0", "%"])
      },
      "\(report.text)")
    #expect(
      lines.contains { $0.starts(with: ["naive", "50.0", "%", "0", "%", "50.0", "%", "0", "%"]) },
      "\(report.text)")
  }
}
