// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import Diagnosis
import Judging
import Scripts

/// The results of a campaign so far, folded from batches in order, on one thread.
package struct CampaignTally: FoldedTally {
  private(set) var counts: CampaignCounts
  /// Whether the campaign must end.
  package private(set) var isFinished = false
  var collector: FindingCollector<FailingLayoutLook>
  private var scriptCollector: FindingCollector<FailingScriptLook>
  /// The last case of a shard that was run again.
  var rerun: (index: Int, evidence: FailureEvidence)?
  private var failingCases = 0
  private var canaryCaught: Int?
  private var undecided: [UndecidedAnswer] = []
  private var internalErrors: [CampaignResult.StoredInternalError] = []
  private let settings: CampaignSettings
  let desk: any CaseDesk
  let source: CaseSource
  private let emptyBatch: CaseBatch
  let isStopped: @Sendable () -> Bool
  let early: EarlyFindings?

  init(
    _ settings: CampaignSettings, _ desk: any CaseDesk, from start: TallyState? = nil,
    minimizing time: MinimizingTime? = nil, early: EarlyFindings? = nil,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    counts =
      start?.batch.counts
      ?? CampaignCounts(
        strategyCount: settings.strategies.count, lawCount: settings.laws.count)
    undecided = start?.batch.undecided ?? []
    canaryCaught = start?.batch.canaryCaught
    failingCases = start?.failingCases ?? 0
    let terms = settings.minimizes ? MinimizingTerms(jobs: settings.jobs, time: time) : nil
    collector = FindingCollector(
      seed: settings.seedOfCases, outputFolder: settings.outputFolder,
      from: .init(list: start?.cases ?? .init()), minimizing: terms, hasRounds: false,
      during: early)
    scriptCollector = FindingCollector(
      seed: settings.seedOfCases, outputFolder: settings.outputFolder,
      from: start?.scripts ?? .init(), minimizing: terms, hasRounds: false, during: early)
    source = CaseSource(settings)
    self.isStopped = isStopped
    self.early = early
    self.settings = settings
    self.desk = desk
    emptyBatch = BatchRunner(settings).emptyBatch
  }

  var findings: [CaseFinding] { collector.findings }
  var scriptFindings: [ScriptFinding] { scriptCollector.findings }
  package var progress: (cases: Int, findings: Int) {
    (counts.cases, findings.count + scriptFindings.count)
  }

  /// Whether the tool has contradicted itself.
  package var hasInternalErrors: Bool { !internalErrors.isEmpty }

  /// The folders of findings that were created since the start of this run.
  package var newFolders: [String] { collector.newFolders + scriptCollector.newFolders }

  /// The state from which the campaign can resume.
  package var state: TallyState {
    var batch = emptyBatch
    batch.counts = counts
    batch.undecided = undecided
    batch.canaryCaught = canaryCaught
    return TallyState(
      batch: batch, failingCases: failingCases, cases: collector.state.list,
      scripts: scriptCollector.state)
  }

  /// Adds the next batch.
  ///
  /// - Parameters:
  ///   - batch: the batch; nil for one that a stop dropped.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Returns: `.clean` for a batch without a failure.
  /// - Throws: `WriteError` when a finding cannot be stored.
  package mutating func fold(
    _ batch: CaseBatch?, elapsed: () -> UInt64
  ) throws(WriteError) -> FoldedShare {
    guard let batch else { return .dropped }
    try add(batch, elapsed)
    if batch.isPartial { isFinished = true }
    return batch.isClean ? .clean : .examined
  }

  private mutating func add(_ batch: CaseBatch, _ elapsed: () -> UInt64) throws(WriteError) {
    counts += batch.counts
    undecided += batch.undecided.prefix(UndecidedAnswer.listedMax - undecided.count)
    canaryCaught = canaryCaught ?? batch.canaryCaught
    defer { early?.settle(before: batch.endOfNotables) }
    for notable in batch.failing {
      try take(notable, elapsed)
      if countFailure() { return }
    }
    for notable in batch.failingScripts {
      early?.begin(script: notable.index)
      if let error = try take(notable, elapsed) {
        isFinished = true
        internalErrors.append(.init(error: error, index: notable.index, path: nil))
      }
      if countFailure() { return }
    }
    if let contradiction = batch.internalError {
      let (index, error) = (contradiction.index, contradiction.error)
      isFinished = true
      internalErrors.append(.init(error: error, index: index, path: try store(error, index)))
    }
  }

  /// Adds a script on which the session is wrong.
  ///
  /// - Parameters:
  ///   - notable: the script and the verdict.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Returns: the contradiction of the tool with itself, if any.
  /// - Throws: `WriteError` when a finding cannot be stored.
  private mutating func take(
    _ notable: NotableScript, _ elapsed: () -> UInt64
  ) throws(WriteError) -> InternalError? {
    guard scriptCollector.wants(notable.verdict, by: settings.session.name) else { return nil }
    let script: SolverScript
    do throws(InternalError) {
      // After a stop, this failure is not folded.
      guard let known = try self.script(of: notable) else { return nil }
      script = known
    } catch {
      return error
    }
    let failing = FailingScript(
      index: notable.index,
      madeFrom: ScriptGenerator.sessionKind(campaign: settings.seed, index: notable.index).rawValue,
      script: script, verdict: notable.verdict,
      desk: SupervisedScripts(settings.session, at: desk), seen: { nil }, isRepeatable: true)
    let look = FailingScriptLook(failing: failing, isStopped: isStopped)
    early?.examine(notable.verdict, of: settings.session.name)
    switch try scriptCollector.collect(look, elapsed).problem {
    case .internal(let error): return error
    case .adapter, nil: return nil
    }
  }

  /// Returns the script of a case; nil when the run is stopped.
  ///
  /// The case of a shard is run again.
  private func script(of notable: NotableScript) throws(InternalError) -> SolverScript? {
    if let script = notable.script { return script }
    let (desk, index) = (desk, notable.index)
    guard let batch = awaited(by: early, { desk.run(index..<index + 1) }) else { return nil }
    guard let script = batch.failingScripts.first?.script else {
      throw InternalError("the script of case \(index) fails only once", on: nil)
    }
    return script
  }

  /// - Returns: whether the limit of failures is reached.
  private mutating func countFailure() -> Bool {
    failingCases += 1
    isFinished = isFinished || failingCases == settings.failuresMax
    return failingCases == settings.failuresMax
  }

  /// Stores the case of an internal error next to the findings.
  ///
  /// - Returns: its path; nil when there is no case, or no folder for it.
  private func store(_ error: InternalError, _ index: Int) throws(WriteError) -> String? {
    guard let layoutCase = error.layoutCase, layoutCase.isValid, let folder = settings.outputFolder
    else { return nil }
    let path = "\(folder)/internal-error-\(settings.seed)-\(index).case.json"
    try AtomicFile.write(CaseFile.encode(layoutCase), to: path)
    return path
  }

  /// Returns the result of all cases that were folded.
  ///
  /// `nanoseconds` is the duration of the campaign.
  package func result(nanoseconds: UInt64) -> CampaignResult {
    CampaignResult(
      settings: settings, counts: counts, nanoseconds: nanoseconds, findings: findings,
      scriptFindings: scriptFindings, undecided: undecided,
      canary: settings.canary.map { .init(name: $0.name, caughtBy: canaryCaught) },
      internalErrors: internalErrors)
  }
}
