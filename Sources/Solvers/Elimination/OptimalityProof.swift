// SPDX-License-Identifier: MIT

import LinearModel

/// Looks for multipliers that prove a point optimal at every strength (a bound by weak duality).
///
/// For a strength with violated constraints, let `g` be the sum of their rows, each with the sign of its violation.
/// If `-g` is a sum `sum multiplier_i * a_i` of rows that hold tightly, of this strength or above, with multipliers
/// within their bounds, then the violations cannot be lowered: any x that keeps everything above has at
/// least this sum. The bounds: a required inequality's sign; between -1 and 1 for a constraint of the strength
/// itself; a constraint above that holds may have any multiplier of its sign, because breaking it costs more
/// than anything here gains. A multiplier strictly inside its bounds in one proof makes its constraint
/// free in the proofs of lower strengths: that proof can be added any number of times.
///
/// Only one combination is tried for each strength (by elimination, highest strengths first), so a degenerate
/// optimum may go unproved. Nothing is claimed that is not proved.
struct OptimalityProof: ~Copyable {
  /// What the multiplier of a tight row may be in the proofs to come.
  private enum Freedom: UInt8 {
    case free
    /// It must not have the wrong sign for its inequality.
    case signed
    /// It must be 0 (the row was at a bound of a stronger proof).
    case pinned
  }

  private var form: EchelonForm
  private let values: UnsafeMutablePointer<Double>
  private let tightness: Double
  /// By row of the form: its constraint and its freedom.
  private var basis: [Int] = []
  private var freedoms: [Freedom] = []
  private let gradient: UnsafeMutablePointer<Double>
  private let weights: UnsafeMutablePointer<Double>

  /// - Parameters:
  ///   - rows: the constraints.
  ///   - values: a point at which the required ones hold; must outlive the proof.
  init(_ rows: borrowing ScaledRows, at values: UnsafeMutablePointer<Double>) {
    form = EchelonForm(
      variableCount: rows.variableCount, cellCapacity: 2 * rows.cellCount, isRecording: true)
    self.values = values
    tightness = 2 * rows.tolerance(at: values)
    gradient = .allocate(capacity: rows.variableCount)
    weights = .allocate(capacity: rows.variableCount)
  }

  deinit {
    gradient.deallocate()
    weights.deallocate()
  }

  var cellOperations: Int { form.cellOperations }

  /// Whether the point is proved optimal.
  ///
  /// - Parameters:
  ///   - rows: the constraints given to `init`.
  ///   - optional: the optional rows by descending strength.
  ///   - operationsMax: when reached, nothing is proved.
  mutating func holds(
    _ rows: borrowing ScaledRows, optional: [Int], operationsMax: Int
  ) -> Bool {
    for isEquality in [true, false] {
      for row in 0..<rows.count where rows.isRequired(row) {
        if (rows.relations[row] == .equal) == isEquality { insertIfTight(row, rows) }
        if cellOperations > operationsMax { return false }
      }
    }
    var next = 0
    while next < optional.count {
      let first = next
      let strength = rows.strengths[optional[first]]
      while next < optional.count && rows.strengths[optional[next]] == strength { next += 1 }
      let basisBefore = basis.count
      for index in first..<next { insertIfTight(optional[index], rows) }
      if form.isDoubtful || cellOperations > operationsMax { return false }
      if !sumViolated(optional[first..<next], rows) { continue }
      if !form.express(gradient, as: weights) || !checkMultipliers(from: basisBefore, rows) {
        return false
      }
    }
    return true
  }

  private mutating func insertIfTight(_ row: Int, _ rows: borrowing ScaledRows) {
    if abs(rows.residual(of: row, at: values)) > tightness * rows.norms[row] { return }
    guard case .independent = form.insert(row, of: rows) else { return }
    basis.append(row)
    freedoms.append(rows.relations[row] == .equal ? .free : .signed)
  }

  /// Sets `gradient` to minus the sum of the violated rows, each turned and scaled so that it counts its
  /// violation; returns whether there are any.
  private func sumViolated(_ level: ArraySlice<Int>, _ rows: borrowing ScaledRows) -> Bool {
    gradient.initialize(repeating: 0, count: rows.variableCount)
    var isAny = false
    for row in level
    where rows.violation(of: row, at: values) > tightness * rows.norms[row] {
      isAny = true
      let slope = (rows.residual(of: row, at: values) > 0 ? 1 : -1) / rows.scales[row]
      for cell in rows.cells(of: row) {
        gradient[Int(rows.columns[cell])] -= slope * rows.coefficients[cell]
      }
    }
    return isAny
  }

  /// Checks the multipliers of a strength against their bounds, and frees the rows strictly inside.
  ///
  /// - Parameters:
  ///   - ownBasis: the first row of the form that belongs to the strength itself.
  ///   - rows: the constraints.
  private mutating func checkMultipliers(
    from ownBasis: Int, _ rows: borrowing ScaledRows
  ) -> Bool {
    var largest = 0.0
    for index in basis.indices { largest = max(largest, abs(weights[index])) }
    let slip = 1e-10 * largest
    // Beside huge multipliers, one of the wrong sign would pass for rounding.
    if slip > 1e-7 { return false }
    for (index, row) in basis.enumerated() {
      // Turned so that a multiplier of the right sign is positive.
      let weight = rows.relations[row] == .greaterThanOrEqual ? -weights[index] : weights[index]
      let isStrict = weight > 1e-4 * largest
      if index < ownBasis {
        if freedoms[index] == .signed && weight < -slip { return false }
        if freedoms[index] == .pinned && abs(weight) > slip { return false }
        if freedoms[index] == .signed && isStrict { freedoms[index] = .free }
        continue
      }
      let bound = 1 / rows.scales[row]
      if abs(weight) > bound + slip { return false }
      let isInside = abs(weight) < (1 - 1e-4) * bound
      if rows.relations[row] == .equal {
        freedoms[index] = isInside ? .free : .pinned
      } else {
        if weight < -slip { return false }
        freedoms[index] = !isInside ? .pinned : isStrict ? .free : .signed
      }
    }
    return true
  }
}
