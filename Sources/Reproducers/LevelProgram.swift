// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// One level of a system as a linear program in whole numbers: the least sum of violations at one
/// priority.
///
/// It ranges over all layouts that are optimal at the priorities above. An optional constraint gets
/// a violation variable, which is not negative, for each side on which it can be violated. A row
/// keeps the sum at each priority above at its optimum. Each row is multiplied by its denominators,
/// so that programs that read decimals get exact numbers.
package struct LevelProgram: Sendable {
  /// A whole number times a variable.
  package struct Term: Sendable, Hashable {
    package let coefficient: BigInt
    package let variable: Int
  }

  /// A constraint between terms and a whole number.
  package struct Row: Sendable, Hashable {
    package let name: String
    package let terms: [Term]
    package let relation: Relation
    package let constant: BigInt
  }

  /// The names of all variables: the system's, which are free, then violations, which are not
  /// negative.
  package private(set) var variables: [String]
  package let freeCount: Int
  package private(set) var rows: [Row] = []
  /// The variables whose sum is minimized.
  package private(set) var objective: [Int] = []
  /// The priority of the minimized violations; nil when the system has required constraints only.
  package let level: Strength?

  /// Makes the linear program of a level.
  ///
  /// `level` is one of the system's optional strengths; nil for the required constraints alone.
  /// `optima` are the least sums of violations of the strengths above `level`, highest first.
  ///
  /// - Precondition: there are as many optima as strengths above the level.
  package init(
    _ system: LinearSystem, _ names: SystemNames, level: Strength?, optima: [Rational]
  ) {
    let above = level.map { level in system.optionalStrengths.filter { $0 > level } } ?? []
    precondition(optima.count == above.count, "\(above.count) levels above need as many optima")
    self.level = level
    variables = names.variables
    freeCount = system.variableCount
    var sums = [[Int]](repeating: [], count: above.count)
    for constraint in 0..<system.constraintCount {
      let strength = system.strengths[constraint]
      if strength.isRequired {
        addRow(system, constraint, names, violated: false)
      } else if let level, strength >= level {
        let violations = addRow(system, constraint, names, violated: true)
        if let place = above.firstIndex(of: strength) {
          sums[place] += violations
        } else {
          objective += violations
        }
      }
    }
    for (place, sum) in sums.enumerated() where !sum.isEmpty {
      let optimum = optima[place]
      rows.append(
        Row(
          name: "optimum_\(place)",
          terms: sum.map { Term(coefficient: optimum.denominator, variable: $0) },
          relation: .lessThanOrEqual, constant: optimum.numerator))
    }
  }

  /// - Returns: the violation variables of the row.
  @discardableResult
  private mutating func addRow(
    _ system: LinearSystem, _ constraint: Int, _ names: SystemNames, violated: Bool
  ) -> [Int] {
    let constant = system.exactConstants[constraint]
    let cells = system.cells(of: constraint)
    var scale = constant.denominator
    for cell in cells {
      scale = scale.leastCommonMultiple(system.exactCoefficients[cell].denominator)
    }
    let factor = Rational(scale, .one)
    var terms = cells.map { cell in
      Term(
        coefficient: (system.exactCoefficients[cell] * factor).numerator,
        variable: Int(system.columns[cell]))
    }
    let relation = system.relations[constraint]
    var violations: [Int] = []
    func add(_ suffix: String, _ coefficient: BigInt) {
      violations.append(variables.count)
      terms.append(Term(coefficient: coefficient, variable: variables.count))
      variables.append("\(names.constraints[constraint])_\(suffix)")
    }
    if violated, relation != .lessThanOrEqual { add("below", scale) }
    if violated, relation != .greaterThanOrEqual { add("above", -scale) }
    rows.append(
      Row(
        name: names.constraints[constraint], terms: terms, relation: relation,
        constant: (constant * factor).numerator))
    return violations
  }
}

extension LevelProgram {
  /// - Throws: for a number that optimizers, which read doubles, would read as an infinity.
  package func check() throws(SourceRefusal) {
    for row in rows {
      for term in row.terms {
        try DoubleText.check(
          Rational(term.coefficient, .one), "a coefficient of row \(row.name), in whole numbers,")
      }
      try DoubleText.check(
        Rational(row.constant, .one), "the constant of row \(row.name), in whole numbers,")
    }
  }
}

extension BigInt {
  /// - Precondition: both are positive.
  fileprivate func leastCommonMultiple(_ other: BigInt) -> BigInt {
    if other == .one || self == other { return self }
    // In lowest terms, the denominator of `self / other` is the factor that `self` lacks of
    // `other`.
    return self * Rational(self, other).denominator
  }
}
