// SPDX-License-Identifier: MIT

import BenchmarkKit
import Foundation
import Solvers
import Testing
import Workloads

@testable import BenchmarkSuites
@testable import Judging

@Suite("Suites of benchmarks")
struct SuiteTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private func suite() throws -> BenchmarkSuites.Suite {
    try BenchmarkSuites.Suite(files: SuiteFiles(root: Self.root))
  }

  @Test("every item has a unique name, and every capture is an item")
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
    #expect(suite.items(matching: ["chain?0", "scene/s*"], smoke: false).count == 8)
    #expect(suite.items(matching: ["chain1", "s2"], smoke: true).map(\.name).count == 2)
  }

  @Test("the fingerprint of a suite covers its names and inputs")
  func fingerprint() throws {
    typealias Suite = BenchmarkSuites.Suite
    let one = Suite.fingerprint(of: [("a", 1), ("b", 2)])
    #expect(one == Suite.fingerprint(of: [("a", 1), ("b", 2)]))
    for other: [(String, UInt64?)] in [
      [("a", 1)], [("a", 1), ("b", 3)], [("a", 1), ("c", 2)], [("a", 1), ("b", nil)],
    ] {
      #expect(one != Suite.fingerprint(of: other.map { ($0.0, $0.1) }))
    }
    let items = try suite().items(
      matching: ["chain10", "chain30", "scene/s2", "window/"], smoke: false)
    let inputs = try items.map { try $0.prepare().inputs() }
    #expect(Set(inputs).count == 5)
    #expect(try inputs == items.map { try $0.prepare().inputs() })
  }

  @Test("quick items can be prepared, and a strategy repeats its answers and counts exactly")
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

  @Test("sessions give the answers of fresh solves step by step, and the same counts in every run")
  func sessions() throws {
    let names = ["chain10", "chain30", "tree10", "flex10", "cols20x4", "panes3"]
    let workloads = names.compactMap { Workload.named($0) }
    #expect(workloads.count == names.count)
    let scripts =
      workloads.map { ("drag", SessionScript.drag($0)) }
      + workloads.map { ("churn", SessionScript.churn($0)) }
    for (kind, script) in scripts {
      let name = "\(script.workload.name), \(kind)"
      let work = script.prepared
      let run = work.runner(of: Strategy.healthy[0])
      let first = run()
      for _ in 0..<3 {
        #expect(run().counters.map(\.count) == first.counters.map(\.count), "\(name)")
      }
      let fresh = work.run(SimplexSolver())
      let own = first.summarized()
      #expect(own.count == script.steps.count, "\(name)")
      #expect(own.allSatisfy { $0.outcome == .optimal }, "\(name)")
      let text = AnswerCheck.contradiction(own, fresh.summarized(), isSameStrategy: false)
      #expect(text == nil, "\(name): \(text ?? "")")
      // Removing a satisfied preference changes nothing.
      #expect(kind == "churn" || own != Array(repeating: own[0], count: own.count), "\(name)")
    }
  }

  @Test("names of workloads consist of family and size; others are refused")
  func workloadNames() {
    for name in ["chain1", "edges2", "tree10", "flex100", "cols20x2", "panes3"] {
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

  @Test(
    "the search for hard cases is repeatable by its seed, and finds harder ones with more tries")
  func search() throws {
    func hardest(_ tries: Int) -> StressSearch.Found? {
      StressSearch(strategy: .healthy[0], seed: 3, tries: tries).hardest(of: .degenerate)
    }
    let short = try #require(hardest(60))
    #expect(hardest(60)?.layoutCase == short.layoutCase)
    // The first quarter is drawn at random, so a search with more tries begins differently and is
    // not an extension.
    #expect(try #require(hardest(400)).score >= short.score)
    #expect(short.constraints >= 20)
  }
}
