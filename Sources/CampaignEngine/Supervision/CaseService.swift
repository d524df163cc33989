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
  private let source: CaseSource
  let onPhase: @Sendable (Int?, CasePhase) -> Void

  package init(
    _ settings: CampaignSettings,
    onPhase: @escaping @Sendable (Int?, CasePhase) -> Void = { _, _ in }
  ) {
    self.settings = settings
    self.onPhase = onPhase
    runner = BatchRunner(settings, onPhase: onPhase)
    source = CaseSource(settings)
  }

  /// Runs cases to their end, since cases in this process are not cut short.
  func run(_ cases: Range<Int>, isOver: @escaping @Sendable () -> Bool) -> CaseBatch? {
    runner.run(cases)
  }

  func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome { .done(result(of: work)) }

  func result(of work: CaseWork) -> CaseWorkResult {
    switch work {
    case .cases(let cases, let deaths): return .cases(runner.run(cases, deaths: deaths))
    case .origin(let index, let accusation): return .origin(origin(index, accusation))
    case .probe(let accusation, let layoutCase): return .probe(fails(layoutCase, accusation))
    case .judge(let layoutCase, let accusation, let deaths):
      defer { onPhase(nil, .idle) }
      return judged(layoutCase, accusation, deaths)
    case .describe(let failure, let compares):
      return .description(description(failure, compares: compares))
    case .script(let index):
      defer { onPhase(nil, .idle) }
      return .script(runner.failingScript(index))
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
    case .probeScript(let script, let failure): return .probe(desk.trial(script, failure).fails)
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

  package func origin(_ index: Int, _ accusation: Accusation) -> FailureOrigin? {
    guard let generated = try? source.generate(index).layoutCase else { return nil }
    defer { onPhase(nil, .idle) }
    if let predicate = FailurePredicate(accusation, in: settings) {
      return origin(index, generated, predicate)
    }
    switch accusation.part {
    case nil: return nil
    case .layout, .laws, .session: return FailureOrigin(layoutCase: generated, hints: .none)
    default: return plain(index, generated)
    }
  }

  private func plain(_ index: Int, _ generated: LayoutCase) -> FailureOrigin {
    onPhase(index, .layout)
    let plain = CaseRunner.plain(generated, fault: settings.fault?.lowering).layoutCase
    return FailureOrigin(layoutCase: plain, hints: .none)
  }

  private func origin(
    _ index: Int, _ generated: LayoutCase, _ predicate: FailurePredicate
  ) -> FailureOrigin? {
    if predicate.law == nil, predicate.kind.verdict.endsProcess {
      return plain(index, generated)
    }
    let repeats = predicate.kind.verdict == .nonDeterministic
    let strategies = predicate.law == nil ? [predicate.strategy] : []
    guard
      let record = try? CaseRunner(
        strategies: strategies, loweringFault: settings.fault?.lowering
      ).run(generated, repeats: repeats, onPhase: { onPhase(index, $0) })
    else { return nil }
    let failure = predicate.law?.strategyRecord(.broken(""), record) ?? record.strategies[0]
    return FailureOrigin(
      layoutCase: predicate.law?.subject(generated, record) ?? record.lowered.layoutCase,
      hints: MinimizationHints(record, failure))
  }

  private func failure(
    _ failure: CaseWork.Failure
  ) -> (FailurePredicate, CaseRecord, StrategyRecord)? {
    guard let predicate = FailurePredicate(failure.accusation, in: settings) else { return nil }
    let known = predicate.dead(by: failure.death)
    return known.failure(on: failure.layoutCase, onPhase: { onPhase(nil, $0) }).map {
      (known, $0.0, $0.1)
    }
  }

  private func description(
    _ failure: CaseWork.Failure, compares: Bool
  ) -> FindingDescription? {
    defer { onPhase(nil, .idle) }
    guard let (predicate, record, strategy) = self.failure(failure) else { return nil }
    // A law concerns two answers, and under a planted fault the answers to a wrong system. A
    // contradiction in the tool is reported where cases run; here only the certificate is missing.
    let certificate =
      predicate.law == nil ? (try? record.certificate()).flatMap { $0 }?.encoded : nil
    return FindingDescription(
      sentence: FindingSummary(record, strategy).sentence, certificate: certificate,
      body: FindingReport(of: predicate, record, strategy, compares: compares).body)
  }
}
