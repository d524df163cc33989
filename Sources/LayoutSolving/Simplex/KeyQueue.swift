// SPDX-License-Identifier: MIT

/// A queue of variables, smallest key first, ties by the smaller variable: a binary heap.
struct KeyQueue {
  private var entries: ContiguousArray<UInt64> = []

  var isEmpty: Bool { entries.isEmpty }

  /// - Complexity: O(log n).
  mutating func push(key: UInt32, variable: Int) {
    entries.append(UInt64(key) << 32 | UInt64(UInt32(truncatingIfNeeded: variable)))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child] < entries[parent] else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// - Complexity: O(log n).
  mutating func pop() -> (key: UInt32, variable: Int)? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    if !entries.isEmpty {
      entries[0] = last
      var parent = 0
      while true {
        var child = 2 * parent + 1
        guard child < entries.count else { break }
        if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
        guard entries[child] < entries[parent] else { break }
        entries.swapAt(child, parent)
        parent = child
      }
    }
    return (UInt32(truncatingIfNeeded: first >> 32), Int(UInt32(truncatingIfNeeded: first)))
  }
}
