// SPDX-License-Identifier: MIT

import LayoutGenerators

/// How the generators of a campaign fared.
///
/// Counts of disjoint sets of cases add up.
package struct GeneratorCounts: Sendable, Hashable {
  /// By position in `Profile.allCases`: how often choices led nowhere and were drawn again.
  package var redrawn = [Int](repeating: 0, count: Profile.allCases.count)
  /// How often a generator gave up after some draws, and another seed was taken.
  package var gaveUp = 0
  /// By position in `GeneratedCase.featureNames`: in how many cases each feature was switched on.
  package var features = [Int](repeating: 0, count: GeneratedCase.featureNames.count)
  /// Cases on which no answer was judged: the oracle reached its limit, or the passes of layout did
  /// not end.
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

  /// All numbers in one fixed order.
  var numbers: [Int] { redrawn + [gaveUp] + features + [unjudged] }

  mutating func setNumbers(_ next: () -> Int) {
    for index in redrawn.indices { redrawn[index] = next() }
    gaveUp = next()
    for index in features.indices { features[index] = next() }
    unjudged = next()
  }
}
