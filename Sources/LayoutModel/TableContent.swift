// SPDX-License-Identifier: MIT

/// The rows of a table and their display (AUTOLAYOUT 8.1 to 8.9); the cell that they fill is a
/// case.
package struct TableContent: Sendable, Hashable {
  /// The line between rows; it adds to the height of a row.
  ///
  /// The raw value is the name in case files.
  package enum Separator: String, Sendable, Hashable, CaseIterable {
    case none
    /// One device pixel (8.2).
    case hairline
    /// One point, as added by code that measures its cells itself.
    case point
  }

  /// The differences of one row from the prototype cell.
  package struct Row: Sendable, Hashable {
    /// A text that replaces the prototype's, by the index of the view there.
    ///
    /// Two texts are equal only with the same bytes. An accented letter in one scalar and the same
    /// letter with its accent as a second one are one string to `String`. A font and the text model
    /// may measure them differently.
    package struct Text: Sendable, Hashable {
      package var view: Int
      package var string: String

      package init(view: Int, string: String) {
        self.view = view
        self.string = string
      }

      /// Compares the bytes of texts.
      package static func == (one: Text, other: Text) -> Bool {
        one.view == other.view && one.string.utf8.elementsEqual(other.string.utf8)
      }

      package func hash(into hasher: inout Hasher) {
        hasher.combine(view)
        hasher.combine(string.utf8.count)
        var bytes = string
        bytes.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      }
    }

    package var texts: [Text]
    /// The height set by the program; nil for a row that sizes itself (8.1).
    package var height: LayoutNumber?
    /// The width taken by an accessory (8.5), in points.
    package var accessoryWidth: LayoutNumber

    package init(
      texts: [Text] = [], height: LayoutNumber? = nil, accessoryWidth: LayoutNumber = 0
    ) {
      self.texts = texts
      self.height = height
      self.accessoryWidth = accessoryWidth
    }
  }

  /// The width of the table, in points.
  package var width: LayoutNumber
  package var separator: Separator
  /// The height of a row before it is shown; nil measures all rows at once (8.6).
  package var estimatedHeight: LayoutNumber?
  /// The heights of the table's own header and footer, which never size themselves (8.9).
  package var headerHeight: LayoutNumber
  package var footerHeight: LayoutNumber
  package var rows: [Row]

  package init(
    width: LayoutNumber, separator: Separator = .hairline, estimatedHeight: LayoutNumber? = nil,
    headerHeight: LayoutNumber = 0, footerHeight: LayoutNumber = 0, rows: [Row]
  ) {
    self.width = width
    self.separator = separator
    self.estimatedHeight = estimatedHeight
    self.headerHeight = headerHeight
    self.footerHeight = footerHeight
    self.rows = rows
  }

  /// The height of a row without any other height (8.1).
  package static let standardRowHeight: LayoutNumber = 44

  /// Returns a text with at most a number of characters: the rest is replaced by three dots.
  package static func shortened(_ text: String, to count: Int) -> String {
    precondition(count >= 0, "a text cannot have \(count) characters")
    guard let end = text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex),
      end < text.endIndex
    else { return text }
    return text[..<end] + "..."
  }
}
