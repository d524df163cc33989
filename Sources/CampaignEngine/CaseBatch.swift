// SPDX-License-Identifier: MIT

import LayoutGenerators
import LayoutModel
import Laws
import LinearModel
import Oracles

/// A case of a campaign on which something is wrong.
struct NotableCase: Sendable, Hashable {
  /// The index of the case in the campaign.
  let index: Int
  let profile: Profile
  /// Who is wrong and how, in the order of the campaign's strategies, then its laws, then the parts of the tool that did
  /// not come to an end.
  let kinds: [FailureSignature.Kind]
}

/// What a batch of consecutive cases came to.
struct CaseBatch: Sendable {
  var counts: CampaignCounts
  /// The cases on which a strategy of the campaign is wrong, or a law is broken, in order.
  var failing: [NotableCase] = []
  /// The scripts on which the session is wrong, in order.
  var failingScripts: [FailingScript] = []
  /// The answers that the oracle made no claim about, in order.
  var undecided: [UndecidedAnswer] = []
  /// The index of the first case on which the canary is wrong.
  var canaryCaught: Int?
  /// Ends the batch, and the campaign.
  var internalError: (index: Int, error: InternalError)?

  init(strategyCount: Int, lawCount: Int) {
    counts = CampaignCounts(strategyCount: strategyCount, lawCount: lawCount)
  }

  /// Adds the batch that follows.
  mutating func append(_ next: CaseBatch) {
    counts += next.counts
    failing += next.failing
    failingScripts += next.failingScripts
    undecided += next.undecided.prefix(max(0, UndecidedAnswer.listedMax - undecided.count))
    canaryCaught = canaryCaught ?? next.canaryCaught
    internalError = internalError ?? next.internalError
  }
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
  /// Told what comes next.
  private let onPhase: @Sendable (Int?, CasePhase) -> Void

  init(
    _ settings: CampaignSettings,
    onPhase: @escaping @Sendable (Int?, CasePhase) -> Void = { _, _ in }
  ) {
    self.onPhase = onPhase
    seed = settings.seed
    source = CaseSource(seed: settings.seed, profile: settings.profile)
    runner = CaseRunner(
      strategies: settings.strategies, loweringFault: settings.loweringFault)
    let strategyCanary = settings.canary.flatMap { $0.loweringFault == nil ? $0 : nil }
    canaryRunner = strategyCanary.map {
      CaseRunner(
        strategies: settings.strategies + [$0.strategy], loweringFault: settings.loweringFault)
    }
    laws = LawSchedule(
      settings.laws, settings.lawFrequency, fault: settings.loweringFault)
    scripts = ScriptSchedule(settings)
    canaryLaws = settings.canary?.loweringFault.map {
      LawSchedule(LawCatalog.all, .always, fault: $0)
    }
    caseCount = settings.caseCount
  }

  /// The number of batches; nil for no end.
  var batchCount: Int? {
    caseCount.map { ($0 + BatchRunner.casesPerBatch - 1) / BatchRunner.casesPerBatch }
  }

  var strategyCount: Int { runner.strategies.count }
  var lawCount: Int { laws.laws.count }

  /// The cases of a batch.
  func range(ofBatch number: Int) -> Range<Int> {
    let first = number * BatchRunner.casesPerBatch
    return first..<min(first + BatchRunner.casesPerBatch, caseCount ?? Int.max)
  }

  /// The scripts of cases on which the session fails: worked out again from their indices alone.
  func failingScripts(_ indices: [Int]) -> [FailingScript] {
    var batch = CaseBatch(strategyCount: runner.strategies.count, lawCount: laws.laws.count)
    for index in indices {
      guard let layoutCase = try? source.generate(index).layoutCase,
        let record = try? CaseRunner(strategies: [], loweringFault: runner.loweringFault)
          .run(layoutCase),
        let failing = try? scripts.run(case: index, record, &batch.counts.scripts)?.failing
      else { continue }
      batch.failingScripts.append(failing)
    }
    return batch.failingScripts
  }

  /// Runs cases in order.
  ///
  /// - Parameter deaths: what is known to end its process, and how: it is not tried again, and counts as wrong.
  func run(_ cases: Range<Int>, deaths: [CaseDeath] = []) -> CaseBatch {
    var batch = CaseBatch(strategyCount: runner.strategies.count, lawCount: laws.laws.count)
    for index in cases {
      do throws(InternalError) {
        try run(case: index, CaseDeaths(deaths, of: index), into: &batch)
      } catch {
        batch.internalError = (index, error)
        break
      }
    }
    onPhase(nil, .idle)
    return batch
  }

  private func run(
    case index: Int, _ deaths: CaseDeaths, into batch: inout CaseBatch
  ) throws(InternalError) {
    if let failure = deaths[.generator] {
      throw InternalError("the generator on case \(index): \(failure.sentence)", on: nil)
    }
    onPhase(index, .generator)
    let generated = try source.generate(index)
    guard deaths[.layout] == nil else {
      batch.counts.count(generated.profile, [], hash: hash([], nil, [], deaths), case: index)
      batch.failing.append(
        NotableCase(index: index, profile: generated.profile, kinds: deaths.kinds))
      return
    }
    let isCanaryCase = index % CampaignSettings.canaryPeriod == 0
    let canaryDied = deaths[.strategy(runner.strategies.count)] != nil
    let withCanary = isCanaryCase && !canaryDied ? canaryRunner : nil
    var record = try (withCanary ?? runner).without(deaths).run(
      generated.layoutCase, repeats: index % BatchRunner.repeatPeriod == 0,
      withoutOracle: deaths[.oracle] != nil, onPhase: { onPhase(index, $0) })
    if index % BatchRunner.readingPeriod == 0 {
      record = try record.judgedInBothReadings(&batch.counts.readings)
    }
    try check(generated, record, index, &batch.counts.planted)
    if record.conditioning?.isIll == true { batch.counts.illConditioned += 1 }
    onPhase(index, .laws)
    let lawRecords =
      deaths[.laws] == nil ? try laws.records(case: index, generated.layoutCase, record) : []
    let script =
      deaths[.laws] == nil ? try scripts.run(case: index, record, &batch.counts.scripts) : nil
    if let failing = script?.failing { batch.failingScripts.append(failing) }
    count(index, generated.profile, record, lawRecords, script?.hash, deaths, into: &batch)
    if canaryDied || withCanary != nil {
      batch.counts.canaryCases += 1
      let isWrong = withCanary != nil && record.strategies.last?.verdict.isFailure == true
      if canaryDied || isWrong { batch.canaryCaught = batch.canaryCaught ?? index }
    }
    if isCanaryCase, let canaryLaws, deaths[.laws] == nil {
      batch.counts.canaryCases += 1
      let isCaught = try canaryLaws.breaksLaw(case: index, generated.layoutCase)
      if isCaught { batch.canaryCaught = batch.canaryCaught ?? index }
    }
  }

  private func count(
    _ index: Int, _ profile: Profile, _ record: CaseRecord, _ lawRecords: [LawRecord],
    _ script: UInt64?, _ deaths: CaseDeaths, into batch: inout CaseBatch
  ) {
    let own = record.strategies.prefix(runner.strategies.count)
    batch.counts.count(
      profile, own, hash: hash(own, record.answer, lawRecords, deaths, script: script),
      case: index)
    for law in lawRecords { batch.counts.laws[law.position].count(law.outcome) }
    for record in own {
      guard case .undecided(let reason) = record.verdict else { continue }
      batch.undecided.append(
        UndecidedAnswer(
          index: index, seed: caseSeed(campaign: seed, index: index), strategy: record.strategy,
          reason: reason))
    }
    let kinds =
      own.compactMap { FailureSignature.Kind(strategy: $0.strategy, verdict: $0.verdict) }
      + lawRecords.filter(\.isBroken).map(\.check.kind) + deaths.kinds
    if !kinds.isEmpty {
      batch.failing.append(NotableCase(index: index, profile: profile, kinds: kinds))
    }
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
    _ deaths: CaseDeaths, script: UInt64? = nil
  ) -> UInt64 {
    var hasher = StableHash()
    for kind in deaths.kinds {
      hasher.combine(kind.strategy)
      hasher.combine(kind.verdict)
    }
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
