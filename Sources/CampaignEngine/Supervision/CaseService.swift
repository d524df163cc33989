// SPDX-License-Identifier: MIT

import CorpusStore
import LayoutModel
import LinearModel
import Lowering
import Minimization
import Oracles

/// Does the work of a campaign in this process: in a worker, or at the desk of a campaign without workers.
struct CaseService: CaseDesk {
  private let settings: CampaignSettings
  private let runner: BatchRunner
  private let source: CaseSource
  private let onPhase: @Sendable (Int?, CasePhase) -> Void

  init(
    _ settings: CampaignSettings,
    onPhase: @escaping @Sendable (Int?, CasePhase) -> Void = { _, _ in }
  ) {
    self.settings = settings
    self.onPhase = onPhase
    runner = BatchRunner(settings, onPhase: onPhase)
    source = CaseSource(seed: settings.seed, profile: settings.profile)
  }

  func run(_ cases: Range<Int>) -> CaseBatch? { runner.run(cases) }

  func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome { .done(result(of: work)) }

  func result(of work: CaseWork) -> CaseWorkResult {
    switch work {
    case .cases(let cases, let deaths): return .cases(runner.run(cases, deaths: deaths))
    case .origin(let index, let kind): return .origin(origin(index, kind))
    case .probe(let kind, let layoutCase): return .probe(fails(layoutCase, kind))
    case .describe(let failure): return .description(description(failure))
    case .report(let failure, let record, let folder, let hasCertificate):
      return .report(report(failure, record, folder, hasCertificate))
    }
  }

  // MARK: - Predicates

  private enum Accused {
    /// A strategy or a law.
    case known(FailurePredicate)
    /// A part of the tool that ends its process.
    case part(CasePhase)
  }

  private func accused(_ kind: FailureSignature.Kind) -> Accused? {
    if kind.verdict.hasPrefix(Verdict.lawPrefix) {
      let name = kind.verdict.dropFirst(Verdict.lawPrefix.count)
      return settings.laws.first { $0.name == name }.map {
        .known(FailurePredicate(LawCheck($0, fault: settings.loweringFault)))
      }
    }
    if let strategy = settings.strategies.first(where: { $0.name == kind.strategy }) {
      return .known(FailurePredicate(strategy, kind))
    }
    return CasePhase.parts.first { $0.partName == kind.strategy }.map { .part($0) }
  }

  /// Whether a case fails in the given way with an answer; a failure without one ends the process.
  private func fails(_ layoutCase: LayoutCase, _ kind: FailureSignature.Kind) -> Bool {
    defer { onPhase(nil, .idle) }
    switch accused(kind) {
    case .known(let predicate):
      return predicate.failure(on: layoutCase, onPhase: { onPhase(nil, $0) }) != nil
    case .part(.laws): tryLaws(on: layoutCase)
    case .part: _ = try? runner(for: layoutCase)
    case nil: break
    }
    return false
  }

  private func runner(for layoutCase: LayoutCase) throws(InternalError) -> CaseRecord {
    try CaseRunner(strategies: [], loweringFault: settings.loweringFault)
      .run(layoutCase, onPhase: { onPhase(nil, $0) })
  }

  private func tryLaws(on layoutCase: LayoutCase) {
    onPhase(nil, .laws)
    for law in settings.laws {
      _ = try? LawCheck(law, fault: settings.loweringFault).run(on: layoutCase)
    }
  }

  // MARK: - Findings

  private func origin(_ index: Int, _ kind: FailureSignature.Kind) -> FailureOrigin? {
    guard let generated = try? source.generate(index).layoutCase else { return nil }
    defer { onPhase(nil, .idle) }
    switch accused(kind) {
    case .part(.layout), .part(.laws):
      return FailureOrigin(layoutCase: generated, hints: .none)
    case .part:
      onPhase(index, .layout)
      let plain = CaseRunner.plain(generated, fault: settings.loweringFault).layoutCase
      return FailureOrigin(layoutCase: plain, hints: .none)
    case .known(let predicate):
      return origin(index, generated, predicate)
    case nil: return nil
    }
  }

  private func origin(
    _ index: Int, _ generated: LayoutCase, _ predicate: FailurePredicate
  ) -> FailureOrigin? {
    let endsItsProcess = ProcessFailure.endings.contains(predicate.kind.verdict)
    if predicate.law == nil, endsItsProcess {
      onPhase(index, .layout)
      let plain = CaseRunner.plain(generated, fault: settings.loweringFault).layoutCase
      return FailureOrigin(layoutCase: plain, hints: .none)
    }
    let repeats = predicate.kind.verdict == Verdict.nonDeterministic.failureName
    let strategies = predicate.law == nil ? [predicate.strategy] : []
    guard
      let record = try? CaseRunner(strategies: strategies, loweringFault: settings.loweringFault)
        .run(generated, repeats: repeats, onPhase: { onPhase(index, $0) })
    else { return nil }
    let failure = predicate.law?.strategyRecord(.broken(""), record) ?? record.strategies[0]
    return FailureOrigin(
      layoutCase: predicate.law?.subject(generated, record) ?? record.lowered.layoutCase,
      hints: MinimizationHints(record, failure))
  }

  private func failure(
    _ failure: CaseWork.Failure
  ) -> (FailurePredicate, CaseRecord, StrategyRecord)? {
    guard case .known(let predicate) = accused(failure.kind) else { return nil }
    let known = predicate.dead(by: failure.death)
    return known.failure(on: failure.layoutCase, onPhase: { onPhase(nil, $0) }).map {
      (known, $0.0, $0.1)
    }
  }

  private func description(_ failure: CaseWork.Failure) -> FindingDescription? {
    defer { onPhase(nil, .idle) }
    guard let (predicate, record, strategy) = self.failure(failure) else { return nil }
    // A law is about two answers, and under a planted fault about those to a wrong system. A contradiction in the
    // tool is told where cases are run; here it only costs the certificate.
    let certificate =
      predicate.law == nil ? (try? record.certificate()).flatMap { $0 }?.encoded : nil
    return FindingDescription(
      sentence: FindingSummary(record, strategy).sentence, certificate: certificate)
  }

  private func report(
    _ failure: CaseWork.Failure, _ finding: FindingRecord, _ folder: String,
    _ hasCertificate: Bool
  ) -> String? {
    defer { onPhase(nil, .idle) }
    guard let (predicate, record, strategy) = self.failure(failure) else { return nil }
    return FindingReport(of: predicate, record, strategy, finding, hasCertificate: hasCertificate)
      .text(folder: folder)
  }
}
