// SPDX-License-Identifier: MIT

import Display

/// A pattern of paths in which `*` stands for any characters and `?` for one character.
///
/// A pattern without a slash matches the name of a file or of a folder above it. A pattern with
/// slashes matches a path, or its first folders.
struct PathPattern: Sendable {
  let text: String
  private let parts: [[Unicode.Scalar]]

  /// Whether the pattern begins at the root.
  var isAbsolute: Bool { text.begins(with: "/") }

  /// Nil for a text without a name.
  init?(_ text: String) {
    self.text = text
    parts = Self.parts(text).map { Array($0.unicodeScalars) }
    if parts.isEmpty { return nil }
  }

  /// Returns the names of a path without empty ones and `.`.
  private static func parts(_ path: String) -> [String] {
    path.split(scalar: "/", omittingEmpty: true).filter { $0 != "." }
  }

  /// - Complexity: O(length of the pattern * length of the path) for each name.
  func matches(_ path: String) -> Bool {
    let names = Self.parts(path).map { Array($0.unicodeScalars) }
    if parts.count == 1 { return names.contains { Self.matches(parts[0][...], $0[...]) } }
    return names.count >= parts.count
      && zip(parts, names).allSatisfy { Self.matches($0[...], $1[...]) }
  }

  private static func matches(
    _ pattern: ArraySlice<Unicode.Scalar>, _ name: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    var (place, next) = (pattern.startIndex, name.startIndex)
    // The last star, and the first character after those that it stands for.
    var star: (place: Int, next: Int)?
    while next < name.endIndex {
      if place < pattern.endIndex, pattern[place] == "*" {
        star = (place, next)
        place += 1
      } else if place < pattern.endIndex, pattern[place] == "?" || pattern[place] == name[next] {
        place += 1
        next += 1
      } else if let last = star {
        star = (last.place, last.next + 1)
        place = last.place + 1
        next = last.next + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
