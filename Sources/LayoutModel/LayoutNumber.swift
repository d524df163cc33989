// SPDX-License-Identifier: MIT

/// A number as it was written: a decimal, a fraction `1/3` or a ratio `16:9`.
///
/// The written form is the author's intent. It is kept as two integers and never rounded: `1/3` is
/// one third, 0.1 is one tenth. It is converted to a double once, at the end.
///
/// Invariants: `denominator > 0`; a decimal is reduced (`0.5` is 1 over 2) and its denominator has
/// no prime factors but 2 and 5; a fraction or ratio is as written (`2/4` stays 2 over 4).
package struct LayoutNumber: Sendable, Hashable {
  /// The written form of the number.
  package enum Form: UInt8, Sendable, Hashable {
    /// `0.5`
    case decimal
    /// `1/3`
    case fraction
    /// `16:9`, which is 16 divided by 9
    case ratio
  }

  package let numerator: Int64
  package let denominator: Int64
  package let form: Form

  @inlinable
  package init(_ value: Int) {
    numerator = Int64(value)
    denominator = 1
    form = .decimal
  }

  /// Creates a fraction or ratio as written, for example 16 over 9.
  ///
  /// - Precondition: `denominator > 0`, and `form` is not `.decimal`.
  package init(_ numerator: Int64, _ denominator: Int64, form: Form) {
    precondition(denominator > 0, "the denominator \(denominator) is not positive")
    precondition(form != .decimal, "a decimal is created from its digits")
    self.numerator = numerator
    self.denominator = denominator
    self.form = form
  }

  /// Creates the decimal `digits / 10^scale`, for example 25 and 1 for 2.5.
  ///
  /// - Precondition: `0 <= scale <= 18`.
  package init(digits: Int64, scale: Int) {
    precondition(scale >= 0 && scale <= 18, "a decimal has at most 18 places, not \(scale)")
    var top = digits
    var bottom: Int64 = 1
    for _ in 0..<scale { bottom *= 10 }
    for prime: Int64 in [2, 5] {
      while top % prime == 0, bottom % prime == 0 {
        top /= prime
        bottom /= prime
      }
    }
    numerator = top
    denominator = bottom
    form = .decimal
  }

  /// Creates a number whose parts are known to keep the invariants.
  init(unchecked numerator: Int64, _ denominator: Int64, _ form: Form) {
    self.numerator = numerator
    self.denominator = denominator
    self.form = form
  }

  @inlinable package static var zero: LayoutNumber { LayoutNumber(0) }
  @inlinable package static var one: LayoutNumber { LayoutNumber(1) }

  /// The nearest double when both parts are below 2^53, else within 2 units in the last place.
  package var doubleValue: Double { Double(numerator) / Double(denominator) }
}

extension LayoutNumber: ExpressibleByIntegerLiteral {
  @inlinable package init(integerLiteral value: Int) { self.init(value) }
}

extension LayoutNumber.Form {
  /// Compares cases.
  ///
  /// Without this, other modules compare raw values, by calls through tables.
  @inlinable
  package static func == (one: LayoutNumber.Form, other: LayoutNumber.Form) -> Bool {
    unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
  }

  @inlinable
  package static func != (one: LayoutNumber.Form, other: LayoutNumber.Form) -> Bool {
    !(one == other)
  }
}
