// SPDX-License-Identifier: MIT

import Choices
import Reporting

/// Charts for tests, with harmless or hostile texts and numbers from closures.
struct SampleCharts {
  private var source: Xoshiro256
  private let text: (inout Xoshiro256, String) -> String
  private let number: (inout Xoshiro256, Double) -> Double

  init(
    seed: UInt64 = 1, text: @escaping (inout Xoshiro256, String) -> String = { $1 },
    number: @escaping (inout Xoshiro256, Double) -> Double = { $1 }
  ) {
    source = Xoshiro256(seed: seed)
    self.text = text
    self.number = number
  }

  /// Returns charts with texts that break pages without escaping, and numbers that are not finite,
  /// too large, or 0.
  static func hostile(seed: UInt64) -> SampleCharts {
    SampleCharts(seed: seed) { source, text in
      source.next() % 4 == 0
        ? String(repeating: "\u{1F469}\u{200D}\u{1F680}W", count: 300)
        : MarkupTests.hostileText(&source) + text + MarkupTests.hostileText(&source)
    } number: { source, value in
      let strange = [
        Double.nan, .infinity, -.infinity, 0, -value, 1e300, 1e-300, .leastNonzeroMagnitude,
        1e150, 1e-150,
      ]
      return source.next() % 3 == 0 ? strange[Int(source.next() % 10)] : value
    }
  }

  mutating func make(_ friendly: String) -> String { text(&source, friendly) }
  mutating func make(_ friendly: Double) -> Double { number(&source, friendly) }

  mutating func scaling() -> ScalingPlot {
    func fit(_ exponent: Double, _ reach: Double) -> ScalingPlot.Fit {
      .init(exponent: exponent, low: exponent - reach, high: exponent + reach)
    }
    let sizes = [10.0, 30, 100, 300, 1000, 3000]
    let simplex = sizes.map { size in
      ScalingPlot.Point(
        size: make(size), cost: make(900 * size), range: 860 * size...960 * size,
        isFitted: size > 10)
    }
    let naive = sizes.prefix(4).map { size in
      ScalingPlot.Point(size: make(size), cost: make(40 * size * size))
    }
    return ScalingPlot(
      title: make("workload/chain: CPU time"), measure: make("CPU time"), unit: .nanoseconds,
      series: [
        .init(name: make("simplex"), points: simplex, fit: fit(1.02, 0.03)),
        .init(name: make("naive"), points: naive, fit: fit(make(2), 0.01)),
        .init(name: make("other"), points: [], fit: nil),
      ])
  }

  mutating func profile() -> ProfilePlot {
    func steps(_ pairs: [(Double, Double)]) -> [ProfilePlot.Step] {
      pairs.map { .init(factor: $0.0, share: $0.1) }
    }
    return ProfilePlot(
      title: make("Performance profile"),
      curves: [
        .init(name: make("simplex"), steps: steps([(1, 0.7), (make(1.5), 0.9), (3, make(1))])),
        .init(name: make("relaxation"), steps: steps([(1, 0.25), (make(9), 0.6), (60, 0.8)])),
        .init(name: make("naive"), steps: []),
      ])
  }

  mutating func bars() -> StackedBars {
    StackedBars(
      title: make("What was answered"), noun: make("all problems"),
      parts: [make("solved"), make("feasible"), make("given up"), make("stopped")],
      rows: [
        .init(label: make("simplex"), amounts: [make(45), 0, 0, 0]),
        .init(label: make("relaxation"), amounts: [make(39), 5, 1, 0]),
        .init(label: make("naive"), amounts: [18, 18, 0, make(9)]),
        .init(label: make("nobody"), amounts: [0, 0, 0, 0]),
      ])
  }

  mutating func counters() -> CounterBars {
    CounterBars(
      title: make("Counts of work, 12 instances"),
      sides: [make("simplex"), make("relaxation"), make("naive")],
      groups: [
        .init(name: make("cellOperations"), counts: [make(1_234_567), make(89_000_000), 3]),
        .init(name: make("pivots"), counts: [make(120), 0, nil]),
      ])
  }

  mutating func variable() -> VariablePlot {
    func reading(_ step: Int, _ expected: Double, unique: Bool = true, got: Double? = nil)
      -> VariablePlot.Reading
    {
      .init(
        step: step, expected: make(expected), isUnique: unique, got: got.map { make($0) },
        isWrong: got != nil)
    }
    return VariablePlot(
      curve: .init(
        name: make("x0"),
        readings: [
          reading(3, 20), reading(5, 44, unique: false), reading(8, -12.5),
          reading(11, 30, got: 44),
        ]),
      steps: 1...12, refused: [4, 7], failing: 11)
  }

  /// Returns the plot with a value outside of the axis.
  mutating func beyond() -> VariablePlot {
    var plot = variable()
    plot.curve.readings[3].got = make(-1e300)
    return plot
  }

  /// Returns all charts with names; nil if a chart is empty.
  mutating func pictures() -> [(name: String, picture: ChartPicture?)] {
    [
      ("scaling", scaling().picture),
      ("profile", profile().picture), ("stacked", bars().picture),
      ("counters", counters().picture), ("variable", variable().picture),
      ("beyond", beyond().picture),
    ]
  }
}
