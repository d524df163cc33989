// SPDX-License-Identifier: MIT

/// What a page shows of screens that were looked at on several devices: pictures of what is wrong,
/// in words, and where.
///
/// All texts are those of inputs or of people; the page escapes them.
package struct Gallery: Sendable {
  /// How bad something is, the worst first.
  package enum Severity: String, Sendable, Hashable, CaseIterable {
    case error, warning, note
  }

  /// One thing to mend, as it shows in one configuration.
  package struct Finding: Sendable, Hashable {
    package let severity: Severity
    /// The id of its rule.
    package let rule: String
    /// One sentence without a full stop.
    package let message: String
    /// One line each.
    package let details: [String]
    /// `Main.storyboard:12:7`; nil where it is not known.
    package let place: String?
    /// Equal for one cause in several configurations of a screen: its place among all causes of the
    /// screen.
    package let cause: Int
    /// Whether a baseline has it; nil where there is none to compare with.
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

  /// A screen in a configuration in which something is wrong with it.
  package struct Card: Sendable {
    /// The picture, or why there is none.
    package enum Picture: Sendable {
      case svg(String)
      case none(reason: String)
    }

    /// In words: `320x568, right to left`.
    package let configuration: String
    /// The device of the configuration, as a column of the table is called.
    package let device: String
    package let picture: Picture
    /// Worst first; not empty.
    package fileprivate(set) var findings: [Finding]
    /// How many findings of no account are left out.
    package let noteCount: Int
    /// The command that tells more.
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
    /// `Main.storyboard:12:7`, or the path of a case file.
    package let place: String
    /// The devices that were asked for, nearest first.
    package let devices: [String]
    /// Those that make a difference.
    package let lookedAt: Set<String>
    /// Nearest first.
    package fileprivate(set) var cards: [Card]
    /// What could not be translated, so that nothing is said of the screen; empty when all could.
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
    /// What is wrong with the document itself.
    package fileprivate(set) var problems: [Finding]
    /// Why it cannot be used; nil when it can.
    package let refusal: String?
    /// Why the tool did not come to an end with it; nil when it did.
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
  /// One sentence about the whole, as the console says it.
  package let summary: String
  /// What is counted there and not shown, in whole sentences; may be empty.
  package let leftOut: String
  /// The paths of files that a run that was cut short did not check.
  package let filesNotChecked: [String]

  package init(
    files: [File], summary: String, leftOut: String = "", filesNotChecked: [String] = []
  ) {
    self.filesNotChecked = filesNotChecked
    self.files = files
    self.summary = summary
    self.leftOut = leftOut
  }

  /// The devices of all screens, in the order in which they come up.
  var devices: [String] {
    var found: [String] = []
    for device in files.flatMap(\.screens).flatMap(\.devices) where !found.contains(device) {
      found.append(device)
    }
    return found
  }
}

extension Gallery.Screen {
  /// Whether there is something to mend that no baseline has.
  var hasNew: Bool { cards.contains(where: \.hasNew) }

  /// How many causes show on a device that no baseline has.
  func newCount(on device: String) -> Int {
    let findings = cards.filter { $0.device == device }.flatMap(\.findings)
    return Set(findings.filter { $0.isKnown == false }.map(\.cause)).count
  }

  /// How many causes of each severity show on a device.
  func counts(on device: String) -> [(severity: Gallery.Severity, count: Int)] {
    let findings = cards.filter { $0.device == device }.flatMap(\.findings)
    return Gallery.Severity.allCases.compactMap { severity in
      let causes = Set(findings.filter { $0.severity == severity }.map(\.cause))
      return causes.isEmpty ? nil : (severity, causes.count)
    }
  }
}

extension Gallery.Card {
  /// Whether there is something to mend that no baseline has.
  var hasNew: Bool { findings.contains { $0.isKnown != true } }
}

// MARK: - Baselines

extension Gallery.File {
  /// The file with each finding marked as known or new.
  ///
  /// - Parameters:
  ///   - problems: of what is wrong with the document itself, in order, whether a baseline has it.
  ///   - causes: by screen the same for each cause.
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
  /// How many causes on the page a baseline has, and how many it has not; nil without one.
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
