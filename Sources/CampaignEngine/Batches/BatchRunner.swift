// SPDX-License-Identifier: MIT

import Choices
import Diagnosis
import Digests
import Judging
import Laws
import LayoutGenerators
import LayoutModel
import LinearModel
import Oracles
import Scripts
import Supervision

/// A runner of batches of cases, shared by all workers of a campaign.
package struct BatchRunner: Sendable {
  /// The number of cases in a batch: few enough to react soon to a stop request, enough to make the
  /// cost of a handover negligible.
  static let casesPerBatch = 16
  /// The interval of cases that each strategy solves twice; both results must be equal.
  static let repeatPeriod = 64
  /// The interval of cases for which all directions of freedom are computed if they were planted as
  /// ambiguous.
  static let namingPeriod = 16
  /// The interval of cases that are solved in both readings of their numbers, which runs the oracle
  /// twice.
  static let readingPeriod = 8

  private let seed: UInt64
  private let source: CaseSource
  private let runner: CaseRunner
  private let canaryRunner: CaseRunner?
  private let laws: LawSchedule
  private var scripts: ScriptSchedule
  /// The laws with the fault of a canary of the lowering.
  private let canaryLaws: LawSchedule?
  private let caseCount: Int?
  private let costs: CostOracle?
  private let growthPeriod: Int
  /// Called before each phase with the index of the case.
  private let onPhase: @Sendable (Int?, CasePhase) -> Void

  package init(
    _ settings: CampaignSettings,
    onPhase: @escaping @Sendable (Int?, CasePhase) -> Void = { _, _ in }
  ) {
    self.onPhase = onPhase
    seed = settings.seed
    source = CaseSource(settings)
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
    // A fault of the lowering changes a case, so the cost model of its kind does not apply.
    costs = settings.fault == nil ? settings.costs : nil
    growthPeriod = settings.growthPeriod
  }

  /// Returns a runner that examines failures of edits in a session: it edits every case, as the
  /// campaign that found the failure did.
  ///
  /// `seed` is the seed of that campaign; nil for this one.
  func looking(into seed: UInt64?) -> BatchRunner {
    var copy = self
    copy.scripts.look(into: seed)
    return copy
  }

  /// The number of batches; nil for no end.
  var batchCount: Int? {
    caseCount.map { ($0 + BatchRunner.casesPerBatch - 1) / BatchRunner.casesPerBatch }
  }

  /// The counts of no cases.
  var emptyBatch: CaseBatch {
    CaseBatch(strategyCount: runner.strategies.count, lawCount: laws.laws.count)
  }

  /// Returns the cases of a batch.
  func range(ofBatch number: Int) -> Range<Int> {
    let first = number * BatchRunner.casesPerBatch
    return first..<min(first + BatchRunner.casesPerBatch, caseCount ?? Int.max)
  }

  /// Runs cases in order.
  ///
  /// - Parameters:
  ///   - cases: the indices of the cases.
  ///   - deaths: the cases and phases that are known to end their process. They are not tried
  ///     again, and count as wrong.
  /// - Returns: the results of the cases, up to an internal error if there is one.
  package func run(_ cases: Range<Int>, deaths: [CaseDeath] = []) -> CaseBatch {
    var batch = emptyBatch
    for index in cases {
      do throws(InternalError) {
        try run(case: index, CaseDeaths(deaths, of: index), into: &batch)
      } catch {
        batch.internalError = .init(index: index, error: error)
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
    let (generated, choices) = try source.draw(index)
    guard deaths[.layout] == nil else {
      batch.counts.count(generated.profile, [], hash: hash([], nil, [], deaths), case: index)
      batch.counts.generators.count(generated, isJudged: false)
      batch.failing.append(
        notable(index, generated, plain: nil, choices, starts(nil, [], deaths)))
      return
    }
    let isCanaryCase = index % CampaignSettings.canaryPeriod == 0
    let canaryDied = deaths[.strategy(runner.strategies.count)] != nil
    let withCanary = isCanaryCase && !canaryDied ? canaryRunner : nil
    var record = try (withCanary ?? runner).without(deaths).run(
      generated.layoutCase, repeats: index % BatchRunner.repeatPeriod == 0,
      costs: costs(for: generated.profile, index), withoutOracle: deaths[.oracle] != nil,
      onPhase: { onPhase(index, $0) })
    if index % BatchRunner.readingPeriod == 0 {
      record = try record.judgedInBothReadings(&batch.counts.readings)
    }
    try check(generated, record, index, &batch.counts.planted)
    let isIll = record.conditioning?.isIll == true
    if isIll { batch.counts.illConditioned += 1 }
    onPhase(index, .laws)
    var lawRecords: [LawRecord] = []
    var isCaught = false
    if deaths[.laws] == nil {
      lawRecords = try laws.records(case: index, generated.layoutCase, record)
      isCaught = try canaryBreaksLaw(index, generated.layoutCase, &batch)
    }
    let script = try deaths[.session] == nil ? script(index, record, &batch) : nil
    count(index, generated.profile, record, lawRecords, script, deaths, into: &batch)
    let starts = starts(record, lawRecords, deaths)
    if !starts.isEmpty {
      batch.failing.append(
        notable(index, generated, plain: record.lowered.layoutCase, choices, starts))
    }
    batch.counts.generators.count(generated, isJudged: record.answer != nil)
    batch.counts.behaviours.count(tags(of: record, lawRecords, isIll: isIll), case: index)
    if canaryDied || withCanary != nil { batch.counts.canaryCases += 1 }
    // A healthy strategy may give up, too.
    let verdict = withCanary == nil ? nil : record.strategies.last?.verdict
    let isWrong = verdict?.isFailure == true && verdict != .needlessGiveUp
    if canaryDied || isWrong || isCaught { batch.canaryCaught = batch.canaryCaught ?? index }
  }

  /// Tests a canary of the lowering or the importers.
  ///
  /// Returns whether it breaks a law.
  private func canaryBreaksLaw(
    _ index: Int, _ layoutCase: LayoutCase, _ batch: inout CaseBatch
  ) throws(InternalError) -> Bool {
    guard let canaryLaws, index % CampaignSettings.canaryPeriod == 0 else { return false }
    batch.counts.canaryCases += 1
    return try canaryLaws.breaksLaw(case: index, layoutCase)
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
  }

  /// Returns the starts of all failures of a case; `record` is nil when its layout did not finish.
  private func starts(
    _ record: CaseRecord?, _ laws: [LawRecord], _ deaths: CaseDeaths
  ) -> [FailureEvidence.Start] {
    var starts: [FailureEvidence.Start] = []
    if let record {
      starts += record.strategies.prefix(runner.strategies.count).compactMap {
        .init($0, on: record)
      }
      starts += laws.compactMap { .init($0, on: record) }
    }
    return starts + deaths.parts.map { .init(part: $0, $1) }
  }

  private func notable(
    _ index: Int, _ generated: GeneratedCase, plain: LayoutCase?, _ choices: ChoiceSource,
    _ starts: [FailureEvidence.Start]
  ) -> NotableCase {
    NotableCase(
      index: index, profile: generated.profile, failures: starts.map(\.failure),
      evidence: FailureEvidence(
        original: generated.layoutCase, plain: plain == generated.layoutCase ? nil : plain,
        choices: ChoiceSequence(values: choices.recording.values), starts: starts))
  }

  /// Returns the behaviours of the campaign's own strategies and laws on the case, without the
  /// canary.
  private func tags(of record: CaseRecord, _ laws: [LawRecord], isIll: Bool) -> BehaviourTags {
    let strategyCount = runner.strategies.count
    var tags = BehaviourTags(strategyCount: strategyCount, lawCount: self.laws.laws.count)
    tags.insert(record)
    if isIll { tags.insertIllConditioned() }
    for (position, own) in record.strategies.prefix(strategyCount).enumerated() {
      tags.insert(own, at: position)
    }
    for law in laws { tags.insert(law, strategyCount: strategyCount) }
    return tags
  }

  /// Returns the cost oracle for a case; it repeats the case in one way at a time, in turn.
  private func costs(for profile: Profile, _ index: Int) -> CostOracle? {
    let (turn, rest) = index.quotientAndRemainder(dividingBy: growthPeriod)
    let ways = CaseScaling.allCases
    return costs?.looking(at: profile, repeating: rest == 0 ? [ways[turn % ways.count]] : [])
  }

  private func check(
    _ generated: GeneratedCase, _ record: CaseRecord, _ index: Int, _ counts: inout PlantedCounts
  ) throws(InternalError) {
    // The planted truth describes the case without the fault.
    guard let answer = record.answer, runner.loweringFault == nil else { return }
    var problem = generated.disagreement(with: answer, of: record.lowered)
    // Layout passes that a strategy gave up prove nothing about the case.
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
}

// MARK: - Scripts

extension BatchRunner {
  /// Runs the script of a case, if there is one.
  ///
  /// - Returns: the hash of the script; nil without one.
  private func script(
    _ index: Int, _ record: CaseRecord, _ batch: inout CaseBatch
  ) throws(InternalError) -> UInt64? {
    onPhase(index, .session)
    guard let (hash, failing) = try scripts.run(case: index, record, &batch.counts.scripts) else {
      return nil
    }
    if let failing {
      batch.failingScripts.append(
        NotableScript(index: index, verdict: failing.verdict, script: failing.script))
    }
    return hash
  }

  /// Edits a layout in a session as the case of this index is edited.
  ///
  /// - Returns: the script when the session is wrong on it.
  @discardableResult
  func script(of index: Int, on layoutCase: LayoutCase) -> SolverScript? {
    var counts = ScriptCounts()
    guard let record = try? CaseRunner(strategies: []).run(layoutCase) else { return nil }
    onPhase(index, .session)
    return (try? scripts.run(case: index, record, &counts))?.failing?.script
  }
}

// MARK: - Digest

extension BatchRunner {
  /// Returns the hash of all results of a case that must not depend on the machine or the number of
  /// workers.
  private func hash(
    _ records: ArraySlice<StrategyRecord>, _ answer: ExactAnswer?, _ laws: [LawRecord],
    _ deaths: CaseDeaths, script: UInt64? = nil
  ) -> UInt64 {
    var hasher = StableHash()
    for (_, kind) in deaths.parts {
      hasher.combine(kind.accused.name)
      hasher.combine(kind.verdict.name)
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
