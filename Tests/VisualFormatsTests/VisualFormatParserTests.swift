// SPDX-License-Identifier: MIT

import Testing

@testable import VisualFormats

private typealias Sample = VisualFormatSample

@Suite("Visual formats: meaning")
struct VisualFormatParserTests {
  @Test("distances and sizes have the order and shape of Auto Layout's own")
  func shapes() throws {
    #expect(
      try Sample.said("H:|-20-[a(100)]-8-[b(==a)]-(>=30)-|") == [
        "a.leading == card.leading + 20", "a.width == 100", "b.leading == a.trailing + 8",
        "b.width == a.width", "card.trailing >= b.trailing + 30",
      ])
    #expect(
      try Sample.said("V:|[a][b(>=20,<=40@750)]|") == [
        "a.top == card.top", "b.top == a.bottom", "b.height >= 20", "b.height <= 40 @750.0",
        "card.bottom == b.bottom",
      ])
    #expect(try Sample.said("[a]") == [])
    #expect(try Sample.said("[a]-(-4)-[a]") == ["a.leading == a.trailing + -4"])
    #expect(
      try Sample.said("|[g]|") == ["g.leading == card.leading", "card.trailing == g.trailing"])
  }

  @Test("the sample formats of Apple's documentation are read")
  func documented() throws {
    for format in [
      "[a]-[b]", "[a(>=50)]", "|-50-[a]-50-|", "V:[a]-10-[b]", "[a][b]", "[a(100@20)]",
      "[a(==b)]", "[a(>=70,<=100)]", "|-[a]-[b]-[c(>=20)]-|", "V:|-20@750-[a]-10@45-|",
      "H:|-gap-[a(gap@high)]", "[a(.5)]-5.-[b(+1e1)]", "|-(>=gap,==20@high)-[a]",
    ] {
      #expect(throws: Never.self, "\(format)") { try Sample.said(format) }
    }
    #expect(
      try Sample.said("V:|-20@750-[a]-10@45-|") == [
        "a.top == card.top + 20 @750.0", "card.bottom == a.bottom + 10 @45.0",
      ])
    #expect(try Sample.said("[a(.5)]-5.-[b(+1e1)]")[1] == "b.leading == a.trailing + 5")
    #expect(try Sample.said("[a(.5)]")[0] == "a.width == 0.5")
  }

  @Test("a dash is 8 between views, and beside the superview its margin or 20")
  func standardSpace() throws {
    #expect(
      try Sample.said("|-[a]-[b]-|") == [
        "a.leading == card.leadingMargin", "b.leading == a.trailing + 8",
        "card.trailingMargin == b.trailing",
      ])
    let classic = VisualFormatOptions(superviewSpace: .classic)
    #expect(
      try Sample.said("V:|-[a]-|", classic) == [
        "a.top == card.top + 20", "card.bottom == a.bottom + 20",
      ])
  }

  @Test("a format runs from left to right, or right to left as an option; a column runs downward")
  func directions() throws {
    let format = "|-1-[a]-(>=2)-[b]-3-|"
    #expect(
      try Sample.said(format, VisualFormatOptions(direction: .leftToRight)) == [
        "a.left == card.left + 1", "b.left >= a.right + 2", "card.right == b.right + 3",
      ])
    let reversed = VisualFormatOptions(direction: .rightToLeft)
    #expect(
      try Sample.said(format, reversed) == [
        "card.right == a.right + 1", "a.left >= b.right + 2", "b.left == card.left + 3",
      ])
    #expect(
      try Sample.said("|-[a]-|", reversed) == [
        "card.rightMargin == a.right", "a.left == card.leftMargin",
      ])
    #expect(try Sample.said("V:|-1-[a]", reversed) == ["a.top == card.top + 1"])
  }

  @Test("alignments come last, pair by pair, without the superview")
  func alignments() throws {
    let options = VisualFormatOptions(alignment: [.centerY, .top])
    #expect(
      try Sample.said("|[a][b]-1-[c]", options) == [
        "a.leading == card.leading", "b.leading == a.trailing", "c.leading == b.trailing + 1",
        "a.top == b.top", "a.centerY == b.centerY", "b.top == c.top", "b.centerY == c.centerY",
      ])
    #expect(try Sample.said("[a]", options) == [])
  }

  @Test("distances of a column can run from baseline to baseline; guides have edges only")
  func baselines() throws {
    let options = VisualFormatOptions(spacing: .baselineToBaseline)
    #expect(
      try Sample.said("V:|-5-[a]-20-[b]-[g]", options) == [
        "a.top == card.top + 5", "b.firstBaseline == a.lastBaseline + 20",
        "g.top == b.lastBaseline + 8",
      ])
  }

  @Test("the same name is a metric in a size and a view in brackets")
  func bothNames() throws {
    #expect(try Sample.said("[a(both)]") == ["a.width == 33"])
    #expect(try Sample.said("[both(both)]-both-[a(third)]").count == 3)
    #expect(try Sample.said("[both(both)]")[0] == "c.width == 33")
  }

  @Test("constraints are numbered from the given number on")
  func numbers() throws {
    let constraints = try Sample.parser().constraints(of: "[a]-1-[b]-2-[c]", from: 7)
    #expect(constraints.map(\.id) == ["c7", "c8"])
  }

  @Test("options have the bits and names of Auto Layout's own")
  func optionNames() {
    var options = VisualFormatOptions()
    for name in VisualFormatOptions.knownNames {
      let isKnown = options.turnOn(name)
      #expect(isKnown, "\(name)")
    }
    #expect(options.alignment.rawValue == 0b1_1110_0111_1110)
    #expect(
      options.names == [
        "alignAllLeft", "alignAllRight", "alignAllTop", "alignAllBottom", "alignAllLeading",
        "alignAllTrailing", "alignAllCenterX", "alignAllCenterY", "alignAllLastBaseline",
        "alignAllFirstBaseline", "directionRightToLeft", "spacingBaselineToBaseline",
        "superviewSpaceClassic",
      ])
    let isKnown = options.turnOn("alignAllWidth")
    #expect(!isKnown)
  }
}
