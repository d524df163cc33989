// SPDX-License-Identifier: MIT

/// The share of instances on which each strategy is within a factor of the best one.
///
/// Source: Dolan and Moré, Benchmarking optimization software with performance profiles, Math.
/// Program. 91, 2002.
///
/// Ranks beyond the first depend on the set of strategies; compare two strategies with a profile of
/// them alone.
package struct PerformanceProfile: Sendable {
  /// The factors to the best of each instance that a strategy solved, by strategy, sorted, with the
  /// instance's weight.
  private let factors: [[(factor: Double, weight: Double)]]
  private let weight: Double

  /// - Parameters:
  ///   - attempts: by instance, then by strategy. An instance that no strategy solves counts for
  ///     none.
  ///   - weights: of instances, so that a large family does not dominate; all 1 when nil.
  /// - Precondition: all instances have as many attempts, costs are positive, weights are not
  ///   negative.
  package init(_ attempts: [[Attempt]], weights: [Double]? = nil) {
    let count = attempts.first?.count ?? 0
    var factors = [[(factor: Double, weight: Double)]](repeating: [], count: count)
    var total = 0.0
    for (index, instance) in attempts.enumerated() {
      precondition(instance.count == count, "instance \(index) has \(instance.count) attempts")
      let weight = weights?[index] ?? 1
      precondition(weight >= 0, "instance \(index) has the weight \(weight)")
      total += weight
      guard let best = instance.compactMap(\.cost).min() else { continue }
      precondition(best > 0, "instance \(index) has the cost \(best)")
      for (strategy, attempt) in instance.enumerated() {
        guard let cost = attempt.cost else { continue }
        factors[strategy].append((cost / best, weight))
      }
    }
    self.factors = factors.map { $0.sorted { $0.factor < $1.factor } }
    weight = total
  }

  /// Returns the share of instances that a strategy solves within `factor` times the best.
  package func share(of strategy: Int, within factor: Double) -> Double {
    guard weight > 0 else { return 0 }
    return factors[strategy].reduce(0) { $1.factor <= factor ? $0 + $1.weight : $0 } / weight
  }

  /// Returns the points where the share of a strategy rises: factors from 1 on, ascending, each
  /// with the share from there on.
  package func steps(of strategy: Int) -> [(factor: Double, share: Double)] {
    guard weight > 0 else { return [] }
    var sum = 0.0
    var steps: [(factor: Double, share: Double)] = []
    for (factor, weight) in factors[strategy] {
      sum += weight
      if steps.last?.factor == factor { steps.removeLast() }
      steps.append((factor, min(1, sum / self.weight)))
    }
    return steps
  }

  /// Returns the share of instances that a strategy solves at all: the plateau on the right.
  package func solvedShare(of strategy: Int) -> Double {
    share(of: strategy, within: .infinity)
  }
}
