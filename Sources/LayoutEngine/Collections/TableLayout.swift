// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering

/// A table whose rows size themselves: a prototype cell is measured once for each requested row.
///
/// Heights are kept until the width or the row changes, and rows with equal contents share one
/// measurement. A kept height always equals the result of a new measurement.
package struct TableLayout<Engine: Solver>: Sendable {
  /// The height of a row.
  package struct RowHeight: Sendable, Hashable {
    /// The source of a height (AUTOLAYOUT 8.1 and 8.2).
    package enum Origin: String, Sendable, Hashable {
      /// The program.
      case given
      /// The fitting size of the cell.
      case fitting
      /// The cell's own natural height, when the fitting size is 0.
      case natural
      /// The standard height, when there is no other.
      case standard
    }

    /// The height in points, separator included unless the program gave it.
    package let points: LayoutNumber
    package let origin: Origin
    /// The names of the constraints that contradict each other at the row's width; empty when none
    /// do.
    package let conflict: [String]

    fileprivate func isHigher(than other: RowHeight) -> Bool { other.points.isLess(than: points) }
  }

  /// The properties that decide the height of a row that sizes itself, besides the width.
  private struct Key: Hashable {
    let texts: [TableContent.Row.Text]
    let accessoryWidth: LayoutNumber
  }

  package private(set) var content: TableContent
  /// The height of header, rows and footer.
  ///
  /// Rows that were not measured count with the estimate, so it drifts as rows are shown (8.6).
  package private(set) var contentHeight = Rational.zero
  /// The number of rows whose cells were measured.
  package private(set) var measuredCells = 0
  /// The number of passes for the measured cells; rows with the same right sides share one.
  package private(set) var passes = 0
  /// The work of the last pass for each measured cell, in the unit of `WorkLimit`.
  package private(set) var cellOperations = 0

  /// The work of measuring texts, in bytes of UTF-8, once for each width of a text.
  package private(set) var measuredBytes = 0

  private let solver: Engine
  private let limit: WorkLimit
  private let fault: LoweringFault?
  private let prototype: IsolatedView
  /// The prototype lowered once; nil when a row changes more than right sides.
  private var template: CellTemplate?
  private let scale: Int
  private var heights: [RowHeight?] = []
  private var shared: [Key: RowHeight] = [:]

  /// Isolates the prototype; without an estimated height, measures all rows.
  ///
  /// - Precondition: the prototype is well formed, the table has a positive width, and the rows'
  ///   texts belong to views of the prototype that have texts.
  /// - Parameters:
  ///   - content: the rows, with the width of the table.
  ///   - prototype: the cell that contains the texts of the rows.
  ///   - solver: lays out the cells.
  ///   - limit: the work limit of each measured cell.
  ///   - fault: a planted fault; nil for a healthy table.
  /// - Complexity: O(rows) with an estimated height; without one, all rows are measured.
  package init(
    _ content: TableContent, prototype: LayoutCase, solver: Engine, limit: WorkLimit = .standard,
    fault: LoweringFault? = nil
  ) {
    for text in content.rows.lazy.flatMap(\.texts) {
      precondition(
        prototype.views.indices.contains(text.view) && prototype.views[text.view].text != nil,
        "view \(text.view) of the prototype has no text to replace")
    }
    self.content = content
    self.solver = solver
    self.limit = limit
    self.fault = fault
    scale = prototype.environment.scale
    self.prototype = FittingSize.isolate(
      .cell(width: content.width), in: prototype, solver: solver, limit: limit)
    template = CellTemplate(self.prototype)
    forgetAll()
  }

  // MARK: - Heights

  /// Returns the height of a row, measured now unless it is known.
  package mutating func height(ofRow row: Int) -> RowHeight {
    if let known = heights[row] { return known }
    let height = freshHeight(ofRow: row)
    contentHeight += Rational(height.points) - assumedHeight
    heights[row] = height
    return height
  }

  /// Whether a row's height is known without measuring.
  package func isMeasured(_ row: Int) -> Bool { heights[row] != nil }

  /// Measures the rows from one on until they fill a height or the table ends, like the rows on a
  /// screen.
  ///
  /// - Returns: the rows that are visible.
  package mutating func show(from first: Int, filling height: LayoutNumber) -> Range<Int> {
    var filled = Rational.zero
    var row = first
    while row < content.rows.count, filled < Rational(height) {
      filled += Rational(self.height(ofRow: row).points)
      row += 1
    }
    return first..<row
  }

  /// Measures all rows that are not known yet.
  package mutating func measureAll() {
    for row in content.rows.indices { _ = height(ofRow: row) }
  }

  /// Returns the start of a row, below the header; rows that were not measured count with the
  /// estimate.
  ///
  /// - Complexity: O(row).
  package func origin(ofRow row: Int) -> Rational {
    heights[..<row].reduce(Rational(content.headerHeight)) {
      $0 + ($1.map { Rational($0.points) } ?? assumedHeight)
    }
  }

  // MARK: - Changes

  /// Sets the width, after which no height is known any more.
  package mutating func setWidth(_ width: LayoutNumber) {
    if width == content.width { return }
    content.width = width
    forgetAll()
  }

  /// Replaces a row, whose height is not known any more.
  package mutating func setRow(_ row: Int, to newRow: TableContent.Row) {
    if newRow == content.rows[row] { return }
    content.rows[row] = newRow
    if let old = heights[row] {
      if fault == .cellsOnlyGrow, !(freshHeight(ofRow: row).isHigher(than: old)) { return }
      contentHeight += assumedHeight - Rational(old.points)
      heights[row] = nil
    }
    if content.estimatedHeight == nil { _ = height(ofRow: row) }
  }

  private var assumedHeight: Rational { Rational(content.estimatedHeight ?? 0) }

  private mutating func forgetAll() {
    heights = [RowHeight?](repeating: nil, count: content.rows.count)
    shared.removeAll(keepingCapacity: true)
    template?.forgetRows()
    contentHeight =
      Rational(content.headerHeight) + Rational(content.footerHeight)
      + assumedHeight * Rational(content.rows.count)
    if content.estimatedHeight == nil { measureAll() }
  }

  // MARK: - Measuring

  private mutating func freshHeight(ofRow index: Int) -> RowHeight {
    let row = content.rows[index]
    if let given = row.height { return RowHeight(points: given, origin: .given, conflict: []) }
    let key = Key(texts: row.texts, accessoryWidth: row.accessoryWidth)
    if let known = shared[key] { return known }
    let height = measure(row)
    shared[key] = height
    return height
  }

  /// Lays out the cell with the width required, and adds the separator (8.2).
  ///
  /// The cell of a row narrower than its accessory has no width.
  private mutating func measure(_ row: TableContent.Row) -> RowHeight {
    let texts = row.texts.map {
      TableContent.Row.Text(view: $0.view + IsolatedView.view, string: $0.string)
    }
    let width = contentWidth(row.accessoryWidth)
    // The template is changed in place, so nothing else of the table may be read at the same time.
    let (solver, limit) = (solver, limit)
    let fitted =
      template?.fit(texts, width: width, solver: solver, limit: limit)
      ?? fitAlone(texts, width: width)
    measuredCells += 1
    passes += fitted.passes
    cellOperations += fitted.result.work.cellOperations
    measuredBytes += fitted.measuredBytes
    let (pixels, origin) = bareHeight(fitted.height)
    return RowHeight(
      points: LayoutNumber.pixels(pixels + separatorPixels, scale: scale), origin: origin,
      conflict: fitted.conflict)
  }

  /// Lays out the cell as a case of its own.
  private func fitAlone(
    _ texts: [TableContent.Row.Text], width: LayoutNumber
  ) -> CellTemplate.Fitted {
    var cell = prototype
    for text in texts { cell.setText(text.string, of: text.view) }
    cell.setTarget(LayoutSize(width: width, height: 0))
    let fitted = FittingSize.measure(.cell(width: width), cell, solver: solver, limit: limit)
    return CellTemplate.Fitted(fitted)
  }

  private func contentWidth(_ accessoryWidth: LayoutNumber) -> LayoutNumber {
    if accessoryWidth.isZero { return content.width }
    let rest = Rational(content.width) - Rational(accessoryWidth)
    guard rest.signum > 0, let pixels = PixelCount.roundedDown(rest, scale: scale) else {
      return 0
    }
    return LayoutNumber.pixels(pixels, scale: scale)
  }

  /// Returns the height in pixels without separator: the fitting height, else the natural height,
  /// else the standard one (8.2).
  ///
  /// A height of 0 counts as missing.
  private func bareHeight(_ length: Double?) -> (Int64, RowHeight.Origin) {
    if let length, let pixels = PixelCount.roundedUp(length, scale: scale), pixels > 0 {
      return (pixels, .fitting)
    }
    if let natural = prototype.layoutCase.views[IsolatedView.view].intrinsicHeight,
      let pixels = PixelCount.roundedUp(Rational(natural), scale: scale), pixels > 0
    {
      return (pixels, .natural)
    }
    let standard = Int(TableContent.standardRowHeight.doubleValue)
    return (Int64(standard * scale), .standard)
  }

  private var separatorPixels: Int64 {
    switch content.separator {
    case .none: return 0
    case .hairline: return 1
    case .point: return Int64(scale)
    }
  }
}

/// A cell inside its table: the size that the table gives it is required (AUTOLAYOUT 8.4).
package enum EncapsulatedCell {
  /// Returns the cell as a case of its own, held at a size by the constraints of a table, under
  /// their names.
  ///
  /// Before a row is measured the height may be a wrong one. A cell whose chain of required
  /// constraints needs another height then conflicts with it. A cell with a constraint of priority
  /// 999 in the chain does not.
  ///
  /// - Precondition: the cell is well formed.
  package static func layoutCase(of cell: LayoutCase, size: LayoutSize) -> LayoutCase {
    let isolated = IsolatedView(
      FittingRequest(
        target: size, priorities: AxisPriorities(horizontal: .required, vertical: .required)),
      in: cell)
    var result = isolated.layoutCase
    for (axis, name) in [(Axis.horizontal, "Width"), (.vertical, "Height")] {
      let index = isolated.targetConstraint(along: axis)
      var id = "UIView-Encapsulated-Layout-\(name)"
      result.constraints[index].identifier = id
      result.constraints[index].source = .encapsulated
      while result.constraints.contains(where: { $0.id == id }) { id += "'" }
      result.constraints[index].id = id
    }
    return result
  }
}
