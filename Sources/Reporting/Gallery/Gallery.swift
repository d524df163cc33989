// SPDX-License-Identifier: MIT

/// What a page shows of screens that were looked at on several devices: pictures of what is wrong, in words, and where.
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
    /// Equal for one cause in several configurations of a screen.
    package let cause: Int

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
    package let findings: [Finding]
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
    package let cards: [Card]
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
    package let screens: [Screen]
    /// What is wrong with the document itself.
    package let problems: [Finding]
    /// Why it cannot be used; nil when it can.
    package let refusal: String?

    package init(
      path: String, screens: [Screen] = [], problems: [Finding] = [], refusal: String? = nil
    ) {
      self.path = path
      self.screens = screens
      self.problems = problems
      self.refusal = refusal
    }
  }

  package let files: [File]
  /// One sentence about the whole, as the console says it.
  package let summary: String

  package init(files: [File], summary: String) {
    self.files = files
    self.summary = summary
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
  /// How many causes of each severity show on a device.
  func counts(on device: String) -> [(severity: Gallery.Severity, count: Int)] {
    let findings = cards.filter { $0.device == device }.flatMap(\.findings)
    return Gallery.Severity.allCases.compactMap { severity in
      let causes = Set(findings.filter { $0.severity == severity }.map(\.cause))
      return causes.isEmpty ? nil : (severity, causes.count)
    }
  }
}
