// SPDX-License-Identifier: MIT

/// Corrects many tests together: the chance that any of them is wrongly reported as a change stays
/// below the level.
///
/// Source: Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statist. 6,
/// 1979.
package enum HolmCorrection {
  /// Returns the probabilities corrected for their number; each can be compared with the level by
  /// itself.
  package static func adjusted(_ probabilities: [Double]) -> [Double] {
    let order = probabilities.indices.sorted { first, second in
      probabilities[first] == probabilities[second]
        ? first < second : probabilities[first] < probabilities[second]
    }
    var result = [Double](repeating: 1, count: probabilities.count)
    var least = 0.0
    for (rank, index) in order.enumerated() {
      let scaled = min(1, probabilities[index] * Double(probabilities.count - rank))
      least = max(least, scaled)
      result[index] = least
    }
    return result
  }
}
