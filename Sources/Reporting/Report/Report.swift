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
    /// The number of the last complete night; 0 while the first one is unfinished, nil for a folder
    /// without nights.
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
      if lastNight == 0 { return "night 1 is unfinished; fix: run the same command again" }
      return lastNight.map { "findings of \(ShownNumber.counted($0, "night"))" }
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
  /// The findings, first the open ones, each part in the order in which they are worth reading.
  package var findings: [ReportFinding]
  package var problems: [Problem]

  package init(
    toolVersion: String, runs: [Run], findings: [ReportFinding], problems: [Problem]
  ) {
    self.toolVersion = toolVersion
    self.runs = runs
    self.findings = ReportFinding.Standing.allCases.flatMap { standing in
      findings.filter { $0.standing == standing }
    }
    self.problems = problems
  }

  /// Each bucket once, in the order of the first of its stored cases: the smallest one stands for
  /// all.
  ///
  /// Buckets stay apart even where a page shows them together, since each has a state and a
  /// fingerprint of its own.
  ///
  /// - Complexity: O(n).
  var listed: [ReportFinding] {
    var places: [String: Int] = [:]
    var listed: [ReportFinding] = []
    for finding in findings {
      let parts = [finding.subject, finding.verdict, finding.signature]
      let key = "\(finding.standing)\0\(finding.isKnown)\0" + parts.joined(separator: "\0")
      guard let place = places[key] else {
        places[key] = listed.count
        listed.append(finding)
        continue
      }
      var smallest = finding.size < listed[place].size ? finding : listed[place]
      smallest.moreCases = listed[place].moreCases + 1
      listed[place] = smallest
    }
    return listed
  }

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

  /// Whether all findings are fixed, there are no problems, and every strategy and program has a
  /// verdict.
  var isClean: Bool {
    findings.allSatisfy { $0.standing == .fixed } && problems.isEmpty && unjudged.isEmpty
  }

  /// Returns the number of findings as a page lists them: those of one bucket are one finding.
  private func count(_ standing: ReportFinding.Standing) -> Int {
    FindingCard.cards(findings.filter { $0.standing == standing }).count
  }

  /// Returns the numbers of open and fixed findings, with a place after the former, as the start of
  /// a sentence or as its rest; nil without any.
  func counts(_ place: String, startsSentence: Bool) -> String? {
    let (open, fixed) = (count(.open), count(.fixed))
    if open + fixed == 0 { return nil }
    let text =
      (open == 0
        ? "\(startsSentence ? "No" : "no") open finding" : ShownNumber.counted(open, "finding"))
      + place
    return fixed == 0 ? text : "\(text), \(ShownNumber.grouped(fixed)) fixed"
  }

  /// The cases and nights of all runs as ` in 20 cases and 9 nights`; empty when unknown.
  var place: String {
    let nights = runs.filter { $0.campaign == nil }.compactMap(\.lastNight).reduce(0, &+)
    let parts =
      (runs.contains { $0.campaign != nil } ? [ShownNumber.counted(caseCount, "case")] : [])
      + (nights > 0 ? [ShownNumber.counted(nights, "night")] : [])
    return parts.isEmpty ? "" : " in " + parts.joined(separator: " and ")
  }

  /// The number of buckets and of cases that are not minimized, as `in 2 buckets, 1 not minimized`.
  var storedText: String {
    let work = findings.map(\.minimization)
    let rest = work.count { !$0.isDone }
    let part = work.count { !$0.isDone && $0.steps > 0 }
    return "in " + ShownNumber.counted(Set(findings.map(\.signature)).count, "bucket")
      + (rest > part ? ", \(ShownNumber.grouped(rest - part)) not minimized" : "")
      + (part > 0 ? ", \(ShownNumber.grouped(part)) partly minimized" : "")
  }

  /// The verdict in one sentence.
  package var verdict: String {
    var text: String
    if let night = nights.first {
      // The night's own page reports its problems; these are cases of all nights.
      text = "Night \(night.number): \(counts("", startsSentence: false) ?? "no stored finding")"
    } else if let counts = counts(place, startsSentence: true) {
      text = counts
    } else {
      text = isUnjudged ? "No answer has a verdict" : "Nothing found"
      text += (problems.isEmpty ? "" : ", but the run is not sound") + place
    }
    if !unjudged.isEmpty { text += "; nothing is known of " + unjudged.joined(separator: ", ") }
    let earlier = count(.earlier)
    if earlier > 0 {
      text += "; " + ShownNumber.counted(earlier, "finding") + " of earlier campaigns"
    }
    if findings.contains(where: { !$0.minimization.isDone })
      || findings.count > ReportFinding.Standing.allCases.reduce(0, { $0 + count($1) })
    {
      text += "; \(ShownNumber.counted(findings.count, "stored case")) \(storedText)"
    }
    if !problems.isEmpty { text += "; " + ShownNumber.counted(problems.count, "problem") }
    return text + "."
  }
}
