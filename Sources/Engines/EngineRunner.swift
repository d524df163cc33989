// SPDX-License-Identifier: MIT

import EngineScripts
import ExternalSolvers
import LinearModel
import Oracles
import Processes

/// The judgement on the work of an engine on a script.
package struct EngineJudgement: Sendable, Hashable {
  /// The way in which a script ended.
  package enum Verdict: Sendable, Hashable {
    /// The verdict on the first wrong step; a pass if there is none.
    case judged(EngineVerdict)
    case gaveUp(String)
    case processFailed(ProcessFailure)
  }

  package var verdict: Verdict
  /// The wrong step, or the first one that a failed process has not answered; nil when the verdict
  /// is about no single step.
  package var step: Int?
  /// The judged readings.
  package var readings = 0
  /// Whether the engine gave up on a reading of a layout that exists.
  package var hasSolution = false
  /// The replies to the opening and to all steps; empty when the process failed.
  package var replies: [EngineReply] = []

  package init(_ verdict: Verdict, step: Int? = nil) {
    self.verdict = verdict
    self.step = step
  }

  /// The kind of failure; nil for none.
  package var failure: FailureKind? {
    switch verdict {
    case .judged(let verdict): return verdict.failure
    case .gaveUp: return nil
    case .processFailed(let failure): return .process(failure.kind)
    }
  }
}

extension EngineJudgement {
  /// Returns the part of the engine's work that is wrong; nil for a pass, and for a failure that
  /// only an adapter can have.
  ///
  /// `truth` has the exact answers to the script.
  package func part(in truth: EngineTruth) -> JudgedPart? {
    switch verdict {
    case .gaveUp: return nil
    case .processFailed(let failure): return failure.kind.endsProcess ? .ending : nil
    case .judged(let verdict):
      var system: EngineSystem?
      if let step, case .reading(let answer) = truth.expectations[step] { system = answer.system }
      return JudgedPart(of: verdict, in: system)
    }
  }
}

/// A run of an engine on a script, which judges every reply.
package struct EngineRunner: Sendable {
  package let pool: EnginePool
  package let oracleLimit: OracleLimit

  package init(_ pool: EnginePool, oracleLimit: OracleLimit = .standard) {
    self.pool = pool
    self.oracleLimit = oracleLimit
  }

  package var offer: EngineOffer { pool.greeting.offer }

  private var judge: EngineReplyJudge { EngineReplyJudge(offer: offer, limit: oracleLimit) }

  /// The result of running a script.
  package enum Outcome: Sendable {
    /// The judgement; `isRepeatable` is false when only a process that had worked on other scripts
    /// failed.
    case judged(EngineJudgement, isRepeatable: Bool)
    case stopped
  }

  /// A reason why a script could not be run.
  package enum Failure: Error {
    case adapter(AdapterStartError)
    case oracle(OracleError)
  }

  /// The number of runs of the same steps, and where the second one takes place.
  package enum Repetition: Sendable, Hashable {
    case once
    /// Twice in one process.
    case again
    /// Once in a process of the pool and once in a new one.
    case inNewProcess
    /// Once in a process of the pool and once in another one that serves several scripts. A failure
    /// is repeatable only if a new process has it, too.
    case inOtherProcess

    /// The runs that a campaign gives to a case: most cases run once.
    package init(ofCase index: Int) {
      self = index % 4 == 3 ? .again : index % 32 == 8 ? .inOtherProcess : .once
    }

    /// The runs that can show a failure.
    package init(showing verdict: FailureKind?) {
      switch verdict {
      case .differentAnswer: self = .again
      case .differentInNewProcess: self = .inNewProcess
      default: self = .once
      }
    }
  }

  /// Runs a script.
  ///
  /// Each run is judged. If none fails, the readings are compared. `isAlone` is whether the first
  /// run takes place in a new process.
  ///
  /// - Precondition: the script is well formed, and `truth` is the script's for this engine.
  package func run(
    _ script: EngineScript, _ truth: EngineTruth, _ repetition: Repetition = .once,
    isAlone: Bool = false
  ) throws(Failure) -> Outcome {
    let requests = EngineRequest.all(of: script)
    let count = repetition == .again ? 2 : 1
    var (last, answered): ([EngineReply], Int) = ([], 0)
    func work(_ process: EngineProcess, _ deadline: UInt64) -> EnginePool.Attempt<Judged> {
      let all = (0..<count).flatMap { _ in requests }
      switch process.ask(all, deadline: deadline, isStopped: pool.isStopped) {
      case .failed(let failure):
        answered = process.link.repliesToLast
        return .failed(failure)
      case .stopped: return .stopped
      case .replies(let replies):
        last = Array(replies.suffix(requests.count))
        let first = Array(replies.prefix(requests.count))
        return .done(
          count == 1
            ? judge.judgement(first, truth)
            : judge.judgement(first, then: last, truth, isFresh: false))
      }
    }
    let first = try judged(
      { () throws(AdapterStartError) in isAlone ? try pool.runAlone(work) : try pool.run(work) },
      step: { Self.step(after: answered, of: requests) })
    guard repetition == .inNewProcess || repetition == .inOtherProcess,
      case .judged(let judgement, _) = first, judgement.verdict == .judged(.pass)
    else { return first }
    return try compared(last, requests, truth, isNew: repetition == .inNewProcess)
  }

  private typealias Judged = Result<EngineJudgement, OracleError>

  /// Returns the standard error of a new process before it fails on a script with the given
  /// verdict; nil when none of some runs fails as a process.
  ///
  /// - Precondition: the script is well formed.
  package func errors(
    on script: EngineScript, verdict: FailureKind, runs: Int = 1
  ) -> StandardError? {
    guard case .process(let kind) = verdict else { return nil }
    let requests = EngineRequest.all(of: script)
    for _ in 0..<runs where !pool.isStopped() {
      let failed = try? pool.failure { process, deadline -> EnginePool.Attempt<Void> in
        switch process.ask(requests, deadline: deadline, isStopped: pool.isStopped) {
        case .failed(let failure): .failed(failure)
        case .stopped: .stopped
        case .replies: .done(())
        }
      }
      guard let (failure, tail) = failed.flatMap({ $0 }), failure.kind == kind else { continue }
      return StandardError(tail, of: failure)
    }
    return nil
  }

  /// Returns the step that a process was at after some replies to the requests, which may have been
  /// sent twice; nil for the opening.
  private static func step(after replies: Int, of requests: [EngineRequest]) -> Int? {
    let request = replies % requests.count
    return request == 0 ? nil : request - 1
  }

  private func judged(
    _ run: () throws(AdapterStartError) -> EnginePool.Outcome<Judged>, step: () -> Int?
  ) throws(Failure) -> Outcome {
    let outcome: EnginePool.Outcome<Judged>
    do throws(AdapterStartError) { outcome = try run() } catch { throw .adapter(error) }
    switch outcome {
    case .stopped: return .stopped
    case .failed(let failure):
      return .judged(EngineJudgement(.processFailed(failure), step: step()), isRepeatable: true)
    case .done(.success(let judgement)): return .judged(judgement, isRepeatable: true)
    case .failedAfterOthers(_, .success(let judgement)) where judgement.failure != nil:
      return .judged(judgement, isRepeatable: true)
    case .failedAfterOthers(let failure, .success):
      return .judged(EngineJudgement(.processFailed(failure)), isRepeatable: false)
    case .done(.failure(let error)), .failedAfterOthers(_, .failure(let error)):
      throw .oracle(error)
    }
  }

  /// Runs the steps in another process and compares the replies with those of the first one.
  ///
  /// A failure in a process with a history counts as repeatable only if a new process fails, too.
  /// Such a process ends, since it may spoil the comparisons after this one.
  private func compared(
    _ replies: [EngineReply], _ requests: [EngineRequest], _ truth: EngineTruth, isNew: Bool
  ) throws(Failure) -> Outcome {
    var (wasFresh, answered) = (true, 0)
    func work(_ process: EngineProcess, _ deadline: UInt64) -> EnginePool.Attempt<Judged> {
      wasFresh = process.link.isFresh
      switch process.ask(requests, deadline: deadline, isStopped: pool.isStopped) {
      case .failed(let failure):
        answered = process.link.repliesToLast
        return .failed(failure)
      case .stopped: return .stopped
      case .replies(let others):
        let judged = judge.judgement(replies, then: others, truth, isFresh: true)
        if case .success(let judgement) = judged, judgement.failure != nil { process.end() }
        return .done(judged)
      }
    }
    let step = { Self.step(after: answered, of: requests) }
    let outcome = try judged(
      { () throws(AdapterStartError) in
        isNew ? try pool.runAlone(work) : try pool.repeated(work)
      }, step: step)
    guard !wasFresh, case .judged(let judgement, _) = outcome, judgement.failure != nil else {
      return outcome
    }
    let confirmed = try judged(
      { () throws(AdapterStartError) in try pool.runAlone(work) }, step: step)
    guard case .judged(let fresh, _) = confirmed, fresh.failure == nil else { return confirmed }
    return .judged(judgement, isRepeatable: false)
  }
}
