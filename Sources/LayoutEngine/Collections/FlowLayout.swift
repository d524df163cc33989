// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// The flow layout of a collection view (AUTOLAYOUT 8.10 and 8.11), in exact numbers.
///
/// Items are placed in lines one after the other; a line is full when the next item and the
/// smallest gap do not fit. Lines run across the scroll direction: rows for vertical scrolling,
/// columns for horizontal.
///
/// Exactness matters: three items of a third of the width fit side by side. The sum of three
/// doubles may slightly exceed the width, which gives lines of two.
package struct FlowLayout: Sendable, Hashable {
  /// A section of items.
  package struct Section: Sendable, Hashable {
    /// The sizes by item, in points.
    package var itemSizes: [LayoutSize]
    /// Whether the sizes are given one by one, instead of one size for all.
    ///
    /// Then the last line is packed at the smallest gap, else it keeps the places of a full line
    /// (8.11.5).
    package var hasSizesByItem: Bool
    package var insets: LayoutInsets
    /// The lengths of header and footer along the scroll direction; they span the width.
    package var headerLength: LayoutNumber
    package var footerLength: LayoutNumber

    package init(
      itemSizes: [LayoutSize], hasSizesByItem: Bool, insets: LayoutInsets = .zero,
      headerLength: LayoutNumber = 0, footerLength: LayoutNumber = 0
    ) {
      self.itemSizes = itemSizes
      self.hasSizesByItem = hasSizesByItem
      self.insets = insets
      self.headerLength = headerLength
      self.footerLength = footerLength
    }

    /// Creates a section with one size for all items.
    package init(count: Int, itemSize: LayoutSize) {
      self.init(
        itemSizes: [LayoutSize](repeating: itemSize, count: count), hasSizesByItem: false)
    }
  }

  /// The direction in which content grows.
  package var scrollDirection: Axis
  /// The size of the collection view minus its content insets, in points.
  package var boundsSize: LayoutSize
  /// The gap between lines; they are never moved apart.
  package var lineSpacing: LayoutNumber
  /// The least gap between items of a line.
  package var itemSpacing: LayoutNumber
  package var sections: [Section]
  /// The device pixels per point; places along a line are rounded down to pixels (8.11.9).
  ///
  /// Nil disables the rounding.
  package var scale: Int?
  package var direction: LayoutCase.Environment.Direction

  package init(
    boundsSize: LayoutSize, sections: [Section], scrollDirection: Axis = .vertical,
    lineSpacing: LayoutNumber = 10, itemSpacing: LayoutNumber = 10, scale: Int? = nil,
    direction: LayoutCase.Environment.Direction = .leftToRight
  ) {
    self.boundsSize = boundsSize
    self.sections = sections
    self.scrollDirection = scrollDirection
    self.lineSpacing = lineSpacing
    self.itemSpacing = itemSpacing
    self.scale = scale
    self.direction = direction
  }

  /// The item size of a layout that states none (8.10).
  package static let standardItemSize = LayoutSize(width: 50, height: 50)

  /// Returns the places of all items.
  ///
  /// - Complexity: O(items + sections), in exact arithmetic.
  package func arrange() -> FlowArrangement {
    var pass = FlowPass(self)
    for section in sections.indices { pass.place(section) }
    return pass.finish()
  }
}

/// The result of a flow layout; rectangles are in the content's coordinates, in exact points.
package struct FlowArrangement: Sendable, Hashable {
  /// A rectangle in exact points.
  package typealias Rect = Rectangle<Rational>

  /// The rectangles of one section.
  package struct Section: Sendable, Hashable {
    /// The rectangles by item.
    package internal(set) var items: [Rect] = []
    /// The items of each line, in order.
    package internal(set) var lines: [Range<Int>] = []
    /// The header, without area if the section has none.
    package internal(set) var header: Rect
    package internal(set) var footer: Rect
    /// The items that are longer than a line: a device logs an error, and their display is
    /// undefined (8.11.3).
    package internal(set) var tooLongItems: [Int] = []
  }

  package internal(set) var sections: [Section] = []
  package internal(set) var contentWidth: Rational = .zero
  package internal(set) var contentHeight: Rational = .zero
}
