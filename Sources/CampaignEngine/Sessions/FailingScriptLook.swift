// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import LinearModel
import Minimization
import ObservedRates
import Oracles
import Processes
import Scripts

/// The examination of a script on which a solver fails: its cause, its smallest script, and the
/// files of the finding.
///
/// It may take as long as minimization does.
package struct FailingScriptLook: FailureExamination {
  let failing: FailingScript
  let isStopped: @Sendable () -> Bool

  package init(failing: FailingScript, isStopped: @escaping @Sendable () -> Bool) {
    self.failing = failing
    self.isStopped = isStopped
  }

  package var subject: SolverScript { failing.script }
  package var index: Int { failing.index }
  package var program: String { failing.desk.runner.name }
  package var verdict: FailureKind { failing.verdict }

  /// The diagnosis of a failure before its minimization.
  package struct Diagnosed: DiagnosedFailure {
    package let failure: FailureIdentity
    /// The examination of the script; nil without one.
    var seen: ScriptExamination?
    /// The reason why the solver cannot be used any more; nil while it can.
    package var problem: ScriptRunner.Failure?
    package var isReducible = false
    package var isRare = false

    package var isUnexamined: Bool { failure.cause == .unexamined && !isReducible }
  }

  /// Finds the cause of the failure, before any minimization.
  ///
  /// A stop leaves it unexamined, even one that comes after the examination: its result may be that
  /// of another cause.
  package func diagnosed(measuringRate: Bool) -> Diagnosed {
    if isStopped() { return diagnosed(.unexamined) }
    if !failing.isRepeatable {
      var diagnosed = diagnosed(.unrepeatable)
      // It took no run.
      diagnosed.isRare = false
      return diagnosed
    }
    do throws(ScriptRunner.Failure) {
      let look = try failing.desk.examine(
        failing.script, of: .init(failing.verdict, measuresRate: measuringRate),
        isStopped: isStopped)
      // A stop during the examination may look like another cause.
      if isStopped() { return diagnosed(.unexamined) }
      switch look {
      case .seen(let seen) where seen.verdict.isFailure:
        let cause = seen.cause ?? .unrepeatable
        return diagnosed(cause, seen, isReducible: cause != .unrepeatable)
      case .seen, nil: return diagnosed(.unrepeatable)
      case .unmeasured:
        var rare = diagnosed(.unexamined)
        rare.isRare = true
        return rare
      // Minimization then only keeps the verdict: the script itself ended no process when it was
      // found.
      case .died: return diagnosed(.unexamined, isReducible: true)
      }
    } catch {
      return diagnosed(.unexamined, problem: error)
    }
  }

  private func diagnosed(
    _ cause: FailureCause, _ seen: ScriptExamination? = nil, isReducible: Bool = false,
    problem: ScriptRunner.Failure? = nil
  ) -> Diagnosed {
    Diagnosed(
      failure: FailureIdentity(
        .solver(failing.desk.runner.name), seen?.verdict.failure ?? failing.verdict, cause: cause,
        ending: seen?.ending),
      seen: seen ?? failing.seen(), problem: problem, isReducible: isReducible,
      isRare: cause == .sometimes || cause == .unrepeatable)
  }

  /// Minimizes the script as far as its terms allow, and makes the files of the finding.
  ///
  /// The finding is pending in the bucket of its kind when the minimization was stopped. `folder`
  /// is that of programs and of standard error; nil makes neither.
  package func examined(
    _ diagnosed: Diagnosed, seed: UInt64?, minimizing: MinimizingTerms?, folder: String?
  ) -> ExaminedFailure<SolverScript> {
    let minimized = diagnosed.isReducible ? minimizing.flatMap { smaller(diagnosed, $0) } : nil
    let smallest = minimized?.result.subject ?? failing.script
    let shown = minimized?.seen ?? shown(smallest, diagnosed)
    let description = shown?.description ?? asFound(diagnosed, smallest)
    // Standard error takes a run of its own.
    let errors = folder == nil ? nil : errors(on: smallest, diagnosed)
    // After a stop the examination may be that of another script.
    let isSmallest = minimized.map { $0.result.end != .stopped && !isStopped() } ?? false
    var failure = minimized?.failure ?? diagnosed.failure
    if shown?.rate?.isPartial == true { failure = shown?.failure(of: program) ?? failure }
    var record = record
    record.seed = seed
    record.minimized = smallest.recordSize
    record.minimization = minimized.map { .init($0.result) } ?? .init()
    record.set(
      failure, signature: smallest.signature(of: failure, isSmallest: isSmallest), shown,
      description)
    return ExaminedFailure(
      smallest: smallest,
      files: FindingFiles(record, minimized: smallest.fileBytes, errors: errors),
      description: description)
  }

  /// Returns the texts about a smaller script that was not judged, or did not fail: those of the
  /// original name operations that it does not have.
  private func asFound(_ diagnosed: Diagnosed, _ smallest: SolverScript) -> FindingDescription {
    guard let seen = diagnosed.seen else { return .notRepeated }
    let start =
      isStopped()
      ? "the run was stopped before the smaller script was judged"
      : "the failure did not show again on the smaller script"
    var description = ScriptText(smallest, ScriptJudgement(.pass), solver: program).description
    description.sentence = "\(start); as it was found: \(seen.sentence)"
    return description
  }

  /// The record without the results of minimization and of the run of the smallest script.
  private var record: FindingRecord {
    let (runner, size) = (failing.desk.runner, failing.script.recordSize)
    var record = FindingRecord(
      .script, FailureIdentity(.solver(runner.name), failing.verdict, cause: .unexamined),
      signature: "", summary: "",
      original: size, minimized: size, toolVersion: ToolVersion.current)
    record.caseIndex = failing.index
    record.profile = failing.madeFrom
    if !runner.isSession {
      record.program = .init(
        command: runner.command, version: runner.solver, offer: runner.offer?.json,
        timeout: runner.unusualTimeout)
    }
    return record
  }

  /// Returns the minimized script; nil when it does not fail in this way once more.
  private func smaller(_ diagnosed: Diagnosed, _ terms: MinimizingTerms) -> MinimizedScript? {
    let minimized = minimized(diagnosed, terms)
    if let seen = minimized.seen, !seen.shows(diagnosed.failure.verdict) { return nil }
    return minimized
  }

  private func minimized(
    _ diagnosed: Diagnosed, _ terms: MinimizingTerms
  ) -> MinimizedScript {
    let isStopped = isStopped
    let endsProcess = diagnosed.failure.verdict.endsProcess
    // Parallel trials only pay off when each of them waits for another program to start.
    let jobs = endsProcess && !failing.desk.runner.isSession ? terms.jobs : 1
    return terms.measure(countsRuns: endsProcess || !failing.desk.runner.isSession) { isOver in
      failing.desk.minimize(
        failing.script, diagnosed.failure, rate: diagnosed.seen?.rate, jobs: jobs,
        share: terms.share, isStopped: { isStopped() || isOver() })
    }
  }

  /// Returns the examination of the smallest script; nil when it is another script than the
  /// original and does not fail, and after a stop.
  private func shown(
    _ smallest: SolverScript, _ diagnosed: Diagnosed
  ) -> ScriptExamination? {
    guard smallest != failing.script || diagnosed.seen == nil else { return diagnosed.seen }
    let known = ScriptDiagnosis.Known(
      diagnosed.failure.verdict, agreeing: ObservedRate.agreeingMin)
    let look = try? failing.desk.examine(smallest, of: known, isStopped: isStopped)
    if case .seen(let seen)? = look, seen.shows(known.verdict) {
      return seen
    }
    return smallest == failing.script ? diagnosed.seen : nil
  }

  /// Returns the standard error of a new process of the program that fails in this way on the
  /// smallest script.
  ///
  /// Nil when it does not fail, or without time for the run.
  private func errors(on smallest: SolverScript, _ diagnosed: Diagnosed) -> StandardError? {
    isStopped() ? nil : failing.desk.errors(on: smallest, verdict: diagnosed.failure.verdict)
  }
}

extension FindingRecord {
  /// Sets the identity and the texts of a script's failure.
  mutating func set(
    _ failure: FailureIdentity, signature: String, _ seen: ScriptExamination?,
    _ description: FindingDescription
  ) {
    self.signature = signature
    self.failure = failure
    summary = description.sentence
    answer = seen?.answer
    rate = seen?.rate
  }
}
