// SPDX-License-Identifier: MIT

/// How large a document may be before it is refused.
///
/// The largest real documents have some megabytes, some ten thousand elements and a nesting of some dozens:
/// what is beyond these limits is an attack or a mistake, and refusing it keeps memory and time bounded.
enum ImportLimits {
  /// Bytes of one document.
  static let bytes = 64 << 20
  /// Elements of one document.
  static let elements = 750_000
  /// Elements inside each other.
  static let nesting = 25_000
  /// Points, for any coordinate, size or constant: what is beyond it cannot be meant as a layout.
  static let magnitude: Int64 = 1_000_000_000
  /// Diagnostics of one document; more of them are not reported one by one.
  static let diagnostics = 1_000
  /// Characters of one diagnostic: what is longer holds a value that nobody reads.
  static let messageLength = 600
  /// Characters of an id, label or value in a diagnostic.
  static let nameLength = 80
}

extension String {
  /// The text itself, or its beginning and an ellipsis.
  ///
  /// - Complexity: O(length).
  func shortened(to length: Int) -> String {
    let start = prefix(length)
    return start.endIndex == endIndex ? self : start + "…"
  }
}
