// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// The map from rectangles of a case to those of its image: mirrored, then transposed, then scaled,
/// then moved.
struct Placement: Sendable {
  /// The width of the frame in which the case is mirrored; nil when it is not mirrored.
  var mirroredIn: Rational?
  var isTransposed = false
  /// The scale factor, positive.
  var factor = Rational.one
  var offset = (x: 0, y: 0)

  /// A rectangle in the root's coordinates, or a size without a place.
  typealias Rectangle = LayoutModel.Rectangle<Rational>

  func callAsFunction(_ rectangle: Rectangle) -> Rectangle {
    var result = rectangle
    if let mirroredIn { result.x = mirroredIn - result.x - result.width }
    if isTransposed {
      (result.x, result.y) = (result.y, result.x)
      (result.width, result.height) = (result.height, result.width)
    }
    if factor != .one {
      result.x *= factor
      result.y *= factor
      result.width *= factor
      result.height *= factor
    }
    if offset.x != 0 { result.x += Rational(offset.x) }
    if offset.y != 0 { result.y += Rational(offset.y) }
    return result
  }

  /// Returns the rectangle of the case for a rectangle of the image.
  func inverse(_ rectangle: Rectangle) -> Rectangle {
    var result = rectangle
    result.x = (result.x - Rational(offset.x)) / factor
    result.y = (result.y - Rational(offset.y)) / factor
    result.width = result.width / factor
    result.height = result.height / factor
    if isTransposed {
      (result.x, result.y) = (result.y, result.x)
      (result.width, result.height) = (result.height, result.width)
    }
    if let mirroredIn { result.x = mirroredIn - result.x - result.width }
    return result
  }
}
