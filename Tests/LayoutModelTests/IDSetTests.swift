// SPDX-License-Identifier: MIT

import Digests
import Testing

@testable import LayoutModel

@Suite("Sets of ids")
struct IDSetTests {
  /// Returns the hash of an ASCII id, as the set computes it.
  private static func hash(_ id: String) -> UInt64 {
    let hash = ContentHash.hash(id.utf8)
    return hash ^ hash >> 32
  }

  private func check(_ ids: [String]) {
    var set = IDSet(capacity: 2 * ids.count)
    var known = Set<String>()
    for id in ids + ids.reversed() {
      let isNew = known.insert(id).inserted
      #expect(set.insert(id) == isNew, "\(id)")
    }
  }

  @Test("an id is new exactly once, for any characters")
  func distinct() {
    check((0..<500).map { "v\($0)" } + ["", "a", "A"])
    // Equal, though their bytes differ.
    check(["plain", "caf\u{E9}", "cafe\u{301}", "plain2", "cafe"])
  }

  @Test("ids with equal hashes are distinguished, too")
  func collisions() {
    // For this capacity the set has so many slots that all of these begin at one of them.
    let colliding = (0..<200_000).lazy.map { "v\($0)" }.filter { Self.hash($0) & 1023 == 7 }
    check(Array(colliding.prefix(150)) + ["another"])
  }
}
