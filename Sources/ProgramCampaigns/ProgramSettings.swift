// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import Engines
import ExternalSolvers
import JSON

/// The settings of a campaign against adapters of solvers.
package typealias ExternalSettings = ProgramSettings<AdapterProcess>

/// The settings of a campaign against adapters of layout engines.
package typealias EngineSettings = ProgramSettings<EngineProcess>

/// The settings of a campaign against other programs: its cases, adapters and limits.
package struct ProgramSettings<Process: PooledProcess>: Sendable {
  /// The number of cases of a batch.
  private static var casesPerBatch: Int { 4 }

  package var seed: UInt64
  /// The number of cases; nil for no end but the time limit or a request to stop.
  package var caseCount: Int?
  /// The time after which no further case starts; nil for none.
  package var nanosecondsMax: UInt64?
  /// The number of cases that run at a time, each with a process of each adapter.
  package var jobs: Int
  package var pools: [ProgramPool<Process>]
  package var minimizes: Bool
  /// The folder for findings; nil keeps nothing on disk.
  package var outputFolder: String?
  /// The known issues, whose failures are only counted; nil for none.
  package var suppressions: Suppressions?
  /// The folders of findings of others, as `BUCKET/ID`, which stay when a later round replaces
  /// them.
  package var kept: Set<String>

  package init(
    seed: UInt64, caseCount: Int?, nanosecondsMax: UInt64? = nil, jobs: Int = 1,
    pools: [ProgramPool<Process>], minimizes: Bool = true, outputFolder: String? = nil,
    suppressions: Suppressions? = nil, kept: Set<String> = []
  ) {
    self.kept = kept
    self.suppressions = suppressions
    self.seed = seed
    self.caseCount = caseCount
    self.nanosecondsMax = nanosecondsMax
    self.jobs = jobs
    self.pools = pools
    self.minimizes = minimizes
    self.outputFolder = outputFolder
  }

  /// The number of batches; nil for a campaign without a number of cases.
  package var batchCount: Int? {
    caseCount.map { ($0 + Self.casesPerBatch - 1) / Self.casesPerBatch }
  }

  /// Returns the indices of the cases of a batch.
  func cases(ofBatch number: Int) -> Range<Int> {
    let first = number * Self.casesPerBatch
    return first..<min(first + Self.casesPerBatch, caseCount ?? Int.max)
  }
}

/// The settings of a campaign against one kind of programs, as the progress of a campaign and the
/// plan of one name them.
package struct ProgramIdentity<Kind: ProgramKind>: ResumableSettings {
  package let settings: ProgramSettings<Kind.Process>

  package init(_ settings: ProgramSettings<Kind.Process>) { self.settings = settings }

  package var outputFolder: String? { settings.outputFolder }

  /// All that determines the results, with the commands, versions and offers of the programs.
  package var identity: JSONValue {
    .members([
      ("layoutfuzz", .string(ToolVersion.current)), ("seed", .string("\(settings.seed)")),
      ("cases", settings.caseCount.map { .number($0) } ?? .null),
      ("nanosecondsMax", settings.nanosecondsMax.map { .number($0) } ?? .null),
      ("minimizes", .bool(settings.minimizes)), ("kind", .string(Kind.noun)),
      ("programs", .array(settings.pools.map { PlannedProgram($0, of: Kind.self).json })),
      // Campaigns without known issues have the identity that earlier versions gave them.
      ("known", settings.suppressions.flatMap { $0.holding.isEmpty ? nil : $0.identity }),
    ])
  }
}
