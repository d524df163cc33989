// SPDX-License-Identifier: MIT

import CorpusStore
import Reporting

extension CheckReport {
  /// Marks the findings that a baseline has, and notes what it has of the same files that is not there any more.
  mutating func compare(
    with baseline: CheckBaseline, in path: String, _ scope: BaselineOption.CheckedScope
  ) {
    let links = CheckBaseline.links(of: path)
    var known = baseline
    for index in findings.indices {
      findings[index].isKnown = known.remove(findings[index].identity(links))
    }
    let rest = rest(of: baseline, links, scope)
    unjudged = rest.unjudged
    self.known = (path, rest.gone)
  }

  /// What a baseline has that was not found: what is not there any more, and what may be, since nothing is known of what
  /// was not looked at, or given up.
  func rest(
    of baseline: CheckBaseline, _ links: LinkBase, _ scope: BaselineOption.CheckedScope
  ) -> (gone: [CheckBaseline.Entry], unjudged: [CheckBaseline.Entry]) {
    var rest = baseline
    for finding in findings { _ = rest.remove(finding.identity(links)) }
    let files = Set(usablePaths.map(links.link))
    let open = Set(halfJudged.map { [links.link(to: $0[0]), $0[1]] })
    func isJudged(_ key: CheckBaseline.Key) -> Bool {
      if !InputFiles.fileExists(links.path(ofLink: key.file)) { return true }
      return files.contains(key.file) && !open.contains([key.file, key.screen])
        && !scope.isNarrowed && (!scope.isOfOneScreen || screenIDs.contains(key.screen))
    }
    let entries = rest.sorted
    return (entries.filter { isJudged($0.key) }, entries.filter { !isJudged($0.key) })
  }

  /// All findings, and what an older baseline has of what was not judged.
  func baseline(_ links: LinkBase, keeping kept: [CheckBaseline.Entry]) -> CheckBaseline {
    var baseline = CheckBaseline()
    for finding in findings { baseline.add(finding.identity(links)) }
    for entry in kept { baseline.add(entry.key, count: entry.count) }
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
  var gallery: Gallery {
    let files = pages.map { page in
      guard known != nil else { return page.file }
      func isKnown(_ range: Range<Int>) -> [Bool] { findings[range].map(\.isKnown) }
      return page.file.marked(
        problems: isKnown(page.problems), causes: page.screens.map(isKnown))
    }
    return Gallery(files: files, summary: summary)
  }
}
