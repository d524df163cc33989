// SPDX-License-Identifier: MIT

import Foundation

/// The functions of a real number that statistics and charts use; the only ones from the C library.
package enum ElementaryFunctions {
  package static func logarithm(_ value: Double) -> Double { log(value) }

  package static func exponential(_ value: Double) -> Double { exp(value) }

  package static func binaryLogarithm(_ value: Double) -> Double { log2(value) }

  static func powerOfTwo(_ exponent: Double) -> Double { exp2(exponent) }

  static func squareRoot(_ value: Double) -> Double { value.squareRoot() }

  /// Returns the share of the standard normal distribution below a value.
  static func normalShare(below value: Double) -> Double {
    0.5 * erfc(-value / 2.0.squareRoot())
  }

  /// Returns the logarithm of the complete beta function.
  static func logBeta(_ first: Double, _ second: Double) -> Double {
    lgamma(first) + lgamma(second) - lgamma(first + second)
  }
}
