// SPDX-License-Identifier: MIT

/// A minimizer of the choices behind a failing value.
///
/// It searches a shortlex smaller sequence whose value still fails. Passes change the best sequence
/// so far in one way each (`ChoiceMinimizer+Deleting`, `+Lowering`). All use one gate,
/// `consider(_:)`, and run until a whole round finds nothing. The same input always gives the same
/// result.
///
/// The ideas are those of Hypothesis (MacIver, Donaldson, Test-case reduction via test-case
/// generation, ECOOP 2020). Generating, which is cheap, shows the result of a candidate. The
/// predicate only runs for new values that are simpler.
package struct ChoiceMinimizer<Value> {
  /// The limits at which the search stops with the best result so far.
  package struct Limits: Sendable, Hashable {
    /// The largest number of runs of the predicate.
    package var executions: Int
    /// The largest number of runs of the generator.
    package var generations: Int

    package init(executions: Int = 10_000, generations: Int = 100_000) {
      self.executions = executions
      self.generations = generations
    }
  }

  /// The result of the search, and its cost.
  package struct Result {
    package let sequence: ChoiceSequence
    package let value: Value
    /// The number of runs of the predicate, including the one on the given sequence.
    package let executions: Int
    /// The number of runs of the generator.
    package let generations: Int
    /// The number of improvements.
    package let improvements: Int
    /// Whether no pass finds a smaller sequence; false when a limit ended the search.
    package let isMinimal: Bool
  }

  let generator: Generator<Value>
  let stillFails: (Value) -> Bool
  let isStopped: () -> Bool
  let limits: Limits
  private(set) var best: ChoiceSequence
  /// The values of `best`, from which each candidate is made.
  private(set) var bestValues: ContiguousArray<Int64>
  private(set) var value: Value
  private(set) var executions = 0
  private(set) var generations = 0
  private(set) var improvements = 0
  /// The fingerprints of the candidates that were considered, none of which is tried again.
  ///
  /// Fingerprints instead of sequences save memory; in the unlikely case that two agree, a
  /// candidate is skipped.
  private var considered: Set<UInt64> = []
  /// Fingerprints of the sequences whose value is known not to fail.
  private var passing: Set<UInt64> = []

  /// Minimizes a sequence.
  ///
  /// - Parameters:
  ///   - start: the choices behind a failing value.
  ///   - generator: the generator of values from choices.
  ///   - limits: the limits of the search.
  ///   - isStopped: called before every run of the generator; true stops the search like a limit.
  ///   - stillFails: whether a value shows the same failure; deterministic.
  /// - Returns: nil when the value of `start` does not fail, or `start` gives none.
  package static func minimize(
    _ start: ChoiceSequence, of generator: Generator<Value>, limits: Limits = Limits(),
    isStopped: @escaping () -> Bool = { false }, stillFails: @escaping (Value) -> Bool
  ) -> Result? {
    var source = ChoiceSource.replay(start)
    guard let value = try? generator.generate(from: &source), stillFails(value) else { return nil }
    var minimizer = ChoiceMinimizer(
      generator: generator, stillFails: stillFails, isStopped: isStopped, limits: limits,
      best: source.recording, value: value)
    minimizer.run()
    return Result(
      sequence: minimizer.best, value: minimizer.value, executions: minimizer.executions,
      generations: minimizer.generations, improvements: minimizer.improvements,
      isMinimal: !minimizer.isOverLimit)
  }

  private init(
    generator: Generator<Value>, stillFails: @escaping (Value) -> Bool,
    isStopped: @escaping () -> Bool, limits: Limits, best: ChoiceSequence, value: Value
  ) {
    self.generator = generator
    self.stillFails = stillFails
    self.isStopped = isStopped
    self.limits = limits
    self.best = best
    bestValues = best.values
    self.value = value
    executions = 1
    generations = 1
  }

  var isOverLimit: Bool {
    executions >= limits.executions || generations >= limits.generations || isStopped()
  }

  private mutating func run() {
    // Big cuts first: they are cheap while the sequence is long.
    repeatWhileImproving([
      { $0.lowerAndDelete() }, { $0.deleteSpans() }, { $0.simplifySpans() },
    ])
    repeatWhileImproving([
      { $0.sortSiblings() }, { $0.lowerEqualValues() }, { $0.lowerValues() },
      { $0.redistribute() }, { $0.simplifySpans() }, { $0.deleteSpans() }, { $0.deleteChunks() },
      { $0.lowerAndDelete() }, { $0.hoistDescendants() }, { $0.lowerTogether() },
      { $0.deleteAndLower() },
    ])
  }

  private mutating func repeatWhileImproving(_ passes: [(inout ChoiceMinimizer) -> Void]) {
    var before: Int
    repeat {
      before = improvements
      for pass in passes where !isOverLimit { pass(&self) }
    } while improvements > before && !isOverLimit
  }

  // MARK: - The gate

  /// Accepts a candidate as the new best when its value is simpler and still fails.
  ///
  /// - Returns: whether it was accepted.
  mutating func consider(_ candidate: ContiguousArray<Int64>) -> Bool {
    guard !isOverLimit, considered.insert(fingerprint(candidate)).inserted else { return false }
    guard let (recording, made) = generate(candidate), recording < best else { return false }
    let mark = fingerprint(recording.values)
    guard !passing.contains(mark) else { return false }
    executions += 1
    guard stillFails(made) else {
      passing.insert(mark)
      return false
    }
    best = recording
    bestValues = recording.values
    value = made
    improvements += 1
    return true
  }

  /// Returns the value of a candidate; nil when the generator stops.
  mutating func generate(
    _ candidate: ContiguousArray<Int64>
  ) -> (recording: ChoiceSequence, value: Value)? {
    // Some passes look ahead before the gate: the limit applies to them as well.
    guard !isOverLimit else { return nil }
    generations += 1
    var source = ChoiceSource.replay(values: candidate)
    guard let made = try? generator.generate(from: &source) else { return nil }
    return (source.recording, made)
  }

  /// Returns the largest number up to `limit` for which an attempt succeeds, by doubling from 1 and
  /// then bisection; 0 when 1 fails.
  ///
  /// Successful attempts are permanent, so they must not build on each other.
  mutating func largest(
    upTo limit: Int, _ attempt: (inout ChoiceMinimizer, Int) -> Bool
  ) -> Int {
    guard limit > 0, attempt(&self, 1) else { return 0 }
    let limit = min(limit, Int.max / 4)
    var good = 1
    var bad = limit + 1
    while good < limit {
      let next = min(good * 2, limit)
      if !attempt(&self, next) {
        bad = next
        break
      }
      good = next
    }
    while bad - good > 1 {
      let middle = good + (bad - good) / 2
      if attempt(&self, middle) { good = middle } else { bad = middle }
    }
    return good
  }
}

/// Returns a 64-bit hash that is the same on every run, unlike the standard library's.
private func fingerprint(_ values: ContiguousArray<Int64>) -> UInt64 {
  var hash = UInt64(values.count)
  for value in values {
    // One round of the mixing of SplitMix64 for each value.
    hash = (hash ^ UInt64(bitPattern: value)) &+ 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    hash ^= hash >> 31
  }
  return hash
}
