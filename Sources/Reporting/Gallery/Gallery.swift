// SPDX-License-Identifier: MIT

/// The contents of a page about screens checked on several devices: pictures of the findings, their
/// texts and places.
///
/// All texts come from inputs or people; the page escapes them.
package struct Gallery: Sendable {
  /// The severity of a finding, the worst first.
  package enum Severity: String, Sendable, Hashable, CaseIterable {
    case error, warning, note
  }

  /// A finding in one configuration.
  package struct Finding: Sendable, Hashable {
    package let severity: Severity
    /// The id of its rule.
    package let rule: String
    /// One sentence without a full stop.
    package let message: String
    /// Further facts, one a line.
    package let details: [String]
    /// The place as `Main.storyboard:12:7`; nil when it is unknown.
    package let place: String?
    /// The number of the cause among all causes of the screen, the same in all its configurations.
    package let cause: Int
    /// Whether a baseline has it; nil without a baseline.
    package var isKnown: Bool?

    package init(
      severity: Severity, rule: String, message: String, details: [String] = [],
      place: String? = nil, cause: Int = 0
    ) {
      self.severity = severity
      self.rule = rule
      self.message = message
      self.details = details
      self.place = place
      self.cause = cause
    }
  }

  /// A screen in a configuration with findings.
  package struct Card: Sendable {
    /// The picture, or the reason for a missing one.
    package enum Picture: Sendable {
      case svg(String)
      case none(reason: String)
    }

    /// The configuration in words: `320x568, right to left`.
    package let configuration: String
    /// The device of the configuration, as the heading of a column.
    package let device: String
    package let picture: Picture
    /// The findings, the worst first; not empty.
    package fileprivate(set) var findings: [Finding]
    /// The number of notes that are left out.
    package let noteCount: Int
    /// The command that prints more.
    package let command: String

    package init(
      configuration: String, device: String, picture: Picture, findings: [Finding], noteCount: Int,
      command: String
    ) {
      self.configuration = configuration
      self.device = device
      self.picture = picture
      self.findings = findings
      self.noteCount = noteCount
      self.command = command
    }
  }

  /// A screen of a document, or a case file.
  package struct Screen: Sendable {
    package let name: String
    /// The place as `Main.storyboard:12:7`, or the path of a case file.
    package let place: String
    /// The requested devices, the nearest first.
    package let devices: [String]
    /// The devices that make a difference.
    package let lookedAt: Set<String>
    /// The cards, the nearest configuration first.
    package fileprivate(set) var cards: [Card]
    /// The parts that could not be translated, because of which the screen was not checked; empty
    /// when all could.
    package let notChecked: [String]

    package init(
      name: String, place: String, devices: [String], lookedAt: Set<String>, cards: [Card],
      notChecked: [String]
    ) {
      self.name = name
      self.place = place
      self.devices = devices
      self.lookedAt = lookedAt
      self.cards = cards
      self.notChecked = notChecked
    }
  }

  /// A file with its screens.
  package struct File: Sendable {
    package let path: String
    package fileprivate(set) var screens: [Screen]
    /// The findings about the document itself.
    package fileprivate(set) var problems: [Finding]
    /// The reason for which it cannot be used; nil when it can.
    package let refusal: String?
    /// The reason for which the check of it did not finish; nil when it did.
    package let failure: String?

    package init(
      path: String, screens: [Screen] = [], problems: [Finding] = [], refusal: String? = nil,
      failure: String? = nil
    ) {
      self.path = path
      self.screens = screens
      self.problems = problems
      self.refusal = refusal
      self.failure = failure
    }
  }

  package let files: [File]
  /// The summary in one sentence, as on the console.
  package let summary: String
  /// The findings that are counted but not shown, in whole sentences; may be empty.
  package let leftOut: String
  /// The paths of files that an interrupted run did not check.
  package let filesNotChecked: [String]

  package init(
    files: [File], summary: String, leftOut: String = "", filesNotChecked: [String] = []
  ) {
    self.filesNotChecked = filesNotChecked
    self.files = files
    self.summary = summary
    self.leftOut = leftOut
  }

  /// The devices of all screens, in the order of their first use.
  var devices: [String] {
    var found: [String] = []
    for device in files.flatMap(\.screens).flatMap(\.devices) where !found.contains(device) {
      found.append(device)
    }
    return found
  }
}

extension Gallery.Screen {
  /// Whether there is a finding that no baseline has.
  var hasNew: Bool { cards.contains(where: \.hasNew) }

  /// Returns the number of causes on a device that no baseline has.
  func newCount(on device: String) -> Int {
    let findings = cards.filter { $0.device == device }.flatMap(\.findings)
    return Set(findings.filter { $0.isKnown == false }.map(\.cause)).count
  }

  /// Returns the number of causes of each severity on a device.
  func counts(on device: String) -> [(severity: Gallery.Severity, count: Int)] {
    let findings = cards.filter { $0.device == device }.flatMap(\.findings)
    return Gallery.Severity.allCases.compactMap { severity in
      let causes = Set(findings.filter { $0.severity == severity }.map(\.cause))
      return causes.isEmpty ? nil : (severity, causes.count)
    }
  }
}

extension Gallery.Card {
  /// Whether there is a finding that no baseline has.
  var hasNew: Bool { findings.contains { $0.isKnown != true } }
}

// MARK: - Baselines

extension Gallery.File {
  /// Returns the file with each finding marked as known or new.
  ///
  /// - Parameters:
  ///   - problems: whether a baseline has each finding about the document itself, in order.
  ///   - causes: whether a baseline has each cause, by screen.
  package func marked(problems known: [Bool], causes: [[Bool]]) -> Self {
    var file = self
    for (index, isKnown) in zip(file.problems.indices, known) {
      file.problems[index].isKnown = isKnown
    }
    for (screen, causes) in zip(file.screens.indices, causes) {
      for card in file.screens[screen].cards.indices {
        file.screens[screen].cards[card].mark(causes)
      }
    }
    return file
  }
}

extension Gallery.Card {
  fileprivate mutating func mark(_ causes: [Bool]) {
    for index in findings.indices where causes.indices.contains(findings[index].cause) {
      findings[index].isKnown = causes[findings[index].cause]
    }
  }
}

extension Gallery {
  /// The numbers of causes on the page that a baseline has and has not; nil without a baseline.
  var marks: (known: Int, new: Int)? {
    var marks = (known: 0, new: 0)
    func count(_ isKnown: Bool?) {
      if isKnown == true { marks.known += 1 } else if isKnown == false { marks.new += 1 }
    }
    for file in files {
      for problem in file.problems { count(problem.isKnown) }
      for screen in file.screens {
        var met: Set<Int> = []
        for finding in screen.cards.flatMap(\.findings) where met.insert(finding.cause).inserted {
          count(finding.isKnown)
        }
      }
    }
    return marks.known + marks.new > 0 ? marks : nil
  }
}
