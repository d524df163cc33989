// SPDX-License-Identifier: MIT

import BenchmarkKit
import BenchmarkSuites
import Foundation
import Solvers
import Testing
import Workloads

@Suite("Suites of benchmarks")
struct SuiteTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private func suite() throws -> BenchmarkSuites.Suite {
    try BenchmarkSuites.Suite(files: SuiteFiles(root: Self.root))
  }

  @Test("every item has a name of its own, and every capture is among them")
  func names() throws {
    let suite = try suite()
    let names = suite.items.map(\.name)
    #expect(Set(names).count == names.count)
    for name in ["workload/chain10", "workload/cols1000x10", "scene/s6", "table/10000"] {
      #expect(names.contains(name))
    }
    let captures = try FileManager.default.contentsOfDirectory(
      atPath: "\(Self.root)/Benchmarks/Captures")
    #expect(
      names.count { $0.hasPrefix("capture/") } == captures.count { $0.hasSuffix(".case.json") })
    #expect(suite.items(matching: ["nothing like it"], smoke: false).isEmpty)
    #expect(suite.items(matching: ["scene/"], smoke: false).count == 6)
    for word in ["workload/chain10", "chain10"] {
      #expect(suite.items(matching: [word], smoke: false).map(\.name) == ["workload/chain10"])
    }
    #expect(suite.items(matching: ["chain1", "s2"], smoke: true).map(\.name).count == 2)
    let two = suite.items(matching: ["scene/"], smoke: false)
    #expect(suite.fingerprint(of: two) != suite.fingerprint(of: Array(two.dropFirst())))
  }

  @Test("quick items can be prepared, and strategies that do them agree, count for count")
  func smokeItems() throws {
    for item in try suite().items(matching: [], smoke: true) {
      let work = try item.prepare()
      let first = work.run(SimplexSolver())
      let again = work.run(SimplexSolver())
      #expect(first.counters.map(\.count) == again.counters.map(\.count), "\(item.name)")
      let answers = first.summarized()
      #expect(answers == again.summarized(), "\(item.name)")
      let others = work.run(NaiveSolver()).summarized()
      let text = AnswerCheck.contradiction(answers, others, isSameStrategy: false)
      #expect(text == nil, "\(item.name)")
    }
  }

  /// The instrument on counts: 5 % more work is always seen, the same work never called a change.
  @Test("a slow-down of 5 % shows in the counts of 20 of 20 works, none shows in 0 of 20")
  func instrumentOnCounts() throws {
    var changed = 0
    var same = 0
    for number in 1...20 {
      let system = Workload.chain(number).system(width: Workload.chain(number).firstWidth)
      func operations(times: Int) -> Double {
        let solver = SimplexSolver()
        let sum = (0..<times).reduce(0) { sum, _ in
          sum + solver.solve(system, limit: .standard).work.cellOperations
        }
        return Double(sum) / 20
      }
      let baseline = operations(times: 20)
      let threshold = Metric.counters.threshold
      if ChangeVerdict(baseline: baseline, candidate: operations(times: 21), threshold: threshold)
        == .slower
      {
        changed += 1
      }
      if ChangeVerdict(baseline: baseline, candidate: operations(times: 20), threshold: threshold)
        == .equivalent
      {
        same += 1
      }
    }
    #expect(changed == 20)
    #expect(same == 20)
  }

  @Test("names of workloads: families, sizes, and what is none")
  func workloadNames() {
    for name in ["chain1", "edges2", "tree10", "flex100", "cols20x2"] {
      #expect(Workload.named(name)?.name == name)
    }
    for name in [
      "", "chain", "chain0", "chain-1", "chain1x2", "cols10", "cols2x3", "cols2x0", "boxes3",
      "tree1000001", "edges1",
    ] {
      #expect(Workload.named(name) == nil, "\(name)")
    }
  }

  @Test("the drag of a workload is a triangle wave between its widths")
  func sweeps() {
    let chain = Workload.chain(10)
    #expect(chain.sweepWidth(0).doubleValue == 500)
    #expect(chain.sweepWidth(100).doubleValue == 1200)
    #expect(chain.sweepWidth(150).doubleValue == 850)
    #expect(chain.sweepWidth(200) == chain.sweepWidth(0))
    #expect(chain.lastWidth.doubleValue == 507)
    #expect(Workload.tree(10).lastWidth.doubleValue == 15_100)
  }

  @Test("the search for hard cases finds the same ones with the same seed, harder with more tries")
  func search() throws {
    func hardest(_ tries: Int) -> StressSearch.Found? {
      StressSearch(strategy: .healthy[0], seed: 3, tries: tries).hardest(of: .degenerate)
    }
    let short = try #require(hardest(60))
    #expect(hardest(60)?.layoutCase == short.layoutCase)
    #expect(try #require(hardest(120)).score >= short.score * 0.5)
    #expect(short.constraints >= 20)
  }
}
