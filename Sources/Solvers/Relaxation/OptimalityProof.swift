// SPDX-License-Identifier: MIT

import LinearModel

/// A check of multipliers that prove a point optimal at every strength (a bound by weak duality).
///
/// For a strength with violated constraints, let `g` be the sum of their rows, each with the sign
/// of its violation. Suppose that `-g` is a sum `sum multiplier_i * a_i` of rows that hold tightly,
/// of this strength or above, with multipliers within their bounds. Then the violations cannot be
/// lowered: any x that keeps everything above has at least this sum. A required inequality's bound
/// is its sign. The multiplier of a constraint of the strength itself is between -1 and 1. A
/// constraint above must keep the sum of its own strength. If its multiplier was strictly inside
/// its bounds, it must stay tight and may pull either way. If it is violated, it must stay so.
///
/// Everything is computed from the rows, whatever the source of the multipliers. Every claim is
/// proved, except for rounding: its effect is estimated, over chains of two rows.
struct OptimalityProof {
  private let values: UnsafeMutablePointer<Double>
  private let tolerance: Double
  private var demands: [ActiveSetDescent.Demand]
  private var isDoubtful = false
  /// The largest movement of another variable for a unit of each variable's movement, through at
  /// most two rows.
  private let gains: [Double]

  /// The ratio to the largest multiplier by which rounding may move one out of bounds.
  private static let slip = 1e-9
  /// The largest multiplier; beside larger ones, a multiplier of the wrong sign would look like
  /// rounding.
  private static let largestMax = 1_000.0

  /// - Parameters:
  ///   - rows: the constraints.
  ///   - values: a point at which the required ones hold; must outlive the proof.
  ///   - tolerance: the largest violation of a row that counts as holding, per unit of its norm.
  init(_ rows: borrowing ScaledRows, at values: UnsafeMutablePointer<Double>, tolerance: Double) {
    self.values = values
    self.tolerance = tolerance
    demands = (0..<rows.count).map { row in
      rows.isRequired(row) ? ActiveSetDescent.Demand(rows.relations[row]) : .nothing
    }
    var gains = [Double](repeating: 1, count: rows.variableCount)
    for _ in 0..<Self.rowsThatCarry { gains = Self.carried(on: gains, rows) }
    self.gains = gains
  }

  /// The largest number of rows in a chain.
  ///
  /// Longer chains of rows with coefficients of different orders are not examined, since each row
  /// makes the estimate worse.
  private static let rowsThatCarry = 2

  /// Returns the movements of variables with each, through one more row.
  private static func carried(on gains: [Double], _ rows: borrowing ScaledRows) -> [Double] {
    var carried = gains
    for row in 0..<rows.count {
      let cells = rows.cells(of: row)
      let farthest = cells.reduce(0) { farthest, cell in
        max(farthest, gains[Int(rows.columns[cell])] / abs(rows.coefficients[cell]))
      }
      for cell in cells {
        let column = Int(rows.columns[cell])
        carried[column] = max(carried[column], abs(rows.coefficients[cell]) * farthest)
      }
    }
    return carried
  }

  /// Whether the point is proved optimal.
  ///
  /// - Parameters:
  ///   - rows: the constraints given to `init`.
  ///   - optional: the optional rows by descending strength.
  ///   - proofs: the multipliers of each strength that has violations, highest first.
  /// - Returns: false when the multipliers prove nothing, and when rounding decides.
  /// - Complexity: O(levels x (variables + rows) + cells).
  mutating func holds(
    _ rows: borrowing ScaledRows, optional: [Int], _ proofs: [[(row: Int, weight: Double)]]
  ) -> Bool {
    var next = 0
    var used = 0
    while next < optional.count {
      let first = next
      let strength = rows.strengths[optional[first]]
      while next < optional.count && rows.strengths[optional[next]] == strength { next += 1 }
      let level = optional[first..<next]
      for row in level { demands[row] = .own }
      if level.contains(where: { isUnclear($0, rows) }) { return false }
      var proof: [(row: Int, weight: Double)] = []
      if level.contains(where: { isViolated($0, rows) }) {
        if used == proofs.count { return false }
        proof = proofs[used]
        used += 1
        if !isBound(proof, level, rows) { return false }
      }
      close(level, proof, rows)
      if isDoubtful { return false }
    }
    return used == proofs.count
  }

  private func isViolated(_ row: Int, _ rows: borrowing ScaledRows) -> Bool {
    // Written so that a value that is not a number is a violation.
    !(rows.violation(of: row, at: values) <= tolerance * rows.norms[row])
  }

  /// The part of a row's summands that may be rounding.
  private static let rounding = 1e-12

  /// Whether a row counts as holding, but its violation exceeds the rounding of its own numbers or
  /// means a long way due to small coefficients.
  ///
  /// Beside huge numbers elsewhere, or huge coefficients of its own, the tolerance hides visible
  /// differences.
  private func isUnclear(_ row: Int, _ rows: borrowing ScaledRows) -> Bool {
    let violation = rows.violation(of: row, at: values)
    if violation > tolerance * rows.norms[row] { return false }
    var size = abs(rows.constants[row])
    for cell in rows.cells(of: row) {
      size += abs(rows.coefficients[cell] * values[Int(rows.columns[cell])])
    }
    if violation > Self.rounding * size { return true }
    // A move of one of its variables makes the row hold, and other rows propagate it; its sum is
    // rounded, too.
    let slip = max(violation, 0x1p-53 * size)
    let allowed = Self.visible * rows.magnitude
    return !rows.cells(of: row).allSatisfy { cell in
      slip / abs(rows.coefficients[cell]) * gains[Int(rows.columns[cell])] <= allowed
    }
  }

  /// The largest invisible move, as a part of the layout's magnitude: four times below the accepted
  /// distance.
  private static let visible = 2.5e-7

  /// Whether the multipliers of a strength are within bounds and add up to minus the slope of its
  /// violations.
  private func isBound(
    _ proof: [(row: Int, weight: Double)], _ level: ArraySlice<Int>, _ rows: borrowing ScaledRows
  ) -> Bool {
    var sums = [Double](repeating: 0, count: rows.variableCount)
    var sizes = sums
    func add(_ weight: Double, _ row: Int) {
      for cell in rows.cells(of: row) {
        let column = Int(rows.columns[cell])
        sums[column] += weight * rows.coefficients[cell]
        sizes[column] = max(sizes[column], abs(weight * rows.coefficients[cell]))
      }
    }
    for row in level where isViolated(row, rows) {
      add((rows.residual(of: row, at: values) > 0 ? 1 : -1) / rows.scales[row], row)
    }
    var largest = 0.0
    for (_, weight) in proof { largest = max(largest, abs(weight)) }
    if !(largest <= Self.largestMax) { return false }
    for (row, weight) in proof {
      let isTight = abs(rows.residual(of: row, at: values)) <= tolerance * rows.norms[row]
      // The part out of bounds by rounding is not used: where all coefficients are tiny it would be
      // no rounding.
      let bounded = clamped(weight, row, rows)
      if !isTight || !(abs(weight - bounded) <= Self.slip * largest) { return false }
      add(bounded, row)
    }
    return sums.indices.allSatisfy { abs(sums[$0]) <= Self.slip * sizes[$0] }
  }

  /// Returns the nearest multiplier within its bounds.
  private func clamped(_ weight: Double, _ row: Int, _ rows: borrowing ScaledRows) -> Double {
    switch demands[row] {
    case .nothing: return 0
    case .atMost: return max(weight, 0)
    case .exactly: return weight
    case .atLeast: return min(weight, 0)
    case .own:
      let most = 1 / rows.scales[row]
      let least = rows.relations[row] == .lessThanOrEqual ? 0 : -most
      return max(least, min(weight, rows.relations[row] == .greaterThanOrEqual ? 0 : most))
    }
  }

  /// Ends a strength: from now on its rows keep its sum.
  private mutating func close(
    _ level: ArraySlice<Int>, _ proof: [(row: Int, weight: Double)], _ rows: borrowing ScaledRows
  ) {
    var largest = 0.0
    for (_, weight) in proof { largest = max(largest, abs(weight)) }
    for (row, weight) in proof {
      demands[row] = Multiplier(weight, largest).demand(demands[row], of: row, rows, &isDoubtful)
    }
    for row in level where demands[row] == .own {
      if isViolated(row, rows) {
        demands[row] = rows.residual(of: row, at: values) > 0 ? .atLeast : .atMost
      } else {
        demands[row] = ActiveSetDescent.Demand(rows.relations[row])
      }
    }
  }
}
