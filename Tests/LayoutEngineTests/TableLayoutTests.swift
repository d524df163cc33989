// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutEngine
import LayoutModel
import LinearModel
import Solvers
import TestSupport
import Testing

/// Checks tables of self-sizing cells (AUTOLAYOUT 8.1 to 8.9, SCENES S6).
@Suite struct TableLayoutTests {
  typealias Table = TableLayout<SimplexSolver>

  /// The cell of S6 with texts that wrap.
  private var prototype: LayoutCase {
    var cell = ArticleCell().layoutCase()
    for index in 1...2 {
      cell.views[index].intrinsicWidth = nil
      cell.views[index].intrinsicHeight = nil
      cell.views[index].text = TextContent("", lineLimit: 0)
    }
    return cell
  }

  private static func words(_ draws: inout Draws) -> String {
    let words = ["layout", "of", "文章", "a", "cell", "constraints", "和"]
    return draws.list(0...29) { $0.pick(words) }.joined(separator: " ")
  }

  private static func row(_ draws: inout Draws) -> TableContent.Row {
    var row = TableContent.Row(texts: [
      .init(view: 1, string: words(&draws)), .init(view: 2, string: words(&draws)),
    ])
    if draws.chance(5) { row.height = LayoutNumber(draws.below(90)) }
    if draws.chance(4) { row.accessoryWidth = 33 }
    return row
  }

  private func make(_ content: TableContent) -> Table {
    Table(content, prototype: prototype, solver: SimplexSolver())
  }

  @Test("a row is as high as its cell's fitting size, with the separator")
  func separators() {
    forAll(.drawn { Self.row(&$0) }, count: 25) { row in
      for separator in TableContent.Separator.allCases {
        var made = row
        made.height = nil
        made.accessoryWidth = 0
        var cell = prototype
        for text in made.texts { cell.views[text.view].text?.string = text.string }
        let bare = FittingSize.measure(.cell(width: 320), of: cell, solver: SimplexSolver()).size
        var table = make(TableContent(width: 320, separator: separator, rows: [made]))
        let height = Rational(table.height(ofRow: 0).points)
        let line = [.none: Rational(0), .hairline: Rational(1, 2), .point: Rational(1)][separator]
        try claim(bare.map { Rational($0.height) + (line ?? .zero) }, is: height)
        try claim(table.contentHeight, is: height)
      }
      return .holds
    }
  }

  @Test("cached heights equal fresh ones, after any changes of width and rows")
  func cache() {
    forAll(Self.changes, count: 30, quick: 12) { content, changes in
      var kept = make(content)
      for change in changes {
        switch change {
        case .width(let width): kept.setWidth(width)
        case .row(let index, let row): kept.setRow(index, to: row)
        case .show(let index): _ = kept.show(from: index, filling: 150)
        case .measure(let index): _ = kept.height(ofRow: index)
        }
        var fresh = make(kept.content)
        for row in kept.content.rows.indices where kept.isMeasured(row) {
          try claim(kept.height(ofRow: row), is: fresh.height(ofRow: row), "row \(row)")
        }
      }
      var fresh = make(kept.content)
      kept.measureAll()
      fresh.measureAll()
      try claim(kept.contentHeight, is: fresh.contentHeight)
      let last = kept.content.rows.count - 1
      let end = kept.origin(ofRow: last) + Rational(kept.height(ofRow: last).points)
      try claim(kept.contentHeight, is: end + Rational(12))
      return .holds
    }
  }

  private enum Change {
    case width(LayoutNumber)
    case row(Int, TableContent.Row)
    case show(from: Int)
    case measure(Int)
  }

  private static let changes = Generator.drawn { draws in
    var content = TableContent(
      width: 320, separator: .point, estimatedHeight: draws.chance() ? 60 : nil, headerHeight: 30,
      footerHeight: 12, rows: draws.list(1...15) { row(&$0) })
    content.rows.append(content.rows[0])
    let changes = draws.list(1...15) { draws -> Change in
      let index = draws.below(content.rows.count)
      switch draws.below(4) {
      case 0: return .measure(index)
      case 1: return .width(draws.pick([200, 300, 400]))
      case 2: return .show(from: index)
      default: return .row(index, row(&draws))
      }
    }
    return (content, changes)
  }

  @Test("rows are measured when they appear; the total drifts, and in the end equals the eager one")
  func lazily() throws {
    let rows = Generator.drawn { draws in draws.list(60...60) { Self.row(&$0) } }
    var content = TableContent(
      width: 320, estimatedHeight: 44, rows: try #require(rows.value(seed: 7)))
    var lazy = make(content)
    #expect(lazy.measuredCells == 0)
    #expect(lazy.contentHeight == Rational(44 * 60))
    let shown = lazy.show(from: 0, filling: 568)
    #expect(!shown.isEmpty && shown.upperBound < 60)
    #expect(content.rows.indices.filter(lazy.isMeasured) == Array(shown))
    #expect(lazy.measuredCells <= shown.count)
    #expect(lazy.contentHeight != Rational(44 * 60))
    lazy.measureAll()
    content.estimatedHeight = nil
    let eager = make(content)
    #expect(lazy.contentHeight == eager.contentHeight)
    #expect(lazy.show(from: 60, filling: 100).isEmpty)
  }

  @Test("the work of a table grows with its rows, and equal rows share theirs")
  func linearWork() {
    func work(_ count: Int) -> (cells: Int, bytes: Int, operations: Int) {
      let rows = (0..<count).map { index in
        // As many texts as rows, all of one shape.
        TableContent.Row(texts: [.init(view: 1, string: "title \(index + 100_000) of a row")])
      }
      let table = make(TableContent(width: 320, rows: rows))
      return (table.measuredCells, table.measuredBytes, table.cellOperations)
    }
    let (small, large) = (work(50), work(400))
    #expect(small.cells == 50)
    #expect(large.cells == 400)
    #expect(small.bytes > 0 && large.bytes == small.bytes * 8)
    #expect(small.operations > 0 && large.operations <= small.operations * 8)
    let same = TableContent.Row(texts: [.init(view: 1, string: "the same")])
    let table = make(
      TableContent(width: 320, rows: [TableContent.Row](repeating: same, count: 500)))
    #expect(table.measuredCells == 1)
  }

  @Test("without a fitting height the row has the natural height, without that 44")
  func fallbacks() {
    var broken = prototype
    broken.constraints.removeAll { $0.id == "subtitle-bottom" }
    let content = TableContent(width: 320, separator: .none, rows: [TableContent.Row()])
    var table = Table(content, prototype: broken, solver: SimplexSolver())
    #expect(table.height(ofRow: 0).origin == .standard)
    #expect(table.height(ofRow: 0).points == 44)
    broken.views[0].intrinsicHeight = 61
    broken.views[0].hugging = AxisPriorities(horizontal: 40, vertical: 40)
    broken.views[0].compressionResistance = AxisPriorities(horizontal: 40, vertical: 40)
    table = Table(content, prototype: broken, solver: SimplexSolver())
    #expect(table.height(ofRow: 0).origin == .natural)
    #expect(table.height(ofRow: 0).points == 61)
  }

  @Test("a row too narrow for its cell reports a conflict")
  func tooNarrow() {
    let row = TableContent.Row(accessoryWidth: 300)
    var table = make(TableContent(width: 320, rows: [row]))
    let height = table.height(ofRow: 0)
    #expect(height.origin == .standard)
    #expect(height.conflict.contains("fittingSizeHTarget"))
  }

  @Test("a temporary height that is too low conflicts with a required chain, not with one of 999")
  func encapsulated() {
    var cell = ArticleCell().layoutCase()
    func solve(height: LayoutNumber) -> SettledLayout {
      let held = EncapsulatedCell.layoutCase(
        of: cell, size: LayoutSize(width: 320, height: height))
      #expect(held.validate().isEmpty)
      return LayoutEngine.settle(held, solver: SimplexSolver())
    }
    func conflict(_ settled: SettledLayout) -> [String] {
      guard case .infeasible(let rows) = settled.result.outcome else { return [] }
      return rows.map { settled.lowered.originID(of: $0.index) }.sorted()
    }
    #expect(conflict(solve(height: 139)).isEmpty)
    #expect(conflict(solve(height: 30)).contains("UIView-Encapsulated-Layout-Height"))
    let bottom = cell.constraints.firstIndex { $0.id == "subtitle-bottom" }
    if let bottom { cell.constraints[bottom].priority = 999 }
    let lowered = solve(height: 30)
    #expect(bottom != nil && lowered.result.outcome.solution != nil)
  }

  @Test("texts beyond 200 characters are cut and end with three dots")
  func shortened() {
    let long = String(repeating: "é文", count: 150)
    let short = TableContent.shortened(long, to: 200)
    #expect(short.count == 203)
    #expect(short.hasSuffix("...") && long.hasPrefix(short.dropLast(3)))
    #expect(TableContent.shortened(String(long.prefix(200)), to: 200) == long.prefix(200))
    #expect(TableContent.shortened("", to: 0).isEmpty)
  }
}
