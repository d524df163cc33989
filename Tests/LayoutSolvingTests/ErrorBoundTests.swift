// SPDX-License-Identifier: MIT

import Choices
import Testing

@testable import LayoutSolving

/// Compares bounds of rounding errors with known solutions.
@Suite("Bounds of rounding errors")
struct ErrorBoundTests {
  /// Returns constraints with integer coefficients that an integer point satisfies.
  ///
  /// Products and sums of such numbers are exact, so only elimination rounds. Some variables are
  /// fixed only by a preference, and stay free when equalities are eliminated.
  private static func system(
    solvedBy solution: [Double], _ random: inout Xoshiro256
  ) -> ConstraintRows {
    let variables = solution.count
    let factors = [1.0, 1, 1, -1, -1, 2, 3, -7, 10, 40]
    var rows = ConstraintRows(constraints: variables, cells: 4 * variables)
    rows.variableCount = variables
    for variable in 0..<variables {
      if Int.random(in: 0..<4, using: &random) == 0 {
        rows.appendCell(column: variable, coefficient: 1)
        rows.closeRow(.equal, solution[variable], strength: 500)
        continue
      }
      var cells: [Int: Double] = [variable: factors.randomElement(using: &random) ?? 1]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let other = Int.random(in: 0..<variables, using: &random)
        if other != variable { cells[other] = factors.randomElement(using: &random) }
      }
      var sum = 0.0
      for (column, coefficient) in cells.sorted(by: { $0.key < $1.key }) {
        rows.appendCell(column: column, coefficient: coefficient)
        sum += coefficient * solution[column]
      }
      rows.closeRow(.equal, sum, strength: 1000)
    }
    return rows
  }

  @Test("hold, and still hold after sharpening", arguments: 0..<20)
  func bounds(seed: Int) throws {
    var random = Xoshiro256(seed: UInt64(seed))
    var sharpened = 0
    var withFree = 0
    for size in 0..<40 {
      let solution = (0..<3 + size).map { _ in Double(Int.random(in: -500...500, using: &random)) }
      var run = SimplexRun(limit: 10_000_000)
      guard case .optimal(let values) = run.solve(Self.system(solvedBy: solution, &random)),
        let box = run.reduced
      else { continue }
      let isFree = solution.indices.map { box.system.elimination.ranks[$0] < 0 }
      // A variable that neither an equality nor a preference fixes may have any value.
      guard solution.indices.allSatisfy({ !isFree[$0] || abs(values[$0] - solution[$0]) < 1e-6 })
      else { continue }
      if isFree.contains(true) { withFree += 1 }
      var row = ExpandedRow(variableCount: solution.count)
      for variable in solution.indices {
        let error = abs(values[variable] - solution[variable])
        #expect(error <= box.system.errors[variable], "seed \(seed), size \(size)")
        if isFree[variable] { continue }
        let sharp = row.error(
          of: variable, box.system.elimination, box.system.values, box.system.errors)
        #expect(error <= sharp, "seed \(seed), size \(size)")
        if sharp < 0.5 * box.system.errors[variable] { sharpened += 1 }
      }
    }
    #expect(withFree > 10, "seed \(seed)")
    #expect(sharpened > 0, "seed \(seed)")
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
