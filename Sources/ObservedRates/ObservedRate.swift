// SPDX-License-Identifier: MIT

import Display
import JSON

/// How often a subject failed: a number of runs, and of those that failed.
///
/// A rate is measured until the third failure, so that a rate of any size is known about equally
/// well, and at most 60 runs. While each run fails, it may be measured longer: three runs that
/// agree do not show that each run fails.
package struct ObservedRate: Sendable, Hashable {
  package private(set) var runs = 0
  package private(set) var failures = 0

  /// The largest number of runs of a measurement.
  ///
  /// A failure that did not come again in as many is called unrepeatable.
  package static let runsMax = 60
  /// The failures after which a rate is known well enough.
  package static let failuresMax = 3
  /// The runs that must all fail before a failure is taken to come in each run.
  ///
  /// A failure that comes in four of five runs fails in that many runs one time in 87.
  package static let agreeingMin = 20
  /// The largest number of runs that one trial of a minimization makes.
  package static let runsPerTrialMax = 90
  /// The chance with which a trial misses a failure that comes as often as observed.
  package static let missMax = 0.01
  /// The largest number of runs in a file, which bounds the work for an interval.
  static let storedRunsMax = 10_000

  package init() {}

  /// - Precondition: `0 <= failures <= runs`.
  package init(failures: Int, of runs: Int) {
    precondition(failures >= 0 && failures <= runs, "\(failures) failures of \(runs) runs")
    (self.runs, self.failures) = (runs, failures)
  }

  /// Counts a run.
  package mutating func count(fails: Bool) {
    runs += 1
    if fails { failures += 1 }
  }

  /// Decides whether a measurement needs a further run.
  ///
  /// - Parameters:
  ///   - runsMax: the number of runs within which the first failure must come.
  ///   - agreeing: the number of runs after which the measurement ends when all have failed.
  /// - Returns: whether neither the failures nor the runs are enough.
  package func needsRun(
    within runsMax: Int = runsMax, agreeing: Int = ObservedRate.failuresMax
  ) -> Bool {
    if failures == 0 { return runs < runsMax }
    if failures == runs { return runs < agreeing }
    return failures < Self.failuresMax && runs < max(runsMax, Self.runsMax)
  }

  /// Whether some runs failed and some did not.
  package var isPartial: Bool { failures > 0 && failures < runs }

  /// Whether a run failed, and too few runs agree to say that each one fails.
  package var isUncertain: Bool { isPartial || (1..<Self.agreeingMin).contains(failures) }

  /// The number of runs of which at least one fails with a probability of 99 %, if the failure
  /// comes as often as observed; 1 when each run failed, or none.
  package var runsPerTrial: Int {
    guard isPartial else { return 1 }
    var missed = 1.0
    let miss = Double(runs - failures) / Double(runs)
    for number in 1...Self.runsPerTrialMax {
      missed *= miss
      if missed <= Self.missMax { return number }
    }
    return Self.runsPerTrialMax
  }

  /// The 95 % confidence interval of the probability of a failure, after Clopper and Pearson: "The
  /// use of confidence or fiducial limits illustrated in the case of the binomial", Biometrika 26
  /// (1934), 404–413.
  ///
  /// It contains the true probability in at least 95 % of all measurements. Unlike Wilson's, it
  /// also does when a measurement ends with a failure: `failures` or more among `runs` runs are the
  /// same event as at most `runs` runs until the failure of that number.
  ///
  /// - Precondition: there was a run.
  package var interval: ClosedRange<Double> {
    precondition(runs > 0, "no run was observed")
    let low = failures == 0 ? 0 : root { tail(from: failures, $0) < 0.025 }
    let high = failures == runs ? 1 : root { 1 - tail(from: failures + 1, $0) > 0.025 }
    return low...high
  }

  /// Returns the largest probability up to which a condition holds, by bisection.
  private func root(_ isBelow: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if isBelow(middle) { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Returns the probability of at least `count` failures in `runs` runs.
  ///
  /// The terms are relative to the largest one, so that none of them matters and underflows.
  private func tail(from count: Int, _ probability: Double) -> Double {
    let odds = probability / (1 - probability)
    let mode = min(runs, Int(Double(runs + 1) * probability))
    var (all, tail) = (0.0, 0.0)
    func add(_ term: Double, _ number: Int) {
      all += term
      if number >= count { tail += term }
    }
    var term = 1.0
    for number in mode...runs {
      add(term, number)
      term *= Double(runs - number) / Double(number + 1) * odds
    }
    term = 1
    for number in stride(from: mode - 1, through: 0, by: -1) {
      term *= Double(number + 1) / Double(runs - number) / odds
      add(term, number)
    }
    return tail / all
  }

  /// The rate in words, as `failed in 3 of 14 runs, 95 % interval 5 to 51 %`.
  package var text: String {
    let (low, high) = (interval.lowerBound * 100, interval.upperBound * 100)
    return "failed in \(ShownNumber.grouped(failures)) of \(ShownNumber.counted(runs, "run")), "
      + "95 % interval \(Int(low.rounded())) to \(Int(high.rounded())) %"
  }
}

// MARK: - JSON

extension ObservedRate {
  /// The rate in files, with its interval for readers.
  package var json: JSONValue {
    [
      "failures": .number(failures), "runs": .number(runs),
      "interval": [
        .number((interval.lowerBound * 1000).rounded() / 1000),
        .number((interval.upperBound * 1000).rounded() / 1000),
      ],
    ]
  }

  /// - Throws: the place of the first key or value that is not as expected. The interval follows
  ///   from the other values and is ignored.
  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a rate", keys: ["failures", "runs", "interval"])
    let runs = try reader.required("runs")
    let failures = try reader.required("failures")
    self.runs = try runs.requiredCount("a number of runs")
    self.failures = try failures.requiredCount("a number of failures")
    guard (1...Self.storedRunsMax).contains(self.runs) else {
      throw runs.error("expected a number from 1 to \(Self.storedRunsMax)")
    }
    guard self.failures <= self.runs else {
      throw failures.error("expected at most as many failures as runs")
    }
  }
}
