// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
import Digests
import Display
import EngineScripts
import Engines
import ExternalSolvers
import JSON
import Judging
import Oracles

/// Adapters of layout engines: each gets scripts within its own offer.
package enum EnginePrograms: ProgramKind {
  package typealias Process = EngineProcess
  package typealias Subject = EngineScript
  package typealias Judgement = EngineJudgement

  package static var noun: String { "engine" }

  package static func check(of command: String) -> String {
    EngineProcess.check(of: command)
  }

  package static var option: String { "engine" }
  package static var reply: String { "reading" }
  package static var scriptKinds: [String] { [] }

  package static func version(_ greeting: EngineGreeting) -> String { greeting.engine }
  package static func offer(_ greeting: EngineGreeting) -> JSONValue? { greeting.offer.json }

  /// Runs the script of a case with each engine, which gets one within its own offer.
  ///
  /// The hash of the case covers the scripts, not the answers. A case that is stopped, or that an
  /// engine cannot run, ends the batch.
  package static func run(
    case index: Int, _ settings: EngineSettings, into batch: inout ProgramBatch<Self>
  ) {
    var hasher = StableHash()
    for (program, pool) in settings.pools.enumerated() {
      let runner = EngineRunner(pool)
      let script = script(ofCase: index, settings, for: pool)
      hasher.combine(String(decoding: script.encoded, as: UTF8.self))
      do throws(ProgramProblem) {
        guard let truth = try truth(of: script, runner) else {
          batch.counts.count(program: program) { $0.undecided += 1 }
          continue
        }
        guard let failing = try judged(script, truth, runner, program, index, &batch) else {
          return
        }
        batch.failing += failing
      } catch {
        batch.end = .problem(error)
        return
      }
    }
    batch.counts.end(case: index, hash: hasher.finalize())
  }

  /// Returns the script of a case: first come the examples of the conformance check, then random
  /// scripts.
  private static func script(
    ofCase index: Int, _ settings: EngineSettings, for pool: EnginePool
  ) -> EngineScript {
    let (offer, excluded) = (pool.greeting.offer, settings.excluded(by: pool))
    return EngineExample.script(index, for: offer, without: excluded)
      ?? EngineGenerator(offer, without: excluded).script(
        seed: caseSeed(campaign: settings.seed, index: index))
  }

  /// Returns the exact answers; nil when they take too long.
  private static func truth(
    of script: EngineScript, _ runner: EngineRunner
  ) throws(ProgramProblem) -> EngineTruth? {
    do throws(OracleError) {
      return try EngineTruth(of: script, runner.offer)
    } catch .limitReached {
      return nil
    } catch {
      throw .internalError(InternalError("\(error)", on: nil))
    }
  }

  /// Runs a script and counts the judgement.
  ///
  /// - Returns: the script if it fails; nil when the run is stopped.
  private static func judged(
    _ script: EngineScript, _ truth: EngineTruth, _ runner: EngineRunner, _ program: Int,
    _ index: Int, _ batch: inout ProgramBatch<Self>
  ) throws(ProgramProblem) -> [FailingProgramCase<Self>]? {
    let outcome: EngineRunner.Outcome
    do throws(EngineRunner.Failure) {
      outcome = try runner.run(script, truth, .init(ofCase: index))
    } catch {
      throw ProgramProblem(error)
    }
    guard case .judged(let judgement, let isRepeatable) = outcome else {
      batch.end = .stopped
      return nil
    }
    batch.counts.count(program: program) { $0.count(judgement) }
    guard let verdict = judgement.failure else { return [] }
    var failing = FailingProgramCase<Self>(
      index: index, program: program, script, verdict)
    failing.isRepeatable = isRepeatable
    failing.judgement = judgement
    return [failing]
  }

  package static func look(
    into failing: FailingProgramCase<Self>, _ settings: EngineSettings,
    isStopped: @escaping @Sendable () -> Bool
  ) -> FailingEngineLook {
    FailingEngineLook(
      failing, EngineRunner(settings.pools[failing.program]), isStopped: isStopped)
  }

  package static func problem(_ diagnosed: EngineDiagnosis.Examined) -> ProgramProblem? { nil }
}

extension ProgramProblem {
  init(_ failure: EngineRunner.Failure) {
    switch failure {
    case .adapter(let problem): self = .adapter(problem)
    case .oracle(let error): self = .internalError(InternalError("\(error)", on: nil))
    }
  }
}

extension ProgramCounts.Program {
  fileprivate mutating func count(_ judgement: EngineJudgement) {
    replies += judgement.readings
    decided += judgement.readings
    switch judgement.verdict {
    case .judged(.pass): passed += 1
    case .judged(.undecided): undecided += 1
    case .gaveUp(let reason):
      gaveUp += 1
      reasons.count(reason)
    default: wrong += 1
    }
  }
}
