// SPDX-License-Identifier: MIT

/// Numbers of shards as text, with ranges: `0,3-5`.
package enum ShardNumbers {
  /// Returns the text of increasing numbers: `0,3-5`.
  package static func text(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  /// Returns the numbers in a text, in its order: `3`, `0,3-5` or `all`; nil for another text, and
  /// for a number that no shard has.
  ///
  /// `count` is the number of shards.
  package static func numbers(in text: String, below count: Int) -> [Int]? {
    if text == "all" { return Array(0..<count) }
    var numbers: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      // `Int` would accept a sign.
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        $0.utf8.first == UInt8(ascii: "+") ? nil : Int($0)
      }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first <= last,
        (0..<count).contains(first), last < count
      else { return nil }
      numbers += first...last
    }
    return numbers
  }
}
