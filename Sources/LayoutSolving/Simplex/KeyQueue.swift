// SPDX-License-Identifier: MIT

/// A queue of variables, smallest key first, ties by the smaller variable: a binary heap.
struct KeyQueue: ~Copyable {
  private var entries = GrowingBuffer<UInt64>(capacity: 64)

  /// - Complexity: O(log n).
  mutating func push(key: UInt32, variable: Int) {
    let entry = UInt64(key) << 32 | UInt64(UInt32(truncatingIfNeeded: variable))
    entries.append(entry)
    let base = entries.base
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entry < base[parent] else { break }
      base[child] = base[parent]
      child = parent
    }
    base[child] = entry
  }

  /// - Complexity: O(log n).
  mutating func pop() -> (key: UInt32, variable: Int)? {
    guard !entries.isEmpty else { return nil }
    let base = entries.base
    let first = base[0]
    let last = base[entries.count - 1]
    entries.removeLast()
    let count = entries.count
    if count > 0 { sift(last, count) }
    return (UInt32(truncatingIfNeeded: first >> 32), Int(UInt32(truncatingIfNeeded: first)))
  }

  /// Inserts an entry into the heap, which has a gap at the top.
  private func sift(_ last: UInt64, _ count: Int) {
    let base = entries.base
    // The last entry most often belongs near the end: the gap moves down completely, and the entry
    // up from there.
    var gap = 0
    while 2 * gap + 2 < count {
      let left = 2 * gap + 1
      let child = base[left + 1] < base[left] ? left + 1 : left
      base[gap] = base[child]
      gap = child
    }
    if 2 * gap + 1 < count {
      base[gap] = base[2 * gap + 1]
      gap = 2 * gap + 1
    }
    while gap > 0, last < base[(gap - 1) / 2] {
      base[gap] = base[(gap - 1) / 2]
      gap = (gap - 1) / 2
    }
    base[gap] = last
  }
}
