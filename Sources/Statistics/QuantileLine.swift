// SPDX-License-Identifier: MIT

/// A power of a size below which a share of the costs lies:
/// `log2 cost = intercept + slope * log2 size`.
///
/// Fitted by quantile regression: the line with the least sum of residuals, where a residual above
/// the line weighs `share` and one below `1 - share`. Residuals are not squared, so the size of a
/// few outliers has no effect. With the best intercept, a quantile of the residuals, the sum is
/// convex in the slope. So the slope is found by bisection. Slopes and intercepts are thousandths:
/// the same costs give the same line to the bit.
///
/// Reference: Koenker and Bassett, Regression Quantiles, Econometrica 46(1), 1978; on logarithms of
/// cost and size as in Goldsmith, Aiken and Wilkerson, Measuring empirical computational
/// complexity, ESEC/FSE 2007.
package struct QuantileLine: Sendable, Hashable {
  /// The intercept in thousandths.
  package let intercept: Int
  /// The slope in thousandths; 0 or more, since more work is not cheaper.
  package let slope: Int

  package init(intercept: Int, slope: Int) {
    self.intercept = intercept
    self.slope = slope
  }

  /// A size with a cost.
  package struct Point: Sendable, Hashable {
    let size: Double
    let cost: Double

    /// - Precondition: both are at least 1.
    package init(size: Double, cost: Double) {
      precondition(size >= 1 && cost >= 1, "\(size) and \(cost) are no size and cost")
      self.size = ElementaryFunctions.binaryLogarithm(size)
      self.cost = ElementaryFunctions.binaryLogarithm(cost)
    }
  }

  private static let slopeMax = 4000

  /// Fits the line for a share of points.
  ///
  /// - Precondition: there is a point, `0 < share < 1`.
  /// - Complexity: O(n log n) for each of two dozen slopes.
  package static func fit(_ points: [Point], share: Double) -> QuantileLine {
    precondition(!points.isEmpty, "nothing has no line")
    precondition(share > 0 && share < 1, "\(share) is no share")
    var low = 0
    var high = slopeMax
    while low < high {
      let middle = (low + high) / 2
      let isFalling =
        best(points, share, slope: middle + 1).loss < best(points, share, slope: middle).loss
      if isFalling { low = middle + 1 } else { high = middle }
    }
    let intercept = (best(points, share, slope: low).intercept * 1000).rounded(.up)
    return QuantileLine(intercept: Int(intercept), slope: low)
  }

  /// Returns the best intercept for a slope, and the sum of weighted residuals.
  private static func best(
    _ points: [Point], _ share: Double, slope: Int
  ) -> (intercept: Double, loss: Double) {
    let slope = Double(slope) / 1000
    let residuals = points.map { $0.cost - slope * $0.size }.sorted()
    let place = Int((share * Double(residuals.count)).rounded(.up)) - 1
    let intercept = residuals[max(0, min(residuals.count - 1, place))]
    var loss = 0.0
    for residual in residuals {
      loss +=
        residual > intercept
        ? share * (residual - intercept)
        : (1 - share) * (intercept - residual)
    }
    return (intercept, loss)
  }

  /// Returns the cost on the line for a size.
  ///
  /// - Precondition: `size >= 1`.
  package func cost(at size: Double) -> Double {
    precondition(size >= 1, "\(size) is no size")
    let exponent =
      Double(intercept) / 1000 + Double(slope) / 1000 * ElementaryFunctions.binaryLogarithm(size)
    return ElementaryFunctions.powerOfTwo(exponent)
  }
}
