// SPDX-License-Identifier: MIT

import LinearModel

/// Projects a point on one constraint after the other: Kaczmarz' method, with a memory for each row.
///
/// The point is `x = anchor - sum multiplier_i * a_i`. A step on row `i` changes its multiplier, and with it the
/// point, by `relaxation * residual / |a_i|^2`, but no further than the multiplier's bounds allow: at least 0 for
/// `<=`, at most 0 for `>=` (so that an inequality gives back what it took once it is slack), and
/// within `+-reach` for a constraint that may stay violated. This is successive over-relaxation on the
/// dual of `minimize |x - anchor|^2 / 2 + reach * (sum of violations)`: the multipliers converge for a relaxation
/// between 0 and 2, and moving the anchor to the point minimizes the violations themselves.
///
/// Variables that propagation knows do not move; the rows are kept without them. Cost of a sweep: twice the
/// cells of the live rows. Nothing is factorized.
/// Reference: Kaczmarz, Bull. Int. Acad. Polon. 1937; Hildreth, Naval Res. Logist. Quart. 1957 (inequalities);
/// Cryer, SIAM J. Control 1971 (over-relaxation with bounds); Jamil, Mueller, Lutteroth, Weber, ICTAI 2012
/// (relaxation for layouts, level by level); Bertsekas, Math. Program. 2011 (incremental proximal steps).
struct Sweeper: ~Copyable {
  let values: UnsafeMutablePointer<Double>
  let multipliers: UnsafeMutablePointer<Double>
  private let rowStarts: UnsafeMutablePointer<Int32>
  private let columns: UnsafeMutablePointer<Int32>
  private let coefficients: UnsafeMutablePointer<Double>
  /// The right sides without the known variables.
  private let constants: UnsafeMutablePointer<Double>
  /// The right sides in force: `constants`, or moved to where a violated row was left.
  private let targets: UnsafeMutablePointer<Double>
  /// `1 / |a|^2` for each row; 0 for a row without unknowns.
  private let inverses: UnsafeMutablePointer<Double>
  /// The bounds of each multiplier.
  private let lowest: UnsafeMutablePointer<Double>
  private let highest: UnsafeMutablePointer<Double>
  private let live: UnsafeMutablePointer<Int32>
  private(set) var liveCount = 0
  private let rowCount: Int
  private(set) var sweeps = 0
  private(set) var cellOperations = 0
  private(set) var projections = 0

  /// - Parameters:
  ///   - rows: the constraints.
  ///   - known: the variables that need not be swept for.
  ///   - start: where the others start; nil, or a wrong count, is 0.
  init(
    _ rows: borrowing ScaledRows, knowing known: borrowing Propagation, start: [Double]?
  ) {
    rowCount = rows.count
    values = .allocate(capacity: rows.variableCount)
    multipliers = .allocate(capacity: rowCount)
    rowStarts = .allocate(capacity: rowCount + 1)
    columns = .allocate(capacity: rows.cellCount)
    coefficients = .allocate(capacity: rows.cellCount)
    constants = .allocate(capacity: rowCount)
    targets = .allocate(capacity: rowCount)
    inverses = .allocate(capacity: rowCount)
    lowest = .allocate(capacity: rowCount)
    highest = .allocate(capacity: rowCount)
    live = .allocate(capacity: rowCount)
    multipliers.initialize(repeating: 0, count: rowCount)
    for variable in 0..<rows.variableCount {
      let first = start?.count == rows.variableCount ? start?[variable] ?? 0 : 0
      values[variable] =
        known.isKnown(Int32(variable)) ? known.values[variable] : first.isFinite ? first : 0
    }
    var end = 0
    rowStarts[0] = 0
    for row in 0..<rowCount {
      var square = 0.0
      var constant = rows.constants[row]
      for cell in rows.cells(of: row) {
        let coefficient = rows.coefficients[cell]
        if known.isKnown(rows.columns[cell]) {
          constant -= coefficient * known.values[Int(rows.columns[cell])]
          continue
        }
        columns[end] = rows.columns[cell]
        coefficients[end] = coefficient
        square += coefficient * coefficient
        end += 1
      }
      rowStarts[row + 1] = Int32(end)
      constants[row] = constant
      targets[row] = constant
      inverses[row] = square > 0 ? 1 / square : 0
    }
    cellOperations = rows.cellCount
  }

  deinit {
    values.deallocate()
    multipliers.deallocate()
    rowStarts.deallocate()
    columns.deallocate()
    coefficients.deallocate()
    constants.deallocate()
    targets.deallocate()
    inverses.deallocate()
    lowest.deallocate()
    highest.deallocate()
    live.deallocate()
  }

  /// Makes a row take part from now on, with multipliers up to `reach` in the ways its relation allows.
  mutating func add(_ row: Int, _ relation: Relation, reach: Double) {
    if inverses[row] == 0 { return }
    live[liveCount] = Int32(row)
    liveCount += 1
    bind(row, relation, reach: reach)
  }

  private func bind(_ row: Int, _ relation: Relation, reach: Double) {
    lowest[row] = relation == .lessThanOrEqual ? 0 : -reach
    highest[row] = relation == .greaterThanOrEqual ? 0 : reach
  }

  /// Ends the level of a live row: from now on it keeps to what it reached.
  ///
  /// A row that nearly holds must hold; one that is violated must not become more so.
  func freeze(_ row: Int, in rows: borrowing ScaledRows, within tolerance: Double) {
    if inverses[row] == 0 { return }
    let residual = rows.residual(of: row, at: values)
    if rows.violation(of: row, at: values) <= tolerance * rows.norms[row] {
      bind(row, rows.relations[row], reach: .infinity)
    } else {
      targets[row] = constants[row] + residual
      bind(row, residual > 0 ? .lessThanOrEqual : .greaterThanOrEqual, reach: .infinity)
    }
  }

  /// The variable that the last step of a sweep is about; nil if nothing is swept.
  var lastMoved: Int? {
    guard liveCount > 0 else { return nil }
    let end = Int(rowStarts[Int(live[liveCount - 1]) + 1])
    return Int(columns[end - 1])
  }

  /// Moves the anchor to the point.
  func reanchor() { multipliers.update(repeating: 0, count: rowCount) }

  /// Visits each live row once, in the order in which they were added.
  ///
  /// - Returns: the longest way, in points, that a step moved the point.
  mutating func sweep(relaxation: Double) -> Double {
    var longest = 0.0
    for position in 0..<liveCount {
      let row = Int(live[position])
      let cells = Int(rowStarts[row])..<Int(rowStarts[row + 1])
      var residual = -targets[row]
      for cell in cells { residual += coefficients[cell] * values[Int(columns[cell])] }
      let before = multipliers[row]
      let wanted = before + relaxation * residual * inverses[row]
      let after = max(lowest[row], min(highest[row], wanted))
      let step = after - before
      cellOperations += cells.count
      if step == 0 { continue }
      multipliers[row] = after
      for cell in cells { values[Int(columns[cell])] -= step * coefficients[cell] }
      cellOperations += cells.count
      projections += 1
      longest = max(longest, abs(step))
    }
    sweeps += 1
    return longest
  }
}
