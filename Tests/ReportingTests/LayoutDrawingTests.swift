// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import LinearModel
import Lowering
import Oracles
import TestSupport
import Testing

@testable import Judging
@testable import Reporting

@Suite("Pictures of layouts")
struct LayoutDrawingTests {
  static let seed: UInt64 = 17

  /// Returns a generated case with its exact layout; nil if it has none.
  static func sample(_ index: Int) throws -> (layoutCase: LayoutCase, rects: [PlacedRect])? {
    let generated = try CaseSource(seed: seed).generate(index).layoutCase
    let lowered = CaseRunner.plain(generated)
    guard let optimum = try ExactOracle.solve(lowered.system).optimum else { return nil }
    let layout = lowered.layout(
      from: Solution(values: optimum.point.map(\.doubleValue)), rounded: false)
    return (lowered.layoutCase, layout.placedRects(in: lowered.layoutCase))
  }

  /// Returns the samples that have a layout, at least half of the first `count`.
  static func samples(_ count: Int) throws -> [(
    index: Int, layoutCase: LayoutCase, rects: [PlacedRect]
  )] {
    let samples = try (0..<count).compactMap { index in
      try sample(index).map { (index, $0.layoutCase, $0.rects) }
    }
    #expect(samples.count * 2 > count, "\(samples.count) of \(count) have a layout")
    return samples
  }

  static func marks(_ layoutCase: LayoutCase) -> [Int: LayoutDrawing.Mark] {
    Dictionary(
      uniqueKeysWithValues: layoutCase.constraints.indices.map {
        ($0, $0 % 5 == 0 ? .violated : .plain)
      })
  }

  @Test("any layout is a well-formed picture with one outline for each view, for any names")
  func wellFormed() throws {
    var source = Xoshiro256(seed: Self.seed)
    for (index, original, rects) in try Self.samples(120) {
      var layoutCase = original
      for view in layoutCase.views.indices {
        layoutCase.views[view].id = "\(view)" + MarkupTests.hostileText(&source)
      }
      for constraint in layoutCase.constraints.indices {
        layoutCase.constraints[constraint].id = "\(constraint)" + MarkupTests.hostileText(&source)
      }
      let drawing = LayoutDrawing(
        layoutCase, title: MarkupTests.hostileText(&source),
        main: .init(title: "exact", rects: rects), marks: Self.marks(layoutCase))
      let parsed = ParsedMarkup(drawing.svg)
      let comment = Comment("seed \(Self.seed), case \(index)")
      #expect(parsed.problem == nil, comment)
      #expect(parsed.elements["rect"] == layoutCase.views.count, comment)
      #expect(parsed.elements["script"] == nil, comment)
    }
  }

  @Test("a cropped picture shows the finding and what is near it, and a long line in full")
  func cropped() throws {
    let layoutCase = LayoutCase(
      environment: .init(size: LayoutSize(width: 400, height: 900)),
      views: [View(id: "root", parent: nil), View(id: "a", parent: 0), View(id: "b", parent: 0)],
      constraints: [])
    let rects = [
      PlacedRect(x: 0, y: 0, width: 400, height: 900),
      PlacedRect(x: 20, y: 100, width: 50, height: 20),
      PlacedRect(x: 20, y: 800, width: 50, height: 20),
    ]
    func drawing(_ emphasis: Set<Int>) -> String {
      var drawing = LayoutDrawing(
        layoutCase, title: "t", main: .init(title: "exact", rects: rects), emphasis: emphasis)
      drawing.cropToFinding()
      return drawing.svg
    }
    // The picture is as wide as the root, and half as high as wide.
    let one = drawing([1])
    #expect(one.contains("viewBox=\"-24 9.2 448 201.6\""))
    #expect(one.contains(">a (view): ") && !one.contains(">b (view): "))
    // Two views far from each other need nearly all.
    #expect(drawing([1, 2]).contains("viewBox=\"-24 -24 448 948\""))
    #expect(drawing([]).contains("viewBox=\"-24 -24 448 948\""))
  }

  @Test("in a known space every text is large enough to be read, and names stand for ids")
  func room() throws {
    for (index, layoutCase, rects) in try Self.samples(60) {
      var drawing = LayoutDrawing(
        layoutCase, title: "", main: .init(title: "exact", rects: rects),
        marks: Self.marks(layoutCase), emphasis: [0])
      let usual = drawing.svg
      drawing.names[layoutCase.views[0].id] = "Ro<ot"
      drawing.room = (width: 100, height: 200)
      let svg = drawing.svg
      let comment = Comment("seed \(Self.seed), case \(index)")
      #expect(ParsedMarkup(svg).problem == nil, comment)
      let box = try #require(svg.firstMatch(of: /viewBox="\S+ \S+ (\S+) (\S+)"/), comment)
      let (width, height) = (Double(box.1) ?? 0, Double(box.2) ?? 0)
      let shown = min(1, 100 / width, 200 / height)
      let size = svg.firstMatch(of: /style="font-size:(\S+)px"/).flatMap { Double($0.1) } ?? 8
      #expect(size * shown >= LayoutDrawing.shownTextSize - 0.1, comment)
      #expect(svg.contains("class=\"name\"") == svg.contains(">Ro"), comment)
      #expect(!usual.contains("style=\"font-size"), comment)
      // As many shapes as before: only texts change.
      #expect(ParsedMarkup(svg).elements["rect"] == ParsedMarkup(usual).elements["rect"], comment)
    }
  }

  @Test("among large texts, the name of a highlighted view is not covered")
  func names() throws {
    let environment = LayoutCase.Environment(size: LayoutSize(width: 300, height: 300))
    let layoutCase = LayoutCase(
      environment: environment,
      views: [
        View(id: "root", parent: nil), View(id: "inner", parent: 0), View(id: "far", parent: 0),
      ])
    let rects = [
      PlacedRect(x: 0, y: 0, width: 300, height: 300),
      PlacedRect(x: 10, y: 5, width: 280, height: 10),
      PlacedRect(x: 10, y: 200, width: 280, height: 90),
    ]
    func shown(_ emphasis: Set<Int>) -> [String] {
      var drawing = LayoutDrawing(
        layoutCase, title: "", main: .init(title: "", rects: rects), emphasis: emphasis)
      drawing.room = (width: 100, height: 100)
      return drawing.svg.matches(of: /<text class="name"[^>]*>([^<]*)</).map { String($0.1) }
    }
    // A view too low for its name has it only if it is highlighted.
    #expect(shown([]) == ["root", "far"])
    #expect(shown([1]) == ["inner", "far"])
  }

  @Test("a second layout shows the views that differ, and no others")
  func differences() throws {
    for (index, layoutCase, rects) in try Self.samples(60) {
      var moved = rects
      let last = moved.count - 1
      moved[last].x += 14
      let drawing = LayoutDrawing(
        layoutCase, title: "", main: .init(title: "exact", rects: rects),
        other: .init(title: "naive", rects: moved))
      let parsed = ParsedMarkup(drawing.svg)
      #expect(parsed.elements["rect"] == rects.count + 1, "seed \(Self.seed), case \(index)")
    }
  }

  @Test("a second optimal layout is drawn where it differs, and nowhere else")
  func second() throws {
    let (layoutCase, rects) = try #require(try Self.sample(0))
    func drawing(_ second: [PlacedRect]) -> String {
      LayoutDrawing(
        layoutCase, title: "", main: .init(title: "exact", rects: rects),
        second: .init(title: "as good", rects: second)
      ).svg
    }
    var moved = rects
    moved[moved.count - 1].y += 3
    let parsed = ParsedMarkup(drawing(moved))
    #expect(parsed.problem == nil)
    #expect(parsed.elements["rect"] == rects.count + 1)
    #expect(parsed.attributes.contains { $0.name == "class" && $0.value == "second" })
    #expect(ParsedMarkup(drawing(rects)).elements["rect"] == rects.count)
  }

  @Test("views far outside or without a finite place do not stretch the picture")
  func farAway() throws {
    let (layoutCase, rects) = try #require(try Self.sample(0))
    var wild = rects
    wild[wild.count - 1] = PlacedRect(x: 1e200, y: -1e200, width: .infinity, height: .nan)
    if wild.count > 2 { wild[1] = PlacedRect(x: 1e9, y: 1e9, width: 5, height: 5) }
    let drawing = LayoutDrawing(layoutCase, title: "", main: .init(title: "", rects: wild))
    let parsed = ParsedMarkup(drawing.svg)
    #expect(parsed.problem == nil)
    for (element, name, value) in parsed.attributes where element == "svg" && name == "width" {
      #expect(try #require(Double(value)) <= 900)
    }
  }

  @Test("dimension lines run from the second anchor's edge to the first's, beside the constant")
  func lines() throws {
    var layoutCase = LayoutCase(
      environment: .init(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil), View(id: "a", parent: 0)], constraints: [])
    layoutCase.constraints = [
      LayoutConstraint(
        id: "left", first: Anchor(.view(1), .leading), second: Anchor(.view(0), .leading),
        constant: 20),
      LayoutConstraint(
        id: "width", first: Anchor(.view(1), .width), relation: .greaterThanOrEqual, constant: 100),
      LayoutConstraint(
        id: "ratio", first: Anchor(.view(1), .width), second: Anchor(.view(1), .height)),
    ]
    let rects = [
      PlacedRect(x: 0, y: 0, width: 320, height: 480),
      PlacedRect(x: 20, y: 10, width: 100, height: 50),
    ]
    let left = try #require(DimensionLine(layoutCase.constraints[0], in: layoutCase, rects))
    #expect(left.axis == .horizontal && left.from == 0 && left.to == 20 && left.label == "20")
    #expect(left.across == 35)
    let width = try #require(DimensionLine(layoutCase.constraints[1], in: layoutCase, rects))
    #expect(width.from == 20 && width.to == 120 && width.label == "\u{2265}100")
    #expect(DimensionLine(layoutCase.constraints[2], in: layoutCase, rects) == nil)
    layoutCase.environment.direction = .rightToLeft
    let right = try #require(DimensionLine(layoutCase.constraints[0], in: layoutCase, rects))
    #expect(right.from == 320 && right.to == 120)
  }
}
