// SPDX-License-Identifier: MIT

import CorpusStore
import Reporting

/// The frequency of a bucket, and other facts about a finding that are not in its own files.
struct FindingFrequency: Sendable {
  /// The frequency in the record of a campaign.
  var occurrence: CampaignRecord.Occurrence?
  /// The history in the registry of nights.
  var since: ReportFinding.Since?
  /// The folder in which the same case is pending for minimization.
  var pendingFolder: String?
  /// Whether the finding is older than the recorded campaign.
  var isEarlier = false
}
