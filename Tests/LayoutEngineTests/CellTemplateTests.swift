// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import LinearModel
import Solvers
import TestSupport
import Testing
import TextMeasurement

@testable import LayoutEngine

/// Checks that a table, which lowers its cell once, gives each row the layout of its separate cell.
@Suite struct CellTemplateTests {
  private static func words(_ draws: inout Draws) -> String {
    let words = ["wide", "rows", "of", "文章", "a", "constraints", "和", "\n"]
    return draws.list(0...23) { $0.pick(words) }.joined(separator: " ")
  }

  /// Returns a cell with two texts whose limits, priorities, constraints and surroundings are
  /// random.
  private static func cell(_ draws: inout Draws) -> LayoutCase {
    var cell = ArticleCell(scale: 1 + draws.below(3)).layoutCase()
    for index in 1...2 {
      cell.views[index].intrinsicWidth = nil
      cell.views[index].intrinsicHeight = nil
      var text = TextContent(words(&draws), lineLimit: draws.below(3))
      if draws.chance() { text.lineLimit = 0 }
      if draws.chance(8) { text.preferredWidth = 150 }
      if draws.chance(8) {
        text.measured = [.init(maxWidth: nil, size: LayoutSize(width: 77, height: 55))]
      }
      cell.views[index].text = text
      if draws.chance(8) { cell.views[index].compressionResistance.horizontal = .required }
      if draws.chance(8) { cell.views[index].kind = .button }
    }
    // A width decided by the texts, an edge tied only by a preference, or an incomplete chain.
    switch draws.below(8) {
    case 0: relax(&cell, "title-trailing") { $0.relation = .greaterThanOrEqual }
    case 1: relax(&cell, "subtitle-trailing") { $0.priority = 700 }
    case 2: relax(&cell, "subtitle-bottom") { $0.relation = .greaterThanOrEqual }
    case 3: relax(&cell, "subtitle-bottom") { $0.priority = 999 }
    case 4: relax(&cell, "subtitle-top") { $0.first.attribute = .firstBaseline }
    case 5:
      relax(&cell, "subtitle-trailing") {
        $0.first = Anchor(.view(2), .width)
        $0.second = Anchor(.view(1), .width)
        $0.multiplier = LayoutNumber(1, 3, form: .fraction)
        $0.constant = 0
      }
    default: break
    }
    return cell
  }

  private static func relax(
    _ cell: inout LayoutCase, _ id: String, _ change: (inout LayoutConstraint) -> Void
  ) {
    for index in cell.constraints.indices where cell.constraints[index].id == id {
      change(&cell.constraints[index])
    }
  }

  /// Returns a random stack whose members show texts.
  private static func stackCell(_ draws: inout Draws) -> LayoutCase {
    var cell = RandomStack(&draws).layoutCase
    for index in cell.views.indices where cell.views[index].kind == .label {
      if draws.chance(4) { continue }
      cell.views[index].intrinsicWidth = nil
      cell.views[index].intrinsicHeight = nil
      cell.views[index].text = TextContent(words(&draws), lineLimit: draws.below(2))
    }
    return cell
  }

  private static func rows(of cell: LayoutCase, _ draws: inout Draws) -> [TableContent.Row] {
    let views = cell.views.indices.filter { cell.views[$0].text != nil }
    return draws.list(1...11) { draws in
      var row = TableContent.Row()
      for view in views where !draws.chance(4) {
        row.texts.append(.init(view: view, string: words(&draws)))
      }
      if draws.chance(3) { row.accessoryWidth = LayoutNumber(draws.below(60)) }
      return row
    }
  }

  /// A table of rows of one cell.
  private struct Sample: CustomTestStringConvertible {
    let cell: LayoutCase
    let width: LayoutNumber
    let rows: [TableContent.Row]

    var testDescription: String { "\(cell.testDescription)width \(width), \(rows)" }

    init(_ cell: LayoutCase, _ draws: inout Draws) {
      self.cell = cell
      width = draws.pick([320, 90, 201])
      rows = CellTemplateTests.rows(of: cell, &draws)
    }
  }

  @Test("each number of a row's layout is that of its separate cell, bit for bit")
  func isIdentical() {
    let samples = Generator.drawn { draws in
      Sample(draws.chance() ? Self.stackCell(&draws) : Self.cell(&draws), &draws)
    }
    let kinds: KeyValuePairs = ["laid out": 180, "shared": 12]
    forAll(samples, count: 300, quick: 160, floor: 50, kinds: kinds) { sample, kinds in
      let isolated = IsolatedView(.cell(width: sample.width), in: sample.cell)
      guard var template = CellTemplate(isolated) else { return .notApplicable }
      for row in sample.rows {
        let texts = row.texts.map {
          TableContent.Row.Text(view: $0.view + IsolatedView.view, string: $0.string)
        }
        let across = sample.width.subtracting(row.accessoryWidth) ?? 0
        var own = isolated
        for text in texts { own.setText(text.string, of: text.view) }
        own.setTarget(LayoutSize(width: across, height: 0))
        let alone = FittingSize.measure(.cell(width: across), own, solver: SimplexSolver())
        let fitted = template.fit(texts, width: across, solver: SimplexSolver(), limit: .standard)
        let outcome = SolveResult(alone.settled.result.outcome, work: fitted.result.work)
        try claim(fitted.result.isIdentical(to: outcome), "\(fitted.result), alone \(outcome)")
        try claim(fitted.conflict, is: alone.conflict)
        try claim(fitted.height, is: alone.length(along: .vertical))
        if fitted.height != nil { kinds.note("laid out") }
        if fitted.passes == 0 { kinds.note("shared") }
      }
      return .holds
    }
  }

  @Test("a row has the height of its separate cell, whichever rows come before it")
  func equalsLayoutAlone() {
    let samples = Generator.drawn { draws in
      let sample = Sample(Self.cell(&draws), &draws)
      return (sample, draws.list(1...23) { $0.below(sample.rows.count) })
    }
    forAll(samples, count: 100, quick: 40) { sample, order in
      let (cell, rows) = (sample.cell, sample.rows)
      try claim(cell.validate(), is: [])
      var table = TableLayout(
        TableContent(width: sample.width, separator: .none, estimatedHeight: 44, rows: rows),
        prototype: cell, solver: SimplexSolver())
      for row in order {
        let height = table.height(ofRow: row)
        let width = sample.width.subtracting(rows[row].accessoryWidth) ?? 0
        var own = IsolatedView(.cell(width: width), in: cell)
        for text in rows[row].texts { own.setText(text.string, of: text.view + 1) }
        let alone = FittingSize.measure(.cell(width: width), own, solver: SimplexSolver())
        let points = alone.size?.height ?? 0
        let expected = points.isZero ? TableContent.standardRowHeight : points
        try claim(height.points.isSameValue(as: expected), "row \(row): \(height), not \(expected)")
        try claim(height.conflict, is: alone.conflict, "row \(row)")
      }
      return .holds
    }
  }

  /// The cell of S6 with texts that wrap.
  private var wrappingCell: LayoutCase {
    var cell = ArticleCell().layoutCase()
    for index in 1...2 {
      cell.views[index].intrinsicWidth = nil
      cell.views[index].intrinsicHeight = nil
      cell.views[index].text = TextContent("", lineLimit: 0)
    }
    return cell
  }

  @Test("if required equations decide the widths of texts, equal heights take one pass")
  func passes() {
    func passes(_ cell: LayoutCase) -> Int {
      let rows = (0..<20).map { row in
        TableContent.Row(texts: [
          .init(
            view: 1,
            string: "row \(row)" + String(repeating: " wraps its title", count: row / 5))
        ])
      }
      return TableLayout(
        TableContent(width: 320, rows: rows), prototype: cell, solver: SimplexSolver()
      ).passes
    }
    var cell = wrappingCell
    #expect((2...4).contains(passes(cell)), "a pass for each number of lines")
    Self.relax(&cell, "title-trailing") { $0.relation = .greaterThanOrEqual }
    #expect((20...40).contains(passes(cell)), "the width is known after a pass on one line")
  }

  @Test("texts that look equal but differ in bytes are measured separately")
  func normalization() {
    // An accent as a separate scalar has its own place in the bytes of the text.
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed == decomposed)
    let rows = [composed, decomposed, composed].map {
      TableContent.Row(texts: [.init(view: 1, string: $0)])
    }
    #expect(rows[0] != rows[1] && rows[0] == rows[2])
    #expect(Set(rows).count == 2)
    var table = TableLayout(
      TableContent(width: 320, rows: rows), prototype: wrappingCell, solver: SimplexSolver())
    #expect(table.measuredCells == 2)
    let bytes = table.measuredBytes
    table.setRow(2, to: rows[1])
    #expect(table.measuredCells == 2, "a text that was measured is not measured again")
    #expect(bytes == composed.utf8.count + decomposed.utf8.count)
    // A size recorded for one of them does not apply to the other.
    var text = TextContent(
      composed, measured: [.init(maxWidth: nil, size: LayoutSize(width: 50, height: 300))])
    text.setString(composed)
    #expect(text.measured.count == 1)
    text.setString(decomposed)
    #expect(text.measured.isEmpty && text.string.utf8.elementsEqual(decomposed.utf8))
  }

  @Test("sizes recorded for the cell's own text do not apply to the texts of rows")
  func recordedSizes() {
    var cell = ArticleCell().layoutCase()
    cell.views[1].text = TextContent(
      "own", measured: [.init(maxWidth: nil, size: LayoutSize(width: 50, height: 300))])
    var table = TableLayout(
      TableContent(
        width: 320, separator: .none,
        rows: [
          .init(texts: [.init(view: 1, string: "own")]), .init(),
          .init(texts: [.init(view: 1, string: "other")]),
        ]),
      prototype: cell, solver: SimplexSolver())
    #expect(table.height(ofRow: 0).points == 398)
    #expect(table.height(ofRow: 1) == table.height(ofRow: 0))
    #expect(table.height(ofRow: 2).points.isLess(than: 150))
  }
}
