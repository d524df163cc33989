// SPDX-License-Identifier: MIT

import BenchmarkKit
import Choices
import Statistics
import Testing

/// Simulated rounds on a shared machine.
///
/// Each process has its own bias and each round its own noise. Now and then a neighbour takes the
/// core.
struct NoisyMachine {
  var source: Xoshiro256
  var processNoise = 0.003
  var roundNoise = 0.01

  private mutating func uniform() -> Double { Double(source.next() >> 11) / 9_007_199_254_740_992 }

  /// Returns an approximately normal number with deviation 1.
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
  @Test("the estimate is the mean of the processes' logarithms, each that of the median round")
  func estimate() {
    let rounds = PairedRounds([
      [(1, 2), (1, 2), (1, 900)], [(1, 1), (2, 2)], [(1, 4), (1, 4)],
    ])
    #expect(abs(rounds.ratio(confidence: 0.95).ratio - 2) < 1e-12)
  }

  @Test("a fifth of the processes on either side may be arbitrary without moving the ratio by much")
  func outliers() throws {
    var machine = NoisyMachine(source: Xoshiro256(seed: 13))
    let healthy = machine.rounds(ratio: 1.05, processes: 40)
    let wild = [10.0, 0.2, 3, 7, 0.5, 2, 20].map { factor in
      machine.rounds(ratio: 1.05 * factor, processes: 1).logRatios[0]
    }
    let plain = healthy.ratio(confidence: 0.95)
    let mixed = PairedRounds(logRatios: healthy.logRatios + wild).ratio(confidence: 0.95)
    #expect(abs(mixed.ratio / plain.ratio - 1) < 0.005)
    let width = try #require(mixed.high) - #require(mixed.low)
    #expect(try width < 3 * (#require(plain.high) - #require(plain.low)))
  }

  @Test("the trimmed mean and its error equal those worked out by hand")
  func trimmedMean() throws {
    // Of ten values, two are trimmed on each side. The six from 3 to 8 count, and the outer ones
    // are moved in to 3 and 8.
    let ten = TrimmedMean([900, 1, 5, 3, 4, -70, 6, 7, 9, 8])
    #expect(ten.mean == 5.5)
    #expect(ten.freedom == 5)
    let squares = 3 * 6.25 + 2.25 + 0.25 + 0.25 + 2.25 + 3 * 6.25
    #expect(abs(ten.standardError - (squares / (6 * 5)).squareRoot()) < 1e-12)
    // Nine values are too few to trim any.
    let nine = TrimmedMean([1, 2, 3, 4, 5, 6, 7, 8, 90])
    #expect(nine.mean == 14)
    #expect(nine.freedom == 8)
    // The two decision methods agree: an interval of 95 % touches the threshold where the
    // probability is the remaining 5 %.
    let reach = try #require(ten.reach(confidence: 0.95))
    #expect(abs(ten.probability(beyond: 5.5 - reach) - 0.05) < 1e-9)
  }

  @Test(
    "intervals at 95 % contain the true ratio in at least 93 of 100 runs, for few processes too",
    arguments: [2, 3, 5, 6, 10])
  func coverage(processes: Int) throws {
    let seed: UInt64 = 11
    var machine = NoisyMachine(source: Xoshiro256(seed: seed))
    machine.processNoise = 0.01
    var hits = 0
    for _ in 0..<300 {
      let rounds = machine.rounds(ratio: 1.0, processes: processes, rounds: 5)
      let interval = rounds.ratio(confidence: 0.95)
      if let low = interval.low, let high = interval.high, low <= 1, high >= 1 { hits += 1 }
    }
    #expect(hits >= 279, "\(hits) of 300, seed \(seed)")
  }

  @Test("stopping by width: a change of 5 % is reported in 19 of 20 runs, and equal times in none")
  func sequential() {
    let seed: UInt64 = 31
    // As noisy as a shared machine: ten processes would not be enough.
    var machine = NoisyMachine(source: Xoshiro256(seed: seed), processNoise: 0.025)
    let rule = StoppingRule(processesMax: 150)
    let test = ChangeTest()
    var counts: [Int] = []
    func verdicts(ratio: Double) -> [ChangeVerdict] {
      (0..<20).map { _ in
        var count = 10
        var rounds = machine.rounds(ratio: ratio, processes: count, rounds: 5)
        while count < rule.processesMax, rule.isWide(rounds) {
          let more = machine.rounds(ratio: ratio, processes: 10, rounds: 5)
          rounds = PairedRounds(logRatios: rounds.logRatios + more.logRatios)
          count += 10
        }
        counts.append(count)
        return test.judge([.init(rounds, .cpu)])[0].verdict
      }
    }
    #expect(verdicts(ratio: 1.05).count { $0 == .slower } >= 19, "seed \(seed)")
    #expect(verdicts(ratio: 1).count(where: \.isChange) == 0, "seed \(seed)")
    // The width decides: not every run takes the minimum or the maximum of processes.
    #expect(counts.contains { $0 > 10 } && counts.contains { $0 < 150 }, "\(counts)")
  }

  @Test("a slow-down of 5 % is reported in at least 19 of 20 runs, and so is no change")
  func instrument() {
    var machine = NoisyMachine(source: Xoshiro256(seed: 77))
    let test = ChangeTest()
    func changes(ratio: Double) -> [ChangeVerdict] {
      (0..<20).map { _ in
        test.judge([.init(machine.rounds(ratio: ratio), .cpu)])[0].verdict
      }
    }
    #expect(changes(ratio: 1.05).filter { $0 == .slower }.count >= 19)
    #expect(changes(ratio: 1 / 1.05).filter { $0 == .faster }.count >= 19)
    #expect(changes(ratio: 1).filter(\.isChange).count <= 1)
  }

  @Test("many rows without a change seldom report one, because of the correction")
  func manyRows() {
    var machine = NoisyMachine(source: Xoshiro256(seed: 9), processNoise: 0.02)
    let test = ChangeTest()
    let rows = (0..<60).map { _ in
      ChangeTest.Question(machine.rounds(ratio: 1, processes: 4, rounds: 4), .cpu)
    }
    let judged = test.judge(rows)
    #expect(judged.filter(\.verdict.isChange).isEmpty)
    let noisy = test.judge([.init(machine.rounds(ratio: 2), .cpu, isNoisy: true)])
    #expect(noisy[0].verdict == .inconclusive)
  }

  @Test("a single process has no interval and no verdict")
  func singleProcess() {
    var machine = NoisyMachine(source: Xoshiro256(seed: 9))
    let rows = [ChangeTest.Question(machine.rounds(ratio: 2, processes: 1), .wall)]
    let judged = ChangeTest().judge(rows)
    #expect(judged[0].verdict == .inconclusive)
    #expect(judged[0].estimate.low == nil)
  }

  @Test("an instance whose own control moves is reported only for a change twice as large")
  func ownControl() {
    var machine = NoisyMachine(source: Xoshiro256(seed: 21))
    let test = ChangeTest()
    func verdict(_ ratio: Double, control: Double) -> ChangeVerdict {
      let question = ChangeTest.Question(
        machine.rounds(ratio: ratio), .cpu, control: machine.rounds(ratio: control))
      return test.judge([question])[0].verdict
    }
    #expect(verdict(1.1, control: 1.1) == .inconclusive)
    #expect(verdict(1.1, control: 1 / 1.1) == .inconclusive)
    #expect(verdict(2, control: 1.1) == .slower)
    #expect(verdict(1.1, control: 1) == .slower)
    #expect(verdict(1, control: 1) == .equivalent)
    #expect(verdict(1, control: 1.04) == .inconclusive)
  }

  @Test("for any number of arms, rounds and processes, linear drift cancels over every two rounds")
  func roundPlan() {
    var source = Xoshiro256(seed: 3)
    for arms in 1...4 {
      for rounds in 1...5 {
        var plan = RoundPlan(arms: arms)
        let processes = (0..<4).map { _ in plan.orders(rounds: rounds, using: &source) }
        #expect(processes.allSatisfy { $0.count == rounds })
        let orders = processes.flatMap(\.self)
        for arm in 0..<arms {
          for pair in 0..<orders.count / 2 {
            let turns = [orders[2 * pair], orders[2 * pair + 1]]
              .compactMap { $0.firstIndex(of: arm) }
            #expect(turns.reduce(0, +) == arms - 1)
          }
        }
      }
    }
  }
}
