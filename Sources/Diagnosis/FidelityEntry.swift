// SPDX-License-Identifier: MIT

import CaseFormats
import JSON

/// A view of a fidelity report, compared or skipped.
package struct FidelityEntry: Sendable, Hashable {
  /// Whether the recorded frames of a screen can agree with its constraints at all.
  package enum Consistency: String, Sendable, Hashable, CaseIterable {
    case consistent
    /// The recorded frames break a required constraint between plain views by more than a point.
    case stale = "stale frames"
    /// The required constraints of the document contradict each other on its own canvas.
    case contradictory = "contradictory document"
    /// The recorded frames keep room for a bar that the document does not have.
    case bars = "bars made in code"
    /// The constraints leave views open, and the recorded frames are among the right ones.
    case open = "views left open"

    /// The words for a line of the text report.
    var lineName: String { self == .consistent ? "consistent screens" : rawValue }
  }

  /// The result for one view; the raw value is for reports.
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    case withinHalf = "within half a point"
    case withinPoint = "within a point"
    case different, skipped
  }

  package var file: String
  package var line: Int
  package var group: FidelityReport.Group
  package var scope: String
  package var view: String
  package var outcome: Outcome
  /// The reason of a skip, or the probable cause of a difference; empty for a view that agrees.
  package var reason: String
  /// The consistency of the screen; nil for a skipped view, of which nothing is compared.
  package var consistency: Consistency?

  /// The entry as a JSON value, for reports and for the messages of workers.
  var json: JSONValue {
    [
      "file": .string(file), "line": .number(line), "group": .string(group.rawValue),
      "scope": .string(scope), "view": .string(view), "outcome": .string(outcome.rawValue),
      "reason": .string(reason), "screen": consistency.map { .string($0.rawValue) } ?? .null,
    ]
  }

  init(
    view index: Int, of scope: ImportedScope, file: String, group: FidelityReport.Group,
    outcome: Outcome, reason: String, consistency: Consistency? = nil
  ) {
    self.file = file
    line = scope.origins[index].location.line
    self.group = group
    self.scope = "\(scope.name) \(scope.id)"
    view = "\(scope.origins[index].tag) \(scope.layoutCase.views[index].id)"
    self.outcome = outcome
    self.reason = reason
    self.consistency = consistency
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a view of a report",
      keys: ["file", "line", "group", "scope", "view", "outcome", "reason", "screen"])
    file = try reader.required("file").requiredString("a path")
    line = try reader.required("line").requiredInt("a line")
    group = try reader.required("group").requiredCase(of: FidelityReport.Group.self)
    scope = try reader.required("scope").requiredString("a screen")
    view = try reader.required("view").requiredString("a view")
    outcome = try reader.required("outcome").requiredCase(of: Outcome.self)
    reason = try reader.required("reason").requiredString("a reason")
    let screen = try reader.required("screen")
    consistency =
      screen.content == .null ? nil : try screen.requiredCase(of: Consistency.self)
  }
}

extension [FidelityEntry] {
  /// Returns the figures of the compared views of a platform whose screens have a consistency.
  package func figures(
    on platform: ImportedDocument.Runtime, _ consistency: FidelityEntry.Consistency
  ) -> FidelityFigures {
    var figures = FidelityFigures()
    for entry in self
    where entry.group.platform == platform && entry.consistency == consistency
      && entry.outcome != .skipped
    {
      figures.views += 1
      if entry.outcome != .different { figures.viewsAgreeing += 1 }
      if entry.outcome == .withinHalf { figures.viewsWithinHalf += 1 }
    }
    return figures
  }
}

extension FidelityScope.Outcome {
  /// The outcome as an entry of the report names it.
  var entry: FidelityEntry.Outcome {
    switch self {
    case .agrees: return .withinPoint
    case .agreesWithinHalf: return .withinHalf
    case .excused: return .skipped
    case .disagrees: return .different
    }
  }

  /// The reason of a skip or a difference; empty for a view that agrees.
  var reason: String {
    switch self {
    case .agrees, .agreesWithinHalf: return ""
    case .excused(let excuse): return excuse.rawValue
    case .disagrees(let cause, _): return cause.rawValue
    }
  }
}
