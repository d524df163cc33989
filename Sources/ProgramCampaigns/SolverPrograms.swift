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

  package static func collector(
    _ settings: ExternalSettings, from start: CollectorState<SolverScript>,
    minimizing time: MinimizingTime, during wait: (any FoldingWait)?,
    isStopped: @escaping @Sendable () -> Bool
  ) -> Collector {
    Collector(
      scripts: ScriptCollector(
        seed: settings.seed, minimizes: settings.minimizes, jobs: settings.jobs,
        outputFolder: settings.outputFolder, suppressions: settings.suppressions, from: start,
        minimizing: time, during: wait,
        isStopped: isStopped),
      pools: settings.pools)
  }

  package static func examined(
    _ failing: FailingProgramCase<Self>, _ settings: ExternalSettings,
    minimizing time: MinimizingTime, isStopped: @escaping @Sendable () -> Bool
  ) -> ExaminedFailure<SolverScript>? {
    let look = FailingScriptLook(
      failing: failingScript(failing, settings.pools), isStopped: isStopped)
    let diagnosed = look.diagnosed()
    guard diagnosed.isReducible else { return nil }
    return look.examined(
      diagnosed, seed: settings.seed, minimizing: .init(jobs: settings.jobs, time: time),
      isStored: true)
  }

  /// Returns a failing script with the desk that examines it.
  fileprivate static func failingScript(
    _ failing: FailingProgramCase<Self>, _ pools: [AdapterPool]
  ) -> FailingScript {
    let (script, judgement) = (failing.subject, failing.judgement)
    let runner = ScriptRunner(pools[failing.program])
    return FailingScript(
      index: failing.index, madeFrom: failing.madeFrom ?? "", script: script,
      verdict: failing.verdict, desk: DirectScriptDesk(runner),
      seen: { judgement.map { ScriptExamination($0, on: script, by: runner) } },
      isRepeatable: failing.isRepeatable)
  }

  /// The collector of scripts, with the programs that examine them.
  package struct Collector: ProgramCollector {
    package typealias Kind = SolverPrograms

    fileprivate var scripts: ScriptCollector
    fileprivate let pools: [AdapterPool]

    package var findings: [ScriptFinding] { scripts.findings }
    package var newFolders: [String] { scripts.newFolders }
    package var state: CollectorState<SolverScript> { scripts.state }

    package mutating func take(
      _ failing: FailingProgramCase<SolverPrograms>, _ elapsed: () -> UInt64
    ) throws(WriteError) -> ProgramProblem? {
      try scripts.take(SolverPrograms.failingScript(failing, pools), elapsed)
        .map(ProgramProblem.init)
    }
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
    case .gaveUp: gaveUp += 1
    case .undecided: undecided += 1
    default: wrong += 1
    }
  }
}
