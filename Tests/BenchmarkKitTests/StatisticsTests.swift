// SPDX-License-Identifier: MIT

import Choices
import Statistics
import Testing

@Suite("Statistics of benchmarks")
struct StatisticsTests {
  @Test(
    "quantiles of the t distribution equal those of the tables",
    arguments: [
      (1, 0.025, 12.7062), (4, 0.025, 2.7764), (4, 0.0005, 8.6103), (9, 0.05, 1.8331),
      (30, 0.005, 2.7500), (1000, 0.025, 1.9623),
    ])
  func studentQuantiles(freedom: Int, share: Double, expected: Double) {
    let distribution = StudentDistribution(freedom: freedom)
    let value = distribution.value(withShareAbove: share)
    #expect(abs(value - expected) < 1e-4)
    #expect(abs(distribution.share(above: value) - share) < 1e-9)
    #expect(abs(distribution.share(above: -value) - (1 - share)) < 1e-9)
  }

  @Test("medians, quantiles and deviations of small lists are correct")
  func summaries() {
    #expect(Summary.median([3, 1, 2]) == 2)
    #expect(Summary.median([4, 1, 2, 3]) == 2.5)
    #expect(Summary.quantile(0.25, ofSorted: [0, 1, 2, 3, 4]) == 1)
    #expect(Summary.deviation([1]) == 0)
    #expect(abs(Summary.deviation([2, 4, 4, 4, 5, 5, 7, 9]) - 2.138089935) < 1e-8)
    #expect(abs(Summary.geometricMean([1, 10, 100]) - 10) < 1e-12)
    #expect(abs(Summary.geometricMean([0, 8], shift: 1) - 2) < 1e-12)
  }

  @Test("outliers are counted by Tukey's fences")
  func outliers() {
    let values = [10.0, 11, 12, 13, 14, 15, 16, 17, 18, 19, 29.5, 60, -30]
    let counts = OutlierCounts(values)
    #expect(counts.lowSevere == 1)
    #expect(counts.highMild == 1)
    #expect(counts.highSevere == 1)
    #expect(counts.total == 3)
    #expect(counts.samples == 13)
    #expect(OutlierCounts([1, 2, 1000]).total == 0)
  }

  @Test("Holm's correction gives the result of the textbook example, in any order")
  func holm() {
    #expect(HolmCorrection.adjusted([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02])
    #expect(HolmCorrection.adjusted([0.9, 0.6]) == [1, 1])
    #expect(HolmCorrection.adjusted([]) == [])
  }

  @Test("a verdict needs the whole interval on one side of a threshold")
  func verdicts() {
    func verdict(_ low: Double, _ high: Double, probability: Double = 0) -> ChangeVerdict {
      ChangeVerdict(
        RatioEstimate(ratio: (low + high) / 2, low: low, high: high), threshold: 0.05,
        adjustedProbability: probability, level: 0.05)
    }
    #expect(verdict(1.06, 1.2) == .slower)
    #expect(verdict(1.06, 1.2, probability: 0.06) == .inconclusive)
    #expect(verdict(1.04, 1.2) == .inconclusive)
    #expect(verdict(0.99, 1.04) == .equivalent)
    #expect(verdict(0.953, 1.049) == .equivalent)
    #expect(verdict(0.95, 1.04) == .inconclusive)
    #expect(verdict(0.5, 0.9) == .faster)
    #expect(verdict(0.5, 0.96) == .inconclusive)
    let single = RatioEstimate(ratio: 2, low: nil, high: nil)
    #expect(
      ChangeVerdict(single, threshold: 0.05, adjustedProbability: 0, level: 0.05) == .inconclusive)
  }

  @Test("counts that differ at all are a change")
  func counts() {
    #expect(ChangeVerdict(baseline: 1000, candidate: 1001, threshold: 0) == .slower)
    #expect(ChangeVerdict(baseline: 1000, candidate: 999, threshold: 0) == .faster)
    #expect(ChangeVerdict(baseline: 1000, candidate: 1000, threshold: 0) == .equivalent)
    #expect(ChangeVerdict(baseline: 1000, candidate: 1004, threshold: 0.005) == .equivalent)
    #expect(ChangeVerdict(baseline: 0, candidate: 1, threshold: 0.005) == .slower)
  }

  @Test("an unsolved instance costs a multiple of the limit")
  func censored() {
    #expect(Attempt.censored(limit: 20).penalized() == 40)
    #expect(Attempt.solved(cost: 3).penalized() == 3)
    #expect(Attempt.censored(limit: 20).cost == nil)
  }

  @Test("a performance profile of two strategies on four instances is correct")
  func profile() {
    let profile = PerformanceProfile([
      [.solved(cost: 1), .solved(cost: 2)], [.solved(cost: 9), .solved(cost: 3)],
      [.solved(cost: 5), .censored(limit: 10)], [.censored(limit: 10), .censored(limit: 10)],
    ])
    #expect(profile.share(of: 0, within: 1) == 0.5)
    #expect(profile.share(of: 1, within: 1) == 0.25)
    #expect(profile.share(of: 0, within: 3) == 0.75)
    #expect(profile.share(of: 1, within: 2) == 0.5)
    #expect(profile.solvedShare(of: 0) == 0.75)
    #expect(profile.solvedShare(of: 1) == 0.5)
    #expect(profile.steps(of: 0).map(\.factor) == [1, 3])
    #expect(profile.steps(of: 0).map(\.share) == [0.5, 0.75])
    #expect(profile.steps(of: 1).map(\.share) == [0.25, 0.5])
    #expect(PerformanceProfile([[.censored(limit: 1)]]).steps(of: 0).isEmpty)
  }
}

@Suite("Growth with size")
struct ScalingFitTests {
  private func fit(_ cost: (Double) -> Double, sizes: [Double] = [10, 100, 1000]) throws
    -> ScalingFit
  {
    var source = Xoshiro256(seed: 1)
    return try #require(
      ScalingFit.fit(
        sizes.map { ScalingFit.Point(size: $0, costs: [cost($0)]) }, using: &source))
  }

  @Test("a power is found exactly", arguments: [0.5, 1, 1.15, 3])
  func powers(exponent: Double) throws {
    let sizes = [10.0, 30, 100, 300]
    var source = Xoshiro256(seed: 2)
    let points = sizes.map { size in
      // The cube root of the size to the power 3b needs no logarithm of this project.
      ScalingFit.Point(size: size, costs: [Double.pow(size, exponent) * 7])
    }
    let fit = try #require(ScalingFit.fit(points, using: &source))
    #expect(abs(fit.exponent - exponent) < 1e-12)
    #expect(fit.low == nil)
    #expect(fit.residual < 1e-12)
    #expect(fit.localSlopes.allSatisfy { abs($0 - exponent) < 1e-12 })
  }

  @Test("n log n is distinguished from a power, and a knee shows in the local slopes")
  func shapes() throws {
    let linearithmic = try fit({ $0 * Double.log($0) }, sizes: [10, 100, 1000, 10000])
    #expect(linearithmic.isLinearithmic)
    #expect(linearithmic.linearithmicResidual < 1e-12)
    let square = try fit { $0 * $0 }
    #expect(!square.isLinearithmic)
    let knee = try fit({ $0 <= 100 ? $0 : $0 * $0 / 100 }, sizes: [10, 100, 1000])
    #expect(abs(knee.localSlopes[0] - 1) < 1e-12)
    #expect(abs(knee.localSlopes[1] - 2) < 1e-12)
  }

  @Test("sizes below the floor are left out, and one size has no growth")
  func floors() {
    var source = Xoshiro256(seed: 1)
    let points = [10.0, 100, 1000].map { ScalingFit.Point(size: $0, costs: [max(500, $0)]) }
    #expect(ScalingFit.fit(points, floor: 600, using: &source) == nil)
    #expect(ScalingFit.fit([points[0]], using: &source) == nil)
  }
}
