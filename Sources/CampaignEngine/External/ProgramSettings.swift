// SPDX-License-Identifier: MIT

import Engines
import ExternalSolvers

/// The settings of a campaign against adapters of solvers.
package typealias ExternalSettings = ProgramSettings<AdapterProcess>

/// The settings of a campaign against adapters of layout engines.
package typealias EngineSettings = ProgramSettings<EngineProcess>

/// The settings of a campaign against other programs: its cases, adapters and limits.
package struct ProgramSettings<Process: PooledProcess>: Sendable {
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

  package init(
    seed: UInt64, caseCount: Int?, nanosecondsMax: UInt64? = nil, jobs: Int = 1,
    pools: [ProgramPool<Process>], minimizes: Bool = true, outputFolder: String? = nil
  ) {
    self.seed = seed
    self.caseCount = caseCount
    self.nanosecondsMax = nanosecondsMax
    self.jobs = jobs
    self.pools = pools
    self.minimizes = minimizes
    self.outputFolder = outputFolder
  }
}
