// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// A night with the nights before it, ready to be written as a page or for a terminal.
///
/// All texts may come from files of others, so no writer trusts them.
package struct NightlyReport: Sendable {
  package var night: Night
  /// The record of the random cases.
  package var campaign: CampaignRecord
  /// All nights up to this one.
  package var history: NightHistory
  /// The folder of nights, as the user gave it.
  package var state: String

  /// - Precondition: the history ends with the night.
  package init(night: Night, campaign: CampaignRecord, history: NightHistory, state: String) {
    precondition(history.nights.last == night.record, "the history ends with another night")
    self.night = night
    self.campaign = campaign
    self.history = history
    self.state = state
  }

  var record: NightRecord { night.record }

  /// Whether nothing needs attention.
  package var isGood: Bool { record.isSound && !night.hasNews }

  /// The known issues whose day has passed and that still name an open bucket.
  var expiredCount: Int { night.issues.count { $0.isExpired && $0.buckets > 0 } }

  /// The night in one sentence.
  package var verdict: String {
    let buckets = record.buckets
    var parts: [String] = []
    if buckets.new > 0 { parts.append(ShownNumber.counted(buckets.new, "new finding")) }
    if buckets.reopened > 0 { parts.append("\(ShownNumber.grouped(buckets.reopened)) reopened") }
    if parts.isEmpty { parts.append("nothing new") }
    if buckets.fixed > 0 { parts.append("\(ShownNumber.grouped(buckets.fixed)) fixed") }
    if buckets.stillOpen > 0 {
      parts.append("\(ShownNumber.grouped(buckets.stillOpen)) still open")
    }
    if buckets.known > 0 {
      parts.append("\(ShownNumber.grouped(buckets.known)) known and let be for now")
    }
    if expiredCount > 0 { parts.append(ShownNumber.counted(expiredCount, "expired known issue")) }
    let findings = parts.joined(separator: ", ")
    guard record.isSound else {
      return "Do not rely on this night: \(night.problems.first ?? "it has a problem")"
        + (night.problems.count > 1
          ? " (\(ShownNumber.counted(night.problems.count, "problem")))" : "")
        + "; \(findings)."
    }
    return findings.prefix(1).uppercased() + findings.dropFirst()
      + "; the planted fault was caught."
  }
}
