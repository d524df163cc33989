// SPDX-License-Identifier: MIT

/// Rows over variables in compressed sparse form, as the input of the simplex method.
struct SparseRows {
  private(set) var starts: ContiguousArray<Int32> = [0]
  private(set) var columns: ContiguousArray<Int32> = []
  private(set) var coefficients: ContiguousArray<Double> = []
  /// The largest summand of each coefficient.
  private(set) var sizes: ContiguousArray<Double> = []
  /// Whether each coefficient is blurred, as a cell of a tableau.
  private(set) var isBlurred: ContiguousArray<Bool> = []

  var count: Int { starts.count - 1 }

  @inline(__always)
  func cells(of row: Int) -> Range<Int> { Int(starts[row])..<Int(starts[row + 1]) }

  /// Adds an expanded row, divided by a number.
  mutating func append(_ row: borrowing ExpandedRow, scale: Double) {
    for index in row.columns.indices {
      let column = row.columns[index]
      columns.append(column)
      coefficients.append(row.values[Int(column)] / scale)
      sizes.append(row.sizes[Int(column)] / abs(scale))
      isBlurred.append(row.isBlurred[Int(column)])
    }
    starts.append(Int32(columns.count))
  }

  /// Appends a row of other rows.
  mutating func append(_ row: Int, of others: SparseRows) {
    for cell in others.cells(of: row) {
      columns.append(others.columns[cell])
      coefficients.append(others.coefficients[cell])
      sizes.append(others.sizes[cell])
      isBlurred.append(others.isBlurred[cell])
    }
    starts.append(Int32(columns.count))
  }

  /// Adds a row without cells.
  mutating func appendEmpty() { starts.append(Int32(columns.count)) }
}
