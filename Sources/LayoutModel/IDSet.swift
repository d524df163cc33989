// SPDX-License-Identifier: MIT

import Digests

/// A set of ids that only grows, for the few and short ids of a case.
///
/// A standard set spends most of its time here on a hash that withstands attackers. Ids of ASCII
/// characters are found by a simple hash of their bytes. Other ids may be equal though their bytes
/// differ. With the first of them, or with ids constructed to collide, all ids move to a standard
/// set.
struct IDSet {
  private var ids: [String] = []
  /// The index of an id in `ids` by hash, or -1; a power of two of them, at least twice as many as
  /// ids.
  private var slots: ContiguousArray<Int32>
  /// All ids, once the simple hash is not enough.
  private var others: Set<String>?

  /// - Parameter capacity: at least the number of ids that are inserted.
  init(capacity: Int) {
    ids.reserveCapacity(capacity)
    var count = 8
    while count < 2 * capacity { count *= 2 }
    slots = ContiguousArray(repeating: -1, count: count)
  }

  /// Adds an id; false when an equal one is present.
  ///
  /// - Precondition: there is room.
  mutating func insert(_ id: String) -> Bool {
    if others == nil, let hash = IDSet.hash(id), let isNew = insert(id, hash) { return isNew }
    if others == nil { others = Set(ids) }
    return others?.insert(id).inserted == true
  }

  /// The largest number of comparisons for an id; more need ids constructed to collide.
  private static let probesMax = 64

  /// Adds an id by its simple hash.
  ///
  /// - Returns: nil when the search takes too long.
  private mutating func insert(_ id: String, _ hash: UInt64) -> Bool? {
    precondition(2 * ids.count < slots.count, "more ids than there is room for")
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    for _ in 0..<IDSet.probesMax {
      if slots[slot] < 0 {
        slots[slot] = Int32(ids.count)
        ids.append(id)
        return true
      }
      if ids[Int(slots[slot])] == id { return false }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Returns FNV-1a with its upper half mixed into the lower one; nil when not all characters are
  /// ASCII.
  private static func hash(_ id: String) -> UInt64? {
    var hash = FNV1a()
    for byte in id.utf8 {
      if byte >= 0x80 { return nil }
      hash.combine(UInt64(byte))
    }
    return hash.value ^ hash.value >> 32
  }
}
