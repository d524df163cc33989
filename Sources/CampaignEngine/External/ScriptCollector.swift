// SPDX-License-Identifier: MIT

import CorpusStore
import ExternalSolvers
import LinearModel
import Oracles

/// Turns scripts on which incremental solvers fail into findings: finds the cause, stores them, makes them small.
///
/// One fault fails on many scripts. Of each kind of verdict the first are looked at for their cause, and of each
/// cause the first are made small; after that ever fewer, in case there is a second fault behind the first.
struct ScriptCollector {
  private static let diagnosedPerVerdict = 64

  /// In order of the case that first showed them.
  private(set) var findings: [ScriptFinding] = []
  private var verdicts: [String: Int] = [:]
  private var failures: [ScriptFailure: Int] = [:]
  /// The folders of findings that were made, in order.
  private(set) var newFolders: [String] = []
  private var store: FindingStore?
  /// That of the campaign; nil when its case was not made from a seed.
  private let seed: UInt64?
  private let minimizes: Bool
  private let time: MinimizingTime?
  private let isStopped: @Sendable () -> Bool

  init(
    seed: UInt64?, minimizes: Bool, outputFolder: String?, from start: State = State(),
    minimizing time: MinimizingTime? = nil,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    findings = start.findings
    verdicts = Dictionary(uniqueKeysWithValues: start.verdicts.map { ($0.name, $0.count) })
    failures = Dictionary(uniqueKeysWithValues: start.failures.map { ($0.failure, $0.count) })
    store = outputFolder.map { FindingStore(output: $0) }
    self.seed = seed
    self.minimizes = minimizes
    self.time = time
    self.isStopped = isStopped
  }

  /// What it knows, to go on from there.
  struct State: Sendable {
    var findings: [ScriptFinding] = []
    /// How often a solver failed with each kind of verdict, by name.
    var verdicts: [(name: String, count: Int)] = []
    /// How often each way of failing was seen, by name.
    var failures: [(failure: ScriptFailure, count: Int)] = []
  }

  var state: State {
    State(
      findings: findings,
      verdicts: verdicts.map { (name: $0.key, count: $0.value) }.sorted { $0.name < $1.name },
      failures: failures.map { (failure: $0.key, count: $0.value) }.sorted {
        ($0.failure.solver, $0.failure.kind) < ($1.failure.solver, $1.failure.kind)
      })
  }

  /// Takes in a script on which a solver fails.
  ///
  /// - Parameter elapsed: tells the nanoseconds since the start.
  /// - Returns: why the solver cannot be asked any more, if so.
  mutating func take(
    _ failing: FailingScript, _ elapsed: () -> UInt64
  ) throws(WriteError) -> ScriptRunner.Failure? {
    guard let verdict = failing.judgement.verdict.failureName,
      wants(verdict, by: failing.runner.name)
    else { return nil }
    return try collect(failing, elapsed)
  }

  /// Counts a script that fails in this way.
  ///
  /// - Returns: whether it is to be looked at.
  mutating func wants(_ verdict: String, by solver: String) -> Bool {
    let count = verdicts["\(solver) \(verdict)", default: 0] + 1
    verdicts["\(solver) \(verdict)"] = count
    return count <= Self.diagnosedPerVerdict || count & (count - 1) == 0
  }

  /// Looks at a script that is wanted.
  ///
  /// - Returns: why the solver cannot be asked any more, if so.
  mutating func collect(
    _ failing: FailingScript, _ elapsed: () -> UInt64
  ) throws(WriteError) -> ScriptRunner.Failure? {
    guard let verdict = failing.judgement.verdict.failureName else { return nil }
    let diagnosis = ScriptDiagnosis(failing.runner)
    let name = failing.runner.name
    let draft = try store.map { (store) throws(WriteError) in
      try store.begin(bytes: failing.script.encoded)
    }
    // A failure that was seen is kept, also when there is no time or no process to look into it.
    var cause = ScriptFailure(solver: name, verdict: verdict, cause: .unexamined)
    var problem: ScriptRunner.Failure?
    if !isStopped() {
      do throws(ScriptRunner.Failure) {
        let known = failing.isRepeatable ? try diagnosis.failure(failing.script)?.0 : nil
        // What a stop cut short looks like another cause.
        if !isStopped() {
          cause = known ?? ScriptFailure(solver: name, verdict: verdict, cause: .unrepeatable)
        }
      } catch {
        problem = error
      }
    }
    let number = failures[cause, default: 0] + 1
    failures[cause] = number
    let isWorthIt = number <= FindingStore.foldersPerBucket || number & (number - 1) == 0
    for index in findings.indices where findings[index].failure == cause {
      findings[index].occurrences = number
    }
    // A script that is not made small is a bucket of its own: one is enough.
    let isMadeSmall = minimizes && time?.isOver != true && cause.cause != .unexamined
    guard isWorthIt, isMadeSmall || number == 1 else {
      if let draft { store?.discard(draft) }
      return problem
    }
    try collect(failing, cause, diagnosis, draft, elapsed)
    return problem
  }

  /// Makes a script small, for as long as there is time for that.
  private func minimized(
    _ failing: FailingScript, _ failure: ScriptFailure, _ diagnosis: ScriptDiagnosis
  ) -> ScriptMinimizer.Result? {
    guard minimizes, time?.isOver != true, failure.cause != .unrepeatable,
      failure.cause != .unexamined
    else { return nil }
    let (time, isStopped) = (time, isStopped)
    let work = {
      diagnosis.minimize(
        failing.script, failure, isStopped: { isStopped() || time?.isOver == true })
    }
    return time?.measure(work) ?? work()
  }

  private mutating func collect(
    _ failing: FailingScript, _ failure: ScriptFailure, _ diagnosis: ScriptDiagnosis,
    _ draft: FindingStore.Draft?, _ elapsed: () -> UInt64
  ) throws(WriteError) {
    let minimized = minimized(failing, failure, diagnosis)
    let smallest = minimized?.script ?? failing.script
    let judgement = (try? diagnosis.judgement(smallest)) ?? failing.judgement
    let shown = judgement.verdict.isFailure ? judgement : failing.judgement
    let signature = failure.bucket(smallest)
    let text = ScriptText(smallest, shown, solver: failure.solver)
    var path: String?
    if let draft {
      let record = ScriptFindingRecord(
        signature: signature, failure: failure, summary: text.sentence,
        command: diagnosis.runner.command,
        solverVersion: diagnosis.runner.solver, seed: seed,
        caseIndex: failing.index, kind: failing.madeFrom, original: failing.script,
        minimized: smallest, minimization: minimized, judgement: shown)
      let bytes = smallest.encoded
      let outcome = try store?.finish(
        draft, bucket: signature, id: ContentHash.text(bytes),
        files: [("case.script.json", bytes), ("finding.json", record.encoded)],
        report: { text.report(record, folder: $0) })
      if case .new(let folder) = outcome { newFolders.append(folder) }
      path = outcome?.folder.map { "\($0)/case.script.json" }
    }
    if let known = findings.firstIndex(where: { $0.signature == signature }) {
      findings[known].members += 1
      return
    }
    findings.append(
      ScriptFinding(
        signature: signature, failure: failure, summary: text.sentence,
        firstCase: failing.index, original: failing.script, smallest: smallest, path: path,
        nanoseconds: elapsed(), occurrences: failures[failure] ?? 1))
  }
}
