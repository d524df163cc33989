// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The extent of the tests.
package enum TestLength: String, Comparable, CaseIterable {
  /// Takes some minutes: before each commit.
  case quick
  /// Runs all tests of CI.
  case full
  /// Runs ten times as much and more, for hours.
  case long

  /// The environment variable with the name of a length.
  package static let variable = "LAYOUTFUZZ_TESTS"

  /// The length of this run.
  package static let current: TestLength = {
    guard let name = ProcessInfo.processInfo.environment[variable] else { return .quick }
    guard let length = TestLength(rawValue: name) else {
      preconditionFailure("\(variable) takes quick, full or long, not '\(name)'")
    }
    return length
  }()

  package static func < (first: TestLength, second: TestLength) -> Bool {
    allCases.firstIndex(of: first) ?? 0 < allCases.firstIndex(of: second) ?? 0
  }

  /// Whether the run includes all tests of CI.
  package static var isFull: Bool { current >= .full }

  /// Returns the value for the length of this run.
  package static func choose<Value>(quick: Value, full: Value, long: Value) -> Value {
    switch current {
    case .quick: quick
    case .full: full
    case .long: long
    }
  }

  /// Returns the value for the length of this run, if long runs have the value of CI.
  package static func choose<Value>(quick: Value, full: Value) -> Value {
    choose(quick: quick, full: full, long: full)
  }

  /// Returns the arguments of a test: all of them, or the first ones in a quick run.
  package static func some<Value>(of values: [Value], quick count: Int) -> [Value] {
    isFull ? values : Array(values.prefix(count))
  }
}

extension Trait where Self == ConditionTrait {
  /// For a test that takes long in a debug build: a quick run skips it and counts it as skipped.
  package static var exhaustive: Self {
    .enabled(if: TestLength.isFull, "takes long: LAYOUTFUZZ_TESTS=full")
  }
}
