// SPDX-License-Identifier: MIT

import Choices
import Testing

@testable import Statistics

@Suite("Regression on a quantile")
struct QuantileLineTests {
  /// Returns costs that follow a known power of the size, with upward noise of at most a factor.
  private func points(
    seed: UInt64, count: Int, factor: Double, power: Double, noise: Double
  ) -> [QuantileLine.Point] {
    var numbers = Xoshiro256(seed: seed)
    return (0..<count).map { _ in
      let size = Double(2 + numbers.upTo(5000))
      let line =
        factor
        * ElementaryFunctions.powerOfTwo(
          power * ElementaryFunctions.binaryLogarithm(size))
      return QuantileLine.Point(
        size: size, cost: line * (1 + noise * Double(numbers.upTo(1000)) / 1000))
    }
  }

  @Test("costs on a line give the line", arguments: [0.0, 0.7, 1, 2, 3.5])
  func exact(power: Double) {
    let line = QuantileLine.fit(
      points(seed: 1, count: 200, factor: 4, power: power, noise: 0), share: 0.9)
    #expect(abs(Double(line.slope) / 1000 - power) <= 0.002)
    #expect(abs(line.cost(at: 1) - 4) < 0.1)
  }

  @Test(
    "the requested share of the costs is below the line, the rest above",
    arguments: [1, 2, 3, 4, 5],
    [0.5, 0.9, 0.99])
  func share(seed: UInt64, share: Double) {
    let points = points(seed: seed, count: 997, factor: 3, power: 1.3, noise: 20)
    let line = QuantileLine.fit(points, share: share)
    let above = points.count { point in
      point.cost > Double(line.intercept) / 1000 + Double(line.slope) / 1000 * point.size
    }
    #expect(Double(above) <= (1 - share) * Double(points.count) + 1, "seed \(seed)")
    #expect(Double(above) >= (1 - share) * Double(points.count) - 25, "seed \(seed): \(above)")
  }

  @Test("no other slope has a smaller sum of weighted residuals", arguments: [7, 8, 9])
  func optimality(seed: UInt64) {
    let points = points(seed: seed, count: 151, factor: 2, power: 1.7, noise: 9)
    let best = QuantileLine.fit(points, share: 0.9).slope
    let chosen = loss(points, 0.9, slope: best)
    for slope in stride(from: 0, through: 4000, by: 50) {
      #expect(loss(points, 0.9, slope: slope) >= chosen - 1e-9, "seed \(seed), slope \(slope)")
    }
  }

  /// Returns the smallest sum of weighted residuals of a line with the slope.
  ///
  /// By definition the best intercept is one of the residuals.
  private func loss(_ points: [QuantileLine.Point], _ share: Double, slope: Int) -> Double {
    let residuals = points.map { $0.cost - Double(slope) / 1000 * $0.size }
    return residuals.map { intercept in
      residuals.reduce(0) { sum, residual in
        let rest = residual - intercept
        return sum + (rest > 0 ? share * rest : (share - 1) * rest)
      }
    }.min() ?? .infinity
  }

  @Test("a few outliers do not change the line")
  func robustness() {
    let plain = points(seed: 11, count: 1000, factor: 5, power: 1.2, noise: 1)
    let wild = [3.0, 40, 4000].map { QuantileLine.Point(size: $0, cost: 1e12) }
    let line = QuantileLine.fit(plain, share: 0.98)
    let other = QuantileLine.fit(plain + wild, share: 0.98)
    #expect(abs(line.slope - other.slope) <= 20)
    #expect(abs(line.cost(at: 100) / other.cost(at: 100) - 1) < 0.05)
  }
}
