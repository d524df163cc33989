// SPDX-License-Identifier: MIT

import LayoutModel
import Reporting

/// A screen as a picture of a few pixels: its root and the outlines of its views.
///
/// Coordinates are whole pixels, so configurations that look the same have equal thumbnails.
package struct Thumbnail: Sendable, Hashable {
  package let width: Int
  package let height: Int
  /// The outlines as the data of an SVG path.
  package let path: String

  /// The largest width and height, in pixels.
  private static let room = (width: 96.0, height: 72.0)
  /// The largest number of outlines; further views are left out.
  private static let outlinesMax = 60

  package init(width: Int, height: Int, path: String) {
    self.width = width
    self.height = height
    self.path = path
  }

  /// - Parameters:
  ///   - root: the rectangle of the root, which is the screen.
  ///   - views: the rectangles of the visible views.
  package init(root: PlacedRect, views: [PlacedRect]) {
    let scale = min(
      Self.room.width / max(root.width, 1), Self.room.height / max(root.height, 1))
    let (width, height) = (
      max(2, Int((max(root.width, 1) * scale).rounded())),
      max(2, Int((max(root.height, 1) * scale).rounded()))
    )
    func pixels(_ value: Double, _ limit: Int) -> Int {
      Int(min(max(value * scale, 0), Double(limit)).rounded())
    }
    var path = ""
    var known: Set<[Int]> = [[0, 0, width, height]]
    for view in views where view.isFinite && known.count <= Self.outlinesMax {
      let left = pixels(view.x - root.x, width)
      let top = pixels(view.y - root.y, height)
      let right = pixels(view.right - root.x, width)
      let bottom = pixels(view.bottom - root.y, height)
      guard left < right, top < bottom,
        known.insert([left, top, right - left, bottom - top]).inserted
      else { continue }
      path += "M\(left) \(top)h\(right - left)v\(bottom - top)h-\(right - left)z"
    }
    self.init(width: width, height: height, path: path)
  }

  /// Returns the picture as markup.
  ///
  /// `isBad` is whether the screen fails in it.
  package func markup(isBad: Bool) -> String {
    """
    <svg viewBox="-1 -1 \(width + 2) \(height + 2)" width="\(width + 2)" height="\(height + 2)" \
    aria-hidden="true"><rect width="\(width)" height="\(height)" class="\(isBad ? "tb" : "ts")"/>\
    <path d="\(path)" class="tv"/></svg>
    """
  }
}
