// SPDX-License-Identifier: MIT

extension EchelonForm {
  /// The verdict on the required equalities alone.
  enum EqualityVerdict {
    case consistent
    case contradictory
    /// Rounding decides.
    case doubtful
    case limitReached
  }

  /// Eliminates the required equalities.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - operationsMax: the number of operations at which the elimination stops.
  ///   - refusesRedundancy: a planted fault: an equality that follows from others counts as a
  ///     contradiction.
  ///   - onInsert: receives each equality that became a row of the form.
  /// - Returns: `.consistent` when all are eliminated, else the reason why the elimination stopped.
  mutating func eliminateEqualities(
    of rows: borrowing ScaledRows, operationsMax: Int, refusesRedundancy: Bool = false,
    onInsert: (Int) -> Void = { _ in }
  ) -> EqualityVerdict {
    let order = EqualityOrder(rows)
    for (row, pivot) in zip(order.rows, order.pivots) {
      if cellOperations >= operationsMax { return .limitReached }
      switch insert(Int(row), of: rows, pivot: pivot < 0 ? nil : Int(pivot)) {
      case .independent: onInsert(Int(row))
      case .dependent(let residual, let magnitude):
        if refusesRedundancy { return .contradictory }
        if Self.isZero(residual, magnitude) { continue }
        return isContradiction(residual, magnitude) ? .contradictory : .doubtful
      }
    }
    return .consistent
  }

  /// Whether the rest of a dependent equation is only rounding.
  static func isZero(_ residual: Double, _ magnitude: Double) -> Bool {
    abs(residual) <= 1e-10 * magnitude
  }

  /// Whether `0 == residual` is certainly false, even with rounding.
  func isContradiction(_ residual: Double, _ magnitude: Double) -> Bool {
    !isDoubtful && magnitude.isFinite && abs(residual) > 1e-6 * magnitude
  }
}
