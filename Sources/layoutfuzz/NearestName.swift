// SPDX-License-Identifier: MIT

/// The name a mistyped word most likely meant.
enum NearestName {
  /// The candidate with the smallest edit distance, the first one among equals; nil when none is near:
  /// more than two edits away, or more than half the word.
  static func of(_ word: String, among candidates: [String]) -> String? {
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let distance = editDistance(Array(word.utf8), Array(candidate.utf8))
      guard distance <= 2, distance * 2 <= max(word.utf8.count, 2) else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.name
  }

  /// `", did you mean 'x'?"`, or nothing when no candidate is near.
  static func suggestion(for word: String, among candidates: [String]) -> String {
    of(word, among: candidates).map { ", did you mean '\($0)'?" } ?? ""
  }

  /// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
  ///
  /// - Complexity: O(m n) time, O(n) space.
  static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforePrevious = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in 0..<right.count {
        let change = previous[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(change, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
