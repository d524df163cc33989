// SPDX-License-Identifier: MIT

import Clocks
import ExactNumerics
import Foundation
import LayoutEngine
import LayoutModel
import Solvers

/// The costs of tables with increasing numbers of rows, all of them different, and their growth.
package struct RowGrowth {
  /// The layout of one table.
  package struct Run {
    package let rows: Int
    package let contentHeight: Rational
    package let measuredCells: Int
    package let passes: Int
    package let cellOperations: Int
    package let measuredBytes: Int
    /// The time in nanoseconds; differs from run to run, so it goes to standard error only.
    package let nanoseconds: UInt64
  }

  /// The largest number of rows of a table: a minute of work.
  package static let rowLimit = 500_000

  package let width: LayoutNumber
  package let runs: [Run]

  /// Lays out the tables on one core.
  ///
  /// - Parameters:
  ///   - cell: the cell, with a text to vary.
  ///   - width: the width of the tables, in points.
  ///   - rowCounts: the number of rows of each table.
  ///   - now: returns nanoseconds since some fixed moment.
  package init(
    cell: LayoutCase, width: LayoutNumber, rowCounts: [Int], now: () -> UInt64
  ) {
    self.width = width
    runs = rowCounts.map { count in
      let rows = TableContent.variedRows(count, of: cell)
      let start = now()
      let table = TableLayout(
        TableContent(width: width, rows: rows), prototype: cell, solver: SimplexSolver())
      return Run(
        rows: count, contentHeight: table.contentHeight, measuredCells: table.measuredCells,
        passes: table.passes, cellOperations: table.cellOperations,
        measuredBytes: table.measuredBytes, nanoseconds: now().elapsed(since: start))
    }
  }

  /// Returns the exponent of the power of the number of rows that fits a cost best; nil with fewer
  /// than two numbers of rows.
  ///
  /// The fit is by least squares of the logarithms.
  package func exponent(of cost: (Run) -> Double) -> Double? {
    let points = runs.map { (x: log(Double($0.rows)), y: log(max(cost($0), 1))) }
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    guard spread > 0 else { return nil }
    return points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
  }

  /// The exponent of the work: bytes of measured text, and coefficients of the passes.
  package var workExponent: Double? {
    exponent { Double($0.measuredBytes + $0.cellOperations) }
  }
}
