// SPDX-License-Identifier: MIT

/// Words that select names.
///
/// A word selects the name that it is, with or without the family before the first `/`, or else all
/// names that contain it. A word with `*` for any text or `?` for any character matches whole
/// names, also with or without the family.
package struct NameFilter: Sendable, Equatable {
  private let words: [String]

  /// - Parameter words: no words select all names.
  package init(_ words: [String]) { self.words = words }

  /// Returns whether each name is selected, in the order of the names.
  ///
  /// - Complexity: O(words x total length of the names) without wildcards.
  package func selects(from names: [String]) -> [Bool] {
    if words.isEmpty { return names.map { _ in true } }
    var selected = names.map { _ in false }
    for word in words {
      let isWhole = Self.hasWildcard(word) || names.contains { Self.matches(word, $0) }
      for (index, name) in names.enumerated()
      where isWhole ? Self.matches(word, name) : name.contains(word) {
        selected[index] = true
      }
    }
    return selected
  }

  private static func hasWildcard(_ word: String) -> Bool {
    word.utf8.contains(UInt8(ascii: "*")) || word.utf8.contains(UInt8(ascii: "?"))
  }

  /// Whether a pattern matches a whole name, or the part after its family.
  private static func matches(_ pattern: String, _ name: String) -> Bool {
    let pattern = Array(pattern)
    if matches(pattern, Array(name)) { return true }
    guard let slash = name.firstIndex(of: "/") else { return false }
    return matches(pattern, Array(name[name.index(after: slash)...]))
  }

  private static func matches(_ pattern: [Character], _ name: [Character]) -> Bool {
    var (place, at) = (0, 0)
    // The last star, and the end of the text that it stands for.
    var retry: (star: Int, end: Int)?
    while at < name.count {
      if place < pattern.count, pattern[place] == "*" {
        retry = (place, at)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == name[at] {
        (place, at) = (place + 1, at + 1)
      } else if let last = retry {
        retry = (last.star, last.end + 1)
        (place, at) = (last.star + 1, last.end + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
