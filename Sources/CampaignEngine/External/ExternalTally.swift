// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import ExternalSolvers
import LinearModel
import Oracles

/// What a campaign against adapters knows so far: folded from batches in order, by one thread.
///
/// One fault fails on many scripts. Of each kind of verdict the first are looked at for their cause, and of each
/// cause the first are made small; after that ever fewer, in case there is a second fault behind the first.
struct ExternalTally {
  private static let diagnosedPerVerdict = 64

  private(set) var counts: ExternalCounts
  private(set) var findings: [ExternalFinding] = []
  private(set) var isFinished = false
  private var adapterProblem: AdapterStartError?
  private var internalError: InternalError?
  private var verdicts: [String: Int] = [:]
  private var failures: [ScriptFailure: Int] = [:]
  private var store: FindingStore?
  private let settings: ExternalSettings
  private let isStopped: @Sendable () -> Bool

  init(_ settings: ExternalSettings, isStopped: @escaping @Sendable () -> Bool) {
    counts = ExternalCounts(solvers: settings.pools.count)
    store = settings.outputFolder.map { FindingStore(output: $0) }
    self.settings = settings
    self.isStopped = isStopped
  }

  /// - Parameter elapsed: tells the nanoseconds since the start.
  mutating func fold(_ batch: ScriptBatch, elapsed: () -> UInt64) throws(WriteError) {
    counts += batch.counts
    for failing in batch.failing where internalError == nil && adapterProblem == nil {
      try take(failing, elapsed)
    }
    switch batch.end {
    case nil: break
    case .stopped: isFinished = true
    case .adapter(let problem): end(.adapter(problem))
    case .internalError(let error, _): end(.internal(error))
    }
  }

  private mutating func end(_ failure: ScriptRunner.Failure) {
    isFinished = true
    switch failure {
    case .adapter(let problem): adapterProblem = adapterProblem ?? problem
    case .internal(let error): internalError = internalError ?? error
    }
  }

  private mutating func take(
    _ failing: FailingScript, _ elapsed: () -> UInt64
  ) throws(WriteError) {
    guard let verdict = failing.judgement.verdict.failureName else { return }
    let diagnosis = ScriptDiagnosis(settings.pools[failing.solver])
    let name = diagnosis.runner.pool.command.name
    let count = verdicts["\(name) \(verdict)", default: 0] + 1
    verdicts["\(name) \(verdict)"] = count
    guard count <= Self.diagnosedPerVerdict || count & (count - 1) == 0, !isStopped() else {
      return
    }
    let draft = try store.map { (store) throws(WriteError) in
      try store.begin(bytes: failing.script.encoded)
    }
    let cause: ScriptFailure
    do throws(ScriptRunner.Failure) {
      let known = failing.isRepeatable ? try diagnosis.failure(failing.script)?.0 : nil
      cause = known ?? ScriptFailure(solver: name, verdict: verdict, cause: .unrepeatable)
    } catch {
      return end(error)
    }
    let number = failures[cause, default: 0] + 1
    failures[cause] = number
    let isWorthIt = number <= FindingStore.foldersPerBucket || number & (number - 1) == 0
    guard isWorthIt, settings.minimizes || number == 1, !isStopped() else {
      if let draft { store?.discard(draft) }
      return
    }
    try collect(failing, cause, diagnosis, draft, elapsed)
  }

  private mutating func collect(
    _ failing: FailingScript, _ failure: ScriptFailure, _ diagnosis: ScriptDiagnosis,
    _ draft: FindingStore.Draft?, _ elapsed: () -> UInt64
  ) throws(WriteError) {
    let minimized =
      settings.minimizes && failure.cause != .unrepeatable
      ? diagnosis.minimize(failing.script, failure, isStopped: isStopped) : nil
    let smallest = minimized?.script ?? failing.script
    let judgement = (try? diagnosis.judgement(smallest)) ?? failing.judgement
    let shown = judgement.verdict.isFailure ? judgement : failing.judgement
    let signature = failure.bucket(smallest)
    let text = ScriptText(smallest, shown, solver: failure.solver)
    var path: String?
    if let draft {
      let record = ScriptFindingRecord(
        signature: signature, failure: failure, summary: text.sentence,
        command: diagnosis.runner.pool.command.command,
        solverVersion: diagnosis.runner.pool.greeting.solver, seed: settings.seed,
        caseIndex: failing.index, kind: failing.kind.rawValue, original: failing.script,
        minimized: smallest, minimization: minimized)
      let bytes = smallest.encoded
      let outcome = try store?.finish(
        draft, bucket: signature, id: ContentHash.text(bytes),
        files: [("case.script.json", bytes), ("finding.json", record.encoded)],
        report: { text.report(record, folder: $0) })
      path = outcome?.folder.map { "\($0)/case.script.json" }
    }
    guard !findings.contains(where: { $0.signature == signature }) else { return }
    findings.append(
      ExternalFinding(
        signature: signature, failure: failure, summary: text.sentence,
        firstCase: failing.index, original: failing.script, smallest: smallest, path: path,
        nanoseconds: elapsed()))
  }

  func result(nanoseconds: UInt64) -> ExternalResult {
    ExternalResult(
      settings: settings, counts: counts, nanoseconds: nanoseconds, findings: findings,
      adapterProblem: adapterProblem, internalError: internalError)
  }
}

extension ScriptDiagnosis {
  /// Makes a script small that fails in the given way.
  package func minimize(
    _ script: SolverScript, _ failure: ScriptFailure,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> ScriptMinimizer.Result {
    let isSlow = failure.verdict == ProcessFailure.hung.name
    return ScriptMinimizer.minimize(
      script, callsMax: isSlow ? ScriptMinimizer.slowCallsMax : ScriptMinimizer.callsMax,
      isStopped: isStopped,
      // An adapter that cannot be started again is noticed at the next case.
      stillFails: { ((try? fails($0, as: failure)) ?? false) })
  }
}
