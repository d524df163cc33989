// SPDX-License-Identifier: MIT

/// Steps out of local minima. Where no single change makes a short script smaller, two changes at
/// once may, or a change of all its numbers.
extension ScriptMinimizer {
  /// The most steps and variables of a script on which these changes are tried.
  private static let stepsMax = 8
  private static let variablesMax = 3

  mutating func leap() {
    guard best.steps.count <= Self.stepsMax, best.variableCount <= Self.variablesMax else { return }
    let before = best.steps.count
    replaceAndRemove()
    // A shorter script first gets the usual steps again.
    if best.steps.count < before { return }
    replace()
    assign()
  }

  /// Replaces one step by a plain one, and drops another.
  private mutating func replaceAndRemove() {
    for index in best.steps.indices {
      for step in PlainSteps.all(for: best, at: index) {
        var replaced = best
        replaced.steps[index] = step
        for dropped in best.steps.indices where dropped != index {
          if isExhausted { return }
          guard let candidate = replaced.removing(where: { $0 == dropped }) else { continue }
          if tryAndCommit(candidate.numbered()) { return }
        }
      }
    }
  }

  /// Replaces each step by the plainest that still fails, where necessary with the order of the
  /// numbers reversed.
  private mutating func replace() {
    for index in best.steps.indices where !isExhausted {
      let candidates = PlainSteps.all(for: best, at: index).flatMap { step in
        var copy = best
        copy.steps[index] = step
        return [copy.numbered(), copy.complementingNumbers().numbered()]
      }
      tryAscending(candidates)
    }
  }

  /// The most combinations of numbers, priorities and relations that are tried; steps beyond it
  /// keep theirs.
  private static let assignmentsMax = 10_000

  /// Takes the smallest script with the same operations: tries numbers, priorities and relations
  /// together.
  private mutating func assign() {
    if isExhausted { return }
    var candidates = [best]
    for index in best.steps.indices {
      let choices = PlainSteps.variants(of: best.steps[index])
      guard candidates.count * choices.count <= Self.assignmentsMax else { continue }
      candidates = candidates.flatMap { script in
        choices.map { step in
          var copy = script
          copy.steps[index] = step
          return copy
        }
      }
    }
    tryAscending(candidates)
  }

  /// Takes the smallest of some scripts that fails.
  private mutating func tryAscending(_ candidates: [SolverScript]) {
    if isExhausted { return }
    let size = ScriptSize(best)
    let smaller = candidates.map { (script: $0, size: ScriptSize($0)) }.filter { $0.size < size }
    for candidate in smaller.sorted(by: { $0.size < $1.size }) {
      if isExhausted || tryAndCommit(candidate.script) { return }
    }
  }
}
