// SPDX-License-Identifier: MIT

/// A rate of cost at every level, compared as a tuple.
///
/// The rate of a level only counts where those of all higher levels are equal.
///
/// Every rate is kept with the size of its summands. A comparison is in doubt when it depends on a
/// difference that may be rounding noise. No number is ever called small by its own size.
struct LevelRates: ~Copyable {
  enum Order { case less, same, greater, doubtful }

  private let rates: Buffer<Double>
  private let sizes: Buffer<Double>

  /// The part of the summands below which a difference is rounding noise, and the part above which
  /// it is certainly none.
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

  /// Compares the rates with zero rates, and sets noise to 0.
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

  /// Compares these rates for each unit of a divisor with others.
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

  /// Sets these rates to others, for each unit of a divisor.
  func set(_ other: borrowing LevelRates, dividedBy divisor: Double) {
    for level in 0..<rates.count {
      rates[level] = other.rates[level] / divisor
      sizes[level] = other.sizes[level] / divisor
    }
  }
}

/// Scratch memory of parametric steps.
final class ParametricScratch {
  /// The rates of the current column, and the smallest ratio so far.
  let candidate: LevelRates
  let least: LevelRates
  /// The change of a basic variable's slopes at the end of its segment.
  let jump: LevelRates

  init(levelCount: Int) {
    candidate = LevelRates(levelCount: levelCount)
    least = LevelRates(levelCount: levelCount)
    jump = LevelRates(levelCount: levelCount)
  }
}
