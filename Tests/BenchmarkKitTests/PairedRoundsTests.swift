// SPDX-License-Identifier: MIT

import BenchmarkKit
import Choices
import Testing

/// Rounds as a shared machine makes them: each process has its own bias, each round its own noise and, now and
/// then, a neighbour that takes the core away.
struct NoisyMachine {
  var source: Xoshiro256
  var processNoise = 0.003
  var roundNoise = 0.01

  private mutating func uniform() -> Double { Double(source.next() >> 11) / 9_007_199_254_740_992 }

  /// Approximately normal, with deviation 1.
  private mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }

  mutating func rounds(ratio: Double, processes: Int = 10, rounds: Int = 10) -> PairedRounds {
    PairedRounds(
      (0..<processes).map { _ in
        let bias = processNoise * normal()
        return (0..<rounds).map { _ in
          let spikes = [uniform() < 0.01 ? 1.2 : 1, uniform() < 0.01 ? 1.2 : 1]
          return (
            1000 * spikes[0] * Double.exp(roundNoise * normal()),
            1000 * spikes[1] * ratio * Double.exp(bias + roundNoise * normal())
          )
        }
      })
  }
}

@Suite("Comparisons of paired rounds")
struct PairedRoundsTests {
  @Test("the estimate is the median of the means of the processes")
  func estimate() {
    let rounds = PairedRounds([
      [(1, 2), (1, 2)], [(1, 1), (2, 2)], [(1, 4), (1, 4)],
    ])
    var source = Xoshiro256(seed: 1)
    let ratio = rounds.ratio(confidence: 0.95, resamples: 100, using: &source)
    #expect(abs(ratio.ratio - 2) < 1e-12)
  }

  @Test("the same seed gives the same interval, and it holds the estimate")
  func determinism() throws {
    var machine = NoisyMachine(source: Xoshiro256(seed: 5))
    let rounds = machine.rounds(ratio: 1.02)
    func interval(seed: UInt64) -> RatioEstimate {
      var source = Xoshiro256(seed: seed)
      return rounds.ratio(confidence: 0.95, resamples: 500, using: &source)
    }
    #expect(interval(seed: 3) == interval(seed: 3))
    let found = interval(seed: 4)
    #expect(try #require(found.low) <= found.ratio)
    #expect(try #require(found.high) >= found.ratio)
  }

  @Test("intervals at 95 % hold the true ratio in at least 90 of 100 runs, even of five processes")
  func coverage() throws {
    let seed: UInt64 = 11
    var machine = NoisyMachine(source: Xoshiro256(seed: seed))
    machine.processNoise = 0.01
    var hits = 0
    for _ in 0..<100 {
      let rounds = machine.rounds(ratio: 1.0, processes: 5, rounds: 5)
      var source = Xoshiro256(seed: seed)
      let interval = rounds.ratio(confidence: 0.95, resamples: 300, using: &source)
      if let low = interval.low, let high = interval.high, low <= 1, high >= 1 { hits += 1 }
    }
    #expect(hits >= 90, "\(hits) of 100, seed \(seed)")
  }

  @Test(
    "a slow-down of 5 % is called one in at least 19 of 20 runs, no change in at least 19 of 20")
  func instrument() {
    var machine = NoisyMachine(source: Xoshiro256(seed: 77))
    let test = ChangeTest(resamples: 500, seed: 1)
    func changes(ratio: Double) -> [ChangeVerdict] {
      (0..<20).map { _ in
        test.judge([machine.rounds(ratio: ratio)], metric: .cpu) { Xoshiro256(seed: $0) }[0].verdict
      }
    }
    #expect(changes(ratio: 1.05).filter { $0 == .slower }.count >= 19)
    #expect(changes(ratio: 1 / 1.05).filter { $0 == .faster }.count >= 19)
    #expect(changes(ratio: 1).filter(\.isChange).count <= 1)
  }

  @Test("many rows without a change seldom show one, thanks to the correction")
  func manyRows() {
    var machine = NoisyMachine(source: Xoshiro256(seed: 9), processNoise: 0.02)
    let test = ChangeTest(resamples: 300, seed: 1)
    let rows = (0..<60).map { _ in machine.rounds(ratio: 1, processes: 4, rounds: 4) }
    let judged = test.judge(rows, metric: .cpu) { Xoshiro256(seed: $0) }
    #expect(judged.filter(\.verdict.isChange).isEmpty)
    let noisy = test.judge(
      [machine.rounds(ratio: 2)], metric: .cpu, isNoisy: true
    ) { Xoshiro256(seed: $0) }
    #expect(noisy[0].verdict == .inconclusive)
  }

  @Test("a single process has no interval, and so no verdict")
  func singleProcess() {
    var machine = NoisyMachine(source: Xoshiro256(seed: 9))
    let rows = [machine.rounds(ratio: 2, processes: 1)]
    let judged = ChangeTest(seed: 1).judge(rows, metric: .wall) { Xoshiro256(seed: $0) }
    #expect(judged[0].verdict == .inconclusive)
    #expect(judged[0].estimate.low == nil)
  }

  @Test("each arm has each turn equally often over two rounds, and drift that is linear cancels")
  func roundPlan() {
    var source = Xoshiro256(seed: 3)
    for arms in 1...4 {
      let orders = RoundPlan.orders(arms: arms, rounds: 10, using: &source)
      #expect(orders.count == 10)
      for arm in 0..<arms {
        for pair in 0..<5 {
          let turns = [orders[2 * pair], orders[2 * pair + 1]].compactMap { $0.firstIndex(of: arm) }
          #expect(turns.reduce(0, +) == arms - 1)
        }
      }
    }
    #expect(RoundPlan.orders(arms: 3, rounds: 3, using: &source).count == 3)
  }
}
