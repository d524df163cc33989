// SPDX-License-Identifier: MIT

/// The growth of a cost with size: the line `log t = a + b log n` through the medians of the sizes.
package struct ScalingFit: Sendable, Hashable, Codable {
  /// The costs of one size, by process.
  package struct Point: Sendable, Hashable {
    package let size: Double
    package let costs: [Double]

    /// - Precondition: `size > 1`, there is a cost, and all are positive.
    package init(size: Double, costs: [Double]) {
      precondition(size > 1, "a size of \(size) does not scale")
      precondition(!costs.isEmpty && costs.allSatisfy { $0 > 0 }, "costs must be positive")
      self.size = size
      self.costs = costs
    }

    var median: Double { Summary.median(costs) }
  }

  /// The exponent `b`.
  package let exponent: Double
  /// The interval of the exponent, when sizes were measured in several processes; nil for
  /// deterministic costs.
  package let low: Double?
  package let high: Double?
  /// The slope between each size and the next, which shows a knee.
  package let localSlopes: [Double]
  /// The root mean square residuals of the logarithms, for the line and for `a + log(n log n)`.
  package let residual: Double
  package let linearithmicResidual: Double

  /// Whether `n log n` fits the costs as well as any power.
  package var isLinearithmic: Bool { linearithmicResidual <= residual * 1.1 + 1e-9 }

  /// - Returns: nil with fewer than two sizes whose median reaches `floor`, the overhead below
  ///   which a cost shows no growth.
  package static func fit<Source: RandomNumberGenerator>(
    _ points: [Point], floor: Double = 0, confidence: Double = 0.95, resamples: Int = 2000,
    using source: inout Source
  ) -> ScalingFit? {
    let points = points.filter { $0.median >= floor }.sorted { $0.size < $1.size }
    guard points.count >= 2, points[0].size < points[points.count - 1].size else { return nil }
    let exponent = line(points.map(\.size), points.map(\.median)).slope
    let units = points.map(\.costs.count).min() ?? 1
    let varies = points.contains { Set($0.costs).count > 1 }
    var low: Double?
    var high: Double?
    if units >= 2, varies {
      let drawn = Bootstrap.estimates(count: resamples, using: &source) { source in
        let medians = points.map { point in
          Summary.median(
            (0..<point.costs.count).map { _ in
              point.costs[Bootstrap.index(below: point.costs.count, using: &source)]
            })
        }
        return line(points.map(\.size), medians).slope
      }
      let tail = Bootstrap.expandedTail(confidence: confidence, units: units)
      low = Summary.quantile(tail, ofSorted: drawn)
      high = Summary.quantile(1 - tail, ofSorted: drawn)
    }
    return ScalingFit(points, exponent: exponent, low: low, high: high)
  }

  private init(_ points: [Point], exponent: Double, low: Double?, high: Double?) {
    self.exponent = exponent
    self.low = low
    self.high = high
    let sizes = points.map(\.size)
    let medians = points.map(\.median)
    localSlopes = zip(points, points.dropFirst()).map { first, second in
      ElementaryFunctions.logarithm(second.median / first.median)
        / ElementaryFunctions.logarithm(second.size / first.size)
    }
    residual = Self.line(sizes, medians).residual
    // With `n log n` as the size, only the intercept of the line is free: the slope is 1.
    let offsets = zip(sizes, medians).map { size, cost in
      ElementaryFunctions.logarithm(cost)
        - ElementaryFunctions.logarithm(size * ElementaryFunctions.logarithm(size))
    }
    let mean = Summary.mean(offsets)
    linearithmicResidual = ElementaryFunctions.squareRoot(
      Summary.mean(offsets.map { ($0 - mean) * ($0 - mean) }))
  }

  /// Fits a line to the logarithms by least squares.
  private static func line(_ sizes: [Double], _ costs: [Double]) -> (
    slope: Double, residual: Double
  ) {
    let xs = sizes.map(ElementaryFunctions.logarithm)
    let ys = costs.map(ElementaryFunctions.logarithm)
    let meanX = Summary.mean(xs)
    let meanY = Summary.mean(ys)
    let spread = xs.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
    let slope = zip(xs, ys).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) } / spread
    let squares = zip(xs, ys).map { x, y in
      let rest = y - meanY - slope * (x - meanX)
      return rest * rest
    }
    return (slope, ElementaryFunctions.squareRoot(Summary.mean(squares)))
  }
}
