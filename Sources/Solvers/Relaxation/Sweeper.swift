// SPDX-License-Identifier: MIT

import LinearModel

/// Projections of a point on one constraint after the other: Kaczmarz' method, with a multiplier
/// for each row.
///
/// The point is `x = anchor - sum multiplier_i * a_i`. A step on row `i` changes its multiplier,
/// and with it the point, by `relaxation * residual / |a_i|^2`, within the multiplier's bounds.
/// These are at least 0 for `<=`, at most 0 for `>=`, and `+-reach` for a constraint that may stay
/// violated. An inequality thus gives back its movement once it is slack. This is successive
/// over-relaxation on the dual of `minimize |x - anchor|^2 / 2 + reach * (sum of violations)`. The
/// multipliers converge for a relaxation between 0 and 2. Moving the anchor to the point minimizes
/// the violations themselves.
///
/// The required equalities are no rows of the sweeps: they have been solved for some variables, and
/// the other rows are rewritten without these. The remaining variables move far in one sweep. The
/// boxes of a chain react to the window at once, where a movement would otherwise pass from one to
/// the next. Cost of a sweep: twice the cells of the live rows. Reference: Kaczmarz, Bull. Int.
/// Acad. Polon. 1937; Hildreth, Naval Res. Logist. Quart. 1957 (inequalities); Cryer, SIAM J.
/// Control 1971 (over-relaxation with bounds); Jamil, Mueller, Lutteroth, Weber, ICTAI 2012
/// (relaxation for layouts, level by level); Bertsekas, Math. Program. 2011 (incremental proximal
/// steps).
struct Sweeper: ~Copyable {
  let values: UnsafeMutablePointer<Double>
  let multipliers: UnsafeMutablePointer<Double>
  private let rowStarts: UnsafeMutablePointer<Int32>
  private let columns: UnsafeMutablePointer<Int32>
  private let coefficients: UnsafeMutablePointer<Double>
  /// The point at which the multipliers were 0.
  private let anchor: UnsafeMutablePointer<Double>
  private let variableCount: Int
  /// The right sides of the rewritten rows.
  private let constants: UnsafeMutablePointer<Double>
  /// The right sides in force: `constants`, or the final left side of a violated row.
  private let targets: UnsafeMutablePointer<Double>
  /// `1 / |a|^2` for each row; 0 for a row without unknowns.
  private let inverses: UnsafeMutablePointer<Double>
  /// The bounds of each multiplier.
  private let lowest: UnsafeMutablePointer<Double>
  private let highest: UnsafeMutablePointer<Double>
  /// Whether a row held at the end of its level against others that pull; by row.
  let isHeld: UnsafeMutablePointer<Bool>
  private let live: UnsafeMutablePointer<Int32>
  private(set) var liveCount = 0
  private let rowCount: Int
  private(set) var sweeps = 0
  private(set) var cellOperations = 0
  private(set) var projections = 0

  /// The largest ratio of the rows' cells to those of the system for rows to be swept.
  private static let growthMax = 16

  /// - Parameters:
  ///   - rows: the constraints.
  ///   - form: the required equalities.
  ///   - start: the start values of the variables; nil, or a wrong count, is 0.
  init(_ rows: borrowing ScaledRows, solved form: inout EchelonForm, start: [Double]?) {
    rowCount = rows.count
    variableCount = rows.variableCount
    values = .allocate(capacity: rows.variableCount)
    anchor = .allocate(capacity: rows.variableCount)
    anchor.initialize(repeating: 0, count: rows.variableCount)
    multipliers = .allocate(capacity: rowCount)
    rowStarts = .allocate(capacity: rowCount + 1)
    constants = .allocate(capacity: rowCount)
    targets = .allocate(capacity: rowCount)
    inverses = .allocate(capacity: rowCount)
    lowest = .allocate(capacity: rowCount)
    highest = .allocate(capacity: rowCount)
    live = .allocate(capacity: rowCount)
    isHeld = .allocate(capacity: rowCount)
    isHeld.initialize(repeating: false, count: rowCount)
    multipliers.initialize(repeating: 0, count: rowCount)
    constants.initialize(repeating: 0, count: rowCount)
    inverses.initialize(repeating: 0, count: rowCount)
    for variable in 0..<rows.variableCount {
      let first = start?.count == rows.variableCount ? start?[variable] ?? 0 : 0
      values[variable] = first.isFinite ? first : 0
    }
    let cells = RewrittenRows(rows, solved: &form, cellsMax: Self.growthMax * rows.cellCount)
    columns = .allocate(capacity: cells.columns.count)
    coefficients = .allocate(capacity: cells.columns.count)
    rowStarts[0] = 0
    for row in 0..<rowCount { rowStarts[row + 1] = cells.ends[row] }
    for (cell, column) in cells.columns.enumerated() {
      columns[cell] = column
      coefficients[cell] = cells.coefficients[cell]
    }
    for row in 0..<rowCount {
      constants[row] = cells.constants[row]
      var square = 0.0
      for cell in self.cells(of: row) { square += coefficients[cell] * coefficients[cell] }
      inverses[row] = square > 0 ? 1 / square : 0
    }
    targets.initialize(from: constants, count: rowCount)
    cellOperations = rows.cellCount + cells.columns.count
    reanchor()
  }

  @inline(__always)
  private func cells(of row: Int) -> Range<Int> { Int(rowStarts[row])..<Int(rowStarts[row + 1]) }

  deinit {
    values.deallocate()
    anchor.deallocate()
    rowStarts.deallocate()
    columns.deallocate()
    coefficients.deallocate()
    multipliers.deallocate()
    constants.deallocate()
    targets.deallocate()
    inverses.deallocate()
    lowest.deallocate()
    highest.deallocate()
    live.deallocate()
    isHeld.deallocate()
  }

  /// Adds a row to the sweeps, with multipliers up to `reach` in the directions that its relation
  /// allows.
  mutating func add(_ row: Int, _ relation: Relation, reach: Double) {
    if inverses[row] == 0 { return }
    assert(row >= 0 && row < rowCount, "row \(row) of \(rowCount)")
    assert(liveCount < rowCount, "\(liveCount) rows take part already")
    assert(reach >= 0, "a reach of \(reach)")
    live[liveCount] = Int32(row)
    liveCount += 1
    bind(row, relation, reach: reach)
  }

  /// Sets the bounds of a row's multiplier.
  func bind(_ row: Int, _ relation: Relation, reach: Double) {
    lowest[row] = relation == .lessThanOrEqual ? 0 : -reach
    highest[row] = relation == .greaterThanOrEqual ? 0 : reach
  }

  /// Returns the multiplier that a row would need to hold if no other row pulled.
  func pull(of row: Int) -> Double { abs(residual(of: row)) * inverses[row] }

  private func residual(of row: Int) -> Double {
    var residual = -constants[row]
    for cell in cells(of: row) { residual += coefficients[cell] * values[Int(columns[cell])] }
    return residual
  }

  /// Ends the level of a live row: from now on it keeps its state.
  ///
  /// A row that nearly holds, or could pull harder, must hold. A violated row must not become more
  /// violated.
  func freeze(_ row: Int, in rows: borrowing ScaledRows, within tolerance: Double) {
    if inverses[row] == 0 { return }
    let residual = residual(of: row)
    let relation = rows.relations[row]
    let isSlack =
      relation == .lessThanOrEqual ? residual < 0 : relation == .greaterThanOrEqual && residual > 0
    let isNear = abs(residual) <= tolerance * rows.norms[row]
    isHeld[row] = multipliers[row] != 0 && !isSaturated(row)
    if isSlack || isNear || isHeld[row] {
      bind(row, rows.relations[row], reach: .infinity)
    } else {
      targets[row] = constants[row] + residual
      bind(row, residual > 0 ? .lessThanOrEqual : .greaterThanOrEqual, reach: .infinity)
    }
  }

  /// The variable of a sweep's last step; nil if nothing is swept.
  var lastMoved: Int? {
    guard liveCount > 0 else { return nil }
    let end = Int(rowStarts[Int(live[liveCount - 1]) + 1])
    return Int(columns[end - 1])
  }

  /// Moves the anchor to the point.
  func reanchor() {
    anchor.update(from: values, count: variableCount)
    multipliers.update(repeating: 0, count: rowCount)
  }

  /// Returns the largest movement of a variable since the anchor was set.
  func distanceFromAnchor() -> Double {
    var farthest = 0.0
    for variable in 0..<variableCount {
      farthest = max(farthest, abs(values[variable] - anchor[variable]))
    }
    return farthest
  }

  /// Whether a row's multiplier is at its bound, so that another anchor would bring it closer.
  func isSaturated(_ row: Int) -> Bool {
    multipliers[row] != 0 && (multipliers[row] == lowest[row] || multipliers[row] == highest[row])
  }

  /// Visits each live row once, in the order in which they were added.
  ///
  /// - Returns: the longest movement of the point in a step, in points.
  mutating func sweep(relaxation: Double) -> Double {
    // All are in local names: through `self` each would be read again after each number that is
    // written.
    let (values, multipliers, targets) = (self.values, self.multipliers, self.targets)
    let (starts, columns, coefficients) = (rowStarts, self.columns, self.coefficients)
    let (lowest, highest, inverses, live) = (self.lowest, self.highest, self.inverses, self.live)
    var longest = 0.0
    var operations = 0
    var moved = 0
    for position in 0..<liveCount {
      let row = Int(live[position])
      let first = Int(starts[row])
      let end = Int(starts[row + 1])
      var residual = -targets[row]
      var cell = first
      while cell < end {
        residual += coefficients[cell] * values[Int(columns[cell])]
        cell += 1
      }
      let before = multipliers[row]
      let wanted = before + relaxation * residual * inverses[row]
      let after = max(lowest[row], min(highest[row], wanted))
      let step = after - before
      operations += end - first
      if step == 0 { continue }
      multipliers[row] = after
      cell = first
      while cell < end {
        values[Int(columns[cell])] -= step * coefficients[cell]
        cell += 1
      }
      operations += end - first
      moved += 1
      longest = max(longest, abs(step))
    }
    cellOperations += operations
    projections += moved
    sweeps += 1
    return longest
  }
}
