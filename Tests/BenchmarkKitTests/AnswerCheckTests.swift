// SPDX-License-Identifier: MIT

import BenchmarkKit
import Testing

@Suite("Contradicting answers are found before timing")
struct AnswerCheckTests {
  private func answer(_ outcome: Answer.Outcome, _ violations: [Double] = []) -> Answer {
    Answer(
      outcome: outcome,
      levels: violations.enumerated().map {
        LevelViolation(strength: 750 - Double($0.offset), violation: $0.element)
      }, digest: 0)
  }

  private func contradict(_ one: Answer, _ two: Answer, same: Bool = false) -> Bool {
    let there = AnswerCheck.contradiction([one], [two], isSameStrategy: same) != nil
    let back = AnswerCheck.contradiction([two], [one], isSameStrategy: same) != nil
    #expect(there == back)
    return there
  }

  @Test("two optima must agree, priority by priority")
  func optima() {
    #expect(!contradict(answer(.optimal, [0, 5]), answer(.optimal, [1e-7, 5])))
    #expect(contradict(answer(.optimal, [0, 5]), answer(.optimal, [0, 5.1])))
    #expect(contradict(answer(.optimal, [0, 5]), answer(.infeasible)))
    #expect(contradict(answer(.feasible, [0, 5]), answer(.infeasible)))
    #expect(!contradict(answer(.infeasible), answer(.infeasible)))
  }

  @Test("a feasible answer may be worse than an optimal one, never better")
  func feasible() {
    #expect(!contradict(answer(.optimal, [0, 5]), answer(.feasible, [0, 9])))
    #expect(!contradict(answer(.optimal, [0, 5]), answer(.feasible, [2, 1])))
    #expect(contradict(answer(.optimal, [0, 5]), answer(.feasible, [0, 4])))
    #expect(!contradict(answer(.gaveUp), answer(.infeasible)))
    #expect(!contradict(answer(.gaveUp), answer(.optimal, [1])))
  }

  @Test("two answers of one strategy must have the same outcome and the same digest")
  func sameStrategy() {
    #expect(contradict(answer(.gaveUp), answer(.optimal, [1]), same: true))
    #expect(contradict(answer(.feasible, [1]), answer(.feasible, [2]), same: true))
    #expect(!contradict(answer(.feasible, [1]), answer(.feasible, [1]), same: true))
    #expect(AnswerCheck.contradiction([], [answer(.gaveUp)], isSameStrategy: true) != nil)
  }

  @Test("answers without levels are compared by their digests if the strategy is the same")
  func layouts() {
    func layout(_ digest: UInt64, _ outcome: Answer.Outcome = .optimal) -> Answer {
      Answer(outcome: outcome, levels: [], digest: digest)
    }
    #expect(contradict(layout(1), layout(2), same: true))
    #expect(!contradict(layout(1), layout(1), same: true))
    #expect(!contradict(layout(1), layout(2)))
    // A system may have several minimal conflicts.
    #expect(!contradict(layout(1, .infeasible), layout(2, .infeasible), same: true))
  }

  @Test("answers with different numbers of priorities contradict each other")
  func levels() {
    #expect(contradict(answer(.optimal, [0, 5]), answer(.optimal, [0])))
    #expect(contradict(answer(.feasible, [0, 5]), answer(.optimal, [])))
  }

  @Test("the gap is that of the first priority that differs, and a tally keeps the largest gaps")
  func gaps() {
    let best = answer(.optimal, [0, 5, 1])
    #expect(AnswerCheck.gap(of: best, to: best) == nil)
    let worse = answer(.feasible, [0, 7, 0])
    #expect(
      AnswerCheck.gap(of: worse, to: best) == LevelViolation(strength: 749, violation: 2))
    #expect(AnswerCheck.gap(of: best, to: worse) == nil)
    #expect(AnswerCheck.best([worse, answer(.gaveUp), best]) == best)
    #expect(AnswerCheck.best([answer(.infeasible)]) == nil)
    let tally = AnswerTally([worse, best, answer(.gaveUp)], best: [best, best, best])
    #expect(tally.gaps == [LevelViolation(strength: 749, violation: 2)])
    #expect(tally.problems == 3)
    #expect(!tally.isSolved)
    #expect(AnswerTally(nil, best: []).isCensored)
  }
}

@Suite("Samples and how they are compared")
struct SampleTests {
  private static let machine = MachineFacts(
    cpuModel: "A", cores: 2, memoryMegabytes: 8000, kernel: "6.1", governor: "none")
  private static let build = BuildFacts(commit: "abc", flags: "release", compiler: "swift 6.3")

  private func sample(
    _ arm: String, process: Int, round: Int, cpu: Double, count: Int = 20, isCensored: Bool = false
  ) -> Sample {
    var sample = Sample(
      arm: arm, instance: "x", turn: .init(process: process, round: round, order: 0),
      wall: cpu * 2, cpu: cpu, isCensored: isCensored, seed: 1, load: 0, machine: Self.machine,
      build: Self.build)
    (sample.pid, sample.iterations) = (1, isCensored ? 0 : 2)
    sample.counters = ["pivots": count]
    return sample
  }

  @Test("rounds are paired by process and round, in any order of arrival")
  func pairs() throws {
    let samples = [
      sample("b", process: 1, round: 0, cpu: 20), sample("a", process: 0, round: 1, cpu: 10),
      sample("a", process: 1, round: 0, cpu: 10), sample("b", process: 0, round: 0, cpu: 40),
      sample("a", process: 0, round: 0, cpu: 10), sample("b", process: 0, round: 1, cpu: 10),
    ]
    let table = SampleTable(samples)
    let pairs = try #require(table.pairs("x", baseline: "a", candidate: "b", metric: .cpu))
    #expect(pairs.logRatios.map { $0.map { Double.exp($0).rounded() } } == [[4, 1], [2]])
    #expect(table.processMedians("x", arm: "b", metric: .cpu) == [25, 20])
    #expect(table.cost("x", arm: "b", metric: .wall) == 45)
    #expect(table.counters("x", arm: "a") == ["pivots": [10]])
  }

  @Test("samples stopped at the limit have no ratio and no cost")
  func censored() {
    let table = SampleTable([
      sample("a", process: 0, round: 0, cpu: 10),
      sample("b", process: 0, round: 0, cpu: 99, isCensored: true),
    ])
    #expect(table.pairs("x", baseline: "a", candidate: "b", metric: .cpu) == nil)
    #expect(table.cost("x", arm: "b", metric: .cpu) == nil)
    #expect(table.counters("x", arm: "b").isEmpty)
  }

  @Test("another machine, build or suite is reported field by field; another commit is accepted")
  func identity() {
    func record(
      _ machine: MachineFacts = Self.machine, _ build: BuildFacts = Self.build, suite: String = "s"
    ) -> RunRecord {
      RunRecord(
        id: "1", arms: [Arm(name: "a", strategy: "s", executable: "", arguments: [])],
        suite: suite, settings: ExperimentSettings(), processes: 5, machine: machine,
        build: build, hardwareCounters: "missing", entries: [])
    }
    var other = Self.build
    other.commit = "def"
    #expect(record().differences(from: record(Self.machine, other)).isEmpty)
    other.flags = "debug"
    #expect(
      record().differences(from: record(Self.machine, other))
        == ["build: release here, debug there"])
    var machine = Self.machine
    machine.memoryMegabytes = 8100
    #expect(record().differences(from: record(machine)).isEmpty)
    machine.cores = 8
    #expect(record().differences(from: record(machine)) == ["cores: 2 here, 8 there"])
    #expect(
      record().differences(from: record(suite: "t")) == ["suite: s here, t there"])
  }
}
