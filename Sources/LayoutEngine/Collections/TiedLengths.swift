// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// What required equations alone say about variables, one after the other, before anything is
/// solved.
///
/// An equation whose variables are known but for one gives that one; what only several equations
/// together give is not found. One equation's right side is left open: values are affine in it.
struct TiedLengths: Sendable {
  /// `base + slope * parameter`.
  struct Value: Sendable, Hashable {
    var base: Rational
    var slope: Rational

    func at(_ parameter: Rational) -> Rational { base + slope * parameter }
  }

  /// By variable; nil where the equations do not say.
  private(set) var values: [Value?]

  /// Solves one equation after the other, as long as one has a single unknown left.
  ///
  /// - Parameters:
  ///   - system: the constraints, of which the required equations count.
  ///   - parameterRow: the constraint whose right side is the parameter.
  /// - Complexity: O(coefficients): each row is looked at once for each of its variables.
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

  /// Gives the one open variable of a row its value.
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
