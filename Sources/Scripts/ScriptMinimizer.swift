// SPDX-License-Identifier: MIT

import Minimization

/// A minimizer of scripts that fail in one way.
///
/// Each proposal runs the solver, so calls are limited.
package struct ScriptMinimizer: SubjectMinimizer {
  /// The limit of runs for adapters: enough to finish the largest scripts of the generator.
  package static let callsMax = 8000
  /// The limit of calls for this project's own session, which replies almost at once.
  package static let sessionCallsMax = 30_000
  /// The limit of runs for failures that end a process each.
  package static let crashCallsMax = 1600
  /// The limits of runs for failures that come sometimes.
  package static let rareCallsMax = 6000
  package static let rareCrashCallsMax = 2000
  /// The limit of trials that each take the whole time limit.
  package static let hangsMax = 40

  package var gate: SubjectGate<SolverScript>

  /// Minimizes a script.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - budget: the limits; calls without progress are not limited separately.
  ///   - isStopped: whether the minimization must stop.
  ///   - bench: tests whether scripts fail in the same way; the number of tests at a time does not
  ///     change the result.
  /// - Returns: the smallest script, with the reason why minimization ended.
  /// - Precondition: the script fails.
  package static func minimize(
    _ script: SolverScript, budget: MinimizationBudget = .runs(callsMax),
    isStopped: @escaping () -> Bool = { false }, bench: TrialBench<SolverScript>
  ) -> MinimizedSubject<SolverScript> {
    var minimizer = ScriptMinimizer(
      gate: SubjectGate(script, budget: budget, isStopped: isStopped, bench: bench))
    minimizer.repeatToFixpoint { minimizer in
      minimizer.repeatToFixpoint { minimizer in
        for pass in passes { minimizer.run(pass) }
      }
      minimizer.run { $0.leap() }
    }
    return minimizer.gate.result
  }

  /// The passes, whole operations first: dropping them makes every later call cheaper.
  private static let passes: [@Sendable (inout ScriptMinimizer) -> Void] = [
    { $0.dropSteps() }, { $0.simplifyVariables() }, { $0.simplifyNumbers() },
    { $0.simplifyPriorities() }, { $0.makeCanonical() },
  ]

  /// Tries a script with its variables and constraints renumbered, else unchanged: a fault may
  /// depend on numbers.
  @discardableResult
  mutating func tryNumbered(_ candidate: SolverScript) -> Bool {
    tryAndCommit(candidate.numbered()) || tryAndCommit(candidate)
  }

  /// Drops runs of steps, half of all at first, then ever shorter ones.
  private mutating func dropSteps() {
    var length = max(1, best.steps.count / 2)
    while !isExhausted {
      var start = 0
      while start < best.steps.count, !isExhausted {
        let range = start..<min(start + length, best.steps.count)
        guard let candidate = best.removing(where: { range.contains($0) }),
          tryAndCommit(candidate)
        else {
          start += length
          continue
        }
      }
      if length == 1 { return }
      length /= 2
    }
  }

  /// Changes constraints that are added in the given steps.
  @discardableResult
  mutating func replace(
    _ indices: [Int], with change: (inout SolverScript.Constraint) -> Void
  ) -> Bool {
    var copy = best
    for index in indices {
      guard case .add(var constraint) = copy.steps[index] else { continue }
      change(&constraint)
      copy.steps[index] = .add(constraint)
    }
    return tryAndCommit(copy)
  }
}

extension SolverScript: ReducibleSubject {
  package var reducedSize: ScriptSize { ScriptSize(self) }
  package func key(_ size: ScriptSize) -> ScriptSize { size }
  package var isValid: Bool { problem == nil }
}
