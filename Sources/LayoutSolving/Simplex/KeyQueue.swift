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
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < count else { break }
      if child + 1 < count, base[child + 1] < base[child] { child += 1 }
      guard base[child] < last else { break }
      base[parent] = base[child]
      parent = child
    }
    if count > 0 { base[parent] = last }
    return (UInt32(truncatingIfNeeded: first >> 32), Int(UInt32(truncatingIfNeeded: first)))
  }
}
