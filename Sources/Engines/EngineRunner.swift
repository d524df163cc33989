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
  /// The step of the verdict; nil when it is about no single step.
  package var step: Int?
  /// The judged readings.
  package var readings = 0

  package init(_ verdict: Verdict, step: Int? = nil) {
    self.verdict = verdict
    self.step = step
  }

  /// The name of the verdict in the names of buckets; nil for no failure.
  package var failure: String? {
    switch verdict {
    case .judged(let verdict): return verdict.name
    case .gaveUp: return nil
    case .processFailed(let failure): return failure.kind.rawValue
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

  /// Runs a script.
  ///
  /// - Precondition: the script is well formed, and `truth` is the script's for this engine.
  package func run(_ script: EngineScript, _ truth: EngineTruth) throws(Failure) -> Outcome {
    let outcome: ProgramPool<EngineProcess>.Outcome<Result<EngineJudgement, OracleError>>
    do throws(AdapterStartError) {
      outcome = try pool.run { process, deadline in
        let requests = [.open(script)] + script.steps.map { EngineRequest.step($0) }
        switch process.ask(requests, deadline: deadline, isStopped: pool.isStopped) {
        case .failed(let failure): return .failed(failure)
        case .stopped: return .stopped
        case .replies(let replies):
          return .done(judgement(Array(replies.dropFirst()), script, truth, opened: replies[0]))
        }
      }
    } catch {
      throw .adapter(error)
    }
    switch outcome {
    case .stopped: return .stopped
    case .failed(let failure):
      return .judged(EngineJudgement(.processFailed(failure)), isRepeatable: true)
    case .done(.success(let judgement)): return .judged(judgement, isRepeatable: true)
    case .failedAfterOthers(_, .success(let judgement)) where judgement.failure != nil:
      return .judged(judgement, isRepeatable: true)
    case .failedAfterOthers(let failure, .success):
      return .judged(EngineJudgement(.processFailed(failure)), isRepeatable: false)
    case .done(.failure(let error)), .failedAfterOthers(_, .failure(let error)):
      throw .oracle(error)
    }
  }

  private func judgement(
    _ replies: [EngineReply], _ script: EngineScript, _ truth: EngineTruth, opened: EngineReply
  ) -> Result<EngineJudgement, OracleError> {
    if case .gaveUp(let reason) = opened { return .success(EngineJudgement(.gaveUp(reason))) }
    let judge = EngineJudge(offer)
    var summary = EngineJudgement(.judged(.pass))
    for (index, reply) in replies.enumerated() {
      if case .gaveUp(let reason) = reply {
        return .success(EngineJudgement(.gaveUp(reason), step: index))
      }
      var verdict = EngineVerdict.pass
      switch (truth.expectations[index], reply) {
      case (.refused, .done): verdict = .acceptedContradiction
      case (.done, .refused): verdict = .refusedWrongly
      case (.reading(let answer), .reading(let reading)):
        summary.readings += 1
        do throws(OracleError) {
          verdict = try judge.verdict(on: reading, answer, limit: oracleLimit)
        } catch {
          return .failure(error)
        }
      case (.unjudged, .reading(let reading)) where !offer.warnsOfConflicts:
        if let message = reading.messages.first { verdict = .message(message) }
      default: break
      }
      if verdict.name != nil {
        var judgement = EngineJudgement(.judged(verdict), step: index)
        judgement.readings = summary.readings
        return .success(judgement)
      }
      if verdict == .undecided { summary.verdict = .judged(.undecided) }
    }
    return .success(summary)
  }
}
