// SPDX-License-Identifier: MIT

import LayoutModel

/// The meaning of a visual format beyond its text (AUTOLAYOUT 10.5).
package struct VisualFormatOptions: Sendable, Hashable {
  /// Edges or centers that all views of a format share; the raw values are Auto Layout's.
  package struct Alignment: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let left = Alignment(rawValue: 1 << 1)
    package static let right = Alignment(rawValue: 1 << 2)
    package static let top = Alignment(rawValue: 1 << 3)
    package static let bottom = Alignment(rawValue: 1 << 4)
    package static let leading = Alignment(rawValue: 1 << 5)
    package static let trailing = Alignment(rawValue: 1 << 6)
    package static let centerX = Alignment(rawValue: 1 << 9)
    package static let centerY = Alignment(rawValue: 1 << 10)
    package static let lastBaseline = Alignment(rawValue: 1 << 11)
    package static let firstBaseline = Alignment(rawValue: 1 << 12)

    /// Every alignment with its attribute, in the order of the bits.
    package static let all: [(alignment: Alignment, attribute: Attribute)] = [
      (.left, .left), (.right, .right), (.top, .top), (.bottom, .bottom), (.leading, .leading),
      (.trailing, .trailing), (.centerX, .centerX), (.centerY, .centerY),
      (.lastBaseline, .lastBaseline), (.firstBaseline, .firstBaseline),
    ]

    /// The aligned attributes, in the order of the bits.
    var attributes: [Attribute] { Alignment.all.filter { contains($0.alignment) }.map(\.attribute) }
  }

  /// The direction of a horizontal format; the raw values are Auto Layout's.
  ///
  /// A vertical format runs downward.
  package enum Direction: UInt32, Sendable, Hashable, CaseIterable {
    /// Along the reading direction, by leading and trailing edges.
    case leadingToTrailing = 0
    case leftToRight = 0x10000
    /// The first view is the rightmost.
    case rightToLeft = 0x20000
  }

  /// The origin of distances between views; the raw values are Auto Layout's.
  package enum Spacing: UInt32, Sendable, Hashable, CaseIterable {
    case edgeToEdge = 0
    /// Distances from the last baseline of a view to the first of the next below; in vertical
    /// formats only.
    ///
    /// Distances to the superview stay those of edges. So do those of guides, which have no text.
    case baselineToBaseline = 0x80000
  }

  /// The meaning of `-` beside `|` (AUTOLAYOUT 10.2).
  ///
  /// Between views it is 8 points.
  package enum SuperviewSpace: Sendable, Hashable, CaseIterable {
    /// The superview's layout margin on that side, as since iOS 8.
    case margin
    /// 20 points, as up to iOS 7 and on macOS.
    case classic
  }

  package var alignment: Alignment
  package var direction: Direction
  package var spacing: Spacing
  package var superviewSpace: SuperviewSpace

  package init(
    alignment: Alignment = [], direction: Direction = .leadingToTrailing,
    spacing: Spacing = .edgeToEdge, superviewSpace: SuperviewSpace = .margin
  ) {
    self.alignment = alignment
    self.direction = direction
    self.spacing = spacing
    self.superviewSpace = superviewSpace
  }
}
