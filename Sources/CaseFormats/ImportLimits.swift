// SPDX-License-Identifier: MIT

/// The largest accepted size of an input, by the kinds of work that it bounds.
///
/// The largest real documents have some megabytes, some ten thousand elements and a nesting of some
/// dozens. Anything beyond these limits is an attack or a mistake. An input within them is read
/// within some seconds and within half a gigabyte. The limits of the solvers and of `check` bound
/// the cost of its layout.
package enum ImportLimits {
  /// Bytes of one document.
  ///
  /// Beyond ten million, the XML parser gives up at the end of the document.
  static let bytes = 10_000_000
  /// Elements of one document: each costs about 200 bytes, and a look in each import.
  static let elements = 250_000
  /// Attributes of one element.
  ///
  /// The XML parser compares each with all others of the element.
  static let attributes = 1_000
  /// Elements inside each other.
  static let nesting = 25_000
  /// Views of one document or case: each costs some kilobytes while a layout is computed.
  package static let views = 65_000
  /// Guides of one document or case.
  package static let guides = 100_000
  /// Constraints of one document or case.
  package static let constraints = 200_000
  /// Screens of one document: each is laid out on its own, and has findings of its own.
  static let screens = 5_000
  /// Bytes of all texts of one document or case.
  ///
  /// Each text is measured in each pass of each layout.
  package static let textBytes = 1_000_000
  /// Bytes of one line of a text of visual formats, besides the JSON that may end it.
  package static let lineBytes = 100_000
  /// The largest coordinate, size or constant, in points; no layout needs more.
  static let magnitude: Int64 = 1_000_000_000
  /// Diagnostics of one document; more of them are not reported one by one.
  static let diagnostics = 1_000
  /// The largest number of characters of one diagnostic; a longer one contains an unreadable value.
  static let messageLength = 600
  /// Characters of an id, label or value in a diagnostic.
  static let nameLength = 80
}

extension String {
  /// Returns the text itself, or its beginning and an ellipsis.
  ///
  /// - Complexity: O(length).
  func shortened(to length: Int) -> String {
    let start = prefix(length)
    return start.endIndex == endIndex ? self : start + "…"
  }
}
