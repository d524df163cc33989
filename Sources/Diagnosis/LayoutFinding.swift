// SPDX-License-Identifier: MIT

import JSON

/// A problem that the author of a screen has to fix, on one device with one direction and one set
/// of texts.
package struct LayoutFinding: Sendable, Hashable {
  /// The identity of a cause on every device: findings with equal keys are one finding.
  package struct Key: Sendable, Hashable {
    package var rule: LayoutRule
    /// The ids of the objects that the finding is about, in order.
    package var objects: [String]
    /// A further distinction of the finding, such as an axis; without numbers.
    package var aspect: String
  }

  package var key: Key
  /// The ids of the cause: of a conflict only the constraints that its author wrote, else all
  /// objects.
  package var cause: [String] { authored ?? key.objects }
  /// The ids of a conflict's constraints that its author wrote; nil for other findings, and where
  /// the author wrote none of them.
  var authored: [String]?
  /// The ids of the constraints of a conflict that end it alone, removed or made optional; only
  /// those that its author wrote, and empty for other findings.
  package var optionalConstraints: [String] = []
  package var severity: FindingSeverity
  /// The message, one sentence without a full stop.
  package var message: String
  /// The details, one line each: constraints, frames, fixes.
  package var details: [String]
  /// The texts for people; nil until the diagnosis of the screen is finished.
  package var wording: FindingWording?
  /// The location of the first object in its document; nil for cases.
  package var location: SourceLocation?

  package init(
    _ rule: LayoutRule, objects: [String], aspect: String = "", message: String,
    details: [String] = [], location: SourceLocation? = nil
  ) {
    key = Key(rule: rule, objects: objects, aspect: aspect)
    severity = rule.severity
    self.message = message
    self.details = details
    self.location = location
  }

  package var rule: LayoutRule { key.rule }

  /// Turns the finding into a note that depends on something uncertain.
  mutating func becomeNote(_ reason: String) {
    severity = .note
    details.append(reason)
    wording?.facts.append(.init(reason))
  }
}

extension LayoutFinding {
  /// Returns the severity of the finding in a configuration that shows it: one step less with
  /// generated texts.
  package func severity(in configuration: CheckConfiguration) -> FindingSeverity {
    configuration.text == .asIs ? severity : severity.lowered
  }
}
