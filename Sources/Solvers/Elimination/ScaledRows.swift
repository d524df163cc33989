// SPDX-License-Identifier: MIT

import LinearModel

/// A strategy's own copy of a `LinearSystem` in doubles, each row scaled by a power of two.
///
/// Scaling moves the largest coefficient of a row into [1, 2). A tolerance on a residual is
/// therefore one on a distance in points, whatever factor a constraint was written with. A power of
/// two changes no digit: a statement about these rows is one about the system.
///
/// Shape: rows in compressed sparse form, as in `LinearSystem`. The storage is plain memory, so
/// that the sweeps over it need neither bounds checks nor reference counts.
struct ScaledRows: ~Copyable {
  let variableCount: Int
  let count: Int
  let cellCount: Int
  let rowStarts: UnsafeMutablePointer<Int32>
  let columns: UnsafeMutablePointer<Int32>
  let coefficients: UnsafeMutablePointer<Double>
  let constants: UnsafeMutablePointer<Double>
  /// The factor of each row.
  let scales: UnsafeMutablePointer<Double>
  /// The sum of the absolute coefficients of each row.
  let norms: UnsafeMutablePointer<Double>
  let relations: UnsafeMutablePointer<Relation>
  /// The numbers of `Strength`: 1000 is required.
  let strengths: UnsafeMutablePointer<Double>
  /// The factor by which big layouts loosen an absolute tolerance: `max(1, max|b| / 1000)`.
  let magnitude: Double
  /// Whether every number is finite and no coefficient vanished by rounding.
  let isUsable: Bool

  /// - Complexity: O(cells + rows).
  init(_ system: LinearSystem) {
    variableCount = system.variableCount
    count = system.constraintCount
    cellCount = system.cellCount
    rowStarts = .allocate(capacity: count + 1)
    columns = .allocate(capacity: cellCount)
    coefficients = .allocate(capacity: cellCount)
    constants = .allocate(capacity: count)
    scales = .allocate(capacity: count)
    norms = .allocate(capacity: count)
    relations = .allocate(capacity: count)
    strengths = .allocate(capacity: count)
    var largestConstant = 0.0
    var usable = system.hasFaithfulDoubles
    rowStarts[0] = 0
    for row in 0..<count {
      let cells = system.cells(of: row)
      var largest = 0.0
      for cell in cells {
        columns[cell] = system.columns[cell]
        largest = max(largest, abs(system.coefficients[cell]))
      }
      let factor = cells.isEmpty ? 1 : Self.scale(of: largest)
      var norm = 0.0
      for cell in cells {
        coefficients[cell] = system.coefficients[cell] * factor
        norm += abs(coefficients[cell])
      }
      let constant = system.constants[row]
      largestConstant = max(largestConstant, abs(constant))
      scales[row] = factor
      norms[row] = norm
      constants[row] = constant * factor
      if !norm.isFinite || !constants[row].isFinite { usable = false }
      rowStarts[row + 1] = system.rowStarts[row + 1]
      relations[row] = system.relations[row]
      strengths[row] = system.strengths[row].value
    }
    magnitude = max(1, largestConstant / 1000)
    isUsable = usable
    checkInvariants()
  }

  deinit {
    rowStarts.deallocate()
    columns.deallocate()
    coefficients.deallocate()
    constants.deallocate()
    scales.deallocate()
    norms.deallocate()
    relations.deallocate()
    strengths.deallocate()
  }

  /// Stops a debug build where a usable row is not scaled as documented.
  private func checkInvariants() {
    #if DEBUG
      assert(Int(rowStarts[count]) == cellCount, "rows end at \(rowStarts[count]) of \(cellCount)")
      assert(!(magnitude < 1), "a magnitude of \(magnitude)")
      guard isUsable else { return }
      for row in 0..<count {
        assert(scales[row].significand == 1, "row \(row) is scaled by \(scales[row])")
        assert(!(norms[row] < 0), "row \(row) has a negative norm")
        assert(strengths[row] >= 0, "row \(row) has the strength \(strengths[row])")
        for cell in cells(of: row) {
          assert(Int(columns[cell]) < variableCount, "row \(row) has the column \(columns[cell])")
        }
      }
    #endif
  }

  /// Returns the power of two that moves a number into [1, 2), within the range of doubles.
  private static func scale(of largest: Double) -> Double {
    guard largest.isNormal else { return 1 }
    let exponent = min(1000, max(-1000, -Int(largest.exponent)))
    return Double(sign: .plus, exponent: exponent, significand: 1)
  }

  @inline(__always)
  func isRequired(_ row: Int) -> Bool { strengths[row] == Strength.required.value }

  @inline(__always)
  func cells(of row: Int) -> Range<Int> { Int(rowStarts[row])..<Int(rowStarts[row + 1]) }

  /// Returns the left side minus the right side.
  @inline(__always)
  func residual(of row: Int, at values: UnsafeMutablePointer<Double>) -> Double {
    var sum = -constants[row]
    for cell in cells(of: row) { sum += coefficients[cell] * values[Int(columns[cell])] }
    return sum
  }

  /// Returns the violation of a row, in points times its norm; not a number if a value is none.
  @inline(__always)
  func violation(of row: Int, at values: UnsafeMutablePointer<Double>) -> Double {
    let residual = residual(of: row, at: values)
    switch relations[row] {
    case .equal: return abs(residual)
    case .lessThanOrEqual: return residual < 0 ? 0 : residual
    case .greaterThanOrEqual: return residual > 0 ? 0 : -residual
    }
  }

  /// Returns the violation per unit of a row's norm that still counts as holding at the given
  /// values.
  ///
  /// It is wide enough for the rounding of the values themselves. It is always four times below
  /// 1e-6 times `magnitude`, the distance at which an answer is provably wrong.
  func tolerance(at values: UnsafeMutablePointer<Double>) -> Double {
    var largest = 0.0
    for variable in 0..<variableCount { largest = max(largest, abs(values[variable])) }
    return magnitude * max(1e-11, min(2.5e-7, largest * 0x1p-48 / magnitude))
  }
}
