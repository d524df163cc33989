// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import ExactNumerics
import Foundation
import JSON
import LayoutEngine
import LayoutModel
import Platform
import Solvers
import ToolSupport

/// The costs of tables with increasing numbers of rows, all of them different, and their growth.
struct RowGrowth {
  struct Run {
    let rows: Int
    let contentHeight: Rational
    let measuredCells: Int
    let passes: Int
    let cellOperations: Int
    let measuredBytes: Int
    /// The time; differs from run to run, so it goes to standard error only.
    let nanoseconds: UInt64
  }

  /// The largest number of rows of a table: a minute of work.
  static let rowLimit = 500_000

  let label: String
  let width: LayoutNumber
  let runs: [Run]

  /// Lays out the tables on one core.
  ///
  /// - Throws: `.badInput` when the cell has no text to vary.
  init(
    label: String, cell: LayoutCase, width: LayoutNumber, rowCounts: [Int]
  ) throws(CommandFailure) {
    if !cell.views.contains(where: { $0.text != nil }) {
      throw .badInput("\(label): --rows takes a cell with texts, so that rows can differ")
    }
    self.label = label
    self.width = width
    runs = rowCounts.map { count in
      let rows = TableContent.variedRows(count, of: cell)
      let start = MonotonicClock.now()
      let table = TableLayout(
        TableContent(width: width, rows: rows), prototype: cell, solver: SimplexSolver())
      return Run(
        rows: count, contentHeight: table.contentHeight, measuredCells: table.measuredCells,
        passes: table.passes, cellOperations: table.cellOperations,
        measuredBytes: table.measuredBytes, nanoseconds: MonotonicClock.now().elapsed(since: start))
    }
  }

  /// Returns the exponent of the power of the number of rows that fits a cost best; nil with fewer
  /// than two numbers of rows.
  ///
  /// The fit is by least squares of the logarithms.
  func exponent(of cost: (Run) -> Double) -> Double? {
    let points = runs.map { (x: log(Double($0.rows)), y: log(max(cost($0), 1))) }
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    guard spread > 0 else { return nil }
    return points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
  }

  /// The exponent of the work: bytes of measured text, and coefficients of the passes.
  private var workExponent: Double? {
    exponent { Double($0.measuredBytes + $0.cellOperations) }
  }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "case", value: .string(label)),
      .init(key: "width", value: .number(width.doubleValue)),
      .init(
        key: "tables",
        value: .array(
          runs.map { run in
            [
              "rows": .number(Double(run.rows)),
              "height": .number(run.contentHeight.doubleValue),
              "measuredCells": .number(Double(run.measuredCells)),
              "measuredBytes": .number(Double(run.measuredBytes)),
              "passes": .number(Double(run.passes)),
              "cellOperations": .number(Double(run.cellOperations)),
            ]
          })),
    ]
    if let workExponent {
      members.append(.init(key: "exponent", value: .number(Self.rounded(workExponent))))
    }
    return .object(members)
  }

  var text: String {
    var lines = runs.map { run in
      "\(label): \(ShownNumber.counted(run.rows, "row")) of \(FrameText.points(width.doubleValue)),"
        + " \(FrameText.points(run.contentHeight.doubleValue)) high:"
        + " \(ShownNumber.counted(run.measuredCells, "cell")) measured,"
        + " \(ShownNumber.counted(run.measuredBytes, "byte")) of text,"
        + " \(run.passes == 1 ? "1 pass" : "\(ShownNumber.grouped(run.passes)) passes") with"
        + " \(ShownNumber.counted(run.cellOperations, "cell operation"))"
    }
    if let workExponent {
      lines.append("work grows with the rows to the power \(Self.rounded(workExponent))")
    }
    return lines.joined(separator: "\n")
  }

  /// The measured times as text.
  var timing: String {
    var lines = runs.map { run in
      "\(ShownNumber.counted(run.rows, "row")): \(Self.rounded(Double(run.nanoseconds) / 1e9)) s"
    }
    if let exponent = exponent(of: { Double($0.nanoseconds) }) {
      lines.append("time grows with the rows to the power \(Self.rounded(exponent))")
    }
    return lines.joined(separator: "\n")
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
