// SPDX-License-Identifier: MIT

import Comparisons
import Reporting
import Statistics

extension SampleCharts {
  /// Returns a report of strategies on the given number of instances, and one of peers.
  mutating func comparison(instances count: Int = 6) -> ComparisonReport {
    ComparisonReport(
      toolVersion: make("0.1.0"), parts: [strategies(count), peers()])
  }

  private mutating func strategies(_ count: Int) -> ComparisonPart {
    let names = [make("simplex"), make("naive")]
    var instances: [ComparisonInstance] = []
    var rows: [ComparisonRow] = []
    for index in 0..<count {
      let name = make("family\(index / 3)/instance\(index)")
      let first = make(1000 * Double(index + 1))
      let second = index % 3 == 2 ? nil : Optional(make(500 * Double(2 * index + 1)))
      let counts = [ComparisonInstance.Count(name: make("pivots"), value: make(Double(index)))]
      instances.append(
        .init(
          name: name, family: make("family\(index / 3)"),
          cells: [
            .init(cost: first, isSolved: true, counts: counts),
            .init(cost: second, isSolved: second != nil, counts: counts),
          ]))
      rows.append(
        .init(
          instance: name, side: names[1], baselineCost: first, cost: second,
          cpu: second.map { judged($0 / first) }, wall: second.map { judged($0 / first) },
          note: second == nil ? make("naive solves 0 of 1") : ""))
    }
    var part = ComparisonPart(
      kind: .strategies, title: make("Strategies, run 1"), verdict: make("simplex is first"),
      isBad: false,
      sides: [
        .init(name: names[0], detail: make("abc"), solved: count, penalizedMean: make(1000)),
        .init(
          name: names[1], solved: count - count / 3, feasible: count / 3,
          meanRatio: make(0.7), jointInstances: 4),
      ], instances: instances, rows: rows)
    part.warnings = [make("Noisy <run>.")]
    part.judging = make("'inconclusive': so & so.")
    part.gaps = [.init(side: names[1], priority: 750, points: make(12.5), instances: 2)]
    part.growth = [growth(names[0]), growth(names[1])]
    part.profile = profile().curves
    part.control = .init(
      cpu: RatioEstimate(ratio: make(1.001), low: 0.99, high: 1.01),
      wall: RatioEstimate(ratio: make(1.002), low: nil, high: nil), isCPUNoisy: false,
      isWallNoisy: true, falseChanges: 0, instances: count)
    part.facts = [.init(make("Processor"), make("A, 2 cores"))]
    part.files = [.init(title: make("all samples"), path: make("runs/1/samples.jsonl"))]
    part.notes = [make("No outlier is left out.")]
    return part
  }

  private mutating func judged(_ ratio: Double) -> ComparisonRow.Judged {
    let verdicts = ChangeVerdict.allCases
    let index = ratio.isFinite ? Int(min(ratio.magnitude, 99)) % verdicts.count : 0
    return .init(
      estimate: RatioEstimate(ratio: make(ratio), low: make(ratio / 1.1), high: make(ratio * 1.1)),
      verdict: verdicts[index])
  }

  private mutating func growth(_ side: String) -> ComparisonGrowth {
    ComparisonGrowth(
      series: make("family0"), side: side, measure: ComparisonGrowth.cpu,
      fit: .init(exponent: make(1.02), low: 0.99, high: 1.05), localSlopes: [1, make(1.1)],
      isLinearithmic: true,
      points: [
        .init(size: make(10), cost: make(900), isFitted: false), .init(size: 30, cost: 2700),
        .init(size: 100, cost: 9000),
      ])
  }

  private mutating func peers() -> ComparisonPart {
    let estimate = RatioEstimate(ratio: make(5), low: make(4.8), high: make(5.3))
    var part = ComparisonPart(
      kind: .peers, title: make("layoutfuzz beside kiwi"), verdict: make("kiwi is slower"),
      isBad: false, sides: [.init(name: "layoutfuzz"), .init(name: make("kiwi"))],
      instances: [
        .init(
          name: make("chain10 build"), family: "build",
          cells: [.init(cost: 1e5, isSolved: true), .init(cost: 5e5, isSolved: true)])
      ],
      rows: [
        .init(
          instance: make("chain10 build"), side: make("kiwi"), baselineCost: 1e5, cost: 5e5,
          cpu: .init(estimate: estimate, verdict: .slower))
      ])
    part.memory = [
      .init(instance: make("chain10"), side: make("kiwi"), baseline: 1.5, candidate: nil)
    ]
    return part
  }
}
