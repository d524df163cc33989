// SPDX-License-Identifier: MIT

import JSON

/// One thing that the author of a screen has to mend, on one device with one direction and one set
/// of texts.
package struct LayoutFinding: Sendable, Hashable {
  /// What is the same for one cause on every device: findings with equal keys are one finding.
  package struct Key: Sendable, Hashable {
    package var rule: LayoutRule
    /// The ids of the objects that the finding is about, in order.
    package var objects: [String]
    /// What is said about them besides, as an axis; without numbers.
    package var aspect: String
  }

  package var key: Key
  /// The ids of what brings it about: of a conflict only what its author wrote, else all objects.
  package var cause: [String] { authored ?? key.objects }
  /// What its author wrote of a conflict, by id; nil for other findings, and where he wrote
  /// nothing.
  var authored: [String]?
  package var severity: FindingSeverity
  /// One sentence without a full stop.
  package var message: String
  /// One line each: constraints, frames, cures.
  package var details: [String]
  /// Where the first object stands in its document; nil for cases.
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
}
