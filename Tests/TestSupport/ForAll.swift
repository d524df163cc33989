// SPDX-License-Identifier: MIT

import Choices
import Testing

/// What a property says of one value.
package enum PropertyOutcome: Sendable, Hashable {
  case holds
  /// The property says nothing of the value; such values do not count.
  case notApplicable
  /// What is wrong, in a sentence without a full stop.
  case fails(String)

  /// Holds when the condition does.
  package static func when(_ condition: Bool, else problem: @autoclosure () -> String) -> Self {
    condition ? .holds : .fails(problem())
  }
}

/// A value for which a property fails.
package struct Counterexample<Value> {
  /// The seed of the value that was found.
  package let seed: UInt64
  /// The smallest value that fails, by its choices.
  package let value: Value
  package let problem: String
  /// How often something smaller was found.
  package let improvements: Int
}

/// How a property fared.
package struct PropertyRun<Value> {
  /// Of how many values the property said something.
  package var checked = 0
  /// Nil when it holds for all of them.
  package var counterexample: Counterexample<Value>?
}

/// Looks for a value for which a property fails, and makes it small.
///
/// - Parameters:
///   - generator: makes values of choices.
///   - seeds: one value for each.
///   - property: deterministic.
/// - Returns: the first failure, minimized; a generator that stops early counts as a value of which
///   the property says nothing.
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

/// Checks a property for many values, and records an issue with the smallest value that fails and
/// its seed.
///
/// - Parameters:
///   - generator: makes values of choices.
///   - count: how many values are made; a fifth of them in a quick run.
///   - floor: of how many values of a hundred the property must say something.
///   - property: deterministic; it records no issues itself, since it is run again on smaller
///     values.
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
