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
  /// Only storyboards and xibs have ids that are the same in no other document.
  ///
  /// - Parameters:
  ///   - gone: the known problems that were not found; those that are found are taken out.
  ///   - links: the base of the names of files.
  /// - Returns: their number.
  private mutating func takeMoved(_ gone: inout [CheckBaseline.Entry], _ links: LinkBase) -> Int {
    var open = CheckBaseline()
    var files: [CheckBaseline.Key: [String]] = [:]
    for entry in gone {
      open.add(entry.key, entry.problem)
      let file = entry.key.file
      if InputFiles.isDocument(file), !entry.key.objects.isEmpty,
        !InputFiles.fileExists(links.path(ofLink: file))
      {
        files[entry.key.inFile(""), default: []].append(file)
      }
    }
    var moved = 0
    for index in findings.indices where findings[index].canMove {
      let key = findings[index].identity
      let place = files[key.inFile("")]?.firstIndex { open.problems[key.inFile($0)] != nil }
      guard let place, let file = files[key.inFile("")]?[place],
        let problem = open.remove(key.inFile(file))
      else { continue }
      findings[index].compare(with: problem, in: file)
      moved += 1
    }
    gone = open.sorted
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
    for finding in findings where finding.isWritten {
      baseline.add(finding.identity(links), finding.problem)
    }
    for entry in kept { baseline.add(entry.key, entry.problem) }
    return baseline
  }

  /// Adds listed findings to a baseline with a reason, and marks them as known.
  ///
  /// - Returns: the findings, each with the reason that it had.
  /// - Throws: a usage error for a place without a listed finding.
  mutating func accept(
    _ acceptance: CheckAcceptance, of severity: FindingSeverity, into baseline: inout CheckBaseline,
    _ links: LinkBase
  ) throws(CommandFailure) -> [(finding: Finding, reasonBefore: String?)] {
    let listed = findings.indices.filter {
      findings[$0].canBeKnown && findings[$0].severity >= severity
    }
    var chosen: Set<Int> = []
    for place in acceptance.places {
      let there = listed.filter { place.contains(findings[$0]) }
      if there.isEmpty { throw place.failure(listed.map { findings[$0] }) }
      chosen.formUnion(there)
    }
    return chosen.sorted().map { index in
      let before = findings[index]
      findings[index].markAccepted(acceptance.reason)
      let key = before.identity(links)
      let reasonBefore = baseline.problems[key.inFile(before.fileBefore ?? key.file)]?.reason
      if before.isKnown || before.severityBefore != nil {
        baseline.replace(findings[index].problem, of: key, in: before.fileBefore)
      } else {
        baseline.add(key, findings[index].problem)
      }
      return (findings[index], reasonBefore == acceptance.reason ? nil : reasonBefore)
    }
  }

  /// Marks every problem of a baseline as known by its file, which was just written.
  ///
  /// Errors in the tool are never known, and damaged files only with a reason.
  mutating func acceptAll(of written: CheckBaseline, _ links: LinkBase, writtenTo path: String) {
    for index in findings.indices where findings[index].isWritten {
      findings[index].markAccepted(written.problems[findings[index].identity(links)]?.reason)
    }
    known = (path, known?.gone ?? [], known?.moved ?? 0)
    isBaselineWritten = true
  }
}

extension CheckReport.Finding {
  /// The longest message in a baseline.
  private static let messageMax = 200

  /// Whether a baseline may contain it: an error in the tool is to be mended.
  var canBeKnown: Bool { rule != .internal }

  /// Whether a baseline contains it: a damaged file only with a reason.
  fileprivate var isWritten: Bool { canBeKnown && (rule != .unreadable || reason != nil) }

  /// Whether the baseline may contain it in another file.
  fileprivate var canMove: Bool {
    canBeKnown && !isKnown && severityBefore == nil && InputFiles.isDocument(file)
  }

  /// The entry of a baseline for this occurrence.
  fileprivate var problem: CheckBaseline.Problem {
    .init(
      severity: severity, message: ShownText.line(wording.title, upTo: Self.messageMax),
      reason: reason)
  }

  /// Marks it as known by an entry of a baseline, or as worse than that.
  ///
  /// `file` is the file of the entry; nil where that is its own.
  mutating func compare(with problem: CheckBaseline.Problem, in file: String? = nil) {
    if let known = problem.severity, known < severity {
      baselineState = .worse(than: known, file: file)
    } else {
      baselineState = .known(reason: problem.reason, file: file)
    }
  }

  /// Marks it as known, with the reason why a user accepts it, if there is one.
  fileprivate mutating func markAccepted(_ reason: String?) {
    baselineState = .known(reason: reason, file: nil)
  }

  fileprivate func identity(_ links: LinkBase) -> CheckBaseline.Key {
    var key = identity
    key.file = links.link(to: file)
    return key
  }
}
