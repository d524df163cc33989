// SPDX-License-Identifier: MIT

/// Multipliers that prove that required constraints contradict each other.
///
/// The sum of the rows times these reads `0 <= c` with c less than 0.
///
/// The proof is checked on the rows themselves, whatever the source of the multipliers.
struct FarkasProof {
  private let multipliers: [(row: Int, weight: Double)]

  /// The part of the largest summand that may be rounding, in the coefficients and in the constant.
  private static let coefficientSlip = 1e-10
  private static let constantSlip = 1e-6

  /// Creates a proof from the violated inequalities and the active rows.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - violated: the inequalities whose sum of violations cannot be lowered further at the point.
  ///   - values: the point.
  ///   - tolerance: the largest violation that counts as none, per unit of a row's norm.
  ///   - active: the multipliers by which active rows hold the point.
  init(
    _ rows: borrowing ScaledRows, violated: [Int], at values: UnsafeMutablePointer<Double>,
    _ tolerance: Double, _ active: [(row: Int, weight: Double)]
  ) {
    var multipliers = active
    for row in violated where rows.violation(of: row, at: values) > tolerance * rows.norms[row] {
      let side = rows.residual(of: row, at: values) > 0 ? 1.0 : -1
      multipliers.append((row, side / rows.scales[row]))
    }
    self.multipliers = multipliers
  }

  /// Creates a proof from multipliers of any rows.
  init(_ multipliers: [(row: Int, weight: Double)]) { self.multipliers = multipliers }

  /// Whether the multipliers certainly prove a contradiction, even with rounding.
  ///
  /// - Complexity: O(variables + cells of the rows).
  func holds(_ rows: borrowing ScaledRows) -> Bool {
    var sums = [Double](repeating: 0, count: rows.variableCount)
    var sizes = [Double](repeating: 0, count: rows.variableCount)
    var constant = 0.0
    var constantSize = 0.0
    var largest = 0.0
    for (_, weight) in multipliers { largest = max(largest, abs(weight)) }
    let slip = Self.coefficientSlip * largest
    for (row, weight) in multipliers {
      guard rows.isRequired(row), weight.isFinite else { return false }
      switch rows.relations[row] {
      case .lessThanOrEqual: if weight < -slip { return false }
      case .equal: break
      case .greaterThanOrEqual: if weight > slip { return false }
      }
      constant += weight * rows.constants[row]
      constantSize = max(constantSize, abs(weight * rows.constants[row]))
      for cell in rows.cells(of: row) {
        let column = Int(rows.columns[cell])
        sums[column] += weight * rows.coefficients[cell]
        sizes[column] = max(sizes[column], abs(weight * rows.coefficients[cell]))
      }
    }
    for column in sums.indices where abs(sums[column]) > Self.coefficientSlip * sizes[column] {
      return false
    }
    return constantSize.isFinite && constant < -Self.constantSlip * constantSize
  }
}
