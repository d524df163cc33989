// SPDX-License-Identifier: MIT

import JSON

/// Something an importer has to say about its input.
package struct Diagnostic: Sendable, Hashable {
  /// How much of the input a finding costs.
  package enum Severity: String, Sendable, Hashable {
    /// The input, or the part named, cannot be used.
    case error
    /// The input can be used, with a doubt.
    case warning
  }

  /// What a diagnostic is about; the raw value is the name in reports.
  package enum Rule: String, Sendable, Hashable, CaseIterable {
    /// The input itself, or a value in it.
    case input
    /// A constraint that Auto Layout refuses.
    case illegalConstraint = "illegal-constraint"
    /// A constraint that Auto Layout takes, with a result that its author hardly meant.
    case doubtfulConstraint = "doubtful-constraint"
    /// A view that is listed in two places.
    case viewInTwoHierarchies = "view-in-two-hierarchies"
  }

  package var severity: Severity
  package var rule: Rule
  /// The name of the input, as the user gave it.
  package var file: String
  /// Nil when the finding is about the whole input.
  package var location: SourceLocation?
  /// What is wrong and what was expected, one sentence without a full stop.
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
  /// Reads `file:line:column: error: message`.
  package var description: String {
    let place = location.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(file)\(place): \(severity.rawValue): \(message)"
  }
}
