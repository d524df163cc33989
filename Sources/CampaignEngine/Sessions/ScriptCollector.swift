// SPDX-License-Identifier: MIT

import CorpusStore
import JSON
import Judging
import LinearModel
import Minimization
import Scripts

/// A collector that turns scripts on which incremental solvers fail into findings: it diagnoses,
/// minimizes and stores them.
///
/// The first scripts of each kind of verdict are diagnosed, and the first of each cause are
/// minimized. After that ever fewer are, in case there is a second fault behind the first.
package struct ScriptCollector {
  private var list: FindingList<SolverScript>
  private var verdicts: VerdictCounts
  private var suppressed: SuppressedCases
  /// The seed of the campaign; nil for a case without a seed.
  private let seed: UInt64?
  private let minimizes: Bool
  private let terms: FailingScriptLook.MinimizingTerms
  private let isStopped: @Sendable () -> Bool
  /// Stores arriving findings while a script is examined; nil when nothing does.
  private let wait: (any FoldingWait)?

  /// - Parameters:
  ///   - seed: the seed of the campaign; nil for a case without a seed.
  ///   - minimizes: whether findings are minimized.
  ///   - jobs: the number of scripts that are tried at a time when each ends another program.
  ///   - outputFolder: the folder for findings; nil keeps nothing on disk.
  ///   - suppressions: the known issues, whose failures are only counted; nil for none.
  ///   - start: the collector of the campaign that is resumed.
  ///   - time: the time limits of minimization; nil for none.
  ///   - wait: stores arriving findings while a script is examined; nil when nothing does.
  ///   - isStopped: whether the run is stopped.
  package init(
    seed: UInt64?, minimizes: Bool, jobs: Int, outputFolder: String?,
    suppressions: Suppressions? = nil, from start: CollectorState<SolverScript> = .init(),
    minimizing time: MinimizingTime? = nil, during wait: (any FoldingWait)? = nil,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    list = FindingList(outputFolder: outputFolder, from: start.list)
    verdicts = start.verdicts
    suppressed = SuppressedCases(suppressions, from: start.suppressed)
    terms = .init(jobs: jobs, time: time)
    self.seed = seed
    self.minimizes = minimizes
    self.wait = wait
    self.isStopped = isStopped
  }

  /// The findings in order of the case that first showed them.
  package var findings: [ScriptFinding] { list.findings }
  /// The folders of findings that were made, in order.
  package var newFolders: [String] { list.newFolders }

  package var state: CollectorState<SolverScript> {
    CollectorState(list: list.state, verdicts: verdicts, suppressed: suppressed.state)
  }

  /// Adds a script on which a solver fails.
  ///
  /// - Parameters:
  ///   - failing: the script, and the desk that examines it.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Returns: the reason why the solver cannot be used any more; nil while it can.
  /// - Throws: the path that cannot be written, and why.
  package mutating func take(
    _ failing: FailingScript, _ elapsed: () -> UInt64
  ) throws(WriteError) -> ScriptRunner.Failure? {
    if suppressed.takes(failing.verdict, of: failing.desk.runner.name) { return nil }
    guard wants(failing.verdict, by: failing.desk.runner.name) else { return nil }
    return try collect(failing, elapsed)
  }

  /// Counts a script that fails in this way.
  ///
  /// - Parameters:
  ///   - verdict: the kind of verdict.
  ///   - solver: the name of the solver.
  /// - Returns: whether the script is to be examined.
  mutating func wants(_ verdict: FailureKind, by solver: String) -> Bool {
    VerdictCounts.isExamined(verdicts.count(verdict, by: solver))
  }

  /// Examines a failing script and stores its finding.
  ///
  /// - Parameters:
  ///   - failing: the script, and the desk that examines it.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Returns: the reason why the solver cannot be used any more; nil while it can.
  /// - Throws: the path that cannot be written, and why.
  mutating func collect(
    _ failing: FailingScript, _ elapsed: () -> UInt64
  ) throws(WriteError) -> ScriptRunner.Failure? {
    let draft = try list.begin(failing.script)
    let look = FailingScriptLook(failing: failing, isStopped: isStopped)
    let diagnosed = awaited(by: wait, look.diagnosed)
    if suppressed.takes(diagnosed.failure) {
      verdicts.forgive(failing.verdict, by: failing.desk.runner.name)
      list.discard(draft)
      return diagnosed.problem
    }
    let number = list.count(diagnosed.failure)
    let minimizes = minimizes && terms.time?.isOver != true
    let isMinimized =
      minimizes && (diagnosed.failure.cause != .unexamined || diagnosed.isReducible)
    guard
      FindingList<SolverScript>.isWorthExamining(number, minimizes: isMinimized)
    else {
      list.discard(draft)
      return diagnosed.problem
    }
    let (seed, terms) = (seed, minimizes ? terms : nil)
    let isStored = draft != nil
    let examined = awaited(by: wait) {
      look.examined(diagnosed, seed: seed, minimizing: terms, isStored: isStored)
    }
    if suppressed.takes(bucket: examined.files.record.signature) {
      list.discard(draft)
      return diagnosed.problem
    }
    try list.add(
      examined, of: failing.script, draft, case: failing.index, nanoseconds: elapsed())
    return diagnosed.problem
  }
}
