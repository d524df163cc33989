// SPDX-License-Identifier: MIT

import ExactNumerics

/// The rounding of a number of a frame to a multiple of a unit.
package struct FrameRounding: Sendable, Hashable {
  /// The unit, in points; more than zero.
  package let unit: Rational
  package let direction: EngineOffer.Rounding

  /// The number of units up to which multiples are searched: doubles have no more digits.
  private static let countMax = 1e15

  /// Returns the rounded number; two of them in the middle of two multiples, where both are right,
  /// and the exact number where it has more digits than a double.
  package func rounded(_ exact: Rational) -> [Rational] {
    let count = exact / unit
    guard count.doubleValue.magnitude < Self.countMax else { return [exact] }
    // A double is near the floor, and may be on either side of a whole number.
    var floor = Rational(Int64(count.doubleValue.rounded(.down)))
    while floor > count { floor = floor - .one }
    while floor + .one <= count { floor = floor + .one }
    let (below, above) = (floor * unit, (floor + .one) * unit)
    if floor == count { return [below] }
    switch direction {
    case .down: return [below]
    case .up: return [above]
    case .nearest:
      let middle = floor + Rational(1, 2)
      return count == middle ? [below, above] : [count < middle ? below : above]
    }
  }
}

extension EngineOffer {
  /// Returns the rounding of a number of frames; nil for none.
  package func rounding(of part: EngineSystem.Part) -> FrameRounding? {
    guard unit.signum > 0 else { return nil }
    let isPosition = part == .x || part == .y
    return FrameRounding(
      unit: unit, direction: isPosition ? positionRounding : sizeRounding)
  }
}
