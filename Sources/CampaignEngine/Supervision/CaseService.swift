// SPDX-License-Identifier: MIT

import Judging
import LayoutModel
import LinearModel
import Lowering
import Minimization
import Oracles
import Scripts
import Supervision

/// A desk that does the work of a campaign in this process: in a worker, or in a campaign without
/// workers.
package struct CaseService: CaseDesk {
  let settings: CampaignSettings
  private let runner: BatchRunner
  let onPhase: @Sendable (Int?, CasePhase) -> Void

  package init(
    _ settings: CampaignSettings,
    onPhase: @escaping @Sendable (Int?, CasePhase) -> Void = { _, _ in }
  ) {
    self.settings = settings
    self.onPhase = onPhase
    runner = BatchRunner(settings, onPhase: onPhase)
  }

  /// Runs cases to their end, since cases in this process are not cut short.
  func run(_ cases: Range<Int>, isOver: @escaping @Sendable () -> Bool) -> CaseBatch? {
    runner.run(cases)
  }

  func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome { .done(result(of: work)) }

  func result(of work: CaseWork) -> CaseWorkResult {
    switch work {
    case .cases(let cases, let deaths): return .cases(runner.run(cases, deaths: deaths))
    case .probe(let accusation, let layoutCase): return .probe(fails(layoutCase, accusation))
    case .judge(let layoutCase, let accusation, let deaths):
      defer { onPhase(nil, .idle) }
      return judged(layoutCase, accusation, deaths)
    case .describe(let accusation, let layoutCase, let end, let compares):
      return .description(description(of: layoutCase, accusation, end, compares: compares))
    case .examine, .probeScript: return scriptResult(of: work)
    }
  }

  /// Returns the result of work on a script, which needs no case.
  private func scriptResult(of work: CaseWork) -> CaseWorkResult {
    defer { onPhase(nil, .idle) }
    let desk = DirectScriptDesk(
      diagnosis: ScriptDiagnosis(
        ScriptRunner(settings.session), onRun: { onPhase(nil, .session) }))
    switch work {
    case .examine(let script): return examined(script, desk)
    case .probeScript(let script, let failure):
      return .probe(desk.trial(script, failure, runs: 1, isStopped: { false }).fails)
    default: preconditionFailure("this is no work on a script")
    }
  }

  private func examined(_ script: SolverScript, _ desk: DirectScriptDesk) -> CaseWorkResult {
    do throws(ScriptRunner.Failure) {
      guard case .seen(let examination)? = try desk.examine(script) else { return .examined(nil) }
      return .examined(examination)
    } catch {
      switch error {
      case .internal(let problem): return .contradiction(problem.message)
      case .adapter: preconditionFailure("a session is no adapter")
      }
    }
  }

  // MARK: - Probes

  /// Whether a case fails in the given way with an answer; a failure without an answer ends the
  /// process.
  private func fails(_ layoutCase: LayoutCase, _ accusation: Accusation) -> Bool {
    defer { onPhase(nil, .idle) }
    if let predicate = FailurePredicate(accusation, in: settings) {
      return predicate.failure(on: layoutCase, onPhase: { onPhase(nil, $0) }) != nil
    }
    switch accusation.part {
    case .laws: tryLaws(on: layoutCase)
    case .session:
      runner.looking(into: accusation.seed).script(of: accusation.index ?? 0, on: layoutCase)
    case nil: break
    default:
      _ = try? CaseRunner(strategies: [], loweringFault: settings.fault?.lowering)
        .run(layoutCase, onPhase: { onPhase(nil, $0) })
    }
    return false
  }

  private func tryLaws(on layoutCase: LayoutCase) {
    onPhase(nil, .laws)
    for law in settings.laws {
      _ = try? LawCheck(law, fault: settings.fault).run(on: layoutCase)
    }
  }

  // MARK: - Findings

  private func description(
    of layoutCase: LayoutCase, _ accusation: Accusation, _ end: ProcessFailure?, compares: Bool
  ) -> FindingDescription? {
    defer { onPhase(nil, .idle) }
    guard let predicate = FailurePredicate(accusation, in: settings)?.dead(by: end),
      let (record, strategy) = predicate.failure(on: layoutCase, onPhase: { onPhase(nil, $0) })
    else { return nil }
    var description = FindingReport(of: predicate, record, strategy, compares: compares)
      .description
    // A law concerns two answers, and under a planted fault the answers to a wrong system. A
    // contradiction in the tool is reported where cases run; here only the certificate is missing.
    if predicate.law == nil {
      description.certificate = (try? record.certificate()).flatMap { $0 }?.encoded
    }
    return description
  }
}
