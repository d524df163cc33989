// SPDX-License-Identifier: MIT

import Clocks
import Diagnosis
import Display
import LayoutModel
import LinearModel
import Lowering
import Statistics

/// A confirmation by the clock that a case is slow.
///
/// It decides nothing: the counters decide.
///
/// A case that costs too much for its size is timed beside a healthy run on a training case. That
/// case has about the same size and about the expected cost. For a growth finding the members of
/// the family are timed. The two runs of a pair alternate, in both orders, so that the state of the
/// machine affects both equally. Each pair agrees or disagrees, and all but a few must agree (sign
/// test). Times of one process hold for that process only, so an obvious factor is required.
package struct TimeConfirmation: Sendable {
  /// The verdict of the clock, with its measurements.
  package struct Outcome: Sendable {
    package let isConfirmed: Bool
    /// The median over the pairs: the ratio to the reference, or the power of growth.
    package let median: Double
    package let low: Double
    package let high: Double
    /// The number of agreeing pairs, and the number of all pairs.
    package let agreeing: Int
    package let pairs: Int
    /// A description of the reference.
    package let reference: String
  }

  /// The smallest ratio to the time of the reference at which a pair agrees.
  package static let factor = 2.0
  static let pairCount = 21
  /// The smallest number of agreeing pairs.
  ///
  /// Of 21 pairs, so many agree with a probability of one in a thousand if the median is below the
  /// factor.
  static let agreeingMin = 18
  /// The number of training cases that are searched for a reference.
  private static let referencesMax = 600
  /// The shortest timed run, in nanoseconds; shorter runs are repeated.
  private static let nanosecondsMin: UInt64 = 1_000_000

  private let now: @Sendable () -> UInt64

  /// - Parameter now: the time in nanoseconds since some fixed moment.
  package init(now: @escaping @Sendable () -> UInt64) { self.now = now }

  /// Returns the timing of a finding; nil without a reference.
  ///
  /// - Throws: the errors of the generator of the reference.
  package func outcome(
    of strategy: Strategy, on layoutCase: LayoutCase, _ costs: CostOracle
  ) throws(InternalError) -> Outcome? {
    if costs.scalings.isEmpty { return try besideReference(strategy, layoutCase, costs) }
    return growth(strategy, layoutCase, costs)
  }

  // MARK: - One size

  private func besideReference(
    _ strategy: Strategy, _ layoutCase: LayoutCase, _ costs: CostOracle
  ) throws(InternalError) -> Outcome? {
    let system = CaseRunner.plain(layoutCase).system
    let family = String(strategy.name.prefix { $0 != "." })
    guard let healthy = Strategy.named(family),
      let reference = try reference(for: CostModel.size(of: system), healthy, costs)
    else { return nil }
    let counts = [
      repeats { _ = strategy.solver.solve(system, limit: .standard) },
      repeats { _ = healthy.solver.solve(reference.system, limit: .standard) },
    ]
    var ratios: [Double] = []
    for pair in 0..<Self.pairCount {
      var times = [0.0, 0.0]
      for side in pair % 2 == 0 ? [0, 1] : [1, 0] {
        let solver = side == 0 ? strategy.solver : healthy.solver
        let target = side == 0 ? system : reference.system
        times[side] = seconds(counts[side]) { _ = solver.solve(target, limit: .standard) }
      }
      ratios.append(times[0] / max(times[1], .leastNormalMagnitude))
    }
    return outcome(ratios, above: Self.factor, reference.text)
  }

  /// Returns the training case that is nearest in size to a system and in cost to its cost model.
  private func reference(
    for size: Int, _ healthy: Strategy, _ costs: CostOracle
  ) throws(InternalError) -> (system: LinearSystem, text: String)? {
    let source = CaseSource(seed: costs.table.seed, profile: costs.profile)
    var best: (distance: Double, system: LinearSystem, text: String)?
    for index in 0..<Self.referencesMax {
      let system = CaseRunner.plain(try source.generate(index).layoutCase).system
      let own = CostModel.size(of: system)
      let away = Double(max(own, size)) / Double(min(own, size))
      if away > best?.distance ?? .infinity { continue }
      let result = healthy.solver.solve(system, limit: .standard)
      guard let cost = costs.comparison(result, of: healthy.name, on: system) else { return nil }
      let ratio = cost.ratio(.cellOperations)
      let distance = away * max(ratio, 1 / ratio)
      guard distance < best?.distance ?? .infinity else { continue }
      let share = ShownNumber.ratio(ratio)
      best = (
        distance, system,
        "\(healthy.name) on a case of size \(own), at \(share) of its expected cost"
      )
    }
    return best.map { ($0.system, $0.text) }
  }

  // MARK: - Growth

  private func growth(
    _ strategy: Strategy, _ layoutCase: LayoutCase, _ costs: CostOracle
  ) -> Outcome? {
    let plain = CaseRunner.plain(layoutCase).layoutCase
    let isConflict =
      strategy.solver.solve(lower(plain).system, limit: .standard).outcome.solution == nil
    guard
      let growth = costs.growth(
        of: strategy, on: plain, isConflict: isConflict, limit: .standard),
      let family = CostGrowth.family(of: plain, growth.scaling)
    else { return nil }
    let counts = family.map { system in
      repeats { _ = strategy.solver.solve(system, limit: .standard) }
    }
    var powers: [Double] = []
    for pair in 0..<Self.pairCount {
      var times = [Double](repeating: 0, count: family.count)
      let order = Array(family.indices)
      for member in pair % 2 == 0 ? order : order.reversed() {
        times[member] = seconds(counts[member]) {
          _ = strategy.solver.solve(family[member], limit: .standard)
        }
      }
      let points = zip(family, times).map { system, time in
        ScalingFit.Point(
          size: Double(CostModel.size(of: system)), costs: [max(time, .leastNormalMagnitude)])
      }
      if let power = CostGrowth.power(points) { powers.append(power) }
    }
    return outcome(powers, above: growth.expected, "the power of its class, \(growth.expected)")
  }

  // MARK: - Clock

  private func outcome(_ values: [Double], above limit: Double, _ reference: String) -> Outcome? {
    let sorted = values.sorted()
    guard let low = sorted.first, let high = sorted.last else { return nil }
    let agreeing = values.count { $0 > limit }
    return Outcome(
      isConfirmed: agreeing >= Self.agreeingMin, median: Summary.median(values), low: low,
      high: high, agreeing: agreeing, pairs: values.count, reference: reference)
  }

  /// Returns the number of repetitions of `work` that take long enough to be timed.
  private func repeats(_ work: () -> Void) -> Int {
    var count = 1
    while count < 1 << 20 {
      let start = now()
      for _ in 0..<count { work() }
      if now().elapsed(since: start) >= Self.nanosecondsMin { break }
      count *= 2
    }
    return count
  }

  /// Returns the mean time of `work` in seconds, over `count` repetitions.
  private func seconds(_ count: Int, _ work: () -> Void) -> Double {
    let start = now()
    for _ in 0..<count { work() }
    return Double(now().elapsed(since: start)) / 1e9 / Double(count)
  }
}
