// SPDX-License-Identifier: MIT

import LayoutModel

/// The attributes that a format along an axis relates, in the order and shape of AUTOLAYOUT 10.3.
struct FormatEdges {
  typealias Pair = (first: Anchor, second: Anchor)

  private let near: Attribute
  private let far: Attribute
  private let nearMargin: Attribute
  private let farMargin: Attribute
  /// Whether the format begins at the far edge.
  private let isReversed: Bool

  init(axis: Axis, direction: VisualFormatOptions.Direction) {
    switch (axis, direction) {
    case (.vertical, _):
      (near, far, nearMargin, farMargin) = (.top, .bottom, .topMargin, .bottomMargin)
    case (.horizontal, .leadingToTrailing):
      (near, far, nearMargin, farMargin) = (.leading, .trailing, .leadingMargin, .trailingMargin)
    case (.horizontal, .leftToRight), (.horizontal, .rightToLeft):
      (near, far, nearMargin, farMargin) = (.left, .right, .leftMargin, .rightMargin)
    }
    isReversed = axis == .horizontal && direction == .rightToLeft
  }

  func between(_ from: Item, _ to: Item) -> Pair {
    isReversed
      ? (Anchor(from, near), Anchor(to, far)) : (Anchor(to, near), Anchor(from, far))
  }

  func border(of item: Item, in superview: Item, isStart: Bool, usesMargin: Bool) -> Pair {
    isStart != isReversed
      ? (Anchor(item, near), Anchor(superview, usesMargin ? nearMargin : near))
      : (Anchor(superview, usesMargin ? farMargin : far), Anchor(item, far))
  }

  /// Returns the last baseline of a view and the first of the next; guides have only edges.
  static func baselines(_ from: Item, _ to: Item) -> Pair {
    func isGuide(_ item: Item) -> Bool {
      if case .guide = item { return true }
      return false
    }
    return (
      Anchor(to, isGuide(to) ? .top : .firstBaseline),
      Anchor(from, isGuide(from) ? .bottom : .lastBaseline)
    )
  }
}
