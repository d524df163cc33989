// SPDX-License-Identifier: MIT

import JSON

/// The abilities of an adapter, as it declares them in the handshake.
package struct AdapterOffer: Sendable, Hashable {
  /// Whether it accepts session requests; else systems are always sent whole.
  package var hasSessions: Bool
  /// The optional priorities that it distinguishes; nil for all of them.
  package var priorities: [Double]?

  package init(hasSessions: Bool, priorities: [Double]? = nil) {
    self.hasSessions = hasSessions
    self.priorities = priorities
  }

  /// The offer with the same members as in the handshake.
  package var json: JSONValue {
    let session = JSONValue.Member(key: "session", value: .bool(hasSessions))
    guard let priorities else { return .object([session]) }
    return .object([
      session, .init(key: "priorities", value: .array(priorities.map { .number($0) })),
    ])
  }

  /// Reads the format of `json`.
  package init(_ value: JSONValue) throws(JSONError) {
    guard value.members != nil else {
      throw value.error("expected what the program can be asked, an object")
    }
    guard let session = value["session"] else { throw value.error("expected the key \"session\"") }
    guard let hasSessions = session.bool else { throw session.error("expected true or false") }
    self.init(hasSessions: hasSessions)
    guard let list = value["priorities"] else { return }
    guard let priorities = Self.priorities(list) else {
      throw list.error("expected a list of different priorities above 0 and below 1000")
    }
    self.priorities = priorities
  }

  /// Returns the optional priorities that a program distinguishes, here and in the handshake; nil
  /// for an invalid list.
  static func priorities(_ value: JSONValue) -> [Double]? {
    let numbers = value.array?.compactMap(\.double) ?? []
    guard !numbers.isEmpty, numbers.count == value.array?.count,
      Set(numbers).count == numbers.count, numbers.allSatisfy({ $0 > 0 && $0 < 1000 })
    else { return nil }
    return numbers
  }
}
