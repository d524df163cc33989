// SPDX-License-Identifier: MIT

import BenchmarkKit
import Diagnosis
import Display
import LayoutModel
import LinearModel
import Lowering

/// Whether the clock agrees that a case is slow.
///
/// It decides nothing: counters have done that.
///
/// A case that costs too much for its size is timed beside a healthy run on a case of the training
/// that has about the same size and costs about what the envelope says. Where growth is at fault,
/// the members of the family are timed. What is compared is taken in turn, in both orders, so that
/// the machine's mood is the same for both; each pair says yes or no, and all but a few must say
/// yes (sign test). Times of one process hold for that process only, which is why a factor that
/// nobody could miss is asked for.
package struct TimeConfirmation: Sendable {
  /// Whether the clock agrees, with what it showed.
  package struct Outcome: Sendable {
    package let isConfirmed: Bool
    /// The median over the pairs: times the reference, or the power of growth.
    package let median: Double
    package let low: Double
    package let high: Double
    /// How many pairs say yes, of how many.
    package let agreeing: Int
    package let pairs: Int
    /// What it was compared with, in words.
    package let reference: String
  }

  /// A pair says yes when the case takes that many times as long as the reference.
  package static let factor = 2.0
  static let pairCount = 21
  /// With so many of 21 the chance that a median below the factor shows so is one in a thousand.
  static let agreeingMin = 18
  /// How many cases of the training are looked at for a reference.
  private static let referencesMax = 600
  /// Shorter runs are repeated until they take so long.
  private static let nanosecondsMin: UInt64 = 1_000_000

  private let now: @Sendable () -> UInt64

  /// - Parameter now: nanoseconds since some fixed moment.
  package init(now: @escaping @Sendable () -> UInt64) { self.now = now }

  /// Times what a finding is about; nil when there is nothing to compare with.
  ///
  /// - Throws: what the generator of the reference throws.
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
      let reference = try reference(for: CostEnvelope.size(of: system), healthy, costs)
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

  /// The case of the training that is nearest in size to a system and in cost to the envelope.
  private func reference(
    for size: Int, _ healthy: Strategy, _ costs: CostOracle
  ) throws(InternalError) -> (system: LinearSystem, text: String)? {
    let source = CaseSource(seed: costs.table.seed, profile: costs.profile)
    var best: (distance: Double, system: LinearSystem, text: String)?
    for index in 0..<Self.referencesMax {
      let system = CaseRunner.plain(try source.generate(index).layoutCase).system
      let own = CostEnvelope.size(of: system)
      let away = Double(max(own, size)) / Double(min(own, size))
      if away > best?.distance ?? .infinity { continue }
      let result = healthy.solver.solve(system, limit: .standard)
      guard let cost = costs.comparison(result, of: healthy.name, on: system) else { return nil }
      let ratio = cost.ratio(.cellOperations)
      let distance = away * max(ratio, 1 / ratio)
      guard distance < best?.distance ?? .infinity else { continue }
      let share = ShownNumber.ratio(ratio)
      best = (
        distance, system, "\(healthy.name) on a case of size \(own), at \(share) of its envelope"
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
          size: Double(CostEnvelope.size(of: system)), costs: [max(time, .leastNormalMagnitude)])
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

  /// How often something must be done to take long enough to be timed.
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

  /// The time of doing something once, as the mean of so many times.
  private func seconds(_ count: Int, _ work: () -> Void) -> Double {
    let start = now()
    for _ in 0..<count { work() }
    return Double(now().elapsed(since: start)) / 1e9 / Double(count)
  }
}
