// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import VisualFormats

private typealias Sample = VisualFormatSample

/// Returns as texts the formats for the constraints of some formats, and the remaining constraints.
private func printed(
  _ formats: [(String, VisualFormatOptions)], _ others: [LayoutConstraint] = []
) throws -> (lines: [String], options: [[String]], rest: [String]) {
  var layoutCase = Sample.hierarchy
  for (format, options) in formats {
    layoutCase.constraints += try Sample.parser(options).constraints(
      of: format, from: layoutCase.constraints.count)
  }
  layoutCase.constraints += others
  let result = VisualFormatPrinter.print(layoutCase) { layoutCase.id(of: $0) }
  return (
    result.lines.map(\.format.text), result.lines.map(\.options.names),
    result.rest.map { Sample.text(layoutCase.constraints[$0]) }
  )
}

private func constraint(
  _ first: Anchor, _ relation: LayoutConstraint.Relation = .equal, _ second: Anchor?,
  times multiplier: LayoutNumber = 1, _ constant: LayoutNumber = 0, identifier: String? = nil
) -> LayoutConstraint {
  LayoutConstraint(
    id: "x", first: first, relation: relation, second: second, multiplier: multiplier,
    constant: constant, identifier: identifier)
}

private let card = Item.view(1)
private let a = Item.view(2)
private let b = Item.view(3)

@Suite("Visual formats: printing constraints")
struct VisualFormatPrinterTests {
  @Test("distances that form a path are one format, with the sizes of its views")
  func paths() throws {
    let plain = VisualFormatOptions()
    let result = try printed([
      ("[b(>=a)]-(>=5@750)-|", plain), ("[a]-8-[b]", plain), ("|-20-[a]", plain),
      ("[a(100)]", plain), ("V:[c(20)]", plain), ("V:|[a]-(>=1,<=2)-[b]", plain),
    ])
    #expect(
      result.lines == [
        "H:|-20-[a(100)]-8-[b(>=a)]-(>=5@750)-|", "V:|[a]-(>=1,<=2)-[b]", "V:[c(20)]",
      ])
    #expect(result.rest == [])
  }

  @Test("a fork is a format for each further branch, and a circle is cut open")
  func forks() throws {
    let plain = VisualFormatOptions()
    let fork = try printed([("[a]-1-[b]", plain), ("[a]-2-[c]", plain), ("|-3-[a]", plain)])
    #expect(fork.lines == ["H:|-3-[a]-1-[b]", "H:[a]-2-[c]"])
    let circle = try printed([("[a]-1-[b]-2-[c]-3-[a]", plain)])
    #expect(circle.lines == ["H:[a]-1-[b]-2-[c]-3-[a]"])
    #expect(circle.rest == [])
  }

  @Test("left and right, baselines, margins and alignments become options")
  func options() throws {
    let result = try printed([
      ("[a]-4-[b]", VisualFormatOptions(alignment: [.top, .centerY], direction: .rightToLeft)),
      ("V:[a]-20-[b]", VisualFormatOptions(alignment: .leading, spacing: .baselineToBaseline)),
      ("|-[c]-|", VisualFormatOptions()),
    ])
    #expect(result.lines == ["H:[b]-4-[a]", "H:|-[c]-|", "V:[a]-20-[b]"])
    #expect(
      result.options == [
        ["alignAllTop", "alignAllCenterY", "directionLeftToRight"], [],
        ["alignAllLeading", "spacingBaselineToBaseline"],
      ])
    #expect(result.rest == [])
  }

  @Test("an alignment that not all neighbours share is left as a constraint")
  func partlyAligned() throws {
    let result = try printed(
      [("[a]-1-[b]-2-[c]", VisualFormatOptions())],
      [constraint(Anchor(a, .top), .equal, Anchor(b, .top))])
    #expect(result.lines == ["H:[a]-1-[b]-2-[c]"])
    #expect(result.rest == ["a.top == b.top"])
  }

  @Test(
    "constraints that the language cannot express are left",
    arguments: [
      constraint(Anchor(a, .width), .equal, Anchor(a, .height)),
      constraint(Anchor(a, .width), .equal, Anchor(b, .width), times: 2),
      constraint(Anchor(a, .width), .equal, Anchor(b, .width), 5),
      constraint(Anchor(a, .centerX), .equal, Anchor(card, .centerX)),
      constraint(Anchor(a, .leading), .equal, Anchor(b, .leading)),
      constraint(Anchor(a, .leading), .equal, Anchor(b, .trailing), times: 2),
      constraint(Anchor(a, .leading), .equal, Anchor(card, .leadingMargin), 5),
      constraint(Anchor(a, .leading), .lessThanOrEqual, Anchor(card, .leadingMargin)),
      constraint(Anchor(a, .leading), .equal, Anchor(.view(0), .leading), 5),
      constraint(Anchor(a, .width), .equal, nil, LayoutNumber(1, 3, form: .fraction)),
      constraint(Anchor(a, .width), .equal, nil, 5, identifier: "named"),
      constraint(Anchor(a, .lastBaseline), .equal, Anchor(card, .bottom), 5),
    ])
  func unsayable(constraint: LayoutConstraint) throws {
    var layoutCase = Sample.hierarchy
    layoutCase.constraints = [constraint]
    try #require(layoutCase.isValid)
    let result = VisualFormatPrinter.print(layoutCase) { layoutCase.id(of: $0) }
    #expect(result.lines == [])
    #expect(result.rest == [0])
  }

  @Test("an item without a usable name keeps its constraints")
  func names() throws {
    var layoutCase = Sample.hierarchy
    layoutCase.constraints = try Sample.parser().constraints(of: "|-1-[a(5)]-2-[b(a)]-3-[c]")
    let result = VisualFormatPrinter.print(layoutCase) { $0 == a ? "1a" : layoutCase.id(of: $0) }
    #expect(result.lines.map(\.format.text) == ["H:[b]-3-[c]"])
    #expect(result.rest == [0, 1, 2, 3])
  }

  @Test("a path of 20,000 views is printed without recursion")
  func long() throws {
    var layoutCase = Sample.hierarchy
    layoutCase.views += (0..<20_000).map { View(id: "v\($0)", parent: 1) }
    layoutCase.constraints = (0..<19_999).map { index in
      constraint(Anchor(.view(index + 6), .top), .equal, Anchor(.view(index + 5), .bottom), 1)
    }
    let result = VisualFormatPrinter.print(layoutCase) { layoutCase.id(of: $0) }
    #expect(result.lines.count == 1)
    #expect(result.lines[0].format.views.count == 20_000)
    #expect(result.lines[0].constraints == Array(0..<19_999))
  }
}
