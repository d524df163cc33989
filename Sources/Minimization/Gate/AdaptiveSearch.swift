// SPDX-License-Identifier: MIT

import LayoutModel

/// Searches whose number of calls grows with the logarithm of the number of deleted parts.
enum AdaptiveSearch {
  /// Returns a number `k` such that `test(k)` holds and `test(k + 1)` does not, where `test(0)` is
  /// taken to hold.
  ///
  /// Tries small numbers, then doubles, then bisects the gap: O(log k) calls. `test` may have
  /// effects; the arguments for which it holds are ascending.
  static func largest(atMost limit: Int, _ test: (Int) -> Bool) -> Int {
    assert(limit >= 0, "a limit of \(limit)")
    for candidate in 1...4 {
      if candidate > limit || !test(candidate) { return candidate - 1 }
    }
    var low = 4
    var high = 8
    while high <= limit && test(high) {
      low = high
      high = high > limit / 2 ? limit + 1 : high * 2
    }
    high = min(high, limit + 1)
    assert(low >= 4 && low <= limit && low < high, "\(low) and \(high) of \(limit)")
    while low + 1 < high {
      let middle = low + (high - low) / 2
      if test(middle) { low = middle } else { high = middle }
    }
    return low
  }

  /// Deletes as many of `count` parts as possible: all, then halves, quarters…, then runs from the
  /// end.
  ///
  /// `proposal` returns the case at the start without the parts marked true.
  static func delete(
    _ count: Int, _ gate: inout SubjectGate<LayoutCase>, proposal: ([Bool]) -> LayoutCase?
  ) {
    assert(count >= 0, "\(count) parts")
    guard count > 0 else { return }
    var deleted = [Bool](repeating: false, count: count)
    /// Deletes the range as well, if the case still fails.
    func attempt(_ range: Range<Int>, _ gate: inout SubjectGate<LayoutCase>) -> Bool {
      guard range.contains(where: { !deleted[$0] }) else { return true }
      var more = deleted
      for index in range { more[index] = true }
      guard let smaller = proposal(more), gate.testAndCommit(smaller) else { return false }
      deleted = more
      return true
    }
    if attempt(0..<count, &gate) { return }
    var size = count / 2
    while size >= 4 {
      for start in stride(from: 0, to: count, by: size).reversed() {
        _ = attempt(start..<min(start + size, count), &gate)
      }
      size /= 2
    }
    var end = count
    while end > 0 && !gate.isExhausted {
      let run = largest(atMost: end) { attempt((end - $0)..<end, &gate) }
      assert(run >= 0 && run <= end, "\(run) of \(end) parts were deleted")
      end -= max(run, 1)
    }
  }
}
