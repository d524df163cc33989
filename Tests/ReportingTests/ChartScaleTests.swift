// SPDX-License-Identifier: MIT

import Choices
import Reporting
import TestSupport
import Testing

@Suite("Scales of charts")
struct ChartScaleTests {
  /// Returns a number of any size that a scale may be requested for.
  private static func value(_ draws: inout Draws, _ kind: ChartScale.Kind) -> Double {
    let digits = Double(draws.below(100_000)) / 100_000 + 0.00001
    let exponent = draws.integer(in: -200...199)
    let size = digits * (Double("1e\(exponent)") ?? 1)
    switch draws.below(6) {
    case 0: return kind.isLogarithmic ? size : -size
    case 1: return Double(draws.below(1000) + 1)
    case 2: return 1 + digits / 100
    case 3: return kind.isLogarithmic ? 1 : 0
    default: return size
    }
  }

  /// Whether the tick is 1, 2 or 5 times a power of ten, a rounded multiple of such a step, or a
  /// power of two.
  private func isNice(_ tick: Double, _ ticks: [Double]) -> Bool {
    if tick == 0 || (tick > 0 && tick.significandBitPattern == 0) { return true }
    // The decimal text of a round number is short.
    let text = "\(tick.magnitude)".split(separator: "e")[0].filter(\.isNumber)
    let digits = text.drop { $0 == "0" }.reversed().drop { $0 == "0" }
    return digits.count <= 1 || digits.count <= 12 && ticks.count > 2
  }

  @Test("a scale of slots has each number in the middle of its slot, and even ticks")
  func slots() {
    for count in [1, 2, 9, 12, 13, 30, 500] {
      let scale = ChartScale(slots: 1...count)
      #expect(scale.ticks.count <= 13 && (count > 12 || scale.ticks.count == count), "\(count)")
      #expect(scale.ticks.count >= min(count, 5), "\(count)")
      let gaps = Set(zip(scale.ticks, scale.ticks.dropFirst()).map { $1 - $0 })
      #expect(gaps.count <= 1, "\(count)")
      for slot in [1, count] {
        let place = (Double(slot) - 0.5) / Double(count)
        #expect(abs((scale.place(Double(slot)) ?? -1) - place) < 1e-12, "\(slot) of \(count)")
      }
    }
  }

  @Test("ticks rise, cover all values that can be shown, and are few and round")
  func ticks() {
    let requests = Generator.drawn { draws in
      let kind = draws.pick(ChartScale.Kind.allCases)
      let count = draws.below(6) + ChartScale.ticksLeast
      return (kind, count, draws.list(1...4) { Self.value(&$0, kind) })
    }
    forAll(requests, count: 15_000, kinds: ["scale": 60]) { request, kinds in
      let (kind, count, values) = request
      let shown = values.filter { ChartScale.canShow($0, on: kind) }
      guard let scale = ChartScale(kind, covering: values, ticksMax: count) else {
        return .when(shown.isEmpty, else: "no scale")
      }
      kinds.note("scale")
      let ticks = scale.ticks
      try claim((2...count).contains(ticks.count), "\(ticks)")
      try claim(zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 }, "not rising: \(ticks)")
      try claim(ticks.allSatisfy { $0.isFinite && isNice($0, ticks) }, "not round: \(ticks)")
      for value in shown {
        try claim(ticks[0] <= value && value <= ticks[ticks.count - 1], "\(value) outside \(ticks)")
        let place = scale.place(value)
        try claim(place.map { (0...1).contains($0) } ?? false, "\(value) has no place")
      }
      let places = ticks.compactMap(scale.place)
      try claim(places.count == ticks.count && places == places.sorted(), "places \(places)")
      return .when(places.first == 0 && places.last == 1, else: "places \(places)")
    }
  }

  @Test("no more ticks are left out than necessary: a scale fits the covered values")
  func room() {
    let ranges = Generator.drawn { draws in
      let low = Double(draws.below(1000))
      return (low, low + Double(draws.below(1000)) + 1)
    }
    forAll(ranges, count: 2_500) { low, high in
      guard let scale = ChartScale(.linear, covering: [low, high]) else {
        return .fails("no scale")
      }
      // With steps of 1, 2 and 5 at most about three quarters of an axis are empty.
      try claim(scale.ticks.count >= 3, "\(scale.ticks)")
      let width = scale.ticks[scale.ticks.count - 1] - scale.ticks[0]
      return .when(width <= 4 * (high - low) || high - low < 1e-6 * high, else: "\(scale.ticks)")
    }
  }

  @Test(
    "values without a place on a scale are refused",
    arguments: [Double.nan, .infinity, -.infinity, 1e250])
  func refused(value: Double) {
    for kind in ChartScale.Kind.allCases {
      #expect(ChartScale(kind, covering: [value]) == nil)
      #expect(ChartScale(kind, covering: [value, 3])?.place(value) == nil)
    }
    for value in [0, -1, 1e-250] {
      #expect(ChartScale(.log10, covering: [value]) == nil)
      #expect(ChartScale(.log2, covering: [value, 3])?.place(value) == nil)
      #expect(ChartScale(.linear, covering: [value]) != nil)
    }
    #expect(ChartScale(.linear, covering: []) == nil)
  }

  @Test("example scales have the expected ticks")
  func examples() {
    func ticks(_ kind: ChartScale.Kind, _ values: [Double], _ count: Int = 9) -> [Double] {
      ChartScale(kind, covering: values, ticksMax: count)?.ticks ?? []
    }
    #expect(ticks(.linear, [0, 100], 6) == [0, 20, 40, 60, 80, 100])
    #expect(ticks(.linear, [1.5, 4]) == [1.5, 2, 2.5, 3, 3.5, 4])
    #expect(ticks(.log10, [10, 1000]) == [10, 20, 50, 100, 200, 500, 1000])
    #expect(ticks(.log10, [3, 40_000]) == [1, 10, 100, 1000, 10_000, 100_000])
    #expect(ticks(.log2, [0.3, 5]) == [0.25, 0.5, 1, 2, 4, 8])
    #expect(ticks(.log2, [0.97, 1.05]) == [0.96, 0.98, 1, 1.02, 1.04, 1.06])
    #expect(ticks(.log10, [1e-190, 1e190]).count <= 9)
  }

  @Test(
    "ticks are written in short form",
    arguments: [
      (ChartUnit.number, 0.0, "0"), (.number, 0.95, "0.95"), (.number, 20_000, "20,000"),
      (.number, 2e6, "2e6"), (.number, 1e-7, "1e-7"), (.number, 1_048_576, "1e6"),
      (.percent, 40, "40 %"), (.nanoseconds, 200, "200 ns"), (.nanoseconds, 5e5, "500 us"),
      (.nanoseconds, 2e10, "20 s"), (.nanoseconds, 1e6, "1 ms"), (.number, -2.5, "-2.5"),
    ])
  func units(unit: ChartUnit, value: Double, text: String) {
    #expect(unit.tick(value) == text)
  }
}
