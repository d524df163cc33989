// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import Display
import ToolSupport

/// A separation of known problems from new ones, in the order of the findings.
package struct BaselineComparison: Sendable {
  /// The file of the baseline.
  let path: String
  let baseline: CheckBaseline
  fileprivate let links: LinkBase
  /// The known problems that were not found yet.
  private var open: CheckBaseline

  init(with baseline: CheckBaseline, in path: String) {
    self.path = path
    self.baseline = baseline
    links = CheckBaseline.links(of: path)
    open = baseline
  }

  /// Removes a finding from the known problems that were not found yet; returns the known problem.
  mutating func take(_ finding: CheckReport.Finding) -> CheckBaseline.Problem? {
    open.remove(finding.identity(links))
  }
}

extension CheckReport {
  /// Records the fixed and the unjudged problems of the baseline.
  mutating func finishComparing(_ scope: BaselineOption.CheckedScope) {
    guard let comparison else { return }
    var rest = rest(of: comparison.baseline, comparison.links, scope)
    unjudged = rest.unjudged
    let moved = takeMoved(&rest.gone, comparison.links)
    known = (comparison.path, rest.gone, moved)
  }

  /// Marks new findings as known that differ from a known problem only in the file, if that is no
  /// longer there.
  ///
  /// - Parameters:
  ///   - gone: the known problems that were not found; those that are found are taken out.
  ///   - links: the base of the names of files.
  /// - Returns: their number.
  private mutating func takeMoved(_ gone: inout [CheckBaseline.Entry], _ links: LinkBase) -> Int {
    var open = CheckBaseline()
    var files: [CheckBaseline.Key: [String]] = [:]
    for entry in gone where !entry.key.objects.isEmpty {
      guard !InputFiles.fileExists(links.path(ofLink: entry.key.file)) else { continue }
      var key = entry.key
      key.file = ""
      files[key, default: []].append(entry.key.file)
      open.add(entry.key, entry.problem)
    }
    var moved = 0
    for index in findings.indices where !findings[index].isKnown {
      var key = findings[index].identity
      key.file = ""
      guard let file = files[key]?.first else { continue }
      key.file = file
      guard let problem = open.remove(key) else { continue }
      if open.problems[key] == nil {
        key.file = ""
        files[key]?.removeFirst()
      }
      findings[index].compare(with: problem)
      moved += 1
    }
    let still = gone.filter {
      $0.key.objects.isEmpty || InputFiles.fileExists(links.path(ofLink: $0.key.file))
    }
    gone = (still + open.sorted).sorted { $0.key < $1.key }
    return moved
  }

  /// Returns the known problems that were not found: those that are gone, and those that were not
  /// judged.
  ///
  /// A problem is unjudged when its file or configuration was not checked, or was given up. One
  /// that depends on frames is unjudged, too, when its screen has a conflict.
  func rest(
    of baseline: CheckBaseline, _ links: LinkBase, _ scope: BaselineOption.CheckedScope
  ) -> (gone: [CheckBaseline.Entry], unjudged: [CheckBaseline.Entry]) {
    var rest = baseline
    for finding in findings { _ = rest.remove(finding.identity(links)) }
    let files = Set(usablePaths.map(links.link))
    let open = Set(halfJudged.map { [links.link(to: $0[0]), $0[1]] })
    let conflicting = Set(conflictingScreens.map { [links.link(to: $0[0]), $0[1]] })
    func isJudged(_ key: CheckBaseline.Key) -> Bool {
      if !InputFiles.fileExists(links.path(ofLink: key.file)) { return true }
      return files.contains(key.file) && !open.contains([key.file, key.screen])
        && (!conflicting.contains([key.file, key.screen])
          || LayoutRule(rawValue: key.rule).map(JudgedRules.constraints.judges) != false)
        && !scope.narrows(baseline) && !scope.disabledRules.contains(key.rule)
        && (!scope.isOfOneScreen || screenIDs.contains(key.screen))
    }
    let entries = rest.sorted
    return (entries.filter { isJudged($0.key) }, entries.filter { !isJudged($0.key) })
  }

  /// Returns all findings, and the unjudged problems of an older baseline.
  func baseline(_ links: LinkBase, keeping kept: [CheckBaseline.Entry]) -> CheckBaseline {
    var baseline = CheckBaseline()
    for finding in findings where finding.canBeKnown {
      baseline.add(finding.identity(links), finding.problem)
    }
    for entry in kept { baseline.add(entry.key, entry.problem) }
    return baseline
  }

  /// Adds listed findings to a baseline with a reason, and marks them as known.
  ///
  /// - Returns: the findings.
  /// - Throws: a usage error for a place without a listed finding.
  mutating func accept(
    _ acceptance: CheckAcceptance, of severity: FindingSeverity, into baseline: inout CheckBaseline,
    _ links: LinkBase
  ) throws(CommandFailure) -> [Finding] {
    let listed = findings.indices.filter {
      findings[$0].canBeKnown && findings[$0].severity >= severity
    }
    var accepted: Set<Int> = []
    for place in acceptance.places {
      let there = listed.filter { place.contains(findings[$0]) }
      if there.isEmpty { throw place.failure(listed.map { findings[$0] }) }
      accepted.formUnion(there)
    }
    for index in accepted.sorted() {
      let (wasKnown, key) = (findings[index].isKnown, findings[index].identity(links))
      (findings[index].isKnown, findings[index].reason) = (true, acceptance.reason)
      findings[index].severityBefore = nil
      if wasKnown {
        baseline.setReason(acceptance.reason, for: key)
      } else {
        baseline.add(key, findings[index].problem)
      }
    }
    return accepted.sorted().map { findings[$0] }
  }

  /// Marks every problem as known by a file that was just written.
  ///
  /// Errors in the tool and damaged files are never known.
  mutating func acceptAll(writtenTo path: String) {
    for index in findings.indices { findings[index].isKnown = findings[index].canBeKnown }
    known = (path, known?.gone ?? [], known?.moved ?? 0)
    isBaselineWritten = true
  }
}

extension CheckReport.Finding {
  /// The longest message in a baseline.
  private static let messageMax = 200

  /// Whether a baseline may contain it: an error in the tool and a damaged file are to be mended.
  fileprivate var canBeKnown: Bool { rule != .internal && rule != .unreadable }

  /// The entry of a baseline for this occurrence.
  fileprivate var problem: CheckBaseline.Problem {
    .init(
      severity: severity, message: ShownText.line(wording.title, upTo: Self.messageMax),
      reason: reason)
  }

  /// Marks it as known by an entry of a baseline, or as worse than that.
  mutating func compare(with problem: CheckBaseline.Problem) {
    reason = problem.reason
    if let known = problem.severity, known < severity {
      severityBefore = known
    } else {
      isKnown = true
    }
  }

  fileprivate func identity(_ links: LinkBase) -> CheckBaseline.Key {
    var key = identity
    key.file = links.link(to: file)
    return key
  }
}
