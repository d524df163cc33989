// SPDX-License-Identifier: MIT

extension LayoutNumber {
  /// Creates the nearest decimal with at most that many places to a measured value.
  ///
  /// Nil when the value is not finite or too large.
  ///
  /// - Precondition: `0 <= places <= 9`.
  package init?(rounding value: Double, places: Int) {
    precondition((0...9).contains(places), "at most 9 places, not \(places)")
    var power = 1.0
    for _ in 0..<places { power *= 10 }
    let scaled = (value * power).rounded()
    guard scaled.magnitude < 9e18 else { return nil }
    self.init(digits: Int64(scaled), scale: places)
  }
}
