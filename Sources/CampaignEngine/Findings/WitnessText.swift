// SPDX-License-Identifier: MIT

import Display
import ExactNumerics
import LinearModel
import Oracles

/// The text of values that prove an answer wrong.
struct WitnessText {
  /// The most values and constraints in one sentence.
  private static let itemsMax = 4
  /// The largest number of characters of a fraction.
  private static let fractionMax = 12

  /// The differing values of a better and of a given answer, such as `x0 = 0` and `x0 = 50`.
  struct Difference {
    let better: String
    let given: String
  }

  let system: LinearSystem
  /// Returns the name of a variable.
  let name: (Int) -> String

  /// Returns items such as `x0 = 0, x1 = 1`: at most four, then `and 3 more`.
  static func list(_ items: [String]) -> String {
    let shown = items.prefix(itemsMax).joined(separator: ", ")
    let rest = items.count - itemsMax
    return rest > 0 ? "\(shown) and \(ShownNumber.grouped(rest)) more" : shown
  }

  /// Returns an exact number as a decimal, as a short fraction, or rounded to three decimals.
  static func text(_ value: Rational) -> String {
    let decimal = ShownNumber.points(value.doubleValue)
    let fraction = "\(value)"
    let isExact = Double(decimal).flatMap { Rational(exactly: $0) } == value
    return isExact || fraction.count > fractionMax ? decimal : fraction
  }

  /// Returns the given values: `x0 = 0, x1 = 1`.
  func values(_ variables: [Int], at point: [Rational]) -> String {
    Self.list(variables.map { "\(name($0)) = \(Self.text(point[$0]))" })
  }

  /// Returns the variables of the given rows, in order.
  func variables(of rows: some Sequence<Int>) -> [Int] {
    var variables = Set<Int>()
    for row in rows {
      for cell in system.cells(of: row) { variables.insert(Int(system.columns[cell])) }
    }
    return variables.sorted()
  }

  /// Returns the values that differ visibly between an optimal point and an answer.
  ///
  /// Only variables in constraints of one strength that the answer violates count.
  ///
  /// - Returns: nil when no value differs.
  func difference(
    at strength: Strength, _ values: [Double], _ optimum: ExactOptimum
  ) -> Difference? {
    let violated = (0..<system.constraintCount).filter {
      system.strengths[$0] == strength && system.violation(of: $0, at: values) > 0
    }
    let differing = variables(of: violated).filter {
      ShownNumber.points(values[$0]) != ShownNumber.points(optimum.point[$0].doubleValue)
    }
    if differing.isEmpty { return nil }
    return Difference(
      better: self.values(differing, at: optimum.point),
      given: Self.list(differing.map { "\(name($0)) = \(ShownNumber.points(values[$0]))" }))
  }
}

extension WitnessText {
  /// Returns the failure of values that are missing or no finite numbers.
  ///
  /// `values` is nil for an answer without any. `count` is the number of variables, and `name`
  /// returns the name of one.
  static func malformed(
    _ values: [Double]?, count: Int, name: (Int) -> String
  ) -> String {
    guard let values else { return "the answer has no values" }
    guard values.count == count else {
      return "the answer has \(ShownNumber.counted(values.count, "value")), expected "
        + ShownNumber.grouped(count)
    }
    let wrong = values.indices.filter { !values[$0].isFinite }
    return "the answer has values that are no finite numbers: "
      + list(wrong.map { "\(name($0)) = \(values[$0])" })
  }
}
