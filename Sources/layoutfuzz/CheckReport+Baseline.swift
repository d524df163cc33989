// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Reporting

extension CheckReport {
  /// Marks the findings that a baseline has, and notes what it has of the same files that is not there any more.
  ///
  /// - Parameter isOfOneScreen: whether others of the same file were not looked at.
  mutating func compare(
    with baseline: CheckBaseline, in path: String, _ isOfOneScreen: Bool
  ) {
    let links = CheckBaseline.links(of: path)
    var rest = baseline
    for index in findings.indices {
      findings[index].isKnown = rest.remove(findings[index].identity(links))
    }
    // Nothing is known of what was not looked at, or given up.
    let files = Set(usablePaths.map(links.link))
    let open = Set(halfJudged.map { [links.link(to: $0[0]), $0[1]] })
    var gone: [CheckBaseline.Entry] = []
    for entry in rest.sorted {
      let isJudged =
        !InputFiles.fileExists(links.path(ofLink: entry.key.file))
        || files.contains(entry.key.file) && !open.contains([entry.key.file, entry.key.screen])
          && (!isOfOneScreen || screenIDs.contains(entry.key.screen))
      if isJudged { gone.append(entry) } else { unjudged.append(entry) }
    }
    known = (path, gone)
  }

  /// All findings, and what an older baseline has of what was not judged.
  func baseline(_ links: LinkBase) -> CheckBaseline {
    var baseline = CheckBaseline()
    for finding in findings { baseline.add(finding.identity(links)) }
    for entry in unjudged { baseline.add(entry.key, count: entry.count) }
    return baseline
  }

  /// From now on everything is known, in a file that was just written.
  mutating func acceptAll(writtenTo path: String) {
    for index in findings.indices { findings[index].isKnown = true }
    known = (path, known?.gone ?? [])
  }

  /// `2 problems known in known.json, 1 new`
  var knownText: String? {
    guard let known else { return nil }
    let count = findings.count(where: \.isKnown)
    return "\(Readable.counted(count, "problem")) known in \(Printable.line(known.path)), "
      + "\(Readable.count(findings.count - count)) new"
      + (known.gone.isEmpty
        ? "" : ", \(Readable.count(known.gone.reduce(0) { $0 + $1.count })) gone")
  }
}

extension CheckReport.Finding {
  fileprivate func identity(_ links: LinkBase) -> CheckBaseline.Key {
    var key = identity
    key.file = links.link(to: file)
    return key
  }
}

// MARK: - Gallery

extension CheckReport {
  /// The screens with pictures of what is wrong.
  ///
  /// - Parameter failOn: what is less bad was left out of the pages.
  func gallery(failOn: FindingSeverity) -> Gallery {
    let files = pages.map { page in
      guard known != nil else { return page.file }
      func isKnown(_ range: Range<Int>) -> [Bool] { findings[range].map(\.isKnown) }
      return page.file.marked(
        problems: isKnown(page.problems), causes: page.screens.map(isKnown))
    }
    return Gallery(files: files, summary: summary, leftOut: leftOut(failOn))
  }

  /// What of the summary has no picture, and where it is.
  private func leftOut(_ failOn: FindingSeverity) -> String {
    let rest = pages.flatMap(\.screens).flatMap { findings[$0] }.filter { $0.severity < failOn }
    let counts = FindingSeverity.allCases.reversed().compactMap { severity -> String? in
      let count = rest.count { $0.severity == severity }
      return count == 0 ? nil : Readable.counted(count, severity.rawValue)
    }
    guard let least = rest.map(\.severity).min() else { return "" }
    let printed = known == nil ? "them" : "those that are new"
    return "Counted above and not on this page, being below --fail-on \(failOn.rawValue): "
      + "\(counts.joined(separator: ", ")). 'check' prints \(printed), --json has them all, and"
      + " --fail-on \(least.rawValue) puts them on this page."
  }
}
