// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
import Testing

@testable import LayoutSolving
@testable import Solvers

/// Checks that the limit counts the real cost: cells of tableaus that exceed the caches take
/// longer, and memory ends before work does.
@Suite("The simplex strategy's limits on large tableaus")
struct SimplexLimitTests {
  /// Returns preferences between random pairs of variables, which fill the tableau.
  private static func ratios(_ variables: Int, _ constraints: Int) -> LinearSystem {
    var random = SplitMix64(seed: 3)
    var system = LinearSystem()
    _ = system.addVariables(variables)
    for _ in 0..<constraints {
      let first = Int(random.next() % UInt64(variables))
      let second = (first + 1 + Int(random.next() % UInt64(variables - 1))) % variables
      let factor = Rational(-Int64(random.next() % 300 + 30), 100)
      system.addConstraint(
        [.init(.one, VariableID(first)), .init(factor, VariableID(second))], .equal,
        Rational(Int64(random.next() % 100)), strength: Strength(500))
    }
    return system
  }

  /// Returns views of equal width in a row, as in a stack view; all required constraints are
  /// equalities.
  private static func equalRow(_ count: Int) -> LinearSystem {
    var system = LinearSystem()
    let places = (0..<count).map { _ in system.addVariable() }
    let widths = (0..<count).map { _ in system.addVariable() }
    func add(
      _ terms: [(Rational, VariableID)], _ relation: Relation, _ constant: Rational,
      strength: Strength = .required
    ) {
      system.addConstraint(
        terms.map { .init($0.0, $0.1) }, relation, constant, strength: strength)
    }
    add([(.one, places[0])], .equal, .zero)
    for index in 0..<count {
      add([(.one, widths[index])], .greaterThanOrEqual, .zero)
      add([(.one, widths[index])], .lessThanOrEqual, Rational(40), strength: Strength(250))
      add([(.one, widths[index])], .greaterThanOrEqual, Rational(40), strength: Strength(750))
      guard index > 0 else { continue }
      add([(.one, widths[index]), (-.one, widths[0])], .equal, .zero)
      add(
        [(.one, places[index]), (-.one, places[index - 1]), (-.one, widths[index - 1])], .equal,
        .zero)
    }
    add(
      [(.one, places[count - 1]), (.one, widths[count - 1])], .equal, Rational(Int64(3 * count)))
    return system
  }

  @Test("a solution without a continuation keeps no component, and has the same values and work")
  func components() throws {
    let system = Self.ratios(20, 60)
    var kept = SimplexRun(limit: .max)
    var dropped = SimplexRun(limit: .max, keepsComponents: false)
    let outcomes = [
      kept.solve(ConstraintRows(system)), dropped.solve(ConstraintRows(system)),
    ].map { SolveOutcome($0) }
    #expect(outcomes[0] == outcomes[1] && outcomes[0].solution != nil)
    #expect(kept.work == dropped.work)
    #expect(kept.reduced?.system.components.isEmpty == false)
    #expect(dropped.reduced?.system.components.isEmpty == true)
  }

  @Test("a row of n views of one width takes work in proportion to n", arguments: [2_000, 8_000])
  func equalViews(count: Int) throws {
    let result = SimplexSolver().solve(Self.equalRow(count), limit: .standard)
    let values = try #require(result.outcome.solution?.values)
    for index in 0..<count {
      #expect(abs(values[index] - Double(3 * index)) < 1e-6)
      #expect(abs(values[count + index] - 3) < 1e-6)
    }
    #expect(result.work.spent < 3_000 * count, "\(result.work)")
  }

  @Test(
    "a tableau larger than the caches reaches the limit with fewer cell operations than the limit")
  func far() {
    let limit = 20_000_000
    let system = Self.ratios(200, 2_000)
    let result = SimplexSolver().solve(system, limit: WorkLimit(cellOperations: limit))
    #expect(result.outcome == .gaveUp(.workLimit))
    #expect(result.work.peakCells > SparseTableau.nearCells)
    #expect(result.work.cellOperations < limit * 2 / 3, "\(result.work)")
    // The work of one layout pass is not available to the next.
    #expect(result.work.spent > limit)
    var left = WorkLimit(cellOperations: limit)
    left.spend(result.work)
    #expect(left.cellOperations == 0 && left.spent == result.work.spent)
  }

  @Test("tableaus of usual size count their cell operations and nothing else")
  func near() throws {
    let system = try #require(Generator.layout(views: 30...30).value(seed: 1))
    var run = SimplexRun(limit: .max)
    _ = run.solve(ConstraintRows(system))
    #expect(run.work.cellOperations > 1_000)
    #expect(run.work.spent == run.work.cellOperations)
  }

  @Test("a full tableau takes no more cells and exceeds any limit")
  func full() {
    var tableau = SparseTableau(rows: 3, columns: 100, cellCount: 8, cellsMax: 120)
    for column in 0..<100 { tableau.insert(row: 0, column: column, value: 1) }
    for row in 1..<3 { tableau.insert(row: row, column: 0, value: 2) }
    let wasFull = tableau.isOver(.max)
    #expect(!wasFull)
    tableau.add(1, isBlurred: false, timesRow: 0, toRow: 1)
    let isFull = tableau.isOver(.max)
    #expect(isFull)
    let cells = tableau.liveCells
    tableau.add(1, isBlurred: false, timesRow: 0, toRow: 2)
    let after = tableau.liveCells
    #expect(after == cells)
  }
}
