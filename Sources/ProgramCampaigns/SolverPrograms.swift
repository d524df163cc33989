// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
import Digests
import Display
import ExternalSolvers
import JSON
import Judging
import LinearModel
import Oracles
import Scripts

/// Adapters of solvers: each runs every script, whose exact answers are the same for all of them.
package enum SolverPrograms: ProgramKind {
  package typealias Process = AdapterProcess
  package typealias Subject = SolverScript
  package typealias Judgement = ScriptJudgement

  package static var noun: String { "solver" }

  package static func check(of command: String) -> String {
    AdapterProcess.check(of: command)
  }

  package static var option: String { "external" }
  package static var reply: String { "answer" }
  package static var scriptKinds: [String] { ScriptKind.allCases.map(\.rawValue) }

  package static func version(_ greeting: AdapterGreeting) -> String { greeting.solver }
  package static func offer(_ greeting: AdapterGreeting) -> JSONValue? { greeting.offer.json }

  package static func run(
    case index: Int, _ settings: ExternalSettings, into batch: inout ProgramBatch<Self>
  ) {
    let (kind, script) = ScriptGenerator.script(campaign: settings.seed, index: index)
    let position = ScriptKind.allCases.firstIndex(of: kind)
    let truth: ScriptTruth
    do throws(OracleError) {
      truth = try ScriptTruth(of: script)
    } catch .limitReached {
      batch.counts.skip(case: index, kind: position)
      return
    } catch {
      batch.end = .problem(.internalError(InternalError("\(error)", on: nil)))
      return
    }
    var hasher = StableHash()
    hasher.combine(String(decoding: script.encoded, as: UTF8.self))
    truth.combine(into: &hasher)
    do throws(ScriptRunner.Failure) {
      for (program, pool) in settings.pools.enumerated() {
        guard
          case .judged(let judgement, let isRepeatable) = try ScriptRunner(pool).run(
            script, truth)
        else {
          batch.end = .stopped
          return
        }
        batch.counts.count(program: program) { $0.count(judgement) }
        guard let verdict = judgement.verdict.failureKind else { continue }
        var failing = FailingProgramCase<Self>(index: index, program: program, script, verdict)
        failing.madeFrom = kind.rawValue
        failing.isRepeatable = isRepeatable
        failing.judgement = judgement
        batch.failing.append(failing)
      }
    } catch {
      batch.end = .problem(ProgramProblem(error))
    }
    batch.counts.end(case: index, hash: hasher.finalize(), kind: position)
  }

  package static func look(
    into failing: FailingProgramCase<Self>, _ settings: ExternalSettings,
    isStopped: @escaping @Sendable () -> Bool
  ) -> FailingScriptLook {
    let (script, judgement) = (failing.subject, failing.judgement)
    let runner = ScriptRunner(settings.pools[failing.program])
    return FailingScriptLook(
      failing: FailingScript(
        index: failing.index, madeFrom: failing.madeFrom ?? "", script: script,
        verdict: failing.verdict, desk: DirectScriptDesk(runner),
        seen: { judgement.map { ScriptExamination($0, on: script, by: runner) } },
        isRepeatable: failing.isRepeatable),
      isStopped: isStopped)
  }

  package static func problem(_ diagnosed: FailingScriptLook.Diagnosed) -> ProgramProblem? {
    diagnosed.problem.map(ProgramProblem.init)
  }
}

extension ProgramProblem {
  init(_ failure: ScriptRunner.Failure) {
    switch failure {
    case .adapter(let problem): self = .adapter(problem)
    case .internal(let error): self = .internalError(error)
    }
  }
}

extension ProgramCounts.Program {
  fileprivate mutating func count(_ judgement: ScriptJudgement) {
    replies += judgement.judgedAnswers
    decided += judgement.decidedAnswers
    switch judgement.verdict {
    case .pass: passed += 1
    case .gaveUp:
      gaveUp += 1
      if case .gaveUp(let reason)? = judgement.outcome { reasons.count(reason.sentence) }
    case .undecided: undecided += 1
    default: wrong += 1
    }
  }
}
