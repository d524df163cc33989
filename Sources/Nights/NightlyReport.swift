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
  /// The cases of the findings in the last nights.
  package var cases: NightCases
  /// The commands that run the random cases of the night again, one for each kind of programs whose
  /// command is known.
  package var repeating: [String]
  /// The commands that run the smallest cases of buckets about other programs again, by bucket.
  package var replayCommands: [String: String] = [:]

  /// - Precondition: the history ends with the night.
  package init(
    night: Night, campaign: CampaignRecord, history: NightHistory, state: String,
    cases: NightCases = NightCases(), repeating: [String] = []
  ) {
    precondition(history.nights.last == night.record, "the history ends with another night")
    self.night = night
    self.campaign = campaign
    self.history = history
    self.state = state
    self.cases = cases
    self.repeating = repeating
  }

  var record: NightRecord { night.record }

  /// Whether nothing needs attention.
  package var isGood: Bool { record.isSound && !night.hasNews }

  /// The known issues whose day has passed and that still name an open bucket.
  var expiredCount: Int { night.issues.count { $0.isExpired && $0.buckets > 0 } }

  /// The reasons why the night is not reliable; at least one for such a night.
  var problems: [NightProblem] {
    if night.problems.isEmpty, !record.isSound { return [NightProblem("the night has a problem")] }
    return night.problems.map(NightProblem.init)
  }

  // MARK: - Sentences

  /// The longest reason in a headline, in words.
  static let reasonWordsMax = 12

  /// The new and reopened findings in words, such as `2 new findings, 1 reopened`.
  var newsText: String {
    let buckets = record.buckets
    var parts: [String] = []
    if buckets.new > 0 { parts.append(ShownNumber.counted(buckets.new, "new finding")) }
    if buckets.reopened > 0 { parts.append("\(ShownNumber.grouped(buckets.reopened)) reopened") }
    return parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
  }

  /// The other states with findings, such as `2 still open` and `1 fixed`.
  var otherStates: [String] {
    let buckets = record.buckets
    return [
      (buckets.stillOpen, "still open"), (buckets.fixed, "fixed"), (buckets.known, "suppressed"),
    ].filter { $0.0 > 0 }.map { "\(ShownNumber.grouped($0.0)) \($0.1)" }
  }

  /// The reason of an unreliable night in a few words; nil for a reliable night.
  var redReason: String? {
    guard !record.isSound, let first = problems.first else { return nil }
    return first.reason(words: Self.reasonWordsMax)
  }

  /// The result of the night in at most 15 words.
  package var answer: String {
    if let redReason { return "Unreliable: \(redReason)." }
    let rest = otherStates.joined(separator: ", ")
    return newsText.capitalizedFirst + " tonight." + (rest.isEmpty ? "" : " \(rest).")
  }

  /// The findings and cases, such as `nothing new in 300 cases, 2 still open`.
  var findingsText: String {
    let cases = ShownNumber.counted(record.cases, "case")
    var text = ([newsText + " in \(cases)"] + otherStates).joined(separator: ", ")
    if expiredCount > 0 {
      text += ", \(ShownNumber.counted(expiredCount, "suppression")) expired"
    }
    return text
  }

  /// The same with the canary if it was caught.
  var countsText: String {
    findingsText + (record.canary?.isCaught == true ? "; canary caught" : "")
  }
}

extension String {
  /// The text with a capital at its start.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
