// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutEngine
import LayoutModel
import Solvers

/// Relations between tables of the same rows: in another order, with other separators, or measured
/// at once and bit by bit.
enum TableRelations {
  private typealias Table = TableLayout<SimplexSolver>

  /// Compares tables of some rows.
  ///
  /// - Parameters:
  ///   - prototype: the cell.
  ///   - own: a row with the texts of the cell.
  ///   - other: a row with other texts.
  ///   - choices: choose the properties of the table.
  /// - Returns: whether the relations hold.
  static func outcome(
    of prototype: LayoutCase, _ own: TableContent.Row, _ other: TableContent.Row,
    _ choices: inout Xoshiro256
  ) -> LawOutcome {
    var content = TableContent(width: prototype.environment.size.width, rows: [own, other, own])
    content.separator = choices.pick(TableContent.Separator.allCases) ?? .hairline
    content.headerHeight = LayoutNumber(choices.pick([0, 28]) ?? 0)
    content.footerHeight = LayoutNumber(choices.pick([0, 17]) ?? 0)
    content.estimatedHeight = choices.pick([nil, 44, 100]) ?? nil
    content.rows[2].height = choices.pick([nil, 61]) ?? nil
    content.rows[1].accessoryWidth = LayoutNumber(choices.pick([0, 39]) ?? 0)
    let problem =
      placesProblem(content, prototype) ?? changeProblem(content, prototype)
      ?? separatorProblem(content, prototype) ?? accessoryProblem(content, prototype)
    return problem.map { .broken($0) } ?? .holds
  }

  private static func table(_ content: TableContent, _ prototype: LayoutCase) -> Table {
    Table(content, prototype: prototype, solver: SimplexSolver())
  }

  /// Rows are one below the other between header and footer.
  ///
  /// Those that were not measured count with the estimate.
  private static func placesProblem(_ content: TableContent, _ prototype: LayoutCase) -> String? {
    var table = table(content, prototype)
    let assumed = Rational(content.estimatedHeight ?? 0)
    var rest = content.rows.count
    var end = Rational(content.headerHeight)
    for row in content.rows.indices {
      if content.estimatedHeight != nil {
        let expected = end + assumed * Rational(rest) + Rational(content.footerHeight)
        if table.contentHeight != expected {
          return "with \(row) measured rows the content is \(table.contentHeight) pt high, not "
            + "\(expected)"
        }
        if table.isMeasured(row) { return "row \(row) is measured before it is shown" }
      }
      if table.origin(ofRow: row) != end {
        return "row \(row) begins at \(table.origin(ofRow: row)) pt, not at \(end)"
      }
      end += Rational(table.height(ofRow: row).points)
      rest -= 1
    }
    let total = end + Rational(content.footerHeight)
    if table.contentHeight != total {
      return "the content is \(table.contentHeight) pt high, not \(total)"
    }
    let shown = table.show(from: 1, filling: 1)
    let isEmpty = !(Rational(table.height(ofRow: 1).points).signum > 0)
    if shown != 1..<(isEmpty ? 3 : 2) { return "a point is filled by the rows \(shown)" }
    // Equal rows share a measurement.
    let kinds = Set(content.rows.filter { $0.height == nil }).count
    if table.measuredCells != kinds {
      return "\(kinds) kinds of rows took \(table.measuredCells) measurements"
    }
    return nil
  }

  /// A table with another width and another row is as a new one.
  private static func changeProblem(_ content: TableContent, _ prototype: LayoutCase) -> String? {
    guard let width = content.width.adding(64) else { return nil }
    var changed = table(content, prototype)
    changed.measureAll()
    changed.setWidth(width)
    changed.setRow(0, to: content.rows[1])
    changed.measureAll()
    var wanted = content
    wanted.width = width
    wanted.rows[0] = content.rows[1]
    var fresh = table(wanted, prototype)
    fresh.measureAll()
    for row in wanted.rows.indices where changed.height(ofRow: row) != fresh.height(ofRow: row) {
      return "row \(row) of a changed table is \(Rational(changed.height(ofRow: row).points)) pt "
        + "high, that of a new one \(Rational(fresh.height(ofRow: row).points))"
    }
    if changed.contentHeight != fresh.contentHeight {
      return
        "the content of a changed table is \(changed.contentHeight) pt high, that of a new one "
        + "\(fresh.contentHeight)"
    }
    return nil
  }

  /// A separator adds its own length to each row that sizes itself.
  private static func separatorProblem(
    _ content: TableContent, _ prototype: LayoutCase
  ) -> String? {
    let scale = prototype.environment.scale
    var heights: [[Rational]] = []
    for separator in [TableContent.Separator.none, .hairline, .point] {
      var other = content
      other.separator = separator
      var table = table(other, prototype)
      heights.append(content.rows.indices.map { Rational(table.height(ofRow: $0).points) })
    }
    for (row, given) in content.rows.enumerated() {
      let (line, point) = (heights[1][row] - heights[0][row], heights[2][row] - heights[0][row])
      let isGiven = given.height != nil
      let wanted: (Rational, Rational) =
        isGiven ? (.zero, .zero) : (Rational(1, Int64(scale)), Rational(1))
      if line != wanted.0 || point != wanted.1 {
        return "a line of a pixel makes row \(row) \(line) pt higher, one of a point \(point)"
      }
    }
    return nil
  }

  /// An accessory takes its width from the cell.
  private static func accessoryProblem(
    _ content: TableContent, _ prototype: LayoutCase
  ) -> String? {
    let row = content.rows[1]
    guard !row.accessoryWidth.isZero, content.width.denominator == 1,
      let width = content.width.subtracting(row.accessoryWidth), width.numerator > 0
    else { return nil }
    var plain = content
    plain.width = width
    plain.rows[1].accessoryWidth = 0
    var (one, other) = (table(content, prototype), table(plain, prototype))
    let (own, expected) = (one.height(ofRow: 1), other.height(ofRow: 1))
    if own.points == expected.points { return nil }
    return
      "with an accessory of \(row.accessoryWidth.text) pt the row is \(Rational(own.points)) pt "
      + "high, in a narrower table \(Rational(expected.points))"
  }
}
