// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Testing

@testable import Oracles

/// Solves tiny systems by examining every vertex, where as many residuals are 0 as there are
/// variables.
///
/// The optimum of each level is at one of them, provided the rows have full rank.
private struct VertexEnumeration {
  let system: LinearSystem

  /// Returns the optima of the optional strengths, highest first; nil if no vertex satisfies the
  /// required constraints.
  func optima() -> [Rational]? {
    var best: [Rational]?
    for point in vertices() {
      guard let objectives = objectives(at: point) else { continue }
      if let current = best, !objectives.lexicographicallyPrecedes(current) { continue }
      best = objectives
    }
    return best
  }

  var hasFullRank: Bool { !vertices().isEmpty }

  private func vertices() -> [[Rational]] {
    var result: [[Rational]] = []
    choose(from: 0, rows: [], into: &result)
    return result
  }

  private func choose(from start: Int, rows: [Int], into result: inout [[Rational]]) {
    if rows.count == system.variableCount {
      if let point = intersection(rows) { result.append(point) }
      return
    }
    for row in start..<max(start, system.constraintCount) {
      choose(from: row + 1, rows: rows + [row], into: &result)
    }
  }

  /// Returns the common point of the rows by Gauss-Jordan elimination; nil if they are dependent.
  private func intersection(_ rows: [Int]) -> [Rational]? {
    let count = rows.count
    var matrix = rows.map { row -> [Rational] in
      var dense = [Rational](repeating: .zero, count: count + 1)
      for cell in system.cells(of: row) {
        dense[Int(system.columns[cell])] = system.exactCoefficients[cell]
      }
      dense[count] = system.exactConstants[row]
      return dense
    }
    for column in 0..<count {
      guard let pivot = (column..<count).first(where: { !matrix[$0][column].isZero }) else {
        return nil
      }
      matrix.swapAt(column, pivot)
      let divisor = matrix[column][column]
      for index in 0...count { matrix[column][index] = matrix[column][index] / divisor }
      for row in 0..<count where row != column && !matrix[row][column].isZero {
        let factor = matrix[row][column]
        for index in 0...count { matrix[row][index] -= factor * matrix[column][index] }
      }
    }
    return matrix.map { $0[count] }
  }

  private func objectives(at point: [Rational]) -> [Rational]? {
    let strengths = system.optionalStrengths
    var sums = [Rational](repeating: .zero, count: strengths.count)
    for constraint in 0..<system.constraintCount {
      let violation = system.exactViolation(of: constraint, at: point)
      if let level = strengths.firstIndex(of: system.strengths[constraint]) {
        sums[level] += violation
      } else if !violation.isZero {
        return nil
      }
    }
    return sums
  }
}

@Suite("The exact oracle against the enumeration of all vertices")
struct BruteForce {
  @Test("status and optima agree", arguments: 0..<3)
  func agreement(block: Int) throws {
    var compared = 0
    for seed in block * 80..<(block + 1) * 80 {
      var systems = RandomSystems(seed: UInt64(10_000 + seed))
      let variables = systems.integer(1...3)
      let system = systems.wild(
        variables: variables, constraints: systems.integer(variables...7),
        strengths: [1000, 1000, 750, 250])
      let enumeration = VertexEnumeration(system: system)
      guard enumeration.hasFullRank else { continue }
      compared += 1
      let answer = try ExactOracle.solve(system)
      #expect(
        answer.optimum?.levels.map(\.optimum) == enumeration.optima(), "seed \(10_000 + seed)")
    }
    #expect(compared > 30, "\(compared)")
  }
}
