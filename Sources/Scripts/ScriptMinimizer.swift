// SPDX-License-Identifier: MIT

import Minimization

/// A minimizer of scripts that fail in one way.
///
/// Each proposal runs the solver, so calls are limited.
package struct ScriptMinimizer {
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

  private(set) var best: SolverScript
  private var bestSize: ScriptSize
  /// The sizes of proposals already tried: rounds repeat most of their proposals.
  private var tried: Set<ScriptSize> = []
  private var calls = 0
  private var acceptedSteps = 0
  private let budget: MinimizationBudget
  private let isStopped: () -> Bool
  private var ledger: TrialLedger<SolverScript>

  private init(
    _ script: SolverScript, _ budget: MinimizationBudget, isStopped: @escaping () -> Bool,
    _ bench: TrialBench<SolverScript>
  ) {
    best = script
    bestSize = ScriptSize(script)
    self.budget = budget
    self.isStopped = isStopped
    ledger = TrialLedger(bench, endingsMax: budget.endings)
  }

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
    _ script: SolverScript, budget: MinimizationBudget = budget(calls: callsMax),
    isStopped: @escaping () -> Bool = { false }, bench: TrialBench<SolverScript>
  ) -> MinimizedSubject<SolverScript> {
    var minimizer = ScriptMinimizer(script, budget, isStopped: isStopped, bench)
    var roundsFrom = -1
    while minimizer.acceptedSteps != roundsFrom, !minimizer.isExhausted {
      var before = -1
      while minimizer.acceptedSteps != before, !minimizer.isExhausted {
        before = minimizer.acceptedSteps
        for pass in passes { TrialLedger.run(&minimizer, \.ledger, pass: pass) }
      }
      roundsFrom = minimizer.acceptedSteps
      TrialLedger.run(&minimizer, \.ledger) { $0.leap() }
    }
    return MinimizedSubject(
      subject: minimizer.best, runs: minimizer.calls, acceptedSteps: minimizer.acceptedSteps,
      end: minimizer.isSpent ? .calls : isStopped() ? .stopped : .fixpoint)
  }

  /// Returns a budget of calls and ended processes.
  package static func budget(calls: Int, endings: Int = .max) -> MinimizationBudget {
    MinimizationBudget(calls: calls, callsWithoutProgress: calls, endings: endings)
  }

  /// The passes, whole operations first: dropping them makes every later call cheaper.
  private static let passes: [@Sendable (inout ScriptMinimizer) -> Void] = [
    { $0.dropSteps() }, { $0.simplifyVariables() }, { $0.simplifyNumbers() },
    { $0.simplifyPriorities() }, { $0.makeCanonical() },
  ]

  var isExhausted: Bool { isSpent || ledger.isFull || (!ledger.isAhead && isStopped()) }

  private var isSpent: Bool {
    calls >= budget.calls || acceptedSteps >= budget.acceptedSteps || ledger.hasNoEndingsLeft
  }

  /// Tries a proposal and keeps it if it fails; one that is not smaller is not tried.
  ///
  /// All changes of the script go through here.
  @discardableResult
  mutating func tryAndCommit(_ candidate: SolverScript) -> Bool {
    if ledger.isFull { return false }
    let size = ScriptSize(candidate)
    guard size < bestSize, candidate.problem == nil, !isExhausted,
      tried.insert(size).inserted, let trial = ledger.answer(to: candidate)
    else { return false }
    calls += trial.runs
    guard trial.fails else { return false }
    (best, bestSize) = (candidate, size)
    acceptedSteps += 1
    checkInvariants()
    return true
  }

  /// Stops a debug build if the script or the counts break the promises of the minimizer; called
  /// after every accepted step.
  ///
  /// - Complexity: O(steps); nothing in release builds.
  private func checkInvariants() {
    #if DEBUG
      let problem = best.problem
      assert(problem == nil, "the smallest script is not well formed: \(problem ?? "")")
      assert(bestSize == ScriptSize(best), "the size is that of another script")
      assert(tried.contains(bestSize), "a script was accepted that was not tried")
      assert(acceptedSteps <= calls, "\(acceptedSteps) steps in \(calls) calls")
      assert(acceptedSteps <= tried.count, "\(acceptedSteps) steps of \(tried.count) scripts")
    #endif
  }

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
