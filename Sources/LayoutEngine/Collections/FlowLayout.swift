// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// The flow layout of a collection view (AUTOLAYOUT 8.10 and 8.11), in exact numbers.
///
/// Items go into lines one after the other; a line is full when the next item and the least gap do
/// not fit. Lines run across the scroll direction: rows for vertical scrolling, columns for
/// horizontal.
///
/// Exactness matters: three items of a third of the width fit side by side, but the sum of three
/// doubles may be a hair more than the width and make lines of two.
package struct FlowLayout: Sendable, Hashable {
  /// A section of items.
  package struct Section: Sendable, Hashable {
    /// Sizes by item, in points.
    package var itemSizes: [LayoutSize]
    /// Whether the sizes come one by one, not from one size for all: then the last line is packed
    /// at the least gap, else it keeps the places of a full line (8.11.5).
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

    /// A section with one size for all items.
    package init(count: Int, itemSize: LayoutSize) {
      self.init(
        itemSizes: [LayoutSize](repeating: itemSize, count: count), hasSizesByItem: false)
    }
  }

  /// The direction that content grows in.
  package var scrollDirection: Axis
  /// The size of the collection view, less its content insets, in points.
  package var boundsSize: LayoutSize
  /// The gap between lines; they are never moved apart.
  package var lineSpacing: LayoutNumber
  /// The least gap between items of a line.
  package var itemSpacing: LayoutNumber
  package var sections: [Section]
  /// Device pixels per point; places along a line are rounded down to pixels (8.11.9).
  ///
  /// Nil does not round.
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

  /// The item size of a layout that says nothing (8.10).
  package static let standardItemSize = LayoutSize(width: 50, height: 50)

  /// Places all items.
  ///
  /// - Complexity: O(items + sections), in exact arithmetic.
  package func arrange() -> FlowArrangement {
    var pass = FlowPass(self)
    for section in sections.indices { pass.place(section) }
    return pass.finish()
  }
}

/// Where a flow layout puts everything; rectangles are in the content's coordinates, in exact
/// points.
package struct FlowArrangement: Sendable, Hashable {
  /// A rectangle in exact points.
  package typealias Rect = Rectangle<Rational>

  /// What one section takes.
  package struct Section: Sendable, Hashable {
    /// By item.
    package internal(set) var items: [Rect] = []
    /// The items of each line, in order.
    package internal(set) var lines: [Range<Int>] = []
    /// The header, without area if the section has none.
    package internal(set) var header: Rect
    package internal(set) var footer: Rect
    /// The items that are longer than a line: a device complains, and what it shows is undefined
    /// (8.11.3).
    package internal(set) var tooLongItems: [Int] = []
  }

  package internal(set) var sections: [Section] = []
  package internal(set) var contentWidth: Rational = .zero
  package internal(set) var contentHeight: Rational = .zero
}
