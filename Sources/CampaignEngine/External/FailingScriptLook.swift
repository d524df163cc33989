// SPDX-License-Identifier: MIT

import Judging
import LinearModel
import Minimization
import Processes
import Scripts

/// All there is to find out about a script on which a solver fails before it can be stored as a
/// finding.
///
/// It may take as long as minimizing does.
struct FailingScriptLook: Sendable {
  let failing: FailingScript
  let isStopped: @Sendable () -> Bool

  /// What is known of a failure before it is made small.
  struct Diagnosed: Sendable {
    let failure: ScriptFailure
    /// What was seen on the script; nil when nobody could look at it.
    var seen: ScriptExamination?
    /// Why the solver cannot be asked any more.
    var problem: ScriptRunner.Failure?
    /// Whether making it small can come to anything.
    var isReducible = false
  }

  /// Finds the cause of a failure.
  ///
  /// One that was seen is kept, also when there is no time or no process to look into it.
  @Sendable func diagnosed() -> Diagnosed {
    if isStopped() { return diagnosed(.unexamined) }
    if !failing.isRepeatable { return diagnosed(.unrepeatable) }
    do throws(ScriptRunner.Failure) {
      let look = try failing.desk.examine(failing.script)
      // What a stop cut short looks like another cause.
      if isStopped() { return diagnosed(.unexamined) }
      switch look {
      case .seen(let seen) where seen.isFailure:
        return diagnosed(seen.cause ?? .unrepeatable, seen, isReducible: true)
      case .seen, nil: return diagnosed(.unrepeatable)
      // It is looked for by its verdict only: the script itself ended no process when it was found.
      case .died: return diagnosed(.unexamined, isReducible: true)
      }
    } catch {
      return diagnosed(.unexamined, problem: error)
    }
  }

  private func diagnosed(
    _ cause: ScriptFailure.Cause, _ seen: ScriptExamination? = nil, isReducible: Bool = false,
    problem: ScriptRunner.Failure? = nil
  ) -> Diagnosed {
    Diagnosed(
      failure: ScriptFailure(
        solver: failing.desk.runner.name,
        verdict: seen.map { FailureKind(name: $0.verdict) } ?? failing.verdict, cause: cause,
        ending: seen?.ending),
      seen: seen ?? failing.seen, problem: problem, isReducible: isReducible)
  }

  /// Makes the script small, for as long as there is time for that.
  ///
  /// - Parameter jobs: how many scripts are tried at a time that end another program.
  func minimized(
    _ diagnosed: Diagnosed, jobs: Int, _ time: MinimizingTime?
  ) -> ScriptMinimizer.Result {
    let isStopped = isStopped
    let endsProcess = diagnosed.failure.verdict.endsProcess
    // Only where each trial waits for another program to start is it worth while to try several at
    // a time.
    let jobs = endsProcess && !failing.desk.runner.isSession ? jobs : 1
    let work = { (isOver: @escaping @Sendable () -> Bool) in
      failing.desk.minimize(
        failing.script, diagnosed.failure, jobs: jobs,
        isStopped: { isStopped() || isOver() })
    }
    return time?.measure(endsProcess: endsProcess, work) ?? work { false }
  }

  /// What is told: of the smallest script, or of the one that was found when that shows nothing any
  /// more.
  func shown(_ smallest: SolverScript, _ diagnosed: Diagnosed) -> ScriptExamination? {
    guard smallest != failing.script || diagnosed.seen == nil else { return diagnosed.seen }
    if case .seen(let seen)? = try? failing.desk.examine(smallest), seen.isFailure { return seen }
    return diagnosed.seen
  }

  /// What the program writes to standard error before it fails in this way on the smallest script,
  /// in a process that does nothing else; nil when it does not, or when there is no time to look.
  func errors(on smallest: SolverScript, _ diagnosed: Diagnosed) -> StandardError? {
    isStopped() ? nil : failing.desk.errors(on: smallest, verdict: diagnosed.failure.verdict)
  }
}
