// SPDX-License-Identifier: MIT

import BenchmarkKit
import Choices

/// What duels come to.
package struct FeedbackResult: Sendable {
  package let duels: [FeedbackDuel]
  /// All of them together, and the hard ones; nil when there are none.
  package let all: FeedbackVerdict?
  package let hard: FeedbackVerdict?
  /// For each of them the chance of so large a difference by luck, corrected for their number.
  package let probabilities: [Double]

  /// - Precondition: the duels have the same seeds.
  package init(_ duels: [FeedbackDuel]) {
    // A fixed seed: the same hunts give the same probabilities.
    var numbers = Xoshiro256(seed: 1)
    self.duels = duels
    all = FeedbackVerdict(duels, using: &numbers)
    hard = FeedbackVerdict(duels.filter(\.isHard), using: &numbers)
    probabilities = HolmCorrection.adjusted(
      duels.map { SignFlipTest.probability(of: $0.logRatios, using: &numbers) })
  }
}

/// What several duels come to together.
package struct FeedbackVerdict: Sendable {
  /// How many mutants it is about.
  package let mutants: Int
  /// The restricted mean numbers of cases, averaged over mutants.
  package let plainMean: Double
  package let guidedMean: Double
  /// How many hunts found the fault.
  package let plainFound: Int
  package let guidedFound: Int
  package let hunts: Int
  /// The geometric mean of the ratios of cases, with feedback to without; below 1 feedback is sooner.
  package let ratio: Double
  /// The chance of a ratio so far from 1 if feedback made no difference. The seed is the unit: hunts with the same seed see
  /// the same first cases, whatever the mutant.
  package let probability: Double
  /// The same for the constraints of all systems that were solved, which is what time goes with.
  package let workRatio: Double
  package let workProbability: Double
  /// The constraints of a system on average.
  package let plainRows: Double
  package let guidedRows: Double

  /// - Precondition: the duels have the same seeds.
  /// - Returns: nil without duels.
  init?(_ duels: [FeedbackDuel], using source: inout Xoshiro256) {
    guard let first = duels.first else { return nil }
    func mean(_ value: (FeedbackDuel) -> Double) -> Double {
      duels.reduce(0) { $0 + value($1) } / Double(duels.count)
    }
    func rows(_ side: (FeedbackDuel.Run) -> FeedbackDuel.Detection) -> Double {
      let sides = duels.flatMap { $0.runs.map(side) }
      let cases = sides.reduce(0) { $0 + $1.run }
      return Double(sides.reduce(0) { $0 + $1.rows }) / Double(max(1, cases))
    }
    mutants = duels.count
    hunts = duels.reduce(0) { $0 + $1.runs.count }
    plainMean = mean { $0.plain.mean }
    guidedMean = mean { $0.guided.mean }
    plainFound = duels.reduce(0) { $0 + $1.plain.happened }
    guidedFound = duels.reduce(0) { $0 + $1.guided.happened }
    plainRows = rows(\.plain)
    guidedRows = rows(\.guided)
    func compared(_ ratios: (FeedbackDuel) -> [Double]) -> (ratio: Double, probability: Double) {
      let bySeed = first.runs.indices.map { seed in mean { ratios($0)[seed] } }
      return (
        ElementaryFunctions.exponential(bySeed.reduce(0, +) / Double(bySeed.count)),
        SignFlipTest.probability(of: bySeed, using: &source)
      )
    }
    (ratio, probability) = compared(\.logRatios)
    (workRatio, workProbability) = compared(\.logWorkRatios)
  }
}
