// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A fast check of a solution in doubles, with a bound on the rounding error.
///
/// Passing is a proof: the exact evaluation would measure values within the tolerance. Not passing
/// proves nothing; then the exact evaluation decides.
struct SolutionScreening {
  let system: LinearSystem
  let values: [Double]
  let tolerance: Double

  /// Returns twice the unit roundoff for each operation in a sum of `terms` products, with a
  /// margin.
  private static func relativeError(terms: Int) -> Double {
    Double(terms + 6) * 0x1p-51
  }

  /// A factor just under 1, which compensates for the rounding of the comparison itself.
  private static let almostOne = 1 - 0x1p-40

  private struct Estimate {
    var violation: Double
    var error: Double
    var norm: Double
  }

  private func estimate(_ constraint: Int) -> Estimate {
    var sum = -system.constants[constraint]
    var size = abs(sum)
    var norm = 0.0
    let cells = system.cells(of: constraint)
    for cell in cells {
      let coefficient = system.coefficients[cell]
      let product = coefficient * values[Int(system.columns[cell])]
      sum += product
      size += abs(product)
      norm += abs(coefficient)
    }
    let violation: Double
    switch system.relations[constraint] {
    case .equal: violation = abs(sum)
    case .lessThanOrEqual: violation = max(0, sum)
    case .greaterThanOrEqual: violation = max(0, -sum)
    }
    // The last summand covers products in the subnormal range.
    let error = size * SolutionScreening.relativeError(terms: cells.count) + 1e-290
    return Estimate(violation: violation, error: error, norm: norm)
  }

  /// Whether all required constraints provably hold within the tolerance.
  func requiredHold() -> Bool {
    for constraint in 0..<system.constraintCount where system.strengths[constraint].isRequired {
      let estimate = estimate(constraint)
      let allowed = tolerance * estimate.norm * SolutionScreening.almostOne
      if !(estimate.violation + estimate.error <= allowed) { return false }
    }
    return true
  }

  /// Whether the required constraints hold, every level has its optimum, and the solution is the
  /// unique layout, if there is one.
  ///
  /// All of these provably hold within the tolerance.
  func isOptimal(_ optimum: ExactOptimum) -> Bool {
    var sums = [Estimate](
      repeating: Estimate(violation: 0, error: 0, norm: 0), count: optimum.levels.count)
    let strengths = optimum.levels.map(\.strength)
    for constraint in 0..<system.constraintCount {
      let estimate = estimate(constraint)
      let strength = system.strengths[constraint]
      if strength.isRequired {
        let allowed = tolerance * estimate.norm * SolutionScreening.almostOne
        if !(estimate.violation + estimate.error <= allowed) { return false }
        continue
      }
      var level = 0
      while level < strengths.count, strengths[level] != strength { level += 1 }
      if level == strengths.count { return false }
      sums[level].violation += estimate.violation
      sums[level].error += estimate.error
      sums[level].norm += estimate.norm
    }
    let growth = Double(system.constraintCount) * 0x1p-51
    for (sum, level) in zip(sums, optimum.levels) {
      let best = level.optimum.doubleValue
      let error = sum.error + (sum.violation + best) * growth
      let allowed = tolerance * sum.norm * SolutionScreening.almostOne
      if !(abs(sum.violation - best) + error <= allowed) { return false }
    }
    return !optimum.isUnique || isNear(optimum.point)
  }

  private func isNear(_ point: [Rational]) -> Bool {
    for index in 0..<min(values.count, point.count) {
      let value = values[index]
      let best = point[index].doubleValue
      let error = abs(best) * 0x1p-51
      if !(abs(value - best) + error <= tolerance * SolutionScreening.almostOne) { return false }
    }
    return true
  }
}
