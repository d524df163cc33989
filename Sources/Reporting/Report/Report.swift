// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// The findings and problems of runs, for all report formats.
///
/// All texts may come from files of others, so each writer escapes them for its own format.
package struct Report: Sendable {
  /// The version of the JSON format; it changes when a key changes its meaning or is removed.
  package static let schemaVersion = 1

  /// One folder of results.
  package struct Run: Sendable {
    /// The folder, as the user named it.
    package var folder: String
    /// The record of the campaign; nil when the folder has only findings.
    package var campaign: CampaignRecord?
    /// The number of the last night; nil for a folder without nights.
    package var lastNight: Int?
    /// The only night whose findings are reported; nil for all.
    package var night: Int?

    package init(
      folder: String, campaign: CampaignRecord?, lastNight: Int? = nil, night: Int? = nil
    ) {
      self.folder = folder
      self.campaign = campaign
      self.lastNight = lastNight
      self.night = night
    }

    /// The kind of a folder without the record of a campaign, without a full stop.
    var kind: String {
      lastNight.map { "findings of \(ShownNumber.counted($0, "night"))" }
        ?? "findings only, no \(CampaignRecord.fileName)"
    }
  }

  /// A fault of the run itself, because of which its findings may be incomplete.
  package struct Problem: Sendable, Hashable {
    /// The kind of fault.
    package enum Kind: String, Sendable, CaseIterable {
      /// The tool contradicted itself.
      case internalError
      /// A planted fault was not found.
      case missedCanary
      /// A file of the run cannot be read.
      case unreadable
      /// A finding was not yet completely stored when the run ended.
      case unfinished
    }

    package var kind: Kind
    package var message: String
    /// The file or folder of the problem, if it has one.
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
  /// The findings in the order in which they are worth reading (`ReadingOrder`).
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

  /// The number of buckets of the findings.
  package var bucketCount: Int { Set(findings.map(\.signature)).count }

  /// The number of cases of all runs together.
  package var caseCount: Int {
    runs.reduce(0) { sum, run in
      // Files may have any number: an overflow gives the largest one.
      let (total, overflows) = sum.addingReportingOverflow(run.campaign?.cases ?? 0)
      return overflows ? .max : total
    }
  }

  /// The name of the page in a folder of nights.
  package static let nightPageName = "index.html"

  /// The nights whose findings alone are reported, with their folders.
  var nights: [(number: Int, folder: String)] {
    runs.compactMap { run in run.night.map { ($0, run.folder) } }
  }

  /// The strategies and programs without any verdict, once each.
  var unjudged: [String] {
    var names: [String] = []
    for name in runs.flatMap({ $0.campaign?.unjudged ?? [] }) where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// Whether no answer has a verdict.
  private var isUnjudged: Bool {
    let campaigns = runs.compactMap(\.campaign)
    return !campaigns.isEmpty
      && campaigns.allSatisfy { campaign in
        !campaign.unjudged.isEmpty
          && campaign.strategies.allSatisfy { campaign.unjudged.contains($0.name) }
      }
  }

  /// Whether there are no findings and no problems, and every strategy and program has a verdict.
  var isClean: Bool { findings.isEmpty && problems.isEmpty && unjudged.isEmpty }

  /// The verdict in one sentence.
  package var verdict: String {
    var text: String
    if let night = nights.first {
      // The night's own page reports its problems; these are cases of all nights.
      let stored =
        findings.isEmpty
        ? "no stored findings"
        : ShownNumber.counted(findings.count, "stored finding") + " in "
          + ShownNumber.counted(bucketCount, "bucket")
      return "Night \(night.number): \(stored)"
        + (problems.isEmpty ? "" : "; " + ShownNumber.counted(problems.count, "problem")) + "."
    }
    let own = findings.filter { !$0.isEarlier }
    if own.isEmpty {
      text = isUnjudged ? "No answer has a verdict" : "Nothing found"
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
