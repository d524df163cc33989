// SPDX-License-Identifier: MIT

import JSON
import Testing

@testable import ObservedRates

@Suite struct ObservedRateTests {
  /// The probability of each number of failures in some runs, exact but for rounding.
  private static func binomial(_ runs: Int, _ probability: Double) -> [Double] {
    var line = [1.0]
    for _ in 0..<runs {
      var next = [Double](repeating: 0, count: line.count + 1)
      for (failures, value) in line.enumerated() {
        next[failures] += value * (1 - probability)
        next[failures + 1] += value * probability
      }
      line = next
    }
    return line
  }

  @Test(
    "the interval contains the true rate in at least 95 % of all measurements with a fixed number of runs",
    arguments: [1, 2, 5, 14, 60])
  func coverage(runs: Int) {
    let intervals = (0...runs).map { ObservedRate(failures: $0, of: runs).interval }
    for step in 1..<200 {
      let rate = Double(step) / 200
      let covered = Self.binomial(runs, rate).enumerated()
        .reduce(0.0) { $0 + (intervals[$1.offset].contains(rate) ? $1.element : 0) }
      #expect(covered >= 0.95 - 1e-9, "\(rate) in \(runs) runs: \(covered)")
    }
  }

  @Test("the interval contains the true rate in at least 95 % of all measurements that end early")
  func coverageOfEarlyEnds() {
    for agreeing in [ObservedRate.failuresMax, ObservedRate.agreeingMin] {
      checkCoverage(agreeing: agreeing)
    }
  }

  /// Checks the interval for measurements that end after a number of runs that all fail.
  private func checkCoverage(agreeing: Int) {
    var intervals: [ObservedRate: ClosedRange<Double>] = [:]
    func interval(_ measured: ObservedRate) -> ClosedRange<Double> {
      if let known = intervals[measured] { return known }
      intervals[measured] = measured.interval
      return measured.interval
    }
    for step in 1..<200 {
      let rate = Double(step) / 200
      // The probability of each measurement that is under way.
      var open: [ObservedRate: Double] = [ObservedRate(): 1]
      var covered = 0.0
      while !open.isEmpty {
        var next: [ObservedRate: Double] = [:]
        for (measured, probability) in open {
          for fails in [false, true] {
            var measured = measured
            measured.count(fails: fails)
            let share = probability * (fails ? rate : 1 - rate)
            if measured.needsRun(agreeing: agreeing) {
              next[measured, default: 0] += share
            } else if interval(measured).contains(rate) {
              covered += share
            }
          }
        }
        open = next
      }
      #expect(covered >= 0.95 - 1e-9, "\(rate), \(agreeing) agree: \(covered)")
    }
  }

  @Test("a few runs that agree do not show that each run fails")
  func uncertain() {
    #expect(ObservedRate(failures: 3, of: 3).isUncertain)
    #expect(ObservedRate(failures: 3, of: 14).isUncertain)
    #expect(!ObservedRate(failures: 20, of: 20).isUncertain)
    #expect(ObservedRate(failures: 19, of: 20).isUncertain)
    #expect(!ObservedRate(failures: 0, of: 60).isUncertain)
  }

  @Test("a higher rate never needs more runs for each trial, and a trial seldom misses it")
  func runsPerTrial() {
    for runs in [2, 7, 60, 500] {
      var before = ObservedRate.runsPerTrialMax
      for failures in 1..<runs {
        let number = ObservedRate(failures: failures, of: runs).runsPerTrial
        #expect(number <= before && number >= 1, "\(failures) of \(runs): \(number)")
        if number < ObservedRate.runsPerTrialMax {
          let miss = 1 - Double(failures) / Double(runs)
          let missed = (0..<number).reduce(1.0) { product, _ in product * miss }
          #expect(missed <= ObservedRate.missMax + 1e-12, "\(failures) of \(runs): \(missed)")
        }
        before = number
      }
    }
    #expect(ObservedRate(failures: 7, of: 7).runsPerTrial == 1)
    #expect(ObservedRate(failures: 0, of: 7).runsPerTrial == 1)
    #expect(ObservedRate(failures: 1, of: 5).runsPerTrial == 21)
  }

  @Test(
    "intervals are those of tables",
    arguments: [(0, 10, 0.0, 0.3085), (3, 14, 0.0466, 0.5080), (10, 10, 0.6915, 1)])
  func tables(failures: Int, runs: Int, low: Double, high: Double) {
    let interval = ObservedRate(failures: failures, of: runs).interval
    #expect(abs(interval.lowerBound - low) < 1e-4 && abs(interval.upperBound - high) < 1e-4)
  }

  @Test("a large number of runs has a narrow interval around its rate")
  func large() {
    let interval = ObservedRate(failures: 9000, of: ObservedRate.storedRunsMax).interval
    #expect(interval.contains(0.9) && interval.upperBound - interval.lowerBound < 0.013)
  }

  @Test("a rate is shown with its interval and reads back")
  func stored() throws {
    let rate = ObservedRate(failures: 3, of: 14)
    #expect(rate.text == "failed in 3 of 14 runs, 95 % interval 5 to 51 %")
    #expect(try ObservedRate(rate.json) == rate)
    for wrong: JSONValue in [
      ["failures": 3, "runs": 2], ["failures": 0, "runs": 0], ["failures": 0, "runs": 10_001],
      ["failures": -1, "runs": 2], ["runs": 2],
    ] {
      #expect(throws: JSONError.self) { try ObservedRate(wrong) }
    }
  }
}
