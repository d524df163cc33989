// SPDX-License-Identifier: MIT

/// A width and a height in points, as written.
package struct LayoutSize: Sendable, Hashable {
  package var width: LayoutNumber
  package var height: LayoutNumber

  package init(width: LayoutNumber, height: LayoutNumber) {
    self.width = width
    self.height = height
  }

  package static let zero = LayoutSize(width: 0, height: 0)
}

/// A rectangle in points, in numbers as written, exact or rounded.
///
/// Its place is the distance of its top left corner from a corner that its user defines.
package struct Rectangle<Number: Sendable & Hashable>: Sendable, Hashable {
  package var x: Number
  package var y: Number
  package var width: Number
  package var height: Number

  @inlinable
  package init(x: Number, y: Number, width: Number, height: Number) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension Rectangle: CustomStringConvertible {
  /// The text `(x, y, width, height)`.
  package var description: String { "(\(x), \(y), \(width), \(height))" }
}

/// A rectangle as written; the origin is measured from the superview's top left corner.
package typealias LayoutRect = Rectangle<LayoutNumber>

/// Distances from the four edges of a rectangle toward its inside, in points.
package struct LayoutInsets: Sendable, Hashable {
  package var top: LayoutNumber
  package var left: LayoutNumber
  package var bottom: LayoutNumber
  package var right: LayoutNumber

  package init(top: LayoutNumber, left: LayoutNumber, bottom: LayoutNumber, right: LayoutNumber) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  package static let zero = LayoutInsets(top: 0, left: 0, bottom: 0, right: 0)
  /// The layout margins of a view that sets none: 8 points on each edge.
  package static let defaultMargins = LayoutInsets(top: 8, left: 8, bottom: 8, right: 8)
}
