// SPDX-License-Identifier: MIT

import LinearModel

/// The variables whose values follow from the required equalities one at a time.
///
/// An equality with a single unknown gives its value, which may leave another equality with a single unknown:
/// from the fixed root, values flow down the tree of views. What is known need not be swept for.
/// Complexity: O(cells).
struct Propagation: ~Copyable {
  /// By variable: its value; not a number while it is unknown.
  let values: UnsafeMutablePointer<Double>
  let variableCount: Int

  init(_ rows: borrowing ScaledRows) {
    variableCount = rows.variableCount
    values = .allocate(capacity: variableCount)
    values.initialize(repeating: .nan, count: variableCount)
    var unknowns = [Int32](repeating: 0, count: rows.count)
    var queue: [Int32] = []
    var starts = [Int32](repeating: 0, count: variableCount + 2)
    for row in 0..<rows.count where Self.isUsed(row, rows) {
      for cell in rows.cells(of: row) { starts[Int(rows.columns[cell]) + 2] += 1 }
      unknowns[row] = Int32(rows.cells(of: row).count)
      if unknowns[row] == 1 { queue.append(Int32(row)) }
    }
    for variable in 0..<variableCount { starts[variable + 2] += starts[variable + 1] }
    var occurrences = [Int32](repeating: 0, count: Int(starts[variableCount + 1]))
    for row in 0..<rows.count where Self.isUsed(row, rows) {
      for cell in rows.cells(of: row) {
        let variable = Int(rows.columns[cell])
        occurrences[Int(starts[variable + 1])] = Int32(row)
        starts[variable + 1] += 1
      }
    }
    // Now the occurrences of a variable are at `starts[variable] ..< starts[variable + 1]`.
    var next = 0
    while next < queue.count {
      let row = Int(queue[next])
      next += 1
      guard let variable = solve(row, rows) else { continue }
      for position in starts[variable]..<starts[variable + 1] {
        let other = Int(occurrences[Int(position)])
        unknowns[other] -= 1
        if unknowns[other] == 1 { queue.append(Int32(other)) }
      }
    }
  }

  deinit { values.deallocate() }

  @inline(__always)
  func isKnown(_ variable: Int32) -> Bool { !values[Int(variable)].isNaN }

  private static func isUsed(_ row: Int, _ rows: borrowing ScaledRows) -> Bool {
    rows.isRequired(row) && rows.relations[row] == .equal
  }

  /// Computes the one unknown of a row; nil if it has none, or its value is not a finite number.
  private func solve(_ row: Int, _ rows: borrowing ScaledRows) -> Int? {
    var sum = rows.constants[row]
    var unknown: (variable: Int, coefficient: Double)?
    for cell in rows.cells(of: row) {
      let variable = Int(rows.columns[cell])
      if values[variable].isNaN {
        unknown = (variable, rows.coefficients[cell])
      } else {
        sum -= rows.coefficients[cell] * values[variable]
      }
    }
    guard let unknown else { return nil }
    let value = sum / unknown.coefficient
    if !value.isFinite { return nil }
    values[unknown.variable] = value
    return unknown.variable
  }
}
