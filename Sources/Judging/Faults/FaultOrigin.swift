// SPDX-License-Identifier: MIT

/// The effect of a planted fault, and its published model.
package struct FaultOrigin: Sendable, Hashable {
  /// The effect of the fault, a short sentence without a full stop.
  package let summary: String
  /// The published bug that it is modelled on; nil when it is invented.
  package let history: String?

  package init(_ summary: String, after history: String) {
    self.summary = summary
    self.history = history
  }

  private init(invented summary: String) {
    self.summary = summary
    history = nil
  }

  /// Returns the origin of a fault without a published bug as its model.
  package static func invented(_ summary: String) -> FaultOrigin { FaultOrigin(invented: summary) }

  /// The summary and the history in one line: `only one of the two sides has a cost: kasuari#37`.
  package var text: String { "\(summary): \(history ?? "invented")" }
}
