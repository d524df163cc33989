// SPDX-License-Identifier: MIT

import ExactNumerics

/// The rounding of a number of a frame to a multiple of a unit.
package struct FrameRounding: Sendable, Hashable {
  /// The unit, in points; more than zero.
  package let unit: Rational
  package let direction: EngineOffer.Rounding

  /// Returns the rounded number for texts; nil in the middle of two multiples, both of which are
  /// right.
  package func rounded(_ exact: Rational) -> Double? {
    let unit = unit.doubleValue
    let count = exact.doubleValue / unit
    switch direction {
    case .down: return count.rounded(.down) * unit
    case .up: return count.rounded(.up) * unit
    case .nearest:
      return count - count.rounded(.down) == 0.5 ? nil : count.rounded() * unit
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
