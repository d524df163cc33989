// SPDX-License-Identifier: MIT

/// One side of a comparison.
package struct Arm: Sendable, Hashable {
  /// Unique in an experiment, as `simplex`.
  package let name: String
  /// The strategy of the arm, as `simplex`; runs of different strategies are not compared.
  package let strategy: String
  /// The program, and the arguments that make it a worker.
  package let executable: String
  package let arguments: [String]
  /// The arm whose number of iterations this one takes, because it should do the same work; nil for
  /// an own number.
  package let follows: String?

  package init(
    name: String, strategy: String, executable: String, arguments: [String],
    follows: String? = nil
  ) {
    self.name = name
    self.strategy = strategy
    self.executable = executable
    self.arguments = arguments
    self.follows = follows
  }
}

/// The amount of measurement.
package struct ExperimentSettings: Sendable, Hashable {
  /// The least number of fresh processes of each arm.
  package var processes = 5
  /// The rule that starts more processes; nil for exactly `processes`.
  package var stopping: StoppingRule?
  /// Rounds in each process; fewer for instances that take long.
  package var rounds = 50
  /// The shortest time of a sample, in seconds: shorter work is repeated.
  ///
  /// Short turns are better than long ones. Measured on a loaded machine of two cores with equal
  /// CPU time: samples of 1 ms instead of 8 ms reduced the deviation of the means of processes from
  /// 6.6 % to 2.3 %.
  package var sampleSeconds = 0.001
  /// The least number of iterations in a sample.
  package var leastIterations = 1
  /// The time limit of the slowest arm for an instance in one process, in seconds; at least one
  /// round is made.
  package var instanceSeconds = 1.5
  /// The time after which an iteration is killed and counts as censored, in seconds.
  package var limitSeconds = 20.0
  package var seed: UInt64 = 1

  package init() {}
}
