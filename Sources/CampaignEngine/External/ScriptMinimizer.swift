// SPDX-License-Identifier: MIT

import ExactNumerics
import ExternalSolvers
import LinearModel

/// Makes a script small that fails in one way. Each proposal asks the solver, so calls are limited.
package struct ScriptMinimizer {
  /// What minimizing came to.
  package struct Result: Sendable {
    package let script: SolverScript
    /// How often the predicate was asked.
    package let calls: Int
    package let acceptedSteps: Int
    /// `fixpoint`, `calls` or `stopped`.
    package let end: String
  }

  /// Enough for the largest scripts of the generator to come to an end; each call asks another program.
  package static let callsMax = 4000
  /// For our own session, which answers in no time.
  package static let sessionCallsMax = 30_000
  /// For failures each of which costs a process.
  package static let crashCallsMax = 800
  /// For failures that take as long as the time-out, each of them.
  package static let slowCallsMax = 40

  private(set) var best: SolverScript
  private var bestSize: ScriptSize
  /// What was asked about already: rounds repeat most of their proposals.
  private var tried: Set<ScriptSize> = []
  private var calls = 0
  private var acceptedSteps = 0
  private let callsMax: Int
  private let isStopped: () -> Bool
  private let stillFails: (SolverScript) -> Bool

  private init(
    _ script: SolverScript, callsMax: Int, isStopped: @escaping () -> Bool,
    stillFails: @escaping (SolverScript) -> Bool
  ) {
    best = script
    bestSize = ScriptSize(script)
    self.callsMax = callsMax
    self.isStopped = isStopped
    self.stillFails = stillFails
  }

  /// - Precondition: the script fails.
  package static func minimize(
    _ script: SolverScript, callsMax: Int = ScriptMinimizer.callsMax,
    isStopped: @escaping () -> Bool = { false }, stillFails: @escaping (SolverScript) -> Bool
  ) -> Result {
    var minimizer = ScriptMinimizer(
      script, callsMax: callsMax, isStopped: isStopped, stillFails: stillFails)
    var roundsFrom = -1
    while minimizer.acceptedSteps != roundsFrom, !minimizer.isExhausted {
      var before = -1
      while minimizer.acceptedSteps != before, !minimizer.isExhausted {
        before = minimizer.acceptedSteps
        // Whole operations first: what they leave makes every later call cheaper.
        minimizer.dropSteps()
        minimizer.simplifyVariables()
        minimizer.simplifyNumbers()
        minimizer.simplifyPriorities()
        minimizer.makeCanonical()
      }
      roundsFrom = minimizer.acceptedSteps
      minimizer.leap()
    }
    let end = isStopped() ? "stopped" : minimizer.calls >= callsMax ? "calls" : "fixpoint"
    return Result(
      script: minimizer.best, calls: minimizer.calls, acceptedSteps: minimizer.acceptedSteps,
      end: end)
  }

  var isExhausted: Bool { calls >= callsMax || isStopped() }

  /// The only way to a smaller script: proposals that are not smaller are not even tried.
  @discardableResult
  mutating func tryAndCommit(_ candidate: SolverScript) -> Bool {
    let size = ScriptSize(candidate)
    guard size < bestSize, candidate.problem == nil, !isExhausted,
      tried.insert(size).inserted
    else { return false }
    calls += 1
    guard stillFails(candidate) else { return false }
    (best, bestSize) = (candidate, size)
    acceptedSteps += 1
    return true
  }

  /// Tries a script with its variables and constraints numbered as they come, else as it is: a fault may depend on numbers.
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
