// SPDX-License-Identifier: MIT

import Choices
import Testing

@testable import LayoutSolving

/// Bounds of rounding errors against solutions that are known.
@Suite("Bounds of rounding errors")
struct ErrorBoundTests {
  /// Equalities with whole coefficients, each about a variable of its own and others, that a whole point fulfils: products and
  /// sums of such numbers are exact, so that only elimination rounds.
  private static func system(
    solvedBy solution: [Double], _ random: inout Xoshiro256
  ) -> ConstraintRows {
    let variables = solution.count
    let factors = [1.0, 1, 1, -1, -1, 2, 3, -7, 10, 40]
    var rows = ConstraintRows(constraints: variables, cells: 4 * variables)
    rows.variableCount = variables
    for variable in 0..<variables {
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

  @Test("hold, and hold still where they are sharpened", arguments: 0..<20)
  func bounds(seed: Int) throws {
    var random = Xoshiro256(seed: UInt64(seed))
    var sharpened = 0
    var solved = 0
    for size in 0..<40 {
      let solution = (0..<3 + size).map { _ in Double(Int.random(in: -500...500, using: &random)) }
      var run = SimplexRun(limit: 10_000_000)
      guard case .optimal(let values) = run.solve(Self.system(solvedBy: solution, &random)),
        let box = run.reduced,
        // Where the equalities leave a variable open, other points are right, too.
        solution.indices.allSatisfy({ box.system.elimination.ranks[$0] >= 0 })
      else { continue }
      solved += 1
      var row = ExpandedRow(variableCount: solution.count)
      for variable in solution.indices {
        let sharp = row.error(
          of: variable, box.system.elimination, box.system.values, box.system.errors)
        let error = abs(values[variable] - solution[variable])
        #expect(error <= box.system.errors[variable], "seed \(seed), size \(size)")
        #expect(error <= sharp, "seed \(seed), size \(size)")
        if sharp < 0.5 * box.system.errors[variable] { sharpened += 1 }
      }
    }
    #expect(solved > 10, "seed \(seed)")
    #expect(sharpened > 0, "seed \(seed)")
  }
}
