// SPDX-License-Identifier: MIT

/// The multiplier of an active row in the proof of a level.
struct Multiplier {
  private let weight: Double
  private let largest: Double

  /// Creates the multiplier of a row.
  ///
  /// - Parameters:
  ///   - weight: the multiplier.
  ///   - largest: the size of the largest in the same proof.
  init(_ weight: Double, _ largest: Double) {
    self.weight = weight
    self.largest = largest
  }

  /// The ratio to the largest multiplier below which one counts as 0, and the one above which it
  /// does not.
  private static let zeroShare = 1e-9
  private static let strictShare = 1e-7

  /// Whether a number is 0; numbers in between are in doubt.
  private func isZero(_ number: Double, _ isDoubtful: inout Bool) -> Bool {
    if abs(number) <= Self.zeroShare * largest { return true }
    if abs(number) < Self.strictShare * largest { isDoubtful = true }
    return false
  }

  /// Returns the later behaviour of a row that keeps the level's sum.
  ///
  /// - Parameters:
  ///   - demand: its demand so far.
  ///   - row: the index of the row.
  ///   - rows: the constraints.
  ///   - isDoubtful: becomes true when rounding decides.
  /// - Returns: the demand at the levels below.
  func demand(
    _ demand: ActiveSetDescent.Demand, of row: Int, _ rows: borrowing ScaledRows,
    _ isDoubtful: inout Bool
  ) -> ActiveSetDescent.Demand {
    switch demand {
    case .nothing, .exactly: return demand
    case .atMost, .atLeast: return isZero(weight, &isDoubtful) ? demand : .exactly
    case .own:
      // At its bound, it may become violated on that side: its cost equals the gain of others.
      let bound = 1 / rows.scales[row]
      if isZero(bound - abs(weight), &isDoubtful) { return weight > 0 ? .atLeast : .atMost }
      if isZero(weight, &isDoubtful) { return ActiveSetDescent.Demand(rows.relations[row]) }
      return .exactly
    }
  }
}
