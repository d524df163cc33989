// SPDX-License-Identifier: MIT

import Reporting

/// The contents of a page about screens checked on several devices: findings with pictures, and the
/// screens with their devices.
///
/// All texts come from inputs or people; the page escapes them.
package struct Gallery: Sendable {
  /// The severity of a finding, the worst first.
  package enum Severity: String, Sendable, Hashable, CaseIterable {
    case error, warning, note
  }

  /// A fact that a finding follows from.
  package struct Fact: Sendable {
    let text: String
    /// The place or the maker of the fact; empty when unknown.
    let source: String

    package init(_ text: String, source: String = "") {
      self.text = text
      self.source = source
    }
  }

  /// A cause with all its configurations.
  package struct Finding: Sendable {
    package let severity: Severity
    /// The id of its rule.
    package let rule: String
    /// The description of its rule in one line.
    package let ruleSummary: String
    /// The subject and its state, in one line without a full stop.
    package let title: String
    /// The number of its file.
    package let file: Int
    /// The number of its screen in the file, and its number among the findings of that screen; nil
    /// for a finding about the file itself.
    package var screen: (number: Int, finding: Int)?
    /// The line in the file; nil when it is unknown.
    package var line: Int?
    /// The ids of its subjects.
    package var ids: [String] = []
    /// The configurations that show it; nil when there is only one.
    package var place: String?
    package var facts: [Fact] = []
    /// The single changes that fix it.
    package var fixes: [String] = []
    /// The word for the trust in the fixes.
    package var verification = ""
    /// The reason why there are no fixes; nil when there are some, or none were searched for.
    package var unfixed: String?
    /// The command that prints more; nil where there is none.
    package var command: String?
    /// Whether a baseline has it; nil without a baseline.
    package var isKnown: Bool?
    /// Why a user accepts it; nil without a reason.
    package var reason: String?

    package init(
      _ severity: Severity, rule: String, ruleSummary: String, title: String, file: Int
    ) {
      self.severity = severity
      self.rule = rule
      self.ruleSummary = ruleSummary
      self.title = title
      self.file = file
    }
  }

  /// A screen of a document, or a case file.
  package struct Screen: Sendable {
    /// Nil for a case file.
    package let name: String?
    /// The id; empty for a case file.
    package let id: String
    /// The parts that could not be translated, because of which the screen was not checked; empty
    /// when all could.
    package let notChecked: [String]
    package let pictures: ScreenPictures

    package init(name: String?, id: String, notChecked: [String], pictures: ScreenPictures) {
      self.name = name
      self.id = id
      self.notChecked = notChecked
      self.pictures = pictures
    }
  }

  /// A file with its screens.
  package struct File: Sendable {
    package let path: String
    package let screens: [Screen]
    /// The reason for which it was not checked, or not to the end; nil when it was.
    package let failure: String?

    package init(path: String, screens: [Screen] = [], failure: String? = nil) {
      self.path = path
      self.screens = screens
      self.failure = failure
    }
  }

  package let files: [File]
  /// The findings in reading order: by severity, then by rule.
  package let findings: [Finding]
  /// The number of checked configurations.
  package let configurations: Int
  /// The findings that are counted but not shown, in one sentence; may be empty.
  package let leftOut: String
  /// The number of problems that the baseline has and that were found again; nil without one.
  package let known: Int?

  package init(
    files: [File], findings: [Finding], configurations: Int, leftOut: String = "",
    known: Int? = nil
  ) {
    self.files = files
    self.findings = findings
    self.configurations = configurations
    self.leftOut = leftOut
    self.known = known
  }
}

extension Gallery {
  /// Returns the screen of a finding; nil for one about a file.
  func screen(of finding: Finding) -> Screen? {
    finding.screen.map { files[finding.file].screens[$0.number] }
  }

  /// Returns the picture of a finding and its configurations; nil where there is none.
  func shot(of finding: Finding) -> ScreenPictures.Shot? {
    guard let place = finding.screen, let shots = screen(of: finding)?.pictures.shots,
      shots.indices.contains(place.finding)
    else { return nil }
    return shots[place.finding]
  }

  /// The findings that a baseline does not have, with their numbers.
  var new: [(number: Int, finding: Finding)] {
    findings.enumerated().filter { $0.element.isKnown != true }.map { ($0.offset, $0.element) }
  }

  /// The number of screens in all files.
  var screenCount: Int { files.reduce(0) { $0 + $1.screens.count } }

  /// Returns the number of screens, and of files, of some findings.
  func places(of findings: [Finding]) -> (screens: Int, files: Int) {
    let screens = Set(
      findings.compactMap { finding in finding.screen.map { [finding.file, $0.number] } })
    return (screens.count, Set(findings.map(\.file)).count)
  }
}
