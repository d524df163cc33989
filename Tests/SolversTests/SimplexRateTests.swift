// SPDX-License-Identifier: MIT

import Testing

@testable import LayoutSolving

@Suite("The rates of the simplex strategy")
struct SimplexRateTests {
  /// Returns rows over non-negative variables; each row and each variable has its kinks.
  private func problem(
    rows: [[Double]], kinks: [[Kink]], levelCount: Int
  ) -> KinkedProblem {
    var problem = KinkedProblem()
    problem.structuralCount = kinks.count - rows.count
    problem.levelCount = levelCount
    problem.lower = ContiguousArray(repeating: 0, count: problem.structuralCount)
    problem.upper = ContiguousArray(repeating: .infinity, count: problem.structuralCount)
    problem.start = ContiguousArray(repeating: 0, count: problem.structuralCount)
    for row in rows {
      for (column, coefficient) in row.enumerated() where coefficient != 0 {
        problem.columns.append(Int32(column))
        problem.coefficients.append(coefficient)
        problem.sizes.append(abs(coefficient))
        problem.isBlurred.append(false)
      }
      problem.rowStarts.append(Int32(problem.columns.count))
    }
    for list in kinks {
      problem.kinks.append(contentsOf: list)
      problem.kinkStarts.append(Int32(problem.kinks.count))
    }
    return problem
  }

  private func kink(_ position: Double, level: Int32, slope: Double = 1) -> Kink {
    Kink(
      position: position, below: -slope, above: slope, level: level, constraint: 0,
      magnitude: abs(position))
  }

  /// Returns a problem with `a x - z`, its rounded multiple by 1.6, both preferred, and `x - y`.
  private func parallelRows(_ coefficient: Double, wanted: Double) -> KinkedProblem {
    var parallel = problem(
      rows: [[coefficient, 0, -1], [1.6 * coefficient, 0, -1.6], [1, -1, 0]],
      kinks: [
        [], [kink(wanted, level: 2)], [],
        [kink(0, level: 1)], [kink(-1, level: 1)], [kink(0, level: 1)],
      ], levelCount: 3)
    parallel.start[1] = wanted
    return parallel
  }

  @Test("of 0, except for rounding, do not close a direction that a lower level needs")
  func roundedRates() {
    var inexact = 0
    for divisor in 2..<60 {
      let coefficient = 1 / Double(divisor)
      if 1.6 * coefficient / 1.6 != coefficient { inexact += 1 }
      var simplex = LexicographicSimplex(
        parallelRows(coefficient, wanted: 7), workLimit: 100_000, fault: nil)
      let status = simplex.run()
      let reached = simplex.value[1]
      #expect(status == .optimal, "divisor \(divisor)")
      #expect(abs(reached - 7) < 1e-9, "divisor \(divisor)")
    }
    #expect(inexact > 5)
    // The original failure: 0.2 times 1.6, rounded upwards.
    var found = parallelRows(0.2, wanted: 1)
    found.coefficients[2] = 0.32000000000000006
    var simplex = LexicographicSimplex(found, workLimit: 100_000, fault: nil)
    let status = simplex.run()
    let reached = simplex.value[1]
    #expect(status == .optimal)
    #expect(reached == 1)
  }

  @Test("are bounded by the numbers they are computed from, for any cancellation")
  func rateTolerance() {
    var found = parallelRows(0.2, wanted: 1)
    found.coefficients[2] = 0.32000000000000006
    var simplex = LexicographicSimplex(found, workLimit: 100_000, fault: nil)
    let status = simplex.run()
    #expect(status == .optimal)
    // The first level again, in the final basis.
    simplex.level = 1
    for variable in 0..<found.variableCount {
      simplex.kinkEnd[variable] = found.kinkStarts[variable]
    }
    let hasKinks = simplex.beginLevel()
    let isAccurate = simplex.refresh()
    #expect(hasKinks && isAccurate)
    for column in 0..<simplex.structuralCount where simplex.gradient[column] != 0 {
      let (gradient, scale) = (simplex.gradient[column], simplex.gradientScale[column])
      #expect(scale > 1e-3, "\(gradient) comes from numbers of \(scale)")
    }
  }

  /// Solves a level that closes `x >= 0` by the slope of a preference, and a lower one that wants
  /// `x == 1`.
  private func outweighed(by slope: Double) -> LexicographicSimplex.Status {
    var simplex = LexicographicSimplex(
      problem(
        rows: [], kinks: [[kink(0, level: 1, slope: slope), kink(1, level: 2)]], levelCount: 3),
      workLimit: 1000, fault: nil)
    let status = simplex.run()
    let reached = simplex.value[0]
    if status == .optimal { #expect(reached == 0, "slope \(slope)") }
    return status
  }

  @Test("that close a direction are doubted if they are tiny compared with the outweighed ones")
  func tinyRates() {
    #expect(outweighed(by: 1) == .optimal)
    #expect(outweighed(by: 1e-6) == .optimal)
    #expect(outweighed(by: 1e-12) == .doubt)
    #expect(outweighed(by: 2.7755575615628914e-17) == .doubt)
  }
}
