// SPDX-License-Identifier: MIT

import Diagnosis
import Reporting

extension CheckReport {
  /// Returns the findings with pictures, and the screens of all files.
  ///
  /// `selection` has the lowest severity on the page.
  func gallery(_ selection: CheckSelection) -> Gallery {
    var files = pages.map { page in
      Gallery.File(
        path: ShownPath.relative(page.path),
        screens: page.screens.map { screen, _, pictures in
          Gallery.Screen(
            name: screen.name, id: screen.name == nil ? "" : screen.key,
            notChecked: screen.unsupported, pictures: pictures)
        }, failure: page.failure)
    }
    files += filesNotChecked.map {
      Gallery.File(path: ShownPath.relative($0), failure: "the run was stopped before it")
    }
    var numbers: [String: Int] = [:]
    var places: [Int: (number: Int, finding: Int)] = [:]
    for (file, page) in pages.enumerated() {
      numbers[page.path] = file
      for (number, screen) in page.screens.enumerated() {
        for (finding, index) in screen.findings.enumerated() { places[index] = (number, finding) }
      }
    }
    let shown = findings.indices.filter { findings[$0].severity >= selection.least }
    // What is new is read first.
    let sorted = CheckEntry.order(findings, among: shown)
    let ordered = sorted.filter { !findings[$0].isKnown } + sorted.filter { findings[$0].isKnown }
    return Gallery(
      files: files,
      findings: ordered.compactMap { index in
        numbers[findings[index].file].map { finding(index, file: $0, screen: places[index]) }
      }, configurations: configurations,
      leftOut: hiddenLine(selection) ?? "",
      known: known == nil ? nil : findings.count(where: \.isKnown))
  }

  private func finding(
    _ index: Int, file: Int, screen: (number: Int, finding: Int)?
  ) -> Gallery.Finding {
    let finding = findings[index]
    var shown = Gallery.Finding(
      Gallery.Severity(finding.severity), rule: finding.rule.id,
      ruleSummary: finding.rule.summary, title: finding.wording.title, file: file)
    shown.screen = screen
    shown.line = finding.location?.line
    shown.ids = finding.identity.objects
    shown.place = CheckEntry(finding: finding).whereItShows
    shown.facts = finding.wording.facts.map { .init($0.text, source: $0.source) }
    shown.fixes = finding.wording.fixes
    shown.verification = finding.verification
    shown.unfixed = finding.wording.unfixed
    shown.command = finding.command
    shown.isKnown = known == nil ? nil : finding.isKnown
    shown.reason = finding.reason
    return shown
  }
}

extension Gallery.Severity {
  fileprivate init(_ severity: FindingSeverity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }
}
