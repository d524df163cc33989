// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutEngine
import LayoutModel
import Solvers

/// The layout of all rows of the table in a case.
package struct TableAnswer: Sendable {
  package typealias Row = TableLayout<SimplexSolver>.RowHeight

  package let content: TableContent
  package let rows: [Row]
  /// The height of header, rows and footer, in points.
  package let contentHeight: Rational
  /// The differences between the rows and the case's expectation, one sentence each.
  package let failures: [String]

  /// Lays out the rows of a case's table; nil when the case has no table.
  ///
  /// - Precondition: the case is well formed.
  /// - Parameters:
  ///   - layoutCase: the case of the prototype cell.
  ///   - width: replaces the table's own; then expected heights do not count.
  /// - Complexity: O(rows) cells.
  package init?(of layoutCase: LayoutCase, width: LayoutNumber? = nil) {
    guard var content = layoutCase.table else { return nil }
    if let width { content.width = width }
    var table = TableLayout(content, prototype: layoutCase, solver: SimplexSolver())
    rows = content.rows.indices.map { table.height(ofRow: $0) }
    contentHeight = table.contentHeight
    self.content = content
    let expected = width == nil ? layoutCase.expectation?.rowHeights ?? [] : []
    failures = zip(expected, rows).enumerated().compactMap { index, heights in
      if Rational(heights.0) == Rational(heights.1.points) { return nil }
      return "row \(index + 1): expected \(Rational(heights.0)) pt,"
        + " actual \(Rational(heights.1.points)) pt"
    }
  }

  /// Whether some row contradicts itself or differs from the case's expectation.
  package var isFinding: Bool { !failures.isEmpty || rows.contains { !$0.conflict.isEmpty } }
}
