// SPDX-License-Identifier: MIT

/// The preference of a priority that an answer leaves unmet.
package struct LevelViolation: Sendable, Hashable, Codable {
  /// As 750.
  package let strength: Double
  /// The sum of violations, in points.
  package let violation: Double

  package init(strength: Double, violation: Double) {
    self.strength = strength
    self.violation = violation
  }
}

/// What a strategy answered to one problem, as far as answers are compared.
package struct Answer: Sendable, Hashable, Codable {
  /// The claims of a strategy, as they are stored.
  package enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
    case optimal, feasible, infeasible, gaveUp
  }

  package let outcome: Outcome
  /// Highest priority first; empty without a solution.
  package let levels: [LevelViolation]
  /// Equal for values that are the same to a thousandth of a point.
  package let digest: UInt64

  package init(outcome: Outcome, levels: [LevelViolation], digest: UInt64) {
    self.outcome = outcome
    self.levels = levels
    self.digest = digest
  }
}

/// What a worker is asked for, a line of JSON on its standard input.
package struct WorkRequest: Sendable, Hashable, Codable {
  package let instance: String
  /// How often to do the work; 0 asks for the answers, of one time that is not measured, and
  /// `exact` for those of an exact solver.
  package let iterations: Int

  /// Asks for the exact answers; one that is not known is `.gaveUp`.
  package static let exact = -1

  package init(instance: String, iterations: Int) {
    self.instance = instance
    self.iterations = iterations
  }
}

/// What a worker replies, a line of JSON on its standard output.
package struct WorkReply: Sendable, Hashable, Codable {
  package var iterations: Int
  /// Of all iterations together, in nanoseconds.
  package var wall: UInt64
  package var cpu: UInt64
  /// Deterministic counts of all iterations together, by name.
  package var counters: [String: Int]
  /// To each problem of the instance; only when asked for.
  package var answers: [Answer]
  /// Of what the work is done on: equal for equal inputs.
  ///
  /// Only with answers.
  package var inputs: UInt64?
  /// How the worker was built; only with answers.
  package var build: BuildFacts?
  /// Why there is no result.
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

/// One measurement with all it takes to judge it later; one line of a sample file.
package struct Sample: Sendable, Hashable, Codable {
  /// Of this version of the format.
  package static let currentSchema = 1

  /// When it was taken.
  package struct Turn: Sendable, Hashable {
    /// The number of the fresh process, of the round in it, and of the arm's turn in the round.
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
  /// As in `Turn`.
  package var process: Int
  package var round: Int
  package var order: Int
  package var pid: Int32 = 0
  package var iterations = 0
  /// Nanoseconds of one iteration; for a censored sample the limit.
  package var wall: Double
  package var cpu: Double
  /// Whether the work was stopped at the limit.
  package var isCensored: Bool
  /// Of all iterations together.
  package var counters: [String: Int] = [:]
  package var seed: UInt64
  /// The one-minute load average when the process was started.
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

  /// The cost of one iteration by a metric of time, in nanoseconds.
  package func cost(_ metric: Metric) -> Double { metric == .wall ? wall : cpu }
}
