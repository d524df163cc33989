// SPDX-License-Identifier: MIT

import Diagnosis
import LayoutGenerators
import LinearModel
import Lowering
import Pools
import Statistics

/// A measurement of healthy strategies on random cases, to which the cost models are fitted.
///
/// Nothing is judged: costs of wrong answers would count, too, but campaigns find none. The same
/// seed and number of cases give the same table, for any number of workers.
package struct CostTraining: Sendable {
  /// The period of the training cases that are repeated in all ways.
  ///
  /// The rarest profile has some thousand of them, so their 99.9 % quantile is more than the
  /// steepest of a few.
  static let growthPeriod = 2

  private let seed: UInt64
  private let cases: Int
  private let jobs: Int

  /// - Precondition: `cases > 0`.
  package init(seed: UInt64, cases: Int, jobs: Int) {
    precondition(cases > 0, "nothing can be fitted to \(cases) cases")
    self.seed = seed
    self.cases = cases
    self.jobs = jobs
  }

  /// The measurements of one case.
  private struct Sample: Sendable {
    let profile: Profile
    let size: Int
    /// The counters by position in `Strategy.healthy`.
    let work: [WorkCounters]
    /// The powers by position in `Strategy.healthy`, then in `CaseScaling.allCases`; empty for
    /// cases that are not repeated.
    var powers: [[Double?]] = []
  }

  /// Measures the cases and fits the cost models.
  ///
  /// - Parameter onProgress: receives the number of finished cases, on the calling thread.
  /// - Returns: the table of the fitted cost models.
  /// - Throws: the errors of the generator.
  package func run(onProgress: (Int) -> Void = { _ in }) throws(InternalError) -> CostTable {
    let source = CaseSource(seed: seed)
    let samples = try OrderedPool(jobs: jobs).gather(
      count: cases,
      unit: { index throws(InternalError) in try Self.sample(source, index) },
      onProgress: onProgress)
    return CostTable(seed: seed, cases: cases, rows: Self.rows(samples))
  }

  private static func sample(
    _ source: CaseSource, _ index: Int
  ) throws(InternalError) -> Sample {
    let generated = try source.generate(index)
    let lowered = CaseRunner.plain(generated.layoutCase)
    var sample = Sample(
      profile: generated.profile, size: CostModel.size(of: lowered.system),
      work: Strategy.healthy.map { $0.solver.solve(lowered.system, limit: .standard).work })
    guard index % growthPeriod == 0 else { return sample }
    let families = CaseScaling.allCases.map { CostGrowth.family(of: lowered.layoutCase, $0) }
    sample.powers = Strategy.healthy.map { strategy in
      families.map { family in
        family.flatMap {
          CostGrowth.power(
            of: strategy.solver, on: $0, withGiveUps: true, limit: { _ in .standard })
        }
      }
    }
    return sample
  }

  // MARK: - Fitting

  private static func rows(_ samples: [Sample]) -> [CostTable.Row] {
    var rows: [CostTable.Row] = []
    for (position, strategy) in Strategy.healthy.enumerated() {
      for profile in [nil] + Profile.allCases.map(Optional.some) {
        let own = samples.filter { profile == nil || $0.profile == profile }
        guard let model = model(of: position, own) else { continue }
        rows.append(
          CostTable.Row(strategy.name, profile, cases: own.count, model))
      }
    }
    return rows
  }

  /// - Returns: nil without samples.
  private static func model(of strategy: Int, _ samples: [Sample]) -> CostModel? {
    let sizes = samples.map(\.size)
    guard let smallest = sizes.min(), let largest = sizes.max() else { return nil }
    let lines = WorkCounter.allCases.map { counter in
      QuantileLine.fit(
        samples.map { sample in
          QuantileLine.Point(
            size: Double(sample.size), cost: CostModel.cost(sample.work[strategy][counter]))
        }, share: CostModel.share)
    }
    let powers = CaseScaling.allCases.indices.map { scaling -> Int? in
      let found = samples.compactMap { $0.powers.isEmpty ? nil : $0.powers[strategy][scaling] }
      guard !found.isEmpty else { return nil }
      let power = Summary.quantile(CostModel.share, ofSorted: found.sorted())
      return Int((power * 1000).rounded(.up))
    }
    return CostModel(sizes: smallest...largest, lines: lines, powers: powers)
  }
}
