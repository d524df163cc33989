// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The values of variables that required equations give one after the other, before anything is
/// solved.
///
/// An equation with one unknown variable gives its value. Values that only follow from several
/// equations together are not found. The right side of one equation is a parameter: values are
/// affine in it.
struct TiedLengths: Sendable {
  /// The value `base + slope * parameter`.
  struct Value: Sendable, Hashable {
    var base: Rational
    var slope: Rational

    func at(_ parameter: Rational) -> Rational { base + slope * parameter }
  }

  /// The values by variable; nil where the equations do not give one.
  private(set) var values: [Value?]

  /// Solves one equation after the other, as long as one has a single unknown left.
  ///
  /// - Parameters:
  ///   - system: the constraints, of which the required equations count.
  ///   - parameterRow: the constraint whose right side is the parameter.
  /// - Complexity: O(coefficients): each row is visited once for each of its variables.
  init(in system: LinearSystem, parameterRow: Int) {
    values = [Value?](repeating: nil, count: system.variableCount)
    var rowsOfVariable = [[Int]](repeating: [], count: system.variableCount)
    var openCount = [Int](repeating: 0, count: system.constraintCount)
    var queue: [Int] = []
    for row in 0..<system.constraintCount
    where system.relations[row] == .equal && system.strengths[row].isRequired {
      let cells = system.cells(of: row)
      for cell in cells { rowsOfVariable[Int(system.columns[cell])].append(row) }
      openCount[row] = cells.count
      if cells.count == 1 { queue.append(row) }
    }
    var next = 0
    while next < queue.count {
      let row = queue[next]
      next += 1
      guard let variable = solve(row, of: system, isParameter: row == parameterRow) else {
        continue
      }
      for other in rowsOfVariable[variable] {
        openCount[other] -= 1
        if openCount[other] == 1 { queue.append(other) }
      }
    }
  }

  /// Sets the value of the one open variable of a row.
  ///
  /// - Returns: the variable; nil when another row has given it a value since.
  private mutating func solve(
    _ row: Int, of system: LinearSystem, isParameter: Bool
  ) -> Int? {
    var rest = Value(
      base: isParameter ? .zero : system.exactConstants[row], slope: isParameter ? .one : .zero)
    var open: (variable: Int, coefficient: Rational)?
    for cell in system.cells(of: row) {
      let variable = Int(system.columns[cell])
      let coefficient = system.exactCoefficients[cell]
      if let known = values[variable] {
        rest.base -= coefficient * known.base
        rest.slope -= coefficient * known.slope
      } else {
        open = (variable, coefficient)
      }
    }
    guard let open else { return nil }
    values[open.variable] = Value(
      base: rest.base / open.coefficient, slope: rest.slope / open.coefficient)
    return open.variable
  }
}
