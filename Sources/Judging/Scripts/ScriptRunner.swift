// SPDX-License-Identifier: MIT

import Clocks
import Diagnosis
import Digests
import Display
import ExternalSolvers
import LinearModel
import Oracles
import Processes
import Scripts

/// The oracle's judgement on the work of an incremental solver on a script.
package struct ScriptJudgement: Sendable {
  /// The first failure, else the first doubt, else a pass.
  package var verdict: Verdict
  /// The step of the verdict; nil when the verdict is about no single step, such as a crash among
  /// requests sent together.
  package var step: Int?
  /// The answer of the verdict.
  package var outcome: SolveOutcome?
  /// The system of the verdict.
  package var truth: ScriptSystem?
  /// The number of judged answers.
  package var judgedAnswers = 0
  /// The number of judged answers that were neither given up nor undecided.
  package var decidedAnswers = 0
  /// The hash of the values of all answers, for digests; only of a session.
  package var answers = StableHash()
  /// The work that a session counted, in cell operations.
  package var cellOperations = 0

  package init(_ verdict: Verdict, step: Int? = nil) {
    self.verdict = verdict
    self.step = step
  }

  /// Records a verdict; a pass changes nothing.
  mutating func take(
    _ verdict: Verdict, step: Int, outcome: SolveOutcome?, truth: ScriptSystem?
  ) {
    guard verdict != .pass else { return }
    self.verdict = verdict
    (self.step, self.outcome, self.truth) = (step, outcome, truth)
  }
}

/// A run of an incremental solver on a script, which judges each answer.
package struct ScriptRunner: Sendable {
  /// The solver that runs the script.
  package enum Target: Sendable {
    /// A program, which refuses additions one by one.
    case adapter(AdapterPool)
    /// The project's own session, which refuses all operations between two readings together.
    case session(SessionTarget)
  }

  package let target: Target
  package let oracleLimit: OracleLimit

  package init(_ pool: AdapterPool, oracleLimit: OracleLimit = .standard) {
    target = .adapter(pool)
    self.oracleLimit = oracleLimit
  }

  package init(_ session: SessionTarget, oracleLimit: OracleLimit = .standard) {
    target = .session(session)
    self.oracleLimit = oracleLimit
  }

  /// The solver's name in findings.
  package var name: String {
    switch target {
    case .adapter(let pool): return pool.command.name
    case .session(let session): return session.name
    }
  }

  package var isSession: Bool {
    if case .session = target { return true }
    return false
  }

  /// The command of the program; empty for the session.
  package var command: String {
    if case .adapter(let pool) = target { return pool.command.command }
    return ""
  }

  /// The time limit of a script; nil for the session, which counts work.
  package var timeoutNanoseconds: UInt64? {
    if case .adapter(let pool) = target { return pool.timeoutNanoseconds }
    return nil
  }

  /// The time limit of a script, for commands that run it again; nil for the usual one.
  package var unusualTimeout: UInt64? {
    if case .adapter(let pool) = target { return pool.unusualTimeout }
    return nil
  }

  /// The solver and its version, for reports.
  package var solver: String {
    switch target {
    case .adapter(let pool): return pool.greeting.solver
    case .session: return "layoutfuzz \(ToolVersion.current)"
    }
  }

  /// The requests that the program supports; nil for the session.
  package var offer: AdapterOffer? {
    if case .adapter(let pool) = target { return pool.greeting.offer }
    return nil
  }

  /// Returns the expected result of each step of a script.
  ///
  /// - Returns: nil when the target does not support such scripts.
  /// - Precondition: the script is well formed.
  package func truth(of script: SolverScript) throws(OracleError) -> ScriptTruth? {
    if case .session = target {
      return try ScriptTruth(ofTransactions: script, limit: oracleLimit)
    }
    return script.needsSession ? nil : try ScriptTruth(of: script, limit: oracleLimit)
  }

  /// The result of running a script.
  package enum Outcome: Sendable {
    /// The judgement; `isRepeatable` is false when only a process that had worked on other cases
    /// failed.
    case judged(ScriptJudgement, isRepeatable: Bool)
    case stopped
  }

  /// A reason why a script could not be run.
  package enum Failure: Error {
    case adapter(AdapterStartError)
    case `internal`(InternalError)
  }

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - truth: the expected result of each step.
  ///   - isAlone: whether a program runs in a process that does no other work.
  /// - Returns: the judgement.
  /// - Throws: when the program does not start, and contradictions of the tool.
  /// - Precondition: the script is well formed, and `truth` is the script's for this target.
  package func run(
    _ script: SolverScript, _ truth: ScriptTruth, alone isAlone: Bool = false
  ) throws(Failure) -> Outcome {
    switch target {
    case .adapter(let pool): return try run(script, truth, pool, alone: isAlone)
    case .session(let session):
      do throws(OracleError) {
        return .judged(try session.run(script, truth, limit: oracleLimit), isRepeatable: true)
      } catch {
        throw .internal(InternalError("judging contradicts itself: \(error)", on: nil))
      }
    }
  }

  private func run(
    _ script: SolverScript, _ truth: ScriptTruth, _ pool: AdapterPool, alone isAlone: Bool
  ) throws(Failure) -> Outcome {
    guard let scale = script.scale(offered: pool.greeting.priorities) else {
      return .judged(
        ScriptJudgement(.gaveUp(.unsupported("that many priorities"))), isRepeatable: true)
    }
    let outcome: AdapterPool.Outcome<Judged>
    let work = { (process: AdapterProcess, deadline: UInt64) in
      ScriptTalk(
        script: script, process: process, scale: scale, deadline: deadline, pool: pool,
        limit: oracleLimit
      ).run(truth)
    }
    do throws(AdapterStartError) {
      outcome = try isAlone ? pool.runAlone(work) : pool.run(work)
    } catch {
      throw .adapter(error)
    }
    switch outcome {
    case .stopped: return .stopped
    case .failed(let failure):
      return .judged(ScriptJudgement(.processFailed(failure)), isRepeatable: true)
    case .done(.success(let judgement)): return .judged(judgement, isRepeatable: true)
    case .failedAfterOthers(_, .success(let judgement)) where judgement.verdict.isFailure:
      return .judged(judgement, isRepeatable: true)
    case .failedAfterOthers(let failure, .success):
      return .judged(ScriptJudgement(.processFailed(failure)), isRepeatable: false)
    case .done(.failure(let error)), .failedAfterOthers(_, .failure(let error)):
      throw .internal(InternalError("judging contradicts itself: \(error)", on: nil))
    }
  }

  typealias Judged = Result<ScriptJudgement, OracleError>

  /// Returns the standard error of a new process before it fails on a script with the given
  /// verdict; nil for the session, and when the process does not fail.
  ///
  /// - Precondition: the script is well formed.
  package func errors(on script: SolverScript, verdict: FailureKind) -> StandardError? {
    guard case .adapter(let pool) = target, case .process(let kind) = verdict,
      let truth = (try? truth(of: script)).flatMap({ $0 }),
      let scale = script.scale(offered: pool.greeting.priorities)
    else { return nil }
    let failed = try? pool.failure { process, deadline in
      ScriptTalk(
        script: script, process: process, scale: scale, deadline: deadline, pool: pool,
        limit: oracleLimit
      ).run(truth)
    }
    guard let (failure, tail) = failed.flatMap({ $0 }), failure.kind == kind else { return nil }
    return StandardError(tail, of: failure)
  }
}

/// A run of one script with one process.
private struct ScriptTalk {
  let script: SolverScript
  let process: AdapterProcess
  let scale: PriorityScale
  let deadline: UInt64
  let pool: AdapterPool
  let limit: OracleLimit

  typealias Attempt = AdapterPool.Attempt<ScriptRunner.Judged>

  /// An early end of the run.
  private enum End: Error {
    case failed(ProcessFailure)
    case stopped
    case judged(ScriptJudgement)
    case oracle(OracleError)
  }

  func run(_ truth: ScriptTruth) -> Attempt {
    do throws(End) {
      return .done(.success(try settled(try judgement(truth))))
    } catch {
      switch error {
      case .failed(let failure): return .failed(failure)
      case .stopped: return .stopped
      case .judged(let judgement): return .done(.success(judgement))
      case .oracle(let error): return .done(.failure(error))
      }
    }
  }

  /// Returns the judgement on the script, after all requests or after the first one that decides.
  private func judgement(_ truth: ScriptTruth) throws(End) -> ScriptJudgement {
    do throws(End) {
      return process.greeting.hasSessions ? try session(truth) : try whole(truth)
    } catch {
      if case .judged(let judgement) = error { return judgement }
      throw error
    }
  }

  private func ask(_ requests: [AdapterRequest]) throws(End) -> [AdapterReply] {
    switch process.ask(requests, scale, deadline: deadline, isStopped: pool.isStopped) {
    case .replies(let replies): return replies
    case .failed(let failure): throw .failed(failure)
    case .stopped: throw .stopped
    }
  }

  /// Sends an empty request, so that all surplus output of the program precedes its response.
  ///
  /// Otherwise that output would arrive with the next script, at an unpredictable moment, and that
  /// script would be blamed.
  private func settled(_ judgement: ScriptJudgement) throws(End) -> ScriptJudgement {
    guard process.isUsable else { return judgement }
    let nothing: AdapterRequest =
      process.greeting.hasSessions
      ? .open(variables: 1) : .solve(variables: 1, constraints: [])
    let answer = process.ask(
      [nothing], scale, deadline: pool.now().later(by: pool.timeoutNanoseconds),
      isStopped: pool.isStopped)
    switch answer {
    case .replies: return judgement
    case .stopped: throw .stopped
    // The earlier failure is reported; the process has been ended.
    case .failed(let failure):
      if judgement.verdict.isFailure { return judgement }
      throw .failed(failure)
    }
  }

  // MARK: - Sessions

  /// Sends requests together up to an addition that must be refused: later requests may depend on
  /// the refusal.
  private func session(_ truth: ScriptTruth) throws(End) -> ScriptJudgement {
    var summary = ScriptJudgement(.pass)
    var requests: [AdapterRequest] = [.open(variables: script.variableCount)]
    var steps: [Int?] = [nil]
    for (index, step) in script.steps.enumerated() {
      if case .skipped = truth.expectations[index] { continue }
      requests.append(AdapterRequest(step))
      steps.append(index)
      let isLast = index == script.steps.count - 1
      if case .refused(let system) = truth.expectations[index] {
        let replies = try ask(requests)
        try look(at: Array(replies.dropLast()), steps, truth, &summary)
        try seeRefused(step, index, replies[replies.count - 1], system, &summary)
        (requests, steps) = ([], [])
      } else if isLast {
        break
      }
    }
    try look(at: try ask(requests), steps, truth, &summary)
    return summary
  }

  private func look(
    at replies: [AdapterReply], _ steps: [Int?], _ truth: ScriptTruth,
    _ summary: inout ScriptJudgement
  ) throws(End) {
    var isExtreme = false
    for (reply, step) in zip(replies, steps) {
      guard let step else {
        if reply.status != .ok { throw .judged(gaveUp(reply, nil)) }
        continue
      }
      switch truth.expectations[step] {
      case .skipped, .refused, .refusedNumber: break
      case .either: isExtreme = true
      case .anything: isExtreme = true
      case .answer(let system): try look(at: reply, step, system, &summary)
      case .done:
        if reply.status == .ok { continue }
        if reply.status == .gaveUp { throw .judged(gaveUp(reply, step)) }
        // A contradiction with an infinity is not defined.
        if isExtreme { throw .judged(summary) }
        try lookAtRefusal(step, &summary)
        throw .judged(summary)
      }
    }
  }

  /// Judges a refused operation that should have been accepted, like the answer that the
  /// constraints in force then are a conflict.
  private func lookAtRefusal(
    _ step: Int, _ summary: inout ScriptJudgement
  ) throws(End) {
    let prefix = SolverScript(
      variableCount: script.variableCount, steps: script.steps[...step] + [.solve])
    let truth: ScriptTruth
    do throws(OracleError) {
      truth = try ScriptTruth(of: prefix, limit: limit)
    } catch {
      throw .oracle(error)
    }
    guard case .answer(let system)? = truth.expectations.last else { return }
    let refusal = AdapterReply(status: .infeasible)
    try look(at: refusal, step, system, &summary)
  }

  private func gaveUp(_ reply: AdapterReply, _ step: Int?) -> ScriptJudgement {
    ScriptJudgement(.gaveUp(.unsupported(reply.reason)), step: step)
  }

  /// Judges an addition that contradicts.
  ///
  /// It must be refused at once, or show at the next reading; then it is removed again.
  private func seeRefused(
    _ step: SolverScript.Step, _ index: Int, _ reply: AdapterReply, _ system: ScriptSystem,
    _ summary: inout ScriptJudgement
  ) throws(End) {
    guard case .add(let constraint) = step, reply.status != .refused else { return }
    if reply.status == .gaveUp { throw .judged(gaveUp(reply, index)) }
    let answer = try ask([.read])[0]
    try look(at: answer, index, system, &summary)
    guard answer.status == .infeasible else {
      // Too close to call, or given up: the state of the solver is not known.
      throw .judged(summary)
    }
    let removed = try ask([.remove(constraint.id)])[0]
    if removed.status != .ok { throw .judged(gaveUp(removed, index)) }
  }

  private func look(
    at reply: AdapterReply, _ step: Int, _ truth: ScriptSystem, _ summary: inout ScriptJudgement
  ) throws(End) {
    let rows = Dictionary(uniqueKeysWithValues: zip(truth.rows.map(\.id), truth.rows.indices))
    let outcome = SolveOutcome(reply) { rows[$0] ?? -1 }
    let judgement: Judgement
    do throws(OracleError) {
      judgement = try judge(
        SolveResult(outcome, work: WorkCounters()), of: truth.system, against: truth.answer,
        limit: limit)
    } catch {
      throw .oracle(error)
    }
    summary.judgedAnswers += 1
    switch judgement.verdict {
    case .gaveUp, .undecided: break
    default: summary.decidedAnswers += 1
    }
    if judgement.verdict.isFailure || summary.verdict == .pass {
      summary.take(judgement.verdict, step: step, outcome: outcome, truth: truth)
    }
    if judgement.verdict.isFailure { throw .judged(summary) }
  }

  // MARK: - Without sessions

  /// Requests each answer with everything that is in force.
  private func whole(_ truth: ScriptTruth) throws(End) -> ScriptJudgement {
    var summary = ScriptJudgement(.pass)
    var requests: [AdapterRequest] = []
    var asked: [(Int, ScriptSystem)] = []
    for (index, expectation) in truth.expectations.enumerated() {
      switch expectation {
      case .answer(let system), .refused(let system):
        requests.append(.solve(variables: script.variableCount, constraints: system.rows))
        asked.append((index, system))
      case .done, .either, .skipped, .anything, .refusedNumber: break
      }
    }
    for (reply, (index, system)) in zip(try ask(requests), asked) {
      try look(at: reply, index, system, &summary)
    }
    return summary
  }
}
