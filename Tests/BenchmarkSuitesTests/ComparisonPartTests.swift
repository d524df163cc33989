// SPDX-License-Identifier: MIT

import BenchmarkKit
@testable import PeerBenchmarks
import Comparisons
import JSON
import Reporting
import Testing

@testable import layoutbench

@Suite("Reports of measurements")
struct ComparisonPartTests {
  private func part(_ run: StoredRun) -> ComparisonPart { ComparisonPart(run, files: []) }

  /// Returns the run with the gates that decide its verdict, as `compare` stores them.
  private func judged(_ run: MadeUpRun, _ gates: [String] = ["counters", "cpu"]) -> StoredRun {
    let stored = run.stored
    var record = stored.record
    record.gates = gates
    return StoredRun(record: record, samples: stored.samples)
  }

  @Test("two builds of one strategy: the verdict is that of the comparison")
  func builds() {
    for (pivots, word, isBad) in [
      (200, "No regression", false), (220, "Regression: candidate does more work", true),
    ] {
      let part = part(judged(MadeUpRun.pair { _, _ in (1000, ["pivots": pivots]) }))
      #expect(part.kind == .builds && part.isBad == isBad)
      #expect(part.verdict.hasPrefix(word), "\(part.verdict)")
      #expect(part.sides.map(\.name) == ["baseline", "candidate"])
      #expect(
        part.instances.map { $0.cells.map(\.counts) } == [
          [
            [.init(name: "pivots", value: 10)],
            [.init(name: "pivots", value: Double(pivots) / 20)],
          ]
        ])
    }
    // The gates stored with the run decide here, too.
    let slower = MadeUpRun.pair { _, _ in (1200, ["pivots": 200]) }
    #expect(part(judged(slower)).isBad)
    #expect(!part(judged(slower, ["counters"])).isBad)
    // The kind of a run stored without gates follows from the names of its arms.
    #expect(part(slower.stored).kind == .builds && part(slower.stored).isBad)
  }

  @Test("a page names programs that commits do not tell apart, and the whole command that ran")
  func command() throws {
    var record = judged(MadeUpRun.pair { _, _ in (1000, ["pivots": 200]) }).record
    let samples = MadeUpRun.pair { _, _ in (1000, ["pivots": 200]) }.stored.samples
    let old = ComparisonPart(StoredRun(record: record, samples: samples), files: [])
    #expect(old.command.hasPrefix("layoutbench compare BASELINE/layoutbench "))
    record.command = ["compare", "old/layoutbench", "new tool", "--filter=a*", "--slow", "15"]
    record.programs = ["/a/b/old/release/layoutbench (00c0ffee)", "/new tool (12345678)", "/c (0)"]
    let part = ComparisonPart(StoredRun(record: record, samples: samples), files: [])
    #expect(
      part.command == "layoutbench compare old/layoutbench 'new tool' '--filter=a*' --slow 15")
    #expect(
      part.context == ["old/release/layoutbench (00c0ffee) \u{2192} new tool (12345678)"])
    #expect(part.title.contains("candidate new tool (12345678)"), "\(part.title)")
    #expect(part.warnings.contains("The candidate does more work on purpose (--slow)."))
    let programs = part.facts.first { $0.name == "Program" }?.value
    #expect(programs == "/a/b/old/release/layoutbench (00c0ffee); /new tool (12345678)")

    var peers = PeerReport()
    peers.command = ["peers", "--filter", "chain*", "--rounds", "3"]
    #expect(
      ComparisonPart(peers, file: "a.json").command
        == "layoutbench peers --filter 'chain*' --rounds 3")
    #expect(try PeerReport(JSONWriter.document(peers.json)).command == peers.command)
  }

  @Test("two strategies are listed by their names, and their counts decide nothing")
  func strategies() {
    var run = MadeUpRun()
    run.add("baseline") { _, _ in (1000, ["pivots": 200]) }
    run.add("candidate", strategy: "naive") { _, _ in (2000, ["pivots": 900]) }
    run.add("control") { _, _ in (1000, ["pivots": 200]) }
    let part = part(judged(run, ["cpu"]))
    #expect(part.kind == .strategies && part.baseline == "simplex")
    #expect(part.rows.map(\.side) == ["naive"])
    // Strategies do different work, so a slower one is no regression.
    #expect(part.verdict == "naive is slower than simplex on 1 of 1 workload (2.00x)")
    #expect(part.sentence.contains("naive is on average 2.00x slower than simplex."))
    #expect(part.instances[0].winners == [0])
    #expect(part.profile.map { $0.steps.map(\.factor) } == [[1], [2]])
  }

  @Test("the headline states only decided results, with their count, and a mean if all are decided")
  func headline() {
    /// Returns the verdict on two strategies over four instances; `factors` are the ratios of the
    /// candidate's time to the baseline's.
    func verdict(_ factors: [Double], noise: Double, isSmoke: Bool? = nil, hasControl: Bool = true)
      -> ComparisonPart
    {
      var run = MadeUpRun()
      run.processes = 5
      run.instances = factors.indices.map { "x\($0)" }
      run.add("simplex") { _, _ in (1000, [:]) }
      run.add("naive") { _, _ in (1000, [:]) }
      if hasControl { run.add("control") { _, _ in (1000, [:]) } }
      var stored = run.stored
      let samples = stored.samples.map { sample in
        var sample = sample
        if sample.arm == "naive", let index = run.instances.firstIndex(of: sample.instance) {
          let sign = Double(sample.process % 2 * 2 - 1)
          sample.cpu *= factors[index] * (1 + sign * noise)
        }
        return sample
      }
      var record = stored.record
      record.isSmoke = isSmoke
      stored = StoredRun(record: record, samples: samples)
      return part(stored)
    }
    let open = verdict([1.1, 1.2, 0.9, 1.3], noise: 0.6)
    #expect(open.rows.allSatisfy { $0.cpu?.verdict == .inconclusive })
    #expect(open.verdict == "No verdict: 4 of 4 workloads undecided")
    #expect(!open.sentence.contains("on average"))
    let decided = verdict([2, 8, 0.5, 1], noise: 0)
    #expect(decided.verdict == "naive is slower than simplex on 2 of 4 workloads and faster on 1")
    #expect(decided.sentence.contains("naive is on average 1.68x slower than simplex."))
    #expect(decided.judging.contains("Holm's correction for 4 comparisons"))
    #expect(decided.judging.contains("5 processes of each side"))
    #expect(decided.warnings.isEmpty)
    let alone = verdict([2, 8], noise: 0, hasControl: false)
    #expect(alone.warnings.count == 1 && alone.warnings[0].contains("Without a control"))
    #expect(alone.verdict.hasPrefix("No verdict"))
    let smoke = verdict([2, 8], noise: 0, isSmoke: true)
    #expect(smoke.warnings.first?.contains("tests the measuring, not the speed") == true)
  }

  @Test("a run whose control has left the threshold reports this before anything else")
  func noisy() {
    var run = MadeUpRun()
    run.add("simplex") { _, _ in (1000, [:]) }
    run.add("naive") { _, _ in (2000, [:]) }
    run.add("control") { _, _ in (1500, [:]) }
    let part = part(run.stored)
    #expect(
      part.warnings == [
        "The control varies too much: no verdict on CPU time and wall time."
      ])
    #expect(part.verdict == "No verdict: the control varies too much")
  }

  @Test("a strategy stopped at the limit has no ratio but a reason, and is not dropped")
  func stopped() throws {
    let part = part(judged(MadeUpRun.pair { _, _ in nil }))
    let row = try #require(part.rows.first)
    #expect(row.cpu == nil && row.cost == nil && row.baselineCost == 1000.5)
    #expect(row.note == "only candidate was stopped at the limit")
    #expect(part.instances[0].winners == [0])
  }

  @Test("series are kept with the run, and their points mark those that the line is fitted to")
  func growth() throws {
    var run = MadeUpRun()
    run.instances = ["a/10", "a/100", "a/1000"]
    run.add("simplex") { _, _ in (5000, ["cellOperations": 40]) }
    run.add("naive") { _, _ in (1000, ["cellOperations": 40]) }
    let stored = run.stored
    var record = stored.record
    for (index, size) in [10, 100, 1000].enumerated() {
      record.entries[index].growth = .init(series: "a", size: size)
    }
    let part = part(StoredRun(record: record, samples: stored.samples))
    let own = part.growth.filter { $0.side == "simplex" }
    #expect(own.map(\.measure) == ["cpu", "cellOperations"])
    #expect(own[0].points.map(\.size) == [10, 100, 1000] && own[0].points.allSatisfy(\.isFitted))
    // All times of the other strategy are overhead.
    #expect(part.growth.filter { $0.side == "naive" }.map(\.measure) == ["cellOperations"])
    #expect(self.part(run.stored).notes.contains { $0.hasPrefix("Growth is unknown") })
  }

  @Test("peers: measured instances are judged, stopped ones listed, and others left out")
  func peers() throws {
    var report = PeerReport()
    func row(_ workload: String, _ theirs: Double?) -> PeerReport.Row {
      let ratio = theirs.map { $0 / 2 }
      return .init(
        workload: workload, phase: .build, peer: "kiwi", ratio: ratio,
        low: ratio.map { $0 * 0.99 }, high: ratio.map { $0 * 1.01 }, ours: 2, theirs: theirs,
        rounds: 9, steps: 1)
    }
    report.rows = [row("a", 10), row("b", 1), row("c", 2.01), row("d", 60_000), row("e", nil)]
    report.rows[3].status = .censored
    report.rows[4].status = .skipped("too slow")
    let part = ComparisonPart(report, file: "peers.json")
    #expect(part.kind == .peers && part.isBad)
    let verdicts = Dictionary(
      uniqueKeysWithValues: part.rows.map { ($0.instance, $0.cpu?.verdict) })
    #expect(verdicts["a build"] == .slower && verdicts["b build"] == .faster)
    #expect(verdicts["c build"] == .equivalent)
    let stopped = try #require(part.rows.first { $0.instance == "d build" })
    #expect(stopped.cpu == nil && stopped.note.contains("more than 30000x slower"))
    #expect(part.verdict == "layoutfuzz is slower than kiwi on 1 of 4 phases and faster on 2")
    // The fifth instance was not measured, so the profile has four.
    #expect(part.profile.map { $0.steps.last?.share } == [1, 0.75])
    #expect(part.notes.contains("e: kiwi: too slow."))
    let alone = ComparisonPart(PeerReport(), file: "peers.json")
    #expect(alone.verdict.contains("measured alone"))
  }
}
