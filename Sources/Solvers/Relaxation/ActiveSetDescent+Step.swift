// SPDX-License-Identifier: MIT

extension ActiveSetDescent {
  /// Moves the point along the direction to the minimum of the level's sum.
  ///
  /// - Parameters:
  ///   - rows: the constraints given to `init`.
  ///   - slope: the rate of the sum at the start, less than 0.
  ///   - released: the row that the point leaves, already counted in the slope; -1 for none.
  /// - Returns: false if nothing stops the point, which can only be rounding.
  mutating func step(_ rows: borrowing ScaledRows, slope: Double, released: Int) -> Bool {
    countStep()
    collectBreakpoints(rows, released: released)
    // In the order on the way; of two at one place, the one with the larger rate.
    let byRow = stalls > Self.stallsMax
    breakpoints.sort {
      if $0.length != $1.length { return $0.length < $1.length }
      if !byRow && $0.rate != $1.rate { return $0.rate > $1.rate }
      return $0.row < $1.row
    }
    var slope = slope
    for breakpoint in breakpoints {
      slope += breakpoint.slopeChange
      // By row the first one stops the point. That is Bland's rule, under which no set of active
      // rows repeats.
      if !byRow && slope < -1e-9 * breakpoint.slopeChange {
        sides[breakpoint.row] = breakpoint.side
        continue
      }
      stalls = breakpoint.length > 0 ? 0 : stalls + 1
      if breakpoint.length > 0 {
        for variable in 0..<rows.variableCount {
          values[variable] += breakpoint.length * direction[variable]
        }
      }
      return enter(breakpoint.row, rows)
    }
    return false
  }

  /// Finds the places on the way where the slope of the level's sum changes, or a row that must
  /// hold would break.
  private mutating func collectBreakpoints(_ rows: borrowing ScaledRows, released: Int) {
    breakpoints.removeAll(keepingCapacity: true)
    for row in 0..<rows.count
    where !isActive[row] && demands[row] != .nothing && row != released {
      var rate = 0.0
      var size = 0.0
      var residual = -rows.constants[row]
      for cell in rows.cells(of: row) {
        let column = Int(rows.columns[cell])
        let change = rows.coefficients[cell] * direction[column]
        rate += change
        size = max(size, abs(change))
        residual += rows.coefficients[cell] * values[column]
      }
      scannedCells += rows.cells(of: row).count
      if abs(rate) <= 1e-10 * size { continue }
      if abs(residual) <= tolerance * rows.norms[row] { residual = 0 }
      collect(row, residual, rate, rows)
    }
  }

  private mutating func collect(
    _ row: Int, _ residual: Double, _ rate: Double, _ rows: borrowing ScaledRows
  ) {
    let length = max(0, -residual / rate)
    var change = Double.infinity
    switch demands[row] {
    case .nothing: return
    case .atMost: if rate < 0 { return }
    case .atLeast: if rate > 0 { return }
    case .exactly: break
    case .own:
      // The point comes from the row's side, or it moves away from the row.
      if (side(of: row, residual: residual, rows) > 0) == (rate > 0) { return }
      change = (rows.relations[row] == .equal ? 2 : 1) * abs(rate) / rows.scales[row]
    }
    breakpoints.append(
      Breakpoint(
        row: row, length: length, slopeChange: change, rate: abs(rate), side: rate > 0 ? 1 : -1))
  }
}
