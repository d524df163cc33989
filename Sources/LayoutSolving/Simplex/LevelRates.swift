// SPDX-License-Identifier: MIT

/// A rate of cost at every level, compared as a tuple: the rate of a level counts only where those
/// of all levels above are the same.
///
/// Every rate is kept with the size of the numbers that it was added up from. A comparison that
/// hangs on a difference that may or may not be rounding noise is in doubt; nothing is ever called
/// small by its own size.
struct LevelRates: ~Copyable {
  enum Order { case less, same, greater, doubtful }

  private let rates: Buffer<Double>
  private let sizes: Buffer<Double>

  /// The part of the numbers in it below which a difference is rounding noise, and that above which
  /// it is none for sure.
  private static let noise = 1e-14
  private static let certainty = 1e-9

  init(levelCount: Int) {
    rates = Buffer(repeating: 0, count: levelCount)
    sizes = Buffer(repeating: 0, count: levelCount)
  }

  func clear() {
    for level in 0..<rates.count {
      rates[level] = 0
      sizes[level] = 0
    }
  }

  @inline(__always)
  func add(_ part: Double, at level: Int32) {
    rates[Int(level)] += part
    sizes[Int(level)] += abs(part)
  }

  subscript(level: Int) -> Double { rates[level] }

  /// How the rates compare with no rates at all; noise is made 0 on the way.
  ///
  /// The first rate decides; it must not be small against those that it outweighs.
  func sign() -> Order {
    var first = 0.0
    for level in 0..<rates.count {
      let size = abs(rates[level])
      if size <= Self.noise * sizes[level] {
        rates[level] = 0
        continue
      }
      if !(size >= Self.certainty * sizes[level]) { return .doubtful }
      if first == 0 { first = rates[level] }
      if abs(first) < Self.certainty * size { return .doubtful }
    }
    return first == 0 ? .same : first < 0 ? .less : .greater
  }

  /// How these rates for each unit of a divisor compare with others.
  func compared(to other: borrowing LevelRates, dividedBy divisor: Double) -> Order {
    for level in 0..<rates.count {
      let difference = rates[level] / divisor - other.rates[level]
      let size = sizes[level] / divisor + other.sizes[level]
      if abs(difference) <= Self.noise * size { continue }
      if !(abs(difference) >= Self.certainty * size) { return .doubtful }
      return difference < 0 ? .less : .greater
    }
    return .same
  }

  /// Makes these rates others, for each unit of a divisor.
  func set(_ other: borrowing LevelRates, dividedBy divisor: Double) {
    for level in 0..<rates.count {
      rates[level] = other.rates[level] / divisor
      sizes[level] = other.sizes[level] / divisor
    }
  }
}

/// Scratch memory of parametric steps.
final class ParametricScratch {
  /// The rates of the column that is looked at, and the least ratio so far.
  let candidate: LevelRates
  let least: LevelRates
  /// What the slopes of a basic variable change by at the end of its segment.
  let jump: LevelRates

  init(levelCount: Int) {
    candidate = LevelRates(levelCount: levelCount)
    least = LevelRates(levelCount: levelCount)
    jump = LevelRates(levelCount: levelCount)
  }
}
