// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import CorpusStore
import Judging
import Laws
import LayoutModel
import Oracles

/// A hunt of a mutant by the means of a campaign: random cases in the default mix.
///
/// They are judged by the exact oracle, by the law that must show the fault, and by the other laws
/// in turn.
package struct CampaignTrial: MutantTrial {
  /// The part with the fault.
  enum Subject: Sendable {
    case strategy(Strategy, healthy: Strategy)
    case world(WorldFault)
  }

  let subject: Subject
  /// The number of elements of the smallest hand-made case that shows the fault.
  let handMadeSize: Int

  package func run(_ plan: MutantPlan) -> MutantCatch {
    var hunt = CaseHunt(plan, subject, handMadeSize: handMadeSize)
    return hunt.run()
  }
}

extension CampaignTrial.Subject {
  /// Returns the settings of the campaign that hunts it.
  ///
  /// `seenBy` are the kinds of failure that may show the fault, the main one first.
  func settings(seed: UInt64, seenBy: [FailureKind]) -> CampaignSettings {
    var settings = CampaignSettings(
      seed: seed, caseCount: nil, strategies: [Strategy.healthy[0]], scriptFrequency: .never)
    settings.lawFrequency = .focused(on: seenBy[0].law ?? "")
    settings.costs = seenBy[0].isCost ? CostOracle() : nil
    switch self {
    case .strategy(let strategy, _):
      // Laws do not use strategies.
      (settings.strategies, settings.laws) = ([strategy], [])
    case .world(let fault): settings.fault = fault
    }
    return settings
  }

  /// Returns the predicate of a failure of the part with the fault; nil for other failures.
  ///
  /// Laws do not use strategies, and under a fault of the world strategies correctly solve the
  /// changed case.
  func predicate(of accusation: Accusation, in settings: CampaignSettings) -> FailurePredicate? {
    guard let found = FailurePredicate(accusation, in: settings) else { return nil }
    switch self {
    case .strategy: return found.law == nil ? found : nil
    case .world: return found.law == nil ? nil : found
    }
  }
}

/// A running hunt with cases.
private struct CaseHunt: FaultHunt {
  var result = MutantCatch(cases: 0)
  let plan: MutantPlan
  private let subject: CampaignTrial.Subject
  private let source: CaseSource
  private let runner: BatchRunner
  private let settings: CampaignSettings
  /// For a cost, the size at which minimization ends; nil for other failures.
  ///
  /// Different starts lead to different smallest cases, since the cost limit is exceeded in
  /// different places.
  private let sizeWanted: Int?
  private var found: [Found] = []
  /// The first failure of a kind that may show the fault, but is not the main one.
  private var reserve: (notable: NotableCase, failure: FailurePredicate)?
  private var otherKinds: [String: Int] = [:]

  private struct Found {
    let layoutCase: LayoutCase
    let kind: FailureIdentity
    /// Whether other failures cannot lead to a smaller case.
    let isLast: Bool
  }

  init(_ plan: MutantPlan, _ subject: CampaignTrial.Subject, handMadeSize: Int) {
    self.plan = plan
    sizeWanted = plan.seenBy[0].isCost ? handMadeSize : nil
    self.subject = subject
    source = CaseSource(seed: plan.seed)
    settings = subject.settings(seed: plan.seed, seenBy: plan.seenBy)
    runner = BatchRunner(settings)
  }

  /// Whether the hunt is done.
  ///
  /// The smallest case was reached twice, or is known to be the last one. Or a limit is reached: of
  /// its size, or of failures.
  var isDone: Bool {
    if found.count >= plan.failuresMax { return true }
    guard let smallest else { return false }
    if let sizeWanted, CaseSize(smallest.layoutCase).elements <= sizeWanted { return true }
    return smallest.isLast || found.count(where: { $0.layoutCase == smallest.layoutCase }) > 1
  }

  private var smallest: Found? {
    found.min { CaseSize($0.layoutCase) < CaseSize($1.layoutCase) }
  }

  mutating func tryNext() -> String? {
    let index = next
    next += 1
    let batch = runner.run(index..<index + 1)
    for notable in batch.failing { take(notable) }
    if found.isEmpty { result.cases = next }
    return batch.internalError?.error.message
  }

  private var next = 0

  private mutating func take(_ notable: NotableCase) {
    for kind in notable.failures where !isDone {
      let accusation = Accusation(kind, on: notable)
      guard let failure = subject.predicate(of: accusation, in: settings) else { continue }
      if failure.failure.verdict == plan.seenBy[0] {
        if found.isEmpty { result.cases = notable.index + 1 }
        minimize(notable, failure)
      } else if !plan.seenBy.contains(failure.failure.verdict) {
        otherKinds[failure.failure.verdict.name, default: 0] += 1
      } else if reserve == nil {
        reserve = (notable, failure)
      }
    }
  }

  var hasOnlyReserve: Bool { found.isEmpty && reserve != nil }

  mutating func takeReserve() {
    guard let (notable, failure) = reserve else { return }
    result.cases = notable.index + 1
    minimize(notable, failure)
  }

  private mutating func minimize(_ notable: NotableCase, _ predicate: FailurePredicate) {
    guard let evidence = notable.evidence else { return }
    let ((start, hints), plan) = (evidence.start(of: predicate.failure), plan)
    let result = predicate.minimize(
      start, hints: hints, origin: source.origin(of: evidence.choices),
      isStopped: { plan.hasEnded() })
    let smallest = result.layoutCase
    found.append(
      Found(layoutCase: smallest, kind: predicate.failure, isLast: result.isOfSmallestCases))
    self.result.failures += 1
    if isCause(of: predicate, start, smallest) { self.result.trueFailures += 1 }
  }

  /// Whether the fault causes a failure.
  ///
  /// Without it the original and the minimized case pass; with it the minimized case fails in this
  /// way.
  private func isCause(
    of predicate: FailurePredicate, _ original: LayoutCase, _ smallest: LayoutCase
  ) -> Bool {
    guard predicate.failure(on: smallest) != nil else { return false }
    return [original, smallest].allSatisfy { layoutCase in
      let record: CaseRecord?
      switch subject {
      case .strategy(_, let healthy):
        record = try? CaseRunner(strategies: [healthy]).run(layoutCase, costs: predicate.costs)
      case .world: record = predicate.law.flatMap { try? LawCheck($0.law).run(on: layoutCase) }
      }
      return record?.failures.isEmpty ?? false
    }
  }

  func finished() -> MutantCatch {
    var result = result
    result.otherKinds = otherKinds.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    result.specimen = smallest.map { found in
      MutantCatch.Specimen(
        signature: found.layoutCase.bucket(of: found.kind),
        kind: found.kind.verdict, size: CaseSize(found.layoutCase).elements,
        constraints: found.layoutCase.constraints.count, file: CaseFile.encode(found.layoutCase))
    }
    return result
  }
}
