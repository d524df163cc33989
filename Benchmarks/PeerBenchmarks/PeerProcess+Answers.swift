// SPDX-License-Identifier: MIT

/// Several steps timed together.
package struct TimedSteps: Sendable, Equatable {
  package let count: Int
  package let nanoseconds: Int

  /// The time of one step, in milliseconds.
  package var millisecondsEach: Double { Double(nanoseconds) / Double(count) / 1e6 }
}

extension PeerProcess {
  /// Builds with a new solver each time, until `count` are complete or a build ends after the
  /// limit.
  ///
  /// - Returns: the milliseconds of each build, at least one.
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

  /// Runs the first steps of the sweep or of the churn list on the last build.
  ///
  /// `verb` is `edit` or `churn`.
  ///
  /// - Returns: the number of completed steps and their time, in nanoseconds.
  /// - Throws: a failure of the program; `.malformed` for another answer.
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

  /// Returns the violations of the values that were read last.
  package func objectives(within seconds: Double) throws(PeerFailure) -> WorkloadObjectives {
    let words = try ask("objectives", within: seconds)
    let values = words.compactMap { Double($0) }
    guard words.count == 4, values.count == 4 else {
      throw .malformed("objectives " + words.joined(separator: " "))
    }
    return WorkloadObjectives(
      required: values[0], strong: values[1], medium: values[2], weak: values[3])
  }

  /// Returns the peak memory of the process so far, in megabytes of 2^20 bytes.
  package func peakMemory(within seconds: Double) throws(PeerFailure) -> Double {
    let words = try ask("memory", within: seconds)
    guard words.count == 1, let kilobytes = Int(words[0]), kilobytes > 0 else {
      throw .malformed("memory " + words.joined(separator: " "))
    }
    return Double(kilobytes) / 1024
  }
}
