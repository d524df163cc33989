// SPDX-License-Identifier: MIT

import Choices
import Foundation
import Statistics

/// The time of one fresh process for each phase, and its peak memory.
struct ProcessCost: Sendable {
  /// The milliseconds of one build or step: the median of the repeats in the process.
  var milliseconds: [PeerPhase: Double] = [:]
  /// The peak memory in megabytes.
  var peakMemory = 0.0

  /// The least total time of the repeats of a phase in one process.
  private static let buildMilliseconds = 100
  private static let stepMilliseconds = 50.0
  private static let repeatsMax = 100

  /// Measures the phases in one process of the program.
  ///
  /// `steps` has the number of suggestions and churn steps timed together; none of a phase that is
  /// not measured.
  ///
  /// - Throws: a failure of the program.
  init(
    _ launch: PeerLaunch, _ workload: PreparedWorkload, steps: [PeerPhase: Int]
  ) throws(PeerFailure) {
    let limit = launch.secondsMax
    let process = try PeerProcess(launch, workload: workload.path)
    defer { process.end() }
    let builds = try process.build(
      ProcessCost.repeatsMax, limitMilliseconds: ProcessCost.buildMilliseconds, within: limit)
    milliseconds[.build] = Summary.median(builds)
    if let count = steps[.edit] {
      milliseconds[.edit] = try ProcessCost.steps(.edit, count, workload, process, limit)
    }
    if let count = steps[.churn] {
      milliseconds[.churn] = try ProcessCost.steps(.churn, count, workload, process, limit)
    }
    peakMemory = try process.peakMemory(within: limit)
  }

  private static func steps(
    _ phase: PeerPhase, _ count: Int, _ workload: PreparedWorkload, _ process: PeerProcess,
    _ limit: Double
  ) throws(PeerFailure) -> Double {
    var passes: [Double] = []
    var total = 0.0
    while passes.count < repeatsMax, total < stepMilliseconds {
      // Every pass makes the same moves. Otherwise a pass of few steps would only suggest its last
      // value again, which costs nothing.
      if let value = workload.file.sweep.last {
        try process.suggest(value, within: limit)
      }
      let steps = try process.steps(
        phase.rawValue, count, limitMilliseconds: Int(limit * 1000), within: 2 * limit)
      guard steps.count == count else {
        throw .malformed("\(steps.count) steps of \(count)")
      }
      passes.append(steps.millisecondsEach)
      total += Double(steps.nanoseconds) / 1e6
    }
    return Summary.median(passes)
  }
}

/// Pairs of fresh processes of one workload; the sides alternate in coming first.
struct PeerRounds: Sendable {
  private(set) var ours: [ProcessCost] = []
  private(set) var theirs: [ProcessCost] = []

  /// The least number of rounds for slow workloads, which get fewer than requested.
  private static let roundsMin = 3
  /// The approximate time limit of a workload, in seconds.
  private static let secondsMax = 120.0
  private static let confidence = 0.95

  /// Returns the number of rounds of a workload, from the times of its trials.
  static func count(_ wanted: Int, trials: [PeerTrial]) -> Int {
    let milliseconds = trials.reduce(0) { sum, trial in
      let steps = (trial.edit?.nanoseconds ?? 0) + (trial.churn?.nanoseconds ?? 0)
      return sum + (trial.build ?? 0) + Double(steps) / 1e6
    }
    let affordable = secondsMax * 1000 / max(milliseconds, 1)
    return min(wanted, max(roundsMin, Int(min(affordable, 1e6))))
  }

  /// Returns the number of steps that both sides did within the limit of their trials.
  ///
  /// It is rounded down to 1, 2 or 5 times a power of ten, so that it does not change with every
  /// run.
  static func commonSteps(_ trials: [TimedSteps?]) -> Int? {
    guard let least = trials.map({ $0?.count ?? 0 }).min(), least >= 1 else { return nil }
    var power = 1
    while power * 10 <= least { power *= 10 }
    return [5, 2, 1].map { $0 * power }.first { $0 <= least }
  }

  /// One side: its program, and the number of its steps of each phase.
  typealias Side = (launch: PeerLaunch, steps: [PeerPhase: Int])

  /// Measures both sides in each round, in alternating order.
  ///
  /// `theirs` is nil to measure our side alone.
  ///
  /// - Throws: a failure of a program.
  mutating func run(
    _ count: Int, ours: Side, theirs: Side?, _ workload: PreparedWorkload,
    progress: (Int) -> Void
  ) throws(PeerFailure) {
    for round in 0..<count {
      progress(round)
      for isOurs in round % 2 == 0 ? [true, false] : [false, true] {
        guard let side = isOurs ? ours : theirs else { continue }
        let cost = try ProcessCost(side.launch, workload, steps: side.steps)
        if isOurs { self.ours.append(cost) } else { self.theirs.append(cost) }
      }
    }
  }

  /// Returns the row of a phase that was measured for this solver.
  func row(
    _ phase: PeerPhase, _ workload: String, _ peer: String, steps: Int
  ) -> PeerReport.Row? {
    let mine = ours.compactMap { $0.milliseconds[phase] }
    guard !mine.isEmpty, mine.count == ours.count else { return nil }
    var row = PeerReport.Row(
      workload: workload, phase: phase, peer: peer, ours: Summary.median(mine), rounds: mine.count,
      steps: steps, oursRounds: mine)
    let others = theirs.compactMap { $0.milliseconds[phase] }
    guard others.count == mine.count, (mine + others).allSatisfy({ $0 > 0 }) else { return row }
    let pairs = zip(mine, others).map { [(baseline: $0, candidate: $1)] }
    let estimate = PairedRounds(pairs).ratio(confidence: PeerRounds.confidence)
    row.theirs = Summary.median(others)
    row.theirsRounds = others
    row.ratio = estimate.ratio
    row.low = estimate.low
    row.high = estimate.high
    return row
  }
}
