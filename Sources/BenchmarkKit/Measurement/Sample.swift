// SPDX-License-Identifier: MIT

import Statistics

/// The violation of an answer at one priority.
package struct LevelViolation: Sendable, Hashable, Codable {
  /// The priority, as 750.
  package let strength: Double
  /// The sum of violations, in points.
  package let violation: Double

  package init(strength: Double, violation: Double) {
    self.strength = strength
    self.violation = violation
  }
}

/// The answer of a strategy to one problem, with the parts that are compared.
package struct Answer: Sendable, Hashable, Codable {
  /// The claims of a strategy, as stored.
  package enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
    case optimal, feasible, infeasible, gaveUp
  }

  package let outcome: Outcome
  /// The violations, highest priority first; empty without a solution.
  package let levels: [LevelViolation]
  /// A hash that is equal for values that are the same to 0.001 pt.
  package let digest: UInt64

  package init(outcome: Outcome, levels: [LevelViolation], digest: UInt64) {
    self.outcome = outcome
    self.levels = levels
    self.digest = digest
  }
}

/// The reply of a worker, a line of JSON on its standard output.
package struct WorkReply: Sendable, Hashable, Codable {
  package var iterations: Int
  /// The time of all iterations together, in nanoseconds.
  package var wall: UInt64
  package var cpu: UInt64
  /// Deterministic counts of all iterations together, by name.
  package var counters: [String: Int]
  /// The answers to each problem of the instance; only if requested.
  package var answers: [Answer]
  /// A hash of the inputs, equal for equal inputs.
  ///
  /// Only with answers.
  package var inputs: UInt64?
  /// The build of the worker; only with answers.
  package var build: BuildFacts?
  /// The reason for a missing result.
  package var error: String?

  package init(
    iterations: Int = 0, wall: UInt64 = 0, cpu: UInt64 = 0, counters: [String: Int] = [:],
    answers: [Answer] = [], inputs: UInt64? = nil, build: BuildFacts? = nil, error: String? = nil
  ) {
    self.iterations = iterations
    self.wall = wall
    self.cpu = cpu
    self.counters = counters
    self.answers = answers
    self.inputs = inputs
    self.build = build
    self.error = error
  }
}

/// One measurement with all facts to judge it later; one line of a sample file.
package struct Sample: Sendable, Hashable, Codable {
  /// The version of the format.
  package static let currentSchema = 1

  /// The place of a sample in an experiment.
  package struct Turn: Sendable, Hashable {
    /// The numbers of the fresh process, of the round in it, and of the arm's turn in the round.
    package let process: Int
    package let round: Int
    package let order: Int

    package init(process: Int, round: Int, order: Int) {
      self.process = process
      self.round = round
      self.order = order
    }
  }

  package var schema = Sample.currentSchema
  package var arm: String
  package var instance: String
  /// The place of the sample, as in `Turn`.
  package var process: Int
  package var round: Int
  package var order: Int
  package var pid: Int32 = 0
  package var iterations = 0
  /// The nanoseconds of one iteration; the limit for a censored sample.
  package var wall: Double
  package var cpu: Double
  /// Whether the work was stopped at the limit.
  package var isCensored: Bool
  /// The counts of all iterations together.
  package var counters: [String: Int] = [:]
  package var seed: UInt64
  /// The one-minute load average at the start of the process.
  package var load: Double
  package var machine: MachineFacts
  package var build: BuildFacts

  package init(
    arm: String, instance: String, turn: Turn, wall: Double, cpu: Double, isCensored: Bool,
    seed: UInt64, load: Double, machine: MachineFacts, build: BuildFacts
  ) {
    self.arm = arm
    self.instance = instance
    (process, round, order) = (turn.process, turn.round, turn.order)
    self.wall = wall
    self.cpu = cpu
    self.isCensored = isCensored
    self.seed = seed
    self.load = load
    self.machine = machine
    self.build = build
  }

  /// Returns the cost of one iteration by a metric of time, in nanoseconds.
  package func cost(_ metric: Metric) -> Double { metric == .wall ? wall : cpu }
}
