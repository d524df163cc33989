// SPDX-License-Identifier: MIT

/// What a planted fault does, and where it comes from.
package struct FaultOrigin: Sendable, Hashable {
  /// What the fault does, a short sentence without a full stop.
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

  /// A fault that no published bug is known of.
  package static func invented(_ summary: String) -> FaultOrigin { FaultOrigin(invented: summary) }

  /// Both in one line: `only one of the two sides has a cost: kasuari#37`.
  package var text: String { "\(summary): \(history ?? "invented")" }
}
