// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Supervision
import ToolSupport

/// The settings of one night, as the command line gives them.
package struct NightPlan {
  /// The folder that all nights share.
  package var state: String
  /// The random cases; the seed is the base of the seeds of all nights.
  package var settings: CampaignSettings
  package var date: NightDate
  /// The commit under test; nil when the user named none.
  package var commit: String?
  /// The paths of the cases that are replayed in addition to the stored findings.
  package var corpus: [String] = []
  /// The campaigns against other programs.
  package var campaigns: [any NightCampaign] = []
  /// The shards of a campaign that are the random cases of the tool's own strategies; nil when the
  /// night runs them itself.
  package var shards: CampaignPlan?
  /// Known issues besides those of the folder.
  package var known: KnownIssues?
  /// The path of their file.
  package var knownPath: String?
  /// The number of planted faults that are hunted.
  package var mutants = 0
  /// The limits of each case; nil when cases run in this process.
  package var limits: WorkerLimits?
  /// The options of these limits with their values, as replays of single cases take them.
  package var limitOptions: [(name: String, value: String?)] = []
  /// The time limit of one minimization, in nanoseconds; nil for the default.
  package var minimizingNanoseconds: UInt64?
  /// The command line for messages.
  package var command = ""
  /// Starts the workers of a campaign; returns nil when cases run in this process.
  package var workers: (CampaignSettings) throws(CommandFailure) -> WorkerPool?
  /// Shows the progress of the random cases, and removes it when given nil.
  package var show: (CampaignProgress?) -> Void = { _ in }
  /// Shows the progress of the replays: the number of done and of all cases, and the time.
  package var showReplays: (_ done: Int, _ all: Int, _ nanoseconds: UInt64) -> Void = { _, _, _ in }
  /// Returns the command that runs the random cases of a night again, by its seed and its number of
  /// cases.
  package var repeating: (_ seed: UInt64, _ cases: Int) -> String? = { _, _ in nil }

  /// The hashes of the plans whose shards are random cases of the night.
  var planHashes: [String] {
    (shards.map { [$0.hash] } ?? []) + campaigns.compactMap(\.planHash)
  }

  package init(
    state: String, settings: CampaignSettings, date: NightDate,
    workers: @escaping (CampaignSettings) throws(CommandFailure) -> WorkerPool?
  ) {
    self.state = state
    self.settings = settings
    self.date = date
    self.workers = workers
  }
}
