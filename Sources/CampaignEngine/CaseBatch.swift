// SPDX-License-Identifier: MIT

import LayoutGenerators
import LayoutModel
import LinearModel
import Oracles

/// A case of a campaign with something to say beyond its counts.
struct NotableCase: Sendable {
  /// The index of the case in the campaign.
  let index: Int
  let profile: Profile
  let record: CaseRecord
}

/// What a batch of consecutive cases came to.
struct CaseBatch: Sendable {
  var counts: CampaignCounts
  /// The cases on which a strategy of the campaign is wrong, in order.
  var failing: [NotableCase] = []
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

  private let seed: UInt64
  private let source: CaseSource
  private let runner: CaseRunner
  private let canaryRunner: CaseRunner?
  private let caseCount: Int?

  init(_ settings: CampaignSettings) {
    seed = settings.seed
    source = CaseSource(seed: settings.seed, profile: settings.profile)
    runner = CaseRunner(strategies: settings.strategies)
    canaryRunner = settings.canary.map {
      CaseRunner(strategies: settings.strategies + [$0.strategy])
    }
    caseCount = settings.caseCount
  }

  /// The number of batches; nil for no end.
  var batchCount: Int? {
    caseCount.map { ($0 + BatchRunner.casesPerBatch - 1) / BatchRunner.casesPerBatch }
  }

  func run(batch number: Int) -> CaseBatch {
    var batch = CaseBatch(counts: CampaignCounts(strategyCount: runner.strategies.count))
    let first = number * BatchRunner.casesPerBatch
    let end = min(first + BatchRunner.casesPerBatch, caseCount ?? Int.max)
    for index in first..<end {
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
    let withCanary = index % CampaignSettings.canaryPeriod == 0 ? canaryRunner : nil
    let record = try (withCanary ?? runner).run(
      generated.layoutCase, repeats: index % BatchRunner.repeatPeriod == 0)
    try check(generated, record, index, &batch.counts.planted)
    let own = record.strategies.prefix(runner.strategies.count)
    batch.counts.count(generated.profile, own, hash: hash(own, record.answer), case: index)
    if record.conditioning?.isIll == true { batch.counts.illConditioned += 1 }
    for record in own {
      guard case .undecided(let reason) = record.verdict else { continue }
      batch.undecided.append(
        UndecidedAnswer(
          index: index, seed: caseSeed(campaign: seed, index: index), strategy: record.strategy,
          reason: reason))
    }
    if own.contains(where: { $0.verdict.isFailure }) {
      batch.failing.append(NotableCase(index: index, profile: generated.profile, record: record))
    }
    if withCanary != nil, let canary = record.strategies.last {
      batch.counts.canaryCases += 1
      if canary.verdict.isFailure, batch.canaryCaught == nil { batch.canaryCaught = index }
    }
  }

  private func check(
    _ generated: GeneratedCase, _ record: CaseRecord, _ index: Int, _ counts: inout PlantedCounts
  ) throws(InternalError) {
    guard let answer = record.answer else { return }
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
  private func hash(_ records: ArraySlice<StrategyRecord>, _ answer: ExactAnswer?) -> UInt64 {
    var hasher = StableHash()
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
