// SPDX-License-Identifier: MIT

extension LinearSystem {
  /// Returns the left side minus the right side of a constraint, in doubles.
  ///
  /// - Complexity: O(terms of the constraint).
  package func residual(of constraint: Int, at values: [Double]) -> Double {
    var sum = -constants[constraint]
    for cell in cells(of: constraint) { sum += coefficients[cell] * values[Int(columns[cell])] }
    return sum
  }

  /// Returns the violation of a constraint, in doubles; 0 when it holds.
  package func violation(of constraint: Int, at values: [Double]) -> Double {
    let residual = residual(of: constraint, at: values)
    switch relations[constraint] {
    case .equal: return abs(residual)
    case .lessThanOrEqual: return max(0, residual)
    case .greaterThanOrEqual: return max(0, -residual)
    }
  }

  /// Returns the sum of violations for each optional strength, highest first, in doubles.
  package func objectives(at values: [Double]) -> [(strength: Strength, violation: Double)] {
    let strengthsInOrder = optionalStrengths
    var sums = [Double](repeating: 0, count: strengthsInOrder.count)
    var position: [Strength: Int] = [:]
    for (index, strength) in strengthsInOrder.enumerated() { position[strength] = index }
    for constraint in 0..<constraintCount {
      guard let level = position[strengths[constraint]] else { continue }
      sums[level] += violation(of: constraint, at: values)
    }
    return zip(strengthsInOrder, sums).map { (strength: $0, violation: $1) }
  }
}
