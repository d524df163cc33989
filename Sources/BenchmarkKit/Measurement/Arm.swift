// SPDX-License-Identifier: MIT

/// One side of a comparison.
package struct Arm: Sendable, Hashable {
  /// Unique in an experiment, as `simplex`.
  package let name: String
  /// What it works with, as `simplex`; runs of different strategies are not compared.
  package let strategy: String
  /// The program that works, and the arguments that make it a worker.
  package let executable: String
  package let arguments: [String]
  /// The arm whose number of iterations this one takes, because it should do the same work; nil for
  /// one that has its own.
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

/// How much is measured.
package struct ExperimentSettings: Sendable, Hashable {
  /// Fresh processes of each arm, at least.
  package var processes = 5
  /// When more processes than that are started; nil for as many as said.
  package var stopping: StoppingRule?
  /// Rounds in each process; fewer for instances that take long.
  package var rounds = 50
  /// How long a sample takes at least, in seconds: shorter work is repeated.
  ///
  /// Short turns beat long ones: on a loaded machine of two cores the same CPU time in samples of 1
  /// ms instead of 8 ms took the deviation of the means of processes from 6.6 % to 2.3 %.
  package var sampleSeconds = 0.001
  /// How often work is done for a sample at least.
  package var leastIterations = 1
  /// How long the slowest arm may work on an instance in one process, in seconds; at least one
  /// round is made.
  package var instanceSeconds = 1.5
  /// After how many seconds a piece of work is killed and counts as censored.
  package var limitSeconds = 20.0
  package var seed: UInt64 = 1

  package init() {}
}
