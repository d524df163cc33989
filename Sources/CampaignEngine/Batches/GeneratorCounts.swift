// SPDX-License-Identifier: MIT

import LayoutGenerators

/// The discarded attempts and the features of a campaign's generators.
///
/// Counts of disjoint sets of cases add up.
package struct GeneratorCounts: Sendable, Hashable {
  /// The number of discarded attempts by position in `Profile.allCases`.
  package var redrawn = [Int](repeating: 0, count: Profile.allCases.count)
  /// The number of times that a generator gave up after some attempts, and another seed was used.
  package var gaveUp = 0
  /// The number of cases with each feature, by position in `GeneratedCase.featureNames`.
  package var features = [Int](repeating: 0, count: GeneratedCase.featureNames.count)
  /// The number of cases without a judged answer: the oracle reached its limit, or the passes of
  /// layout did not end.
  package var unjudged = 0

  package init() {}

  /// Counts one case.
  mutating func count(_ generated: GeneratedCase, isJudged: Bool) {
    if let position = Profile.allCases.firstIndex(of: generated.profile) {
      redrawn[position] += generated.redraws
    }
    gaveUp += generated.deadEnds
    generated.forEachFeature { features[$0] += 1 }
    if !isJudged { unjudged += 1 }
  }

  static func += (lhs: inout GeneratorCounts, rhs: GeneratorCounts) {
    for index in lhs.redrawn.indices { lhs.redrawn[index] += rhs.redrawn[index] }
    lhs.gaveUp += rhs.gaveUp
    for index in lhs.features.indices { lhs.features[index] += rhs.features[index] }
    lhs.unjudged += rhs.unjudged
  }

  /// All counts in one fixed order.
  var numbers: [Int] { redrawn + [gaveUp] + features + [unjudged] }

  /// Sets all counts from `numbers`.
  ///
  /// - Parameters:
  ///   - next: returns the next number.
  ///   - hasGrids: whether they include the cases with flow layouts.
  mutating func setNumbers(_ next: () -> Int, hasGrids: Bool) {
    for index in redrawn.indices { redrawn[index] = next() }
    gaveUp = next()
    let grid = hasGrids ? nil : GeneratedCase.featureNames.firstIndex(of: "\(Pattern.grid)")
    for index in features.indices { features[index] = index == grid ? 0 : next() }
    unjudged = next()
  }
}
