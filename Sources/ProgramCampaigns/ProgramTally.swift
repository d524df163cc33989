// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import JSON

/// The results of a campaign against programs so far, folded from batches in order, on one thread.
package struct ProgramTally<Kind: ProgramKind>: FoldedTally {
  package private(set) var counts: ProgramCounts
  /// Whether the campaign must end.
  package private(set) var isFinished = false
  var collector: FindingCollector<Kind.Look>
  private(set) var problem: ProgramProblem?
  let settings: ProgramSettings<Kind.Process>
  let early: EarlyFailures<FailingProgramCase<Kind>>?
  let isStopped: @Sendable () -> Bool
  /// The folders that later rounds have replaced; they are removed when their successors are
  /// recorded.
  var replacedFolders: [String] = []

  init(
    _ settings: ProgramSettings<Kind.Process>, from start: State? = nil,
    minimizing time: MinimizingTime, early: EarlyFailures<FailingProgramCase<Kind>>? = nil,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    counts = start?.counts ?? ProgramBatch<Kind>(programs: settings.pools.count).counts
    collector = FindingCollector(
      seed: settings.seed, outputFolder: settings.outputFolder,
      suppressions: settings.suppressions, from: start?.collector ?? .init(),
      minimizing: settings.minimizes
        ? MinimizingTerms(jobs: settings.jobs, time: time) : nil,
      hasRounds: true, during: early)
    self.isStopped = isStopped
    self.early = early
    self.settings = settings
  }

  package var findings: [Finding<Kind.Subject>] { collector.findings }
  package var newFolders: [String] { collector.newFolders }
  package var progress: (cases: Int, findings: Int) { (counts.cases, findings.count) }
  /// Whether the campaign ended early: a resumed one tries the last cases again.
  package var hasInternalErrors: Bool { problem != nil }
  package var state: State { State(counts: counts, collector: collector.state) }

  /// Adds the next batch.
  ///
  /// - Parameters:
  ///   - batch: the batch.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Returns: `.cut` for a batch that a stop or a program has ended.
  /// - Throws: `WriteError` when a finding cannot be stored.
  package mutating func fold(
    _ batch: ProgramBatch<Kind>, elapsed: () -> UInt64
  ) throws(WriteError) -> FoldedShare {
    counts += batch.counts
    for failing in batch.failing where problem == nil {
      early?.begin(failing.index)
      let program = settings.pools[failing.program].command.name
      guard collector.wants(failing.verdict, by: program) else { continue }
      early?.examine(failing.verdict, of: program)
      let look = Kind.look(into: failing, settings, isStopped: isStopped)
      if let problem = Kind.problem(try collector.collect(look, elapsed)) { end(problem) }
    }
    if let last = batch.failing.last { early?.settle(before: last.index + 1) }
    switch batch.end {
    case nil: break
    case .stopped: isFinished = true
    case .problem(let problem): end(problem)
    }
    return batch.end == nil ? .examined : .cut
  }

  private mutating func end(_ problem: ProgramProblem) {
    isFinished = true
    self.problem = self.problem ?? problem
  }

  /// Returns the result of all cases that were folded.
  ///
  /// `nanoseconds` is the duration of the campaign.
  package func result(nanoseconds: UInt64) -> ProgramResult<Kind> {
    ProgramResult(
      settings: settings, counts: counts, nanoseconds: nanoseconds, findings: findings,
      suppressed: collector.state.suppressed, problem: problem)
  }

  /// The state from which a campaign resumes.
  package struct State: ResumableState {
    var counts: ProgramCounts
    var collector: CollectorState<Kind.Subject>

    package var casesDone: Int { counts.cases }
  }
}

// MARK: - JSON

extension ProgramTally.State {
  package var json: JSONValue { ["counts": counts.json, "scripts": collector.json] }

  package init(_ value: JSONValue, of settings: ProgramIdentity<Kind>) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "the tally of a campaign", keys: ["counts", "scripts"])
    counts = try ProgramCounts(
      try reader.required("counts"),
      like: ProgramBatch<Kind>(programs: settings.settings.pools.count).counts)
    collector = try CollectorState(try reader.required("scripts"))
  }
}
