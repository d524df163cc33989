// SPDX-License-Identifier: MIT

import ExactNumerics

/// Numbers and sums in Python, C and C++, which write them alike.
enum ProgramNumber {
  /// The largest number of characters of a whole number: it fits in a `long` of C.
  private static let wholeMax = 18

  /// Returns a whole number, or the nearest double.
  static func text(_ value: Rational) -> String {
    let text = "\(value)"
    let isWhole = !text.contains("/") && text.count <= wholeMax
    return isWhole ? text : "\(value.doubleValue)"
  }

  /// Returns a double, without a fraction of zero.
  static func double(_ value: Double) -> String {
    Rational(exactly: value).map(text) ?? "\(value)"
  }

  /// Returns a sum of factors times names, as `x0 - 2 * x1 - 30`.
  static func sum(_ terms: [(factor: Rational, name: String)], _ constant: Rational) -> String {
    var sum = ""
    func add(_ value: Rational, _ text: String) {
      if sum.isEmpty {
        sum = (value.signum < 0 ? "-" : "") + text
      } else {
        sum += (value.signum < 0 ? " - " : " + ") + text
      }
    }
    for term in terms where !term.factor.isZero {
      let size = term.factor.magnitude
      add(term.factor, size == .one ? term.name : "\(text(size)) * \(term.name)")
    }
    if !constant.isZero || sum.isEmpty { add(constant, text(constant.magnitude)) }
    return sum
  }
}
