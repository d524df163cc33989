// SPDX-License-Identifier: MIT

import CaseFormats

/// What an adapter can be asked, as it says in the handshake.
package struct AdapterOffer: Sendable, Hashable {
  /// Whether it takes session requests; else systems are always given whole.
  package var hasSessions: Bool
  /// The optional priorities it tells apart; nil for all of them.
  package var priorities: [Double]?

  package init(hasSessions: Bool, priorities: [Double]? = nil) {
    self.hasSessions = hasSessions
    self.priorities = priorities
  }

  /// The same members as in the handshake.
  package var json: JSONValue {
    let session = JSONValue.Member(key: "session", value: .bool(hasSessions))
    guard let priorities else { return .object([session]) }
    return .object([
      session, .init(key: "priorities", value: .array(priorities.map { .number($0) })),
    ])
  }

  /// Reads what `json` gives; nil for anything else.
  package init?(_ value: JSONValue) {
    guard let hasSessions = value["session"]?.bool else { return nil }
    let numbers = value["priorities"]?.array?.compactMap(\.double)
    guard numbers?.count == value["priorities"]?.array?.count else { return nil }
    self.init(hasSessions: hasSessions, priorities: numbers)
  }
}
