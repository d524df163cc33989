// SPDX-License-Identifier: MIT

import Statistics

/// A scale of a chart: maps values to places between 0 and 1, with a few ticks at round values.
package struct ChartScale: Sendable, Hashable {
  /// The relation of places and values.
  package enum Kind: String, Sendable, CaseIterable {
    case linear
    /// Logarithmic, with ticks at powers of two; for ratios.
    case log2
    /// Logarithmic, with ticks at powers of ten and between them.
    case log10

    /// Whether values of 0 and below have a place.
    package var isLogarithmic: Bool { self != .linear }
  }

  package let kind: Kind
  /// The ticks in ascending order.
  package let ticks: [Double]
  /// The first and the last tick, except for slots.
  private let ends: ClosedRange<Double>

  /// The largest magnitude with a place: steps of larger values would overflow a double.
  package static let magnitudeMax = 1e200
  /// The smallest value with a place on logarithmic scales.
  package static let magnitudeMin = 1e-200
  /// The least number of ticks: with fewer, the widest range has no round ones.
  package static let ticksLeast = 5
  /// The ratio of the ends below which logarithmic scales get the ticks of a linear one, since
  /// powers are too far apart.
  private static let narrow = 2.5

  /// Makes the shortest scale with round ends that covers all values with a place.
  ///
  /// - Returns: nil when no value can be placed.
  /// - Precondition: `ticksMax >= ChartScale.ticksLeast`.
  package init?(_ kind: Kind, covering values: [Double], ticksMax: Int = 9) {
    precondition(ticksMax >= Self.ticksLeast, "\(ticksMax) ticks are too few")
    let shown = values.filter { ChartScale.canShow($0, on: kind) }
    guard var low = shown.min(), var high = shown.max() else { return nil }
    Self.widen(&low, &high, kind)
    self.kind = kind
    switch kind {
    case .linear: ticks = Self.steps(low, high, ticksMax)
    case .log2, .log10:
      if high / low <= Self.narrow {
        ticks = Self.steps(low, high, ticksMax)
      } else {
        ticks =
          kind == .log2 ? Self.powers(of: 2, low, high, ticksMax) : Self.tens(low, high, ticksMax)
      }
    }
    ends = (ticks.first ?? low)...(ticks.last ?? high)
  }

  /// Makes a scale of slots of equal width, one for each whole number, with the number in the
  /// middle.
  ///
  /// - Precondition: `ticksMax >= 1`.
  /// - Complexity: O(slots).
  package init(slots: ClosedRange<Int>, ticksMax: Int = 12) {
    kind = .linear
    var step = DecimalStep(atLeast: 1)
    while slots.count / Int(step.value) > ticksMax { step.grow() }
    ticks = slots.filter { $0 % Int(step.value) == 0 }.map(Double.init)
    ends = Double(slots.lowerBound) - 0.5...Double(slots.upperBound) + 0.5
  }

  /// Whether a value has a place on scales of a kind: finite, not too large, and positive on
  /// logarithmic scales.
  package static func canShow(_ value: Double, on kind: Kind) -> Bool {
    guard value.isFinite, value.magnitude <= magnitudeMax else { return false }
    return !kind.isLogarithmic || value >= magnitudeMin
  }

  /// Returns the place of a value: 0 at the first tick or slot end, 1 at the last; nil for a value
  /// without a place.
  ///
  /// Values beyond the ends are placed at the ends.
  package func place(_ value: Double) -> Double? {
    guard Self.canShow(value, on: kind) || ends.contains(value) else { return nil }
    func along(_ value: Double) -> Double {
      kind.isLogarithmic ? ElementaryFunctions.logarithm(value) : value
    }
    let (first, last) = (along(ends.lowerBound), along(ends.upperBound))
    let share = (along(value) - first) / (last - first)
    return min(max(share, 0), 1)
  }

  // MARK: - Ticks

  /// Widens a range whose ends are equal or nearly equal as doubles.
  private static func widen(_ low: inout Double, _ high: inout Double, _ kind: Kind) {
    let size = max(low.magnitude, high.magnitude)
    guard high - low < size * 1e-9 || high - low < magnitudeMin else { return }
    let room = kind.isLogarithmic || size >= magnitudeMin ? size * 0.1 : 1
    low -= room
    high += room
  }

  /// Returns ticks at multiples of 1, 2 or 5 times a power of ten.
  private static func steps(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
    var step = DecimalStep(atLeast: (high - low) / Double(count - 1))
    while true {
      var first = (low / step.value).rounded(.down)
      var last = (high / step.value).rounded(.up)
      // A quotient may have been rounded beyond the end.
      if step.times(first) > low { first -= 1 }
      if step.times(last) < high { last += 1 }
      if last - first + 1 <= Double(count) {
        return (0...Int(last - first)).map { step.times(first + Double($0)) }
      }
      step.grow()
    }
  }

  private static func tens(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
    var ticks: [Double] = []
    var exponent = exponents(of: 10, low, high).lowerBound
    while (ticks.last ?? 0) < high {
      for mantissa in [1.0, 2, 5] where (ticks.last ?? 0) < high {
        let tick = DecimalStep.power(exponent, times: mantissa)
        // The last one that is not above the low end is the first.
        if tick <= low { ticks = [] }
        ticks.append(tick)
      }
      exponent += 1
      if ticks.count > count { return powers(of: 10, low, high, count) }
    }
    return ticks
  }

  /// Returns ticks at every power, or every second, third and so on.
  private static func powers(of base: Int, _ low: Double, _ high: Double, _ count: Int) -> [Double]
  {
    let ends = exponents(of: base, low, high)
    for step in [1, 2, 3, 5, 10, 20, 50, 100, 200, 400] {
      let first = floorDivision(ends.lowerBound, step)
      let last = -floorDivision(-ends.upperBound, step)
      if last - first + 1 <= count {
        return (first...last).map { power(of: base, $0 * step) }
      }
    }
    preconditionFailure("no step of powers of \(base) covers \(low)...\(high)")
  }

  private static func power(of base: Int, _ exponent: Int) -> Double {
    base == 2
      ? Double(sign: .plus, exponent: exponent, significand: 1) : DecimalStep.power(exponent)
  }

  /// Returns the exponents of the last power that is not above the low end, and the first that is
  /// not below the high one.
  private static func exponents(of base: Int, _ low: Double, _ high: Double) -> ClosedRange<Int> {
    let size = ElementaryFunctions.binaryLogarithm(Double(base))
    var first = Int((ElementaryFunctions.binaryLogarithm(low) / size).rounded(.down))
    var last = Int((ElementaryFunctions.binaryLogarithm(high) / size).rounded(.up))
    // Logarithms are rounded.
    while power(of: base, first) > low { first -= 1 }
    while power(of: base, first + 1) <= low { first += 1 }
    while power(of: base, last) < high { last += 1 }
    while power(of: base, last - 1) >= high { last -= 1 }
    return first...max(first, last)
  }

  private static func floorDivision(_ value: Int, _ divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}

/// A step of 1, 2 or 5 times a power of ten; its multiples are the doubles nearest to their decimal
/// texts.
private struct DecimalStep {
  private var mantissa = 1.0
  private var exponent: Int

  /// Makes the smallest step that is not below a positive number.
  init(atLeast value: Double) {
    exponent = Int((ElementaryFunctions.binaryLogarithm(value) * 0.30103).rounded(.down)) - 1
    while self.value < value { grow() }
  }

  var value: Double { times(1) }

  mutating func grow() {
    switch mantissa {
    case 1: mantissa = 2
    case 2: mantissa = 5
    default: (mantissa, exponent) = (1, exponent + 1)
    }
  }

  func times(_ count: Double) -> Double { DecimalStep.power(exponent, times: count * mantissa) }

  /// Returns the double nearest to a whole number times a power of ten.
  static func power(_ exponent: Int, times count: Double = 1) -> Double {
    // Powers of ten beyond the 22nd are not exact doubles: a product with one would be rounded
    // twice.
    Double("\(Int64(count))e\(exponent)") ?? .infinity
  }
}
