// SPDX-License-Identifier: MIT

import Display

/// A table of a page: a caption for screen readers, heads of columns and rows, and a region that
/// scrolls by keyboard.
package struct PageTable {
  /// A cell, as markup.
  package struct Cell {
    let markup: String
    /// The class: `n` for numbers, `by` for words that sort by numbers, `f` for frames, `d` for
    /// differences.
    let style: String
    /// The sort key of the cell; nil when it is the shown text.
    let key: String?

    package init(_ markup: String, _ style: String = "", key: String? = nil) {
      self.markup = markup
      self.style = style
      self.key = key
    }

    /// Returns a cell with a text of an input.
    package static func text(_ text: String, upTo count: Int = 300) -> Cell {
      Cell(Markup.escaped(text, upTo: count))
    }

    /// Returns a cell with a number, for a column of numbers.
    package static func number(_ value: Int) -> Cell {
      Cell(ShownNumber.grouped(value), "n", key: "\(value)")
    }
  }

  private let caption: String
  private let id: String?
  private let columns: [Cell]
  private let label: String
  private var rows = ""
  /// Whether each row is a block on phones, with the names of its columns; set it before rows are
  /// added.
  package var isBlocks = false
  /// The rows below all others, as markup; sorting leaves them.
  package var footer = ""

  /// - Parameters:
  ///   - caption: as text.
  ///   - label: the name of the scrolling region; nil for the caption.
  ///   - id: the id of the table when it sorts and filters; nil when it does not.
  ///   - columns: their titles with their classes.
  package init(caption: String, label: String? = nil, id: String? = nil, columns: [Cell]) {
    self.label = Markup.escaped(label ?? caption)
    self.caption = caption
    self.id = id
    self.columns = columns
  }

  private var start: String {
    let styles = [id == nil ? nil : "sortable", isBlocks ? "blocks" : nil].compactMap { $0 }
    let name = id.map { " id=\"\($0)\"" } ?? ""
    let style = styles.isEmpty ? "" : " class=\"\(styles.joined(separator: " "))\""
    return
      "<table\(name)\(style)><caption><span>\(Markup.escaped(caption))</span></caption><thead><tr>"
      + columns.map { "<th scope=\"col\"\(Self.style($0))>\($0.markup)</th>" }.joined()
      + "</tr></thead>"
  }

  /// Adds a row, named by its first cell.
  ///
  /// `id` is the anchor of the row; nil for none.
  package mutating func add(_ cells: [Cell], style: String = "", id: String? = nil) {
    rows += Self.row(cells, style: style, labels: isBlocks ? labels : [], id: id)
  }

  /// The names of the columns; empty for a column whose head is a picture.
  private var labels: [String] {
    columns.map { $0.markup.utf8.contains(UInt8(ascii: "<")) ? "" : $0.markup }
  }

  /// The beginning of a row with an anchor; no text of an input can contain it there.
  static let rowMark = "<tr class=\"case\" id=\""

  /// Returns the markup of a row.
  ///
  /// `labels` are the names of the columns as markup, for rows that are blocks on phones.
  package static func row(
    _ cells: [Cell], style: String = "", labels: [String] = [], id: String? = nil
  ) -> String {
    var text = style.isEmpty ? "<tr>" : "<tr class=\"\(style)\">"
    if let id { text = "\(rowMark)\(id)\">" }
    for (index, cell) in cells.enumerated() {
      let label = index < labels.count && index != 0 ? labels[index] : ""
      let key =
        (cell.key.map { " data-v=\"\(Markup.escaped($0))\"" } ?? "")
        + (label.isEmpty ? "" : " data-l=\"\(label)\"")
      text +=
        index == 0
        ? "<th scope=\"row\"\(Self.style(cell))\(key)>\(cell.markup)</th>"
        : "<td\(Self.style(cell))\(key)>\(cell.markup)</td>"
    }
    return text + "</tr>\n"
  }

  /// The table in a scrolling region.
  package var markup: String {
    "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(label)\">\(start)"
      + "<tbody>\n\(rows)</tbody>"
      + (footer.isEmpty ? "" : "<tfoot>\(footer)</tfoot>") + "</table></div>\n"
  }

  /// Returns a field that filters the rows of a table by words, for a page with its script.
  package static func filter(_ id: String) -> String {
    """
    <div class="tools" data-table="\(id)" hidden="hidden"><label>Filter by words \
    <input type="search" autocomplete="off"/></label><output aria-live="polite"></output></div>

    """
  }

  private static func style(_ cell: Cell) -> String {
    cell.style.isEmpty ? "" : " class=\"\(cell.style)\""
  }
}
