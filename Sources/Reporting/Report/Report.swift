// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// What runs found, ready to be written in any format: one value, many writers.
///
/// Everything in it may come from files that others wrote, so no writer trusts a text: each escapes
/// for its own format.
package struct Report: Sendable {
  /// The version of the JSON format; it changes when a key changes its meaning or goes.
  package static let schemaVersion = 1

  /// One folder of results.
  package struct Run: Sendable {
    /// As the user named it.
    package var folder: String
    /// Nil when the folder holds findings only.
    package var campaign: CampaignRecord?
    /// The number of the last night; nil when the folder is not one of nights.
    package var lastNight: Int?
    /// The night whose findings alone are told; nil for all.
    package var night: Int?

    package init(
      folder: String, campaign: CampaignRecord?, lastNight: Int? = nil, night: Int? = nil
    ) {
      self.folder = folder
      self.campaign = campaign
      self.lastNight = lastNight
      self.night = night
    }

    /// What the folder is that has no record of a campaign, without a full stop.
    var kind: String {
      lastNight.map { "findings of \(ShownNumber.counted($0, "night"))" }
        ?? "findings only, no \(CampaignRecord.fileName)"
    }
  }

  /// What is wrong with a run itself, not with what it looked at: then its findings may not be all.
  package struct Problem: Sendable, Hashable {
    /// What broke.
    package enum Kind: String, Sendable, CaseIterable {
      /// The tool contradicted itself.
      case internalError
      /// A planted fault that must be found was not.
      case missedCanary
      /// A file of the run cannot be read.
      case unreadable
      /// A finding was on its way to its bucket when the run ended.
      case unfinished
    }

    package var kind: Kind
    package var message: String
    /// The file or folder, if it is about one.
    package var path: String?

    package init(_ kind: Kind, _ message: String, path: String? = nil) {
      self.kind = kind
      self.message = message
      self.path = path
    }
  }

  /// The version of the tool that wrote the report.
  package var toolVersion: String
  package var runs: [Run]
  /// In the order in which they are worth reading (`ReadingOrder`).
  package var findings: [ReportFinding]
  package var problems: [Problem]

  package init(
    toolVersion: String, runs: [Run], findings: [ReportFinding], problems: [Problem]
  ) {
    self.toolVersion = toolVersion
    self.runs = runs
    // Those of earlier campaigns come last, in the same order.
    self.findings = findings.filter { !$0.isEarlier } + findings.filter(\.isEarlier)
    self.problems = problems
  }

  /// How many buckets the findings lie in.
  package var bucketCount: Int { Set(findings.map(\.signature)).count }

  /// The cases of all runs together.
  package var caseCount: Int {
    runs.reduce(0) { sum, run in
      // Files may name any number: what does not fit is the largest there is.
      let (total, overflows) = sum.addingReportingOverflow(run.campaign?.cases ?? 0)
      return overflows ? .max : total
    }
  }

  /// The name of the page in a folder of nights.
  package static let nightPageName = "index.html"

  /// The nights whose findings alone are told, with the folders that they lie in.
  var nights: [(number: Int, folder: String)] {
    runs.compactMap { run in run.night.map { ($0, run.folder) } }
  }

  /// The strategies and programs of which no answer came to a verdict, once each.
  var unjudged: [String] {
    var names: [String] = []
    for name in runs.flatMap({ $0.campaign?.unjudged ?? [] }) where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// Whether there is no answer at all that came to a verdict.
  private var isUnjudged: Bool {
    let campaigns = runs.compactMap(\.campaign)
    return !campaigns.isEmpty
      && campaigns.allSatisfy { campaign in
        !campaign.unjudged.isEmpty
          && campaign.strategies.allSatisfy { campaign.unjudged.contains($0.name) }
      }
  }

  /// Whether nothing is wrong, and that says something of all that was tried.
  var isClean: Bool { findings.isEmpty && problems.isEmpty && unjudged.isEmpty }

  /// All in one sentence.
  package var verdict: String {
    var text: String
    if let night = nights.first {
      // What is wrong with the night its own page says; these are cases of all nights.
      let stored =
        findings.isEmpty
        ? "No stored findings"
        : ShownNumber.counted(findings.count, "stored finding") + " in "
          + ShownNumber.counted(bucketCount, "bucket")
      return "\(stored), of what night \(night.number) tells"
        + (problems.isEmpty ? "" : "; " + ShownNumber.counted(problems.count, "problem")) + "."
    }
    let own = findings.filter { !$0.isEarlier }
    if own.isEmpty {
      text = isUnjudged ? "No answer came to a verdict" : "Nothing found"
      if !problems.isEmpty { text += ", but the run is not sound" }
    } else {
      text = ShownNumber.counted(own.count, "finding")
      let buckets = Set(own.map(\.signature)).count
      if buckets < own.count { text += " in " + ShownNumber.counted(buckets, "bucket") }
    }
    if runs.contains(where: { $0.campaign != nil }) {
      text += " in " + ShownNumber.counted(caseCount, "case")
    }
    if !unjudged.isEmpty { text += "; nothing is known of " + unjudged.joined(separator: ", ") }
    if own.count < findings.count {
      text +=
        "; " + ShownNumber.counted(findings.count - own.count, "finding") + " of earlier campaigns"
    }
    if !problems.isEmpty { text += "; " + ShownNumber.counted(problems.count, "problem") }
    return text + "."
  }
}
