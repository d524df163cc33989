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

/// A statement of a property that is false, with a sentence without a full stop.
private struct FalseClaim: Error { let problem: String }

/// Makes a property of several claims fail with the first one that is false.
package func claim(_ condition: Bool, _ problem: @autoclosure () -> String) throws {
  if !condition { throw FalseClaim(problem: problem()) }
}

/// Makes a property fail unless two values are equal.
package func claim<Value: Equatable>(
  _ actual: Value, is expected: Value, _ context: @autoclosure () -> String = ""
) throws {
  try claim(actual == expected, "\(context()) expected \(expected), actual \(actual)")
}

/// How often a property saw each kind of value.
package struct KindCounts: Sendable, Hashable {
  private var counts: [String: Int] = [:]

  package init() {}

  /// Counts a value as one of a kind, or `times` things in it.
  package mutating func note(_ kind: String, times: Int = 1) { counts[kind, default: 0] += times }

  /// How many values were of a kind.
  package subscript(kind: String) -> Int { counts[kind] ?? 0 }
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
  package var kinds = KindCounts()
  /// Nil when it holds for all of them.
  package var counterexample: Counterexample<Value>?
}

/// Searches for a value for which a property fails, and minimizes it.
///
/// - Parameters:
///   - generator: makes values of choices.
///   - seeds: one value for each.
///   - property: deterministic; an error that it throws is a failure.
/// - Returns: the first failure, minimized; a generator that stops early counts as a value of which
///   the property says nothing.
package func search<Value>(
  _ generator: Generator<Value>, seeds: Range<UInt64>,
  _ property: (Value) throws -> PropertyOutcome
) -> PropertyRun<Value> {
  search(generator, seeds: seeds) { value, _ in try property(value) }
}

/// Looks for a value for which a property fails, and counts the kinds of values that it saw.
package func search<Value>(
  _ generator: Generator<Value>, seeds: Range<UInt64>,
  _ property: (Value, inout KindCounts) throws -> PropertyOutcome
) -> PropertyRun<Value> {
  var run = PropertyRun<Value>()
  for seed in seeds {
    var source = ChoiceSource.random(seed: seed)
    guard let value = try? generator.generate(from: &source) else { continue }
    switch outcome(of: property, value, &run.kinds) {
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

private func outcome<Value>(
  of property: (Value, inout KindCounts) throws -> PropertyOutcome, _ value: Value,
  _ kinds: inout KindCounts
) -> PropertyOutcome {
  do {
    return try property(value, &kinds)
  } catch let claim as FalseClaim {
    return .fails(claim.problem)
  } catch {
    return .fails("threw \(error)")
  }
}

/// Why a smaller value fails; its kinds do not count, since it was not asked for.
private func problem<Value>(
  of property: (Value, inout KindCounts) throws -> PropertyOutcome, _ value: Value
) -> String? {
  var kinds = KindCounts()
  guard case .fails(let problem) = outcome(of: property, value, &kinds) else { return nil }
  return problem
}

private func minimized<Value>(
  _ found: Counterexample<Value>, _ choices: ChoiceSequence, _ generator: Generator<Value>,
  _ property: (Value, inout KindCounts) throws -> PropertyOutcome
) -> Counterexample<Value> {
  withoutActuallyEscaping(property) { property in
    let result = ChoiceMinimizer.minimize(choices, of: generator) { value in
      problem(of: property, value) != nil
    }
    guard let result, let problem = problem(of: property, result.value) else { return found }
    return Counterexample(
      seed: found.seed, value: result.value, problem: problem, improvements: result.improvements)
  }
}

/// The text of a value; the parts of a tuple have a line each.
private func shown(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .tuple else { return String(describingForTest: value) }
  return mirror.children.map { shown($0.value) }.joined(separator: "\n")
}

/// Checks a property for many values, and records an issue with the smallest failing value and its
/// seed.
///
/// - Parameters:
///   - generator: makes values of choices.
///   - count: how many values are made.
///   - quick: how many of them in a quick run, by default a fifth.
///   - floor: of how many values of a hundred the property must say something.
///   - sourceLocation: the place of the issue.
///   - property: deterministic; it records no issues itself, since it is run again on smaller
///     values. An error that it throws is a failure.
package func forAll<Value>(
  _ generator: Generator<Value>, count: Int = 500, quick: Int? = nil, floor: Int = 90,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ property: (Value) throws -> PropertyOutcome
) {
  forAll(
    generator, count: count, quick: quick, floor: floor, kinds: [:], sourceLocation: sourceLocation
  ) { value, _ in try property(value) }
}

/// Checks a property for many values as above, and that enough of them were of each kind.
///
/// - Parameters:
///   - generator: makes values of choices.
///   - count: how many values are made.
///   - quick: how many of them in a quick run, by default a fifth.
///   - floor: of how many values of a hundred the property must say something.
///   - kinds: how many values of a hundred must be of each kind, by its name.
///   - sourceLocation: the place of the issue.
///   - property: as above; it notes the kinds of each value.
package func forAll<Value>(
  _ generator: Generator<Value>, count: Int = 500, quick: Int? = nil, floor: Int = 90,
  kinds: KeyValuePairs<String, Int>, sourceLocation: SourceLocation = #_sourceLocation,
  _ property: (Value, inout KindCounts) throws -> PropertyOutcome
) {
  let tried = TestLength.choose(
    quick: quick ?? max(1, count / 5), full: count, long: count * 10)
  let run = search(generator, seeds: 0..<UInt64(tried), property)
  if let found = run.counterexample {
    Issue.record(
      """
      \(found.problem)
      seed \(found.seed), minimized in \(found.improvements) steps:
      \(shown(found.value))
      """, sourceLocation: sourceLocation)
    return
  }
  if run.checked * 100 < tried * floor {
    Issue.record(
      "the property said something of \(run.checked) of \(tried) values only; \(floor) % are expected",
      sourceLocation: sourceLocation)
  }
  for (kind, least) in kinds where run.kinds[kind] * 100 < tried * least {
    Issue.record(
      "\(run.kinds[kind]) of \(tried) values were of the kind '\(kind)'; \(least) % are expected",
      sourceLocation: sourceLocation)
  }
}
