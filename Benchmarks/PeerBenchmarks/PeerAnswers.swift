// SPDX-License-Identifier: MIT

/// How far a solution is from what each strength asks for.
package struct WorkloadObjectives: Sendable, Equatable {
  /// The greatest violation of a required constraint.
  package var required: Double
  /// The sums of violations; the edit variable's preference counts as strong.
  package var strong: Double
  package var medium: Double
  package var weak: Double

  package init(required: Double = 0, strong: Double = 0, medium: Double = 0, weak: Double = 0) {
    self.required = required
    self.strong = strong
    self.medium = medium
    self.weak = weak
  }

  /// The greatest relative difference that rounding may make between two programs.
  package static let tolerance = 1e-6

  /// The sums by name, from the highest strength down.
  package var levels: [(name: String, value: Double)] {
    [("strong", strong), ("medium", medium), ("weak", weak)]
  }

  /// What is wrong with this answer beside another one to the same question; empty when they agree.
  ///
  /// Differences are relative to the largest sum of the two answers, at least 1 point: a strength
  /// that is met has a sum of rounding errors, which are as large as the coordinates they came
  /// from.
  package func disagreement(with other: WorkloadObjectives) -> [String] {
    let sums = levels.map(\.value) + other.levels.map(\.value)
    let allowed = WorkloadObjectives.tolerance * max(1, sums.max() ?? 1)
    var problems: [String] = []
    // Written so that a value that is no number is a problem, too.
    if !(required <= allowed) {
      problems.append("a required constraint is violated by \(required)")
    }
    for (mine, theirs) in zip(levels, other.levels)
    where !(abs(mine.value - theirs.value) <= allowed) {
      problems.append("\(mine.name) \(mine.value), not \(theirs.value)")
    }
    return problems
  }
}

/// Several steps that were timed together.
package struct TimedSteps: Sendable, Equatable {
  package let count: Int
  package let nanoseconds: Int

  /// The time of one step.
  package var millisecondsEach: Double { Double(nanoseconds) / Double(count) / 1e6 }
}

extension PeerProcess {
  /// Builds with a new solver each time, until `count` are done or a build ends after the limit.
  ///
  /// - Returns: milliseconds of each, at least one.
  package func build(
    _ count: Int, limitMilliseconds: Int, within seconds: Double
  ) throws(PeerFailure) -> [Double] {
    let words = try ask("build \(count) \(limitMilliseconds)", within: seconds)
    let times = words.compactMap { Int($0) }.filter { $0 >= 0 }
    guard !times.isEmpty, times.count == words.count else {
      throw .malformed("build " + words.joined(separator: " "))
    }
    return times.map { Double($0) / 1e6 }
  }

  /// Does the first steps of the sweep or of the churn list on what was built last.
  ///
  /// - Parameter verb: `edit` or `churn`.
  package func steps(
    _ verb: String, _ count: Int, limitMilliseconds: Int, within seconds: Double
  ) throws(PeerFailure) -> TimedSteps {
    let words = try ask("\(verb) \(count) \(limitMilliseconds)", within: seconds)
    guard words.count == 2, let done = Int(words[0]), let taken = Int(words[1]), done > 0,
      taken >= 0
    else { throw .malformed("\(verb) " + words.joined(separator: " ")) }
    return TimedSteps(count: done, nanoseconds: taken)
  }

  /// Suggests a value, untimed.
  package func suggest(_ value: Double, within seconds: Double) throws(PeerFailure) {
    _ = try ask("suggest \(value)", answer: "suggested", within: seconds)
  }

  /// How good the values are that were read last.
  package func objectives(within seconds: Double) throws(PeerFailure) -> WorkloadObjectives {
    let words = try ask("objectives", within: seconds)
    let values = words.compactMap { Double($0) }
    guard words.count == 4, values.count == 4 else {
      throw .malformed("objectives " + words.joined(separator: " "))
    }
    return WorkloadObjectives(
      required: values[0], strong: values[1], medium: values[2], weak: values[3])
  }

  /// The most memory the process has held so far, in megabytes of 2^20 bytes.
  package func peakMemory(within seconds: Double) throws(PeerFailure) -> Double {
    let words = try ask("memory", within: seconds)
    guard words.count == 1, let kilobytes = Int(words[0]), kilobytes > 0 else {
      throw .malformed("memory " + words.joined(separator: " "))
    }
    return Double(kilobytes) / 1024
  }
}
