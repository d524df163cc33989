// SPDX-License-Identifier: MIT

import JSON

/// A message of an importer about its input.
package struct Diagnostic: Sendable, Hashable {
  /// The severity of a diagnostic, by the unusable part of the input.
  package enum Severity: String, Sendable, Hashable {
    /// The input, or the named part, cannot be used.
    case error
    /// The input can be used, with a doubt.
    case warning
    /// The input works as it is, and could be better.
    case note
  }

  /// The subject of a diagnostic; the raw value is the name in reports.
  package enum Rule: String, Sendable, Hashable, CaseIterable {
    /// The input itself, or a value in it.
    case input
    /// A constraint that Auto Layout refuses.
    case illegalConstraint = "illegal-constraint"
    /// A constraint that Auto Layout accepts, with a result that its author probably did not
    /// intend.
    case doubtfulConstraint = "doubtful-constraint"
    /// A view that is listed in two places.
    case viewInTwoHierarchies = "view-in-two-hierarchies"
  }

  package var severity: Severity
  package var rule: Rule
  /// The name of the input, as the user gave it.
  package var file: String
  /// The location; nil when the diagnostic is about the whole input.
  package var location: SourceLocation?
  /// The problem and the expectation, one sentence without a full stop.
  package var message: String

  package init(
    severity: Severity, rule: Rule = .input, file: String, location: SourceLocation?,
    message: String
  ) {
    self.severity = severity
    self.rule = rule
    self.file = file
    self.location = location
    self.message = message
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The text `file:line:column: error: message`.
  package var description: String {
    let place = location.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(file)\(place): \(severity.rawValue): \(message)"
  }
}
