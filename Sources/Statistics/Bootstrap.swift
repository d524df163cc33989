// SPDX-License-Identifier: MIT

/// The random numbers for resampling of any data.
package enum Bootstrap {
  /// Returns an index in `0 ..< count`.
  ///
  /// The bias is below `count / 2^64`, and the numbers are the same in every build.
  @inlinable
  package static func index<Source: RandomNumberGenerator>(
    below count: Int, using source: inout Source
  ) -> Int {
    Int(truncatingIfNeeded: UInt64(count).multipliedFullWidth(by: source.next()).high)
  }

  /// Returns the indices in random order.
  package static func permutation<Source: RandomNumberGenerator>(
    of count: Int, using source: inout Source
  ) -> [Int] {
    var order = Array(0..<count)
    for last in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(last, index(below: last + 1, using: &source))
    }
    return order
  }

  /// Returns `count` values of a statistic of resampled data, sorted.
  package static func estimates<Source: RandomNumberGenerator>(
    count: Int, using source: inout Source, _ statistic: (inout Source) -> Double
  ) -> [Double] {
    precondition(count >= 1, "\(count) resamples make no interval")
    return (0..<count).map { _ in statistic(&source) }.sorted()
  }

  /// Returns the share of resamples to leave out at each end for an interval of the given
  /// confidence over `units` independent units.
  ///
  /// It is less than `(1 - confidence) / 2`, because few units vary less than their population.
  ///
  /// - Precondition: `units >= 2`, `0 < confidence < 1`.
  package static func expandedTail(confidence: Double, units: Int) -> Double {
    precondition(units >= 2, "\(units) units make no interval")
    let quantile = StudentDistribution(freedom: units - 1)
      .value(withShareAbove: (1 - confidence) / 2)
    let stretch = ElementaryFunctions.squareRoot(Double(units) / Double(units - 1))
    return ElementaryFunctions.normalShare(below: -stretch * quantile)
  }
}
