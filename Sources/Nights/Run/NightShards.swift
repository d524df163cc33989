// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import ExternalSolvers
import JSON
import ProgramCampaigns
import ToolSupport

/// A campaign against one kind of programs that was run in shards, as a part of a night.
///
/// The night merges the shards into its own folder, so that their findings are stored, compared and
/// suppressed like those of cases that it runs itself. A merge that was killed begins again: its
/// findings are the same.
package struct NightShards<Kind: ProgramKind>: NightCampaign {
  private let plan: ProgramPlan<Kind>
  private let base: NightPrograms<Kind>
  private let pools: [ProgramPool<Kind.Process>]

  /// - Parameters:
  ///   - plan: the plan, all of whose shards must be done.
  ///   - pools: the processes of its programs, in the versions of the plan.
  package init(_ plan: ProgramPlan<Kind>, _ pools: [ProgramPool<Kind.Process>]) {
    self.plan = plan
    self.pools = pools
    base = NightPrograms(pools)
  }

  package var noun: String { base.noun }
  package var programs: [NightRecord.Program] { base.programs }
  package var identity: JSONValue { ["plan": .string(plan.hash)] }
  package var planHash: String? { plan.hash }

  package func replayOptions(of record: FindingRecord) -> [String]? {
    base.replayOptions(of: record)
  }

  package func repeating(seed: UInt64, cases: Int, known: String?) -> String? { nil }

  package func run(_ terms: NightCampaignTerms) throws(CommandFailure) -> NightPart? {
    let merge = ShardMerge(
      plan, pools: pools, jobs: terms.jobs, minimizing: terms.minimizing,
      known: terms.suppressions, kept: terms.kept, isStopped: { Interruption.signal != 0 })
    guard let result = try merge.result(of: plan, into: terms.output) else { return nil }
    return NightPart(
      record: result.record,
      fuzz: NightFuzz(result, minimizingNanoseconds: terms.minimizing.nanoseconds),
      notes: [plan.note] + NightPrograms<Kind>.notes(result))
  }

  package func resume(
    _ folder: String, output: String, minimizing time: MinimizingTime
  ) throws(WriteError) -> Bool {
    try base.resume(folder, output: output, minimizing: time)
  }
}

extension ShardMerge {
  /// Merges the shards of a plan into the folder of nights.
  ///
  /// - Returns: nil when the run is stopped.
  /// - Throws: when shards are missing or differ, and when a finding cannot be written.
  func result(
    of plan: ShardPlan<Work>, into output: String
  ) throws(CommandFailure) -> Work.Tally.Result? {
    let outcome = try NightRun.written { () throws(WriteError) in try run(into: output) }
    switch outcome {
    case .merged(let result, _): return result
    case .stopped: return nil
    case .missing(let shards):
      throw CommandFailure(
        .unavailable, at: plan.directory,
        "\(shards.count) of \(plan.shards) shards are missing; fix: run them first")
    case .contradicted(let shards):
      throw CommandFailure(
        .internalError, at: plan.directory, "different results for \(shards.count) shards")
    }
  }
}

extension ShardPlan {
  /// A note on the origin of the random cases of a night.
  var note: String { "random cases of \(directory), \(shards) shards, plan \(hash)" }
}
