// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Judging
import LinearModel
import Minimization
import Oracles

/// Turns scripts on which incremental solvers fail into findings: finds the cause, stores them,
/// makes them small.
///
/// One fault fails on many scripts. Of each kind of verdict the first are looked at for their
/// cause, and of each cause the first are made small; after that ever fewer, in case there is a
/// second fault behind the first.
struct ScriptCollector {
  static let diagnosedPerVerdict = 64

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
  /// How many scripts are tried at a time that end another program.
  private let jobs: Int
  private let time: MinimizingTime?
  private let isStopped: @Sendable () -> Bool
  /// Has something to do while a script is looked into; nil when nobody has.
  private let wait: (any FoldingWait)?

  init(
    seed: UInt64?, minimizes: Bool, jobs: Int, outputFolder: String?, from start: State = State(),
    minimizing time: MinimizingTime? = nil, during wait: (any FoldingWait)? = nil,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    findings = start.findings
    verdicts = Dictionary(uniqueKeysWithValues: start.verdicts.map { ($0.name, $0.count) })
    failures = Dictionary(uniqueKeysWithValues: start.failures.map { ($0.failure, $0.count) })
    store = outputFolder.map { FindingStore(output: $0) }
    self.seed = seed
    self.minimizes = minimizes
    self.jobs = jobs
    self.time = time
    self.wait = wait
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
        ($0.failure.bucketOfUnminimized, $0.failure.ending?.words ?? "")
          < ($1.failure.bucketOfUnminimized, $1.failure.ending?.words ?? "")
      })
  }

  /// Takes in a script on which a solver fails.
  ///
  /// - Parameter elapsed: tells the nanoseconds since the start.
  /// - Returns: why the solver cannot be asked any more, if so.
  mutating func take(
    _ failing: FailingScript, _ elapsed: () -> UInt64
  ) throws(WriteError) -> ScriptRunner.Failure? {
    guard wants(failing.verdict, by: failing.desk.runner.name) else { return nil }
    return try collect(failing, elapsed)
  }

  /// Counts a script that fails in this way.
  ///
  /// - Returns: whether it is to be looked at.
  mutating func wants(_ verdict: FailureKind, by solver: String) -> Bool {
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
    let draft = try store.map { (store) throws(WriteError) in
      try store.begin(bytes: failing.script.encoded)
    }
    let look = FailingScriptLook(failing: failing, isStopped: isStopped)
    let diagnosed = awaited(by: wait, look.diagnosed)
    let failure = diagnosed.failure
    let number = failures[failure, default: 0] + 1
    failures[failure] = number
    let isWorthIt = number <= FindingStore.foldersPerBucket || number & (number - 1) == 0
    for index in findings.indices where findings[index].failure == failure {
      findings[index].occurrences = number
    }
    // What was not made small cannot be told from others of its kind: one is enough.
    let isMadeSmall =
      minimizes && time?.isOver != true
      && (failure.cause != .unexamined || diagnosed.isReducible)
    guard isWorthIt, isMadeSmall || number == 1 else {
      if let draft { store?.discard(draft) }
      return diagnosed.problem
    }
    try collect(look, diagnosed, draft, elapsed)
    return diagnosed.problem
  }

  private mutating func collect(
    _ look: FailingScriptLook, _ diagnosed: FailingScriptLook.Diagnosed,
    _ draft: FindingStore.Draft?, _ elapsed: () -> UInt64
  ) throws(WriteError) {
    let (failing, failure) = (look.failing, diagnosed.failure)
    let (jobs, time) = (jobs, time)
    let isReducible = minimizes && time?.isOver != true && diagnosed.isReducible
    let isStored = draft != nil
    let (minimized, shown, errors) = awaited(by: wait) {
      let minimized = isReducible ? look.minimized(diagnosed, jobs: jobs, time) : nil
      let smallest = minimized?.script ?? failing.script
      return (
        minimized, look.shown(smallest, diagnosed),
        isStored ? look.errors(on: smallest, diagnosed) : nil
      )
    }
    let smallest = minimized?.script ?? failing.script
    // Where a stop came meanwhile, what is shown may be that of another script.
    let isSmallest = minimized.map { $0.end != .stopped && !look.isStopped() } ?? false
    let signature = isSmallest ? failure.bucket(smallest) : failure.bucketOfUnminimized
    let sentence = shown?.sentence ?? "the failure did not show again"
    var path: String?
    var place: String?
    if let draft {
      let record = ScriptFindingRecord(
        signature: signature, failure: failure, summary: sentence,
        command: failing.desk.runner.command, solverVersion: failing.desk.runner.solver,
        seed: seed, caseIndex: failing.index, kind: failing.madeFrom, original: failing.script,
        minimized: smallest, minimization: minimized, answer: shown?.answer,
        offer: failing.desk.runner.offer)
      let bytes = smallest.encoded
      let wait = wait
      let outcome = try store?.finish(
        draft, bucket: signature, id: ContentHash.text(bytes),
        files: [("case.script.json", bytes), ("finding.json", record.encoded)], errors: errors,
        report: { folder in
          awaited(by: wait) {
            failing.desk.report(smallest, record, folder: folder)
              ?? ScriptText.report(of: record, sentence: sentence, folder: folder)
          }
        })
      if case .new(let folder) = outcome { newFolders.append(folder) }
      path = outcome?.folder.map { "\($0)/case.script.json" }
      place = outcome?.place
    }
    if let known = findings.firstIndex(where: { $0.signature == signature }) {
      findings[known].members += 1
      if let place, !findings[known].folders.contains(place) {
        findings[known].folders.append(place)
      }
      return
    }
    findings.append(
      ScriptFinding(
        signature: signature, failure: failure, summary: sentence,
        firstCase: failing.index, original: failing.script, smallest: smallest, path: path,
        nanoseconds: elapsed(), occurrences: failures[failure] ?? 1,
        folders: [place].compactMap { $0 }))
  }
}
