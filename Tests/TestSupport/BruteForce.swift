// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The exact lexicographic optimum of a tiny system, by trying every point that can be one.
///
/// Costs are linear between the planes `a_i x = b_i`, so some optimum lies on as many of them with
/// independent left sides as there are at all. Every such choice of planes is tried.
package struct BruteForce {
  package let system: LinearSystem
  private let rows: [[Rational]]
  private let rank: Int

  package init(_ system: LinearSystem) {
    self.system = system
    rows = (0..<system.constraintCount).map { constraint in
      var row = [Rational](repeating: .zero, count: system.variableCount + 1)
      for cell in system.cells(of: constraint) {
        row[Int(system.columns[cell])] = system.exactCoefficients[cell]
      }
      row[system.variableCount] = system.exactConstants[constraint]
      return row
    }
    rank = Self.reduce(rows, columns: system.variableCount).count
  }

  /// The violations summed up by level, required first, at the best point.
  package func optimum() -> [Rational] {
    var best: [Rational]?
    choose(from: 0, chosen: []) { planes in
      let pivots = Self.reduce(planes.map { rows[$0] }, columns: system.variableCount)
      guard pivots.count == rank else { return }
      var point = [Rational](repeating: .zero, count: system.variableCount)
      for pivot in pivots { point[pivot.column] = pivot.row[system.variableCount] }
      let found = violations(at: point)
      if let other = best, !found.lexicographicallyPrecedes(other) { return }
      best = found
    }
    return best ?? violations(at: [Rational](repeating: .zero, count: system.variableCount))
  }

  private func choose(from start: Int, chosen: [Int], _ body: ([Int]) -> Void) {
    if chosen.count == rank { return body(chosen) }
    for row in start..<max(start, rows.count) {
      choose(from: row + 1, chosen: chosen + [row], body)
    }
  }

  private func violations(at point: [Rational]) -> [Rational] {
    let strengths = [Strength.required] + system.optionalStrengths
    var sums = [Rational](repeating: .zero, count: strengths.count)
    for (constraint, row) in rows.enumerated() {
      var residual = -row[system.variableCount]
      for variable in 0..<system.variableCount { residual += row[variable] * point[variable] }
      let isViolated: Bool
      switch system.relations[constraint] {
      case .equal: isViolated = true
      case .lessThanOrEqual: isViolated = residual.signum > 0
      case .greaterThanOrEqual: isViolated = residual.signum < 0
      }
      guard isViolated, let level = strengths.firstIndex(of: system.strengths[constraint]) else {
        continue
      }
      sums[level] += residual.magnitude
    }
    return sums
  }

  /// Gauss-Jordan elimination: the independent rows, each with a column that only it has.
  private static func reduce(
    _ rows: [[Rational]], columns: Int
  ) -> [(column: Int, row: [Rational])] {
    var pivots: [(column: Int, row: [Rational])] = []
    for original in rows {
      var row = original
      for pivot in pivots { subtract(pivot.row, at: pivot.column, from: &row) }
      guard let column = (0..<columns).first(where: { !row[$0].isZero }) else { continue }
      let divisor = row[column]
      for index in row.indices { row[index] = row[index] / divisor }
      for index in pivots.indices { subtract(row, at: column, from: &pivots[index].row) }
      pivots.append((column, row))
    }
    return pivots
  }

  private static func subtract(_ pivot: [Rational], at column: Int, from row: inout [Rational]) {
    let factor = row[column]
    if factor.isZero { return }
    for index in row.indices { row[index] -= factor * pivot[index] }
  }

  /// Whether these constraints contradict each other, and no fewer of them do.
  package func isIrreducible(_ conflict: [ConstraintID]) -> Bool {
    func isContradiction(_ constraints: [ConstraintID]) -> Bool {
      BruteForce(system.keeping(constraints.map(\.index))).optimum()[0].signum > 0
    }
    guard isContradiction(conflict) else { return false }
    return conflict.allSatisfy { dropped in
      !isContradiction(conflict.filter { $0 != dropped })
    }
  }
}
