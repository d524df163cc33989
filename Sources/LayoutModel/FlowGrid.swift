// SPDX-License-Identifier: MIT

/// The placement of a collection view's items (AUTOLAYOUT 8.10).
///
/// The items are the arranged subviews of a view with a `flow`, in their order, as one section.
package struct FlowGrid: Sendable, Hashable {
  /// The source of the item sizes.
  package enum ItemSize: Sendable, Hashable {
    /// One size for all.
    case fixed(LayoutSize)
    /// Each item's own compressed fitting size (AUTOLAYOUT 8.13).
    case fitting
  }

  /// The direction in which content grows.
  package var scrollDirection: Axis
  package var itemSize: ItemSize
  /// The gap between lines, in points.
  package var lineSpacing: LayoutNumber
  /// The least gap between items of a line, in points.
  package var itemSpacing: LayoutNumber
  /// The insets around the items, in points.
  package var insets: LayoutInsets

  package init(
    scrollDirection: Axis = .vertical, itemSize: ItemSize = .standard,
    lineSpacing: LayoutNumber = 10, itemSpacing: LayoutNumber = 10, insets: LayoutInsets = .zero
  ) {
    self.scrollDirection = scrollDirection
    self.itemSize = itemSize
    self.lineSpacing = lineSpacing
    self.itemSpacing = itemSpacing
    self.insets = insets
  }
}

extension FlowGrid.ItemSize {
  /// The item size of a grid that states none.
  package static let standard = FlowGrid.ItemSize.fixed(LayoutSize(width: 50, height: 50))
}

extension FlowGrid {
  /// All lengths, in points; only insets may be negative.
  var lengths: [LayoutNumber] {
    var lengths = [lineSpacing, itemSpacing]
    if case .fixed(let size) = itemSize { lengths += [size.width, size.height] }
    return lengths
  }
}
