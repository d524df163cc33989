// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import ExternalSolvers
import JSON

/// A plan of a campaign against one kind of programs.
package typealias ProgramPlan<Kind: ProgramKind> = ShardPlan<ProgramWork<Kind>>

/// A campaign against programs as a plan names it, also where these programs are absent.
package struct ProgramWork<Kind: ProgramKind>: ShardedWork {
  package typealias Tally = ProgramTally<Kind>

  package let identity: JSONValue
  package let seed: UInt64
  package let caseCount: Int?
  package let minimizes: Bool
  package let programs: [PlannedProgram]
  /// The known issues, whose failures are only counted; nil for none.
  package let known: KnownFile?

  /// A file of known issues, as the plan has it: all machines use the same content on the same day.
  package struct KnownFile: Sendable, Hashable {
    /// The path of the file on the command line.
    package let path: String
    package let suppressions: Suppressions

    package init(path: String, _ suppressions: Suppressions) {
      (self.path, self.suppressions) = (path, suppressions)
    }
  }

  package static var member: String { "programs" }
  package static var limitKeys: [String] { [] }
  package static var mayVary: Bool { true }

  package var limits: [JSONValue.Member] { [] }
  package var batchCount: Int? {
    ProgramSettings<Kind.Process>(seed: seed, caseCount: caseCount, pools: []).batchCount
  }
  package var emptyBatch: ProgramBatch<Kind> { ProgramBatch(programs: programs.count) }

  /// - Parameters:
  ///   - settings: the settings, without known issues.
  ///   - known: the known issues.
  /// - Precondition: the campaign ends after a number of cases.
  package init(_ settings: ProgramSettings<Kind.Process>, known: KnownFile? = nil) {
    precondition(settings.caseCount != nil && settings.nanosecondsMax == nil)
    precondition(settings.suppressions == nil, "a plan has the whole file")
    let identity = ProgramIdentity<Kind>(settings).identity
    self.identity = known.map { $0.added(to: identity) } ?? identity
    self.known = known
    seed = settings.seed
    caseCount = settings.caseCount
    minimizes = settings.minimizes
    programs = settings.pools.map { PlannedProgram($0, of: Kind.self) }
  }

  private static var keys: [String] {
    ["layoutfuzz", "seed", "cases", "nanosecondsMax", "minimizes", "kind", "programs", "known"]
  }

  package init(ofPlan plan: JSONObjectReader) throws(JSONError) {
    identity = try plan.required(Self.member)
    let reader = try JSONObjectReader(
      identity, "a campaign against programs", keys: Self.keys)
    let version = try reader.required("layoutfuzz")
    guard version.string == ToolVersion.current else {
      throw version.error("expected the version \(ToolVersion.current)")
    }
    let kind = try reader.required("kind")
    guard kind.string == Kind.noun else { throw kind.error("expected the kind \(Kind.noun)") }
    let text = try reader.required("seed")
    guard let seed = text.string.flatMap({ UInt64($0) }) else {
      throw text.error("expected a seed")
    }
    self.seed = seed
    caseCount = reader["cases"]?.int
    minimizes = reader["minimizes"]?.bool == true
    var programs: [PlannedProgram] = []
    for element in try reader.required("programs").requiredArray("programs") {
      programs.append(try PlannedProgram(element))
    }
    self.programs = programs
    known = try reader["known"].map { (value) throws(JSONError) in try KnownFile(value) }
  }

  /// Reads the stored results of a shard.
  ///
  /// `empty` is a batch without cases, with the programs of the campaign.
  ///
  /// - Throws: the place of the first key or value that is not as expected.
  package static func batch(
    _ value: JSONValue, empty: ProgramBatch<Kind>
  ) throws(JSONError) -> ProgramBatch<Kind> {
    try ProgramBatch(value, programs: empty.counts.programs.count)
  }

  /// Returns the settings of the campaign.
  ///
  /// `pools` are the processes of `programs`. `jobs` is the number of cases that run at a time.
  /// Nothing is kept on disk if `output` is nil.
  package func settings(
    _ pools: [ProgramPool<Kind.Process>], jobs: Int, output: String? = nil
  ) -> ProgramSettings<Kind.Process> {
    ProgramSettings(
      seed: seed, caseCount: caseCount, jobs: jobs, pools: pools, minimizes: minimizes,
      outputFolder: output, suppressions: known?.suppressions)
  }
}

extension ProgramWork.KnownFile {
  /// Returns the identity of a campaign with this file.
  fileprivate func added(to identity: JSONValue) -> JSONValue {
    let file: JSONValue = ["file": .string(path), "content": suppressions.json]
    return .object((identity.members ?? []) + [.init(key: "known", value: file)])
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a file of known issues", keys: ["file", "content"])
    self.init(
      path: try reader.required("file").requiredString("a path"),
      try Suppressions(try reader.required("content"), features: EnginePrograms.features))
  }
}

extension ShardRun {
  /// - Parameters:
  ///   - plan: the plan.
  ///   - shard: the number of the shard.
  ///   - pools: the processes of the programs of the plan.
  ///   - jobs: the number of cases that run at a time.
  ///   - nanosecondsBetween: the least time between two writes of the progress.
  ///   - now: returns nanoseconds since some fixed moment.
  ///   - isStopped: whether the run is stopped.
  /// - Precondition: the plan has the shard.
  package init<Kind: ProgramKind>(
    _ plan: ProgramPlan<Kind>, shard: Int, pools: [ProgramPool<Kind.Process>], jobs: Int,
    nanosecondsBetween: UInt64 = Self.nanosecondsBetweenDefault,
    now: @escaping @Sendable () -> UInt64,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) where Work == ProgramWork<Kind> {
    let runner = ProgramBatchRunner<Kind>(plan.work.settings(pools, jobs: jobs))
    self.init(
      plan, shard: shard, jobs: jobs, nanosecondsBetween: nanosecondsBetween, now: now,
      isStopped: isStopped,
      unit: {
        let batch = runner.run(batch: $0, shouldStop: isStopped)
        switch batch.end {
        case .stopped: return .stopped
        case .problem(.adapter(let problem)): return .unavailable("\(problem)")
        case nil, .problem(.internalError): return .done(batch)
        }
      })
  }
}

extension ShardMerge {
  /// - Parameters:
  ///   - plan: the plan.
  ///   - isPartial: whether shards may be missing.
  ///   - pools: the processes of the programs of the plan, which examine failures.
  ///   - jobs: the number of cases that run at a time.
  ///   - minimizing: the time limits of minimization.
  ///   - further: known issues besides those of the plan.
  ///   - kept: the folders of findings of others in the output folder.
  ///   - isStopped: whether the run is stopped.
  package init<Kind: ProgramKind>(
    _ plan: ProgramPlan<Kind>, isPartial: Bool = false, pools: [ProgramPool<Kind.Process>],
    jobs: Int, minimizing: MinimizingTime, known further: Suppressions? = nil,
    kept: Set<String> = [],
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) where Work == ProgramWork<Kind> {
    self.init(
      plan, isPartial: isPartial, isStopped: isStopped,
      tally: { folder in
        var settings = plan.work.settings(pools, jobs: jobs, output: folder)
        settings.kept = kept
        if let further { settings.suppressions = further.joined(to: settings.suppressions) }
        return ProgramTally(settings, minimizing: minimizing, isStopped: isStopped)
      })
  }
}

extension ProgramBatch: ShardBatch {
  package var internalErrorMessage: String? {
    guard case .problem(.internalError(let error))? = end else { return nil }
    return error.message
  }
}

extension ProgramTally: ShardTally {
  /// Folds the results of a shard, as those of a campaign in one process.
  ///
  /// - Throws: `WriteError` when a finding cannot be stored.
  package mutating func add(_ batch: ProgramBatch<Kind>) throws(WriteError) {
    _ = try fold(batch, elapsed: { 0 })
  }

  /// Examines the pending findings of all shards in rounds, and removes those that others replace.
  ///
  /// - Throws: `WriteError` when a finding cannot be stored.
  package mutating func finish() throws(WriteError) {
    try examinePending()
    removeReplaced()
  }
}

extension ProgramResult: MergedResult {}
