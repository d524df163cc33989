// SPDX-License-Identifier: MIT

import LayoutGenerators
import LayoutModel
import Laws
import LinearModel
import Oracles

/// A case of a campaign with something to say beyond its counts.
struct NotableCase: Sendable {
  /// The index of the case in the campaign.
  let index: Int
  let profile: Profile
  let record: CaseRecord
  /// The laws that are broken on it.
  var brokenLaws: [LawRecord] = []

  /// The case that a finding of a kind is about: what strategies were given, or what a law was tried on.
  func original(of kind: FailureSignature.Kind) -> LayoutCase {
    brokenLaws.first { $0.check.kind == kind }?.subject ?? record.lowered.layoutCase
  }
}

/// What a batch of consecutive cases came to.
struct CaseBatch: Sendable {
  var counts: CampaignCounts
  /// The cases on which a strategy of the campaign is wrong, in order.
  var failing: [NotableCase] = []
  /// The scripts on which the session is wrong, in order.
  var failingScripts: [FailingScript] = []
  /// The answers that the oracle made no claim about, in order.
  var undecided: [UndecidedAnswer] = []
  /// The index of the first case on which the canary is wrong.
  var canaryCaught: Int?
  /// Ends the batch, and the campaign.
  var internalError: (index: Int, error: InternalError)?
}

/// Runs batches of cases; shared by all workers of a campaign.
struct BatchRunner: Sendable {
  /// Small enough that a request to stop is heard soon, large enough that handing over costs nothing.
  static let casesPerBatch = 16
  /// One case in so many is solved twice by each strategy, which must give the same result.
  static let repeatPeriod = 64
  /// One case in so many has its freedom worked out in all directions when it was planted as ambiguous.
  static let namingPeriod = 16
  /// One case in so many is solved in both readings of its numbers, which takes the oracle twice.
  static let readingPeriod = 8

  private let seed: UInt64
  private let source: CaseSource
  private let runner: CaseRunner
  private let canaryRunner: CaseRunner?
  private let laws: LawSchedule
  private let scripts: ScriptSchedule
  /// The laws in the world of a canary of the lowering.
  private let canaryLaws: LawSchedule?
  private let caseCount: Int?
  private let costs: CostOracle?
  private let growthPeriod: Int

  init(_ settings: CampaignSettings) {
    seed = settings.seed
    source = CaseSource(seed: settings.seed, profile: settings.profile)
    runner = CaseRunner(
      strategies: settings.strategies, loweringFault: settings.fault?.lowering)
    canaryRunner = settings.canary?.strategy.map {
      CaseRunner(
        strategies: settings.strategies + [$0], loweringFault: settings.fault?.lowering)
    }
    laws = LawSchedule(settings.laws, settings.lawFrequency, fault: settings.fault)
    scripts = ScriptSchedule(settings)
    canaryLaws = settings.canary?.worldFault.map {
      LawSchedule(LawCatalog.all, .always, fault: $0)
    }
    caseCount = settings.caseCount
    // What a fault of the lowering makes of a case is no case of its kind.
    costs = settings.fault == nil ? settings.costs : nil
    growthPeriod = settings.growthPeriod
  }

  /// The number of batches; nil for no end.
  var batchCount: Int? {
    caseCount.map { ($0 + BatchRunner.casesPerBatch - 1) / BatchRunner.casesPerBatch }
  }

  func run(batch number: Int) -> CaseBatch {
    let first = number * BatchRunner.casesPerBatch
    return run(cases: first..<min(first + BatchRunner.casesPerBatch, caseCount ?? Int.max))
  }

  func run(cases: Range<Int>) -> CaseBatch {
    var batch = CaseBatch(
      counts: CampaignCounts(
        strategyCount: runner.strategies.count, lawCount: laws.laws.count))
    for index in cases {
      do throws(InternalError) {
        try run(case: index, into: &batch)
      } catch {
        batch.internalError = (index, error)
        break
      }
    }
    return batch
  }

  private func run(case index: Int, into batch: inout CaseBatch) throws(InternalError) {
    let generated = try source.generate(index)
    let isCanaryCase = index % CampaignSettings.canaryPeriod == 0
    let withCanary = isCanaryCase ? canaryRunner : nil
    var record = try (withCanary ?? runner).run(
      generated.layoutCase, repeats: index % BatchRunner.repeatPeriod == 0,
      costs: costs(for: generated.profile, index))
    if index % BatchRunner.readingPeriod == 0 {
      record = try record.judgedInBothReadings(&batch.counts.readings)
    }
    try check(generated, record, index, &batch.counts.planted)
    let own = record.strategies.prefix(runner.strategies.count)
    let lawRecords = try laws.records(case: index, generated.layoutCase, record)
    let script = try scripts.run(case: index, record, &batch.counts.scripts)
    if let failing = script?.failing { batch.failingScripts.append(failing) }
    batch.counts.count(
      generated.profile, own, hash: hash(own, record.answer, lawRecords, script: script?.hash),
      case: index)
    for law in lawRecords { batch.counts.laws[law.position].count(law.outcome) }
    if record.conditioning?.isIll == true { batch.counts.illConditioned += 1 }
    for record in own {
      guard case .undecided(let reason) = record.verdict else { continue }
      batch.undecided.append(
        UndecidedAnswer(
          index: index, seed: caseSeed(campaign: seed, index: index), strategy: record.strategy,
          reason: reason))
    }
    let brokenLaws = lawRecords.filter(\.isBroken)
    if !brokenLaws.isEmpty || own.contains(where: { $0.verdict.isFailure }) {
      batch.failing.append(
        NotableCase(
          index: index, profile: generated.profile, record: record, brokenLaws: brokenLaws))
    }
    if withCanary != nil, let canary = record.strategies.last {
      batch.counts.canaryCases += 1
      if canary.verdict.isFailure, batch.canaryCaught == nil { batch.canaryCaught = index }
    }
    if isCanaryCase, let canaryLaws {
      batch.counts.canaryCases += 1
      let isCaught = try canaryLaws.breaksLaw(case: index, generated.layoutCase)
      if isCaught, batch.canaryCaught == nil { batch.canaryCaught = index }
    }
  }

  /// One way of repeating a case at a time, in turn.
  private func costs(for profile: Profile, _ index: Int) -> CostOracle? {
    let (turn, rest) = index.quotientAndRemainder(dividingBy: growthPeriod)
    let ways = CaseScaling.allCases
    return costs?.looking(at: profile, repeating: rest == 0 ? [ways[turn % ways.count]] : [])
  }

  private func check(
    _ generated: GeneratedCase, _ record: CaseRecord, _ index: Int, _ counts: inout PlantedCounts
  ) throws(InternalError) {
    // What was planted is true of the case, not of what a fault makes of it.
    guard let answer = record.answer, runner.loweringFault == nil else { return }
    var problem = generated.disagreement(with: answer, of: record.lowered)
    // Passes that a strategy gave up say nothing.
    if problem != nil, !CaseRunner.isLaidOut(generated.layoutCase) { return }
    problem =
      problem
      ?? counts.count(
        generated.truth, answer, of: record.lowered,
        checksNaming: index % BatchRunner.namingPeriod == 0)
    if let problem {
      throw InternalError("\(generated.profile.rawValue): \(problem)", on: generated.layoutCase)
    }
  }

  /// Everything about a case that must not depend on the machine or the number of workers.
  private func hash(
    _ records: ArraySlice<StrategyRecord>, _ answer: ExactAnswer?, _ laws: [LawRecord],
    script: UInt64?
  ) -> UInt64 {
    var hasher = StableHash()
    if let script { hasher.combine(script) }
    for law in laws {
      hasher.combine(law.name)
      hasher.combine(law.outcomeName)
    }
    for record in records {
      hasher.combine(Int(record.answer.rawValue))
      hasher.combine(record.verdict.name)
      for value in record.result.outcome.solution?.values ?? [] {
        hasher.combine(value.bitPattern)
      }
      let work = record.result.work
      hasher.combine(work.pivots)
      hasher.combine(work.rowOperations)
      hasher.combine(work.iterations)
      hasher.combine(work.peakCells)
      hasher.combine(work.cellOperations)
    }
    guard let answer else { return hasher.finalize() }
    hasher.combine(answer.pivots)
    guard let optimum = answer.optimum else { return hasher.finalize() }
    hasher.combine(optimum.isUnique ? 1 : 2)
    for level in optimum.levels {
      hasher.combine(level.strength.value.bitPattern)
      hasher.combine(level.optimum)
    }
    return hasher.finalize()
  }
}
