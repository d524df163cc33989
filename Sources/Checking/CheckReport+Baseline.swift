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
    let rest = rest(of: comparison.baseline, comparison.links, scope)
    unjudged = rest.unjudged
    known = (comparison.path, rest.gone)
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
    for finding in findings where finding.rule != .internal {
      baseline.add(finding.identity(links))
    }
    for entry in kept {
      baseline.add(entry.key, count: entry.problem.count, reason: entry.problem.reason)
    }
    return baseline
  }

  /// Adds new findings to a baseline, and marks them as known.
  ///
  /// - Returns: the number of findings.
  /// - Throws: a usage error for a place without a new finding.
  mutating func accept(
    _ acceptance: CheckAcceptance, into baseline: inout CheckBaseline, _ links: LinkBase
  ) throws(CommandFailure) -> Int {
    let open = findings.indices.filter { !findings[$0].isKnown && findings[$0].rule != .internal }
    var accepted: Set<Int> = []
    for place in acceptance.places {
      let there = open.filter { place.contains(findings[$0]) }
      if there.isEmpty {
        throw .usage("--accept \(place.text): no new finding there", seeHelpOf: "check")
      }
      accepted.formUnion(there)
    }
    for index in accepted.sorted() {
      baseline.add(findings[index].identity(links), reason: acceptance.reason)
      (findings[index].isKnown, findings[index].reason) = (true, acceptance.reason)
    }
    return accepted.count
  }

  /// Marks every problem as known by a file that was just written.
  ///
  /// Errors in the tool are never known.
  mutating func acceptAll(writtenTo path: String) {
    for index in findings.indices { findings[index].isKnown = findings[index].rule != .internal }
    known = (path, known?.gone ?? [])
    isBaselineWritten = true
  }
}

extension CheckReport.Finding {
  fileprivate func identity(_ links: LinkBase) -> CheckBaseline.Key {
    var key = identity
    key.file = links.link(to: file)
    return key
  }
}
