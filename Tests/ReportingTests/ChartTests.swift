// SPDX-License-Identifier: MIT

import Display
import Foundation
import Reporting
import Statistics
import TestSupport
import Testing

@Suite("Charts")
struct ChartTests {
  @Test("each chart equals its reviewed golden file")
  func golden() {
    var charts = SampleCharts()
    for (name, picture) in charts.pictures() {
      GoldenFile.check(picture?.svg ?? "", "\(name).svg")
    }
  }

  @Test("the same values give the same bytes")
  func deterministic() {
    var (one, two) = (SampleCharts(), SampleCharts())
    for (first, second) in zip(one.pictures(), two.pictures()) {
      #expect(first.picture?.svg == second.picture?.svg)
    }
  }

  @Test("the ticks of a forest plot are 3 to 7, with 1x among them, for any ratios")
  func forestTicks() throws {
    for low in -12...0 {
      for high in 1...12 {
        let ratios = [
          Double(sign: .plus, exponent: low, significand: 1.1), 0.9,
          Double(sign: .plus, exponent: high, significand: 1.1),
        ]
        let plot = try #require(
          ForestPlot(
            ratios.map { RatioEstimate(ratio: $0, low: $0 / 1.1, high: $0 * 1.1) }, threshold: 0.03)
        )
        let labels = plot.axis.matches(of: />([\d.e-]+)x</).map(\.1)
        #expect(labels.contains("1") && (2...7).contains(labels.count), "\(labels)")
        for ratio in ratios {
          let row = plot.row(RatioEstimate(ratio: ratio, low: ratio, high: ratio), .slower)
          let places = row.matches(of: /="([-\d.]+)%"/).compactMap { Double($0.1) }
          #expect(!places.isEmpty && places.allSatisfy { $0 >= 0 && $0 <= 100 })
        }
      }
    }
  }

  @Test("a row of a forest plot has its numbers as words, and each verdict a shape of its own")
  func forestRows() throws {
    let estimate = RatioEstimate(ratio: 2, low: 1.8, high: 2.2)
    let plot = try #require(ForestPlot([estimate, estimate], threshold: 0.03))
    let rows = [ChangeVerdict.slower, .faster, .equivalent, .inconclusive, nil].map {
      plot.row(estimate, $0)
    }
    #expect(rows[0].contains("aria-label=\"ratio 2.00, from 1.80 to 2.20, slower\""))
    #expect(Set(rows.prefix(4)).count == 4)
    for row in rows + [plot.axis] { #expect(ParsedMarkup(row).problem == nil) }
    let none = RatioEstimate(ratio: .nan, low: nil, high: nil)
    #expect(plot.row(none, .slower).isEmpty)
    #expect(ForestPlot([estimate, none], threshold: 0.03) == nil)
  }

  /// A text of a picture with its place.
  private struct Label {
    let x: Double
    let y: Double
    let anchor: String
    let text: String

    /// The ends by a simple model: half of the size for narrow characters, all of it for others.
    var ends: (left: Double, right: Double) {
      let width = text.reduce(0.0) { sum, character in
        sum + (character.unicodeScalars.contains { $0.value >= 0x1100 } ? 12 : 6.8)
      }
      switch anchor {
      case "end": return (x - width, x)
      case "middle": return (x - width / 2, x + width / 2)
      default: return (x, x + width)
      }
    }
  }

  private func labels(_ svg: String) -> [Label] {
    svg.matches(
      of: /<text(?: class="[\w ]*")? x="([-\d.]+)" y="([-\d.]+)"(?: text-anchor="(\w+)")?>([^<]*)</
    ).compactMap { match in
      guard let x = Double(match.1), let y = Double(match.2) else { return nil }
      // Compared by scalars: a mark after an entity is one Character with its end.
      let entities = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
      ]
      let text = entities.reduce(String(match.4)) {
        $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal)
      }
      return Label(x: x, y: y, anchor: match.3.map(String.init) ?? "start", text: text)
    }
  }

  @Test("no text exceeds the edge of its picture, or overlaps a text on the same line")
  func edges() {
    var drawn = 0
    for seed in 0..<40 as Range<UInt64> {
      var charts = seed == 0 ? SampleCharts() : SampleCharts.hostile(seed: seed)
      for (name, picture) in charts.pictures() {
        guard let picture else { continue }
        drawn += 1
        let labels = labels(picture.svg)
        let comment = Comment("seed \(seed), \(name)")
        #expect(labels.count == picture.svg.matches(of: /<text/).count, comment)
        for label in labels {
          #expect(label.ends.left >= 0 && label.ends.right <= picture.width, "\(comment): \(label)")
          #expect(label.y >= 8 && label.y <= picture.height, "\(comment): \(label)")
        }
        for (index, one) in labels.enumerated() {
          for two in labels.dropFirst(index + 1) where abs(one.y - two.y) < 2 {
            let apart = one.ends.right <= two.ends.left || two.ends.right <= one.ends.left
            #expect(apart, "\(comment): \(one) and \(two)")
          }
        }
      }
    }
    #expect(drawn > 40, "\(drawn)")
  }

  @Test("hostile texts and numbers never break a picture", arguments: 0..<40 as Range<UInt64>)
  func hostile(seed: UInt64) {
    var charts = SampleCharts.hostile(seed: seed)
    let pictures = charts.pictures()
    #expect(pictures.contains { $0.1 != nil }, "seed \(seed)")
    for (name, picture) in pictures {
      guard let picture else { continue }
      let parsed = ParsedMarkup(picture.svg)
      let comment = Comment("seed \(seed), \(name)")
      #expect(parsed.problem == nil, comment)
      #expect(parsed.elements["svg"] == 1 && parsed.elements["script"] == nil, comment)
      #expect(parsed.elements["desc"] == 1, comment)
      for (_, attribute, value) in parsed.attributes {
        #expect(!attribute.hasPrefix("on"), comment)
        if attribute == "d" || attribute == "points" {
          #expect(value.allSatisfy { "ML -.,0123456789".contains($0) }, "\(comment): \(value)")
        }
        if ["x", "y", "width", "height", "cx", "cy"].contains(attribute) {
          #expect(Double(value).map { $0 >= 0 && $0 < 10_000 } ?? false, "\(comment): \(value)")
        }
      }
    }
  }

  @Test("an empty chart is nil, and so is one of a single point")
  func few() {
    func scaling(_ points: [ScalingPlot.Point]) -> ChartPicture? {
      ScalingPlot(
        title: "t", measure: "m", unit: .number,
        series: [.init(name: "s", points: points, fit: nil)]
      ).picture
    }
    #expect(scaling([]) == nil)
    #expect(scaling([.init(size: 0, cost: 1), .init(size: 1, cost: .nan)]) == nil)
    #expect(scaling([.init(size: 10, cost: 5)]) == nil)
    let some = scaling([
      .init(size: 10, cost: 5), .init(size: 20, cost: 9), .init(size: 100, cost: 0),
    ])
    #expect(some?.svg.contains("1 point of 0 or no number not drawn") ?? false)
    #expect(ProfilePlot(title: "t", curves: [.init(name: "s", steps: [])]).picture == nil)
    #expect(
      StackedBars(title: "t", noun: "n", parts: ["a"], rows: [.init(label: "x", amounts: [0])])
        .picture == nil)
    #expect(
      CounterBars(title: "t", sides: ["a"], groups: [.init(name: "x", counts: [0])]).picture == nil)
  }

  @Test("a chart describes its content in words for readers who cannot see it")
  func descriptions() {
    var charts = SampleCharts()
    let texts = Dictionary(
      uniqueKeysWithValues: charts.pictures().map { ($0.name, $0.picture?.description ?? "") })
    #expect(texts["scaling"]?.contains("simplex: n^1.02, 0.990 to 1.05") ?? false)
    #expect(texts["profile"]?.contains("relaxation: best on 25.0 %, solves 80.0 %") ?? false)
    #expect(texts["stacked"]?.contains("naive: solved 40.0 %, feasible 40.0 %") ?? false)
    #expect(
      texts["counters"]?.contains("pivots: simplex 120, relaxation 0, naive not counted") ?? false)
  }

  @Test("ratios are factors of at least 1 with their direction")
  func changes() {
    #expect(
      MeasuredText.change(1.294) == "1.29x slower" && MeasuredText.change(0.4) == "2.50x faster")
    #expect(MeasuredText.change(1.001) == "1.00x" && MeasuredText.change(0.999) == "1.00x")
    #expect(MeasuredText.change(.nan) == "no ratio" && MeasuredText.change(0) == "no ratio")
    #expect(
      MeasuredText.change(12.34) == "12.3x slower" && MeasuredText.change(1234) == "1234x slower")
    func interval(_ low: Double, _ high: Double) -> String {
      MeasuredText.interval(RatioEstimate(ratio: 1, low: low, high: high))
    }
    #expect(interval(1.27, 1.31) == "1.27x to 1.31x slower")
    #expect(interval(0.4, 0.5) == "2.00x to 2.50x faster")
    #expect(interval(0.5, 1.25) == "2.00x faster to 1.25x slower")
  }

  @Test("shares in percent are 0 or 100 only if they are exact")
  func percent() {
    #expect(ShownNumber.percent(1) == "100 %" && ShownNumber.percent(0) == "0 %")
    #expect(ShownNumber.percent(0.99999) == "99.9 %")
    #expect(ShownNumber.percent(0.00001) == "0.00100 %")
  }
}
