// SPDX-License-Identifier: MIT

/// A place in an input text, counted from 1.
///
/// Two numbers of 32 bits: a large input has millions of places, and no input that is read has as
/// many lines or as long ones as 32 bits can count.
package struct SourceLocation: Sendable, Hashable {
  private var lineNumber: UInt32
  private var columnNumber: UInt32

  package init(line: Int, column: Int) {
    lineNumber = UInt32(clamping: line)
    columnNumber = UInt32(clamping: column)
  }

  package var line: Int {
    get { Int(lineNumber) }
    set { lineNumber = UInt32(clamping: newValue) }
  }

  /// In UTF-8 bytes, from 1.
  package var column: Int {
    get { Int(columnNumber) }
    set { columnNumber = UInt32(clamping: newValue) }
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `line:column`
  package var description: String { "\(line):\(column)" }
}

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
  /// `file:line:column: error: message`
  package var description: String {
    let place = location.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(file)\(place): \(severity.rawValue): \(message)"
  }
}
