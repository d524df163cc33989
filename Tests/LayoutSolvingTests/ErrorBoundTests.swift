// SPDX-License-Identifier: MIT

import Choices
import TestSupport
import Testing

@testable import LayoutSolving

/// Compares bounds of rounding errors with known solutions.
@Suite("Bounds of rounding errors")
struct ErrorBoundTests {
  /// A row about whole numbers, which their whole values fulfil.
  private struct Row {
    var cells: [Int: Double]
    var strength = 1000.0
  }

  /// Constraints with whole coefficients that a whole point fulfils: products and sums of such
  /// numbers are exact, so that only elimination rounds.
  ///
  /// Some variables are fixed by a preference only, and stay free when equalities are eliminated.
  private struct KnownSystem {
    var solution: [Double] = []
    var rows: [Row] = []

    var constraints: ConstraintRows {
      var result = ConstraintRows(constraints: rows.count, cells: 4 * rows.count)
      result.variableCount = solution.count
      for row in rows {
        var sum = 0.0
        for (column, coefficient) in row.cells.sorted(by: { $0.key < $1.key }) {
          result.appendCell(column: column, coefficient: coefficient)
          sum += coefficient * solution[column]
        }
        result.closeRow(.equal, sum, strength: row.strength)
      }
      return result
    }
  }

  private static let systems = Generator<KnownSystem> { (source) throws(GenerationStop) in
    let factors = [1.0, 1, 1, -1, -1, 2, 3, -7, 10, 40]
    let variables = try source.integer(in: 3...42)
    var system = KnownSystem()
    for variable in 0..<variables {
      source.beginSpan(.element)
      system.solution.append(Double(try source.integer(in: -500...500)))
      if try source.bool(1, in: 4) {
        system.rows.append(Row(cells: [variable: 1], strength: 500))
      } else {
        var row = Row(cells: [variable: factors[try source.index(below: factors.count)]])
        for _ in 0..<(try source.integer(in: 1...3)) {
          let other = try source.index(below: variables)
          let factor = factors[try source.index(below: factors.count)]
          if other != variable { row.cells[other] = factor }
        }
        system.rows.append(row)
      }
      source.endSpan()
    }
    return system
  }

  @Test("hold, and hold still where they are sharpened")
  func bounds() {
    forAll(
      Self.systems, count: 800, floor: 50, kinds: ["with free variables": 25, "sharpened": 10]
    ) { system, kinds in
      let solution = system.solution
      var run = SimplexRun(limit: 10_000_000)
      guard case .optimal(let values) = run.solve(system.constraints), let box = run.reduced
      else { return .notApplicable }
      let isFree = solution.indices.map { box.system.elimination.ranks[$0] < 0 }
      // A variable that neither an equality nor a preference fixes may have any value.
      guard solution.indices.allSatisfy({ !isFree[$0] || abs(values[$0] - solution[$0]) < 1e-6 })
      else { return .notApplicable }
      if isFree.contains(true) { kinds.note("with free variables") }
      var row = ExpandedRow(variableCount: solution.count)
      var isSharpened = false
      for variable in solution.indices {
        let error = abs(values[variable] - solution[variable])
        let bound = box.system.errors[variable]
        if error > bound { return .fails("variable \(variable): \(error), bound \(bound)") }
        if isFree[variable] { continue }
        let sharp = row.error(
          of: variable, box.system.elimination, box.system.values, box.system.errors)
        if error > sharp { return .fails("variable \(variable): \(error), sharp bound \(sharp)") }
        if sharp < 0.5 * bound { isSharpened = true }
      }
      if isSharpened { kinds.note("sharpened") }
      return .holds
    }
  }

  /// Checks a kink at the value wanted for `x`, which its own numbers leave open by a
  /// ten-millionth.
  ///
  /// `y` moves 1e9 times as far, and a preference of lower, equal or higher strength wants it at 0.
  @Test(
    "an answer that depends on the last digit is given up",
    arguments: [(499.0, true), (500, true), (501, false)], [false, true])
  func slips(own: (strength: Double, isOpen: Bool), isSplit: Bool) {
    var rows = ConstraintRows()
    rows.variableCount = 2
    // 1e9 x - y == 0; x is to be 1.2e-7, the last digit of 5.68e8.
    rows.appendCell(column: 0, coefficient: 1e9)
    rows.appendCell(column: 1, coefficient: -1)
    rows.closeRow(.equal, 0, strength: 1000)
    rows.appendCell(column: 0, coefficient: 1)
    rows.closeRow(.greaterThanOrEqual, 0, strength: 1000)
    rows.appendCell(column: 1, coefficient: 1)
    rows.closeRow(.equal, 0, strength: own.strength)
    if isSplit {
      rows.appendCell(column: 1, coefficient: 0.001)
      rows.closeRow(.lessThanOrEqual, 0, strength: 500)
    }
    rows.variableCount = 3
    rows.appendCell(column: 2, coefficient: 1)
    rows.closeRow(.equal, 568, strength: 1000)
    rows.appendCell(column: 0, coefficient: 1)
    rows.appendCell(column: 2, coefficient: 1e6)
    rows.closeRow(.equal, 568_000_000.00000006, strength: 500)
    var run = SimplexRun(limit: 10_000_000)
    switch run.solve(rows) {
    case .gaveUp(.numericalDoubt): #expect(own.isOpen)
    case .optimal(let values): #expect(!own.isOpen && values[1] == 0)
    default: Issue.record("neither an optimum nor doubt")
    }
  }
}
