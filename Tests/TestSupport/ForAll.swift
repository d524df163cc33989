// SPDX-License-Identifier: MIT

import Choices
import Testing

/// The outcome of a property for one value.
package enum PropertyOutcome: Sendable, Hashable {
  case holds
  /// The property does not apply to the value; such values do not count.
  case notApplicable
  /// The property fails, with a sentence without a full stop.
  case fails(String)

  /// Returns `.holds` if the condition holds, else a failure with the problem.
  package static func when(_ condition: Bool, else problem: @autoclosure () -> String) -> Self {
    condition ? .holds : .fails(problem())
  }
}

/// A value for which a property fails.
package struct Counterexample<Value> {
  /// The seed of the original failing value.
  package let seed: UInt64
  /// The smallest failing value, by its choices.
  package let value: Value
  package let problem: String
  /// The number of times that a smaller value was found.
  package let improvements: Int
}

/// The result of checking a property.
package struct PropertyRun<Value> {
  /// The number of values to which the property applied.
  package var checked = 0
  /// The counterexample; nil if the property holds for all values.
  package var counterexample: Counterexample<Value>?
}

/// Searches for a value for which a property fails, and minimizes it.
///
/// - Parameters:
///   - generator: the generator of values from choices.
///   - seeds: the seeds, one for each value.
///   - property: a deterministic property.
/// - Returns: the first failure, minimized; a generator that stops early counts as a value to which
///   the property does not apply.
package func search<Value>(
  _ generator: Generator<Value>, seeds: Range<UInt64>, _ property: (Value) -> PropertyOutcome
) -> PropertyRun<Value> {
  var run = PropertyRun<Value>()
  for seed in seeds {
    var source = ChoiceSource.random(seed: seed)
    guard let value = try? generator.generate(from: &source) else { continue }
    switch property(value) {
    case .notApplicable: continue
    case .holds: run.checked += 1
    case .fails(let problem):
      run.checked += 1
      run.counterexample = minimized(
        Counterexample(seed: seed, value: value, problem: problem, improvements: 0),
        source.recording, generator, property)
      return run
    }
  }
  return run
}

private func minimized<Value>(
  _ found: Counterexample<Value>, _ choices: ChoiceSequence, _ generator: Generator<Value>,
  _ property: (Value) -> PropertyOutcome
) -> Counterexample<Value> {
  withoutActuallyEscaping(property) { property in
    let result = ChoiceMinimizer.minimize(choices, of: generator) { value in
      if case .fails = property(value) { true } else { false }
    }
    guard let result, case .fails(let problem) = property(result.value) else { return found }
    return Counterexample(
      seed: found.seed, value: result.value, problem: problem, improvements: result.improvements)
  }
}

/// Checks a property for many values, and records an issue with the smallest failing value and its
/// seed.
///
/// - Parameters:
///   - generator: the generator of values from choices.
///   - count: the number of values; a fifth of them in a quick run.
///   - floor: the percentage of values to which the property must apply.
///   - property: a deterministic property; it records no issues itself, because it is run again on
///     smaller values.
package func forAll<Value>(
  _ generator: Generator<Value>, count: Int = 500, floor: Int = 90,
  sourceLocation: SourceLocation = #_sourceLocation, _ property: (Value) -> PropertyOutcome
) {
  let tried = TestLength.choose(quick: max(1, count / 5), full: count, long: count * 10)
  let run = search(generator, seeds: 0..<UInt64(tried), property)
  if let found = run.counterexample {
    Issue.record(
      """
      \(found.problem)
      seed \(found.seed), minimized in \(found.improvements) steps:
      \(found.value)
      """, sourceLocation: sourceLocation)
  } else if run.checked * 100 < tried * floor {
    Issue.record(
      "the property said something of \(run.checked) of \(tried) values only; \(floor) % are expected",
      sourceLocation: sourceLocation)
  }
}
