// SPDX-License-Identifier: MIT

/// Student's t distribution: the error of the mean of a few processes, in standard errors.
package struct StudentDistribution: Sendable {
  /// The degrees of freedom: the number of values less one.
  package let freedom: Double

  /// - Precondition: `freedom >= 1`.
  package init(freedom: Int) {
    precondition(freedom >= 1, "a t distribution has no \(freedom) degrees of freedom")
    self.freedom = Double(freedom)
  }

  /// Returns the share of the distribution above a value.
  package func share(above value: Double) -> Double {
    if value.isInfinite { return value < 0 ? 1 : 0 }
    let tail =
      0.5
      * Self.incompleteBeta(
        freedom / (freedom + value * value), freedom / 2, 0.5)
    return value < 0 ? 1 - tail : tail
  }

  /// Returns the value with the given share above it.
  ///
  /// - Precondition: `0 < share <= 0.5`.
  package func value(withShareAbove share: Double) -> Double {
    precondition(share > 0 && share <= 0.5, "no value has the share \(share) above it")
    var low = 0.0
    var high = 1.0
    while self.share(above: high) > share, high < 1e15 { high *= 2 }
    for _ in 0..<Self.halvings {
      let middle = (low + high) / 2
      if self.share(above: middle) > share { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The number of bisections: more than the digits of a double.
  private static let halvings = 120
  /// The largest number of terms of the continued fraction, which converges in about the square
  /// root of the degrees of freedom.
  private static let termLimit = 10_000

  /// Returns the regularized incomplete beta function, by its continued fraction in the form of
  /// Lentz (Numerical Recipes, 6.4).
  static func incompleteBeta(_ value: Double, _ first: Double, _ second: Double) -> Double {
    if value <= 0 { return 0 }
    if value >= 1 { return 1 }
    // The fraction converges fast on this side; the other side follows by symmetry.
    if value > (first + 1) / (first + second + 2) {
      return 1 - incompleteBeta(1 - value, second, first)
    }
    let front = ElementaryFunctions.exponential(
      first * ElementaryFunctions.logarithm(value)
        + second * ElementaryFunctions.logarithm(1 - value)
        - ElementaryFunctions.logBeta(first, second))
    return front * fraction(value, first, second) / first
  }

  private static func fraction(_ value: Double, _ first: Double, _ second: Double) -> Double {
    let tiny = 1e-300
    func safe(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / safe(1 - (first + second) * value / (first + 1))
    var result = d
    for term in 1...termLimit {
      let m = Double(term)
      let even = m * (second - m) * value / ((first + 2 * m - 1) * (first + 2 * m))
      d = 1 / safe(1 + even * d)
      c = safe(1 + even / c)
      result *= d * c
      let odd =
        -(first + m) * (first + second + m) * value / ((first + 2 * m) * (first + 2 * m + 1))
      d = 1 / safe(1 + odd * d)
      c = safe(1 + odd / c)
      result *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return result
  }
}
