// SPDX-License-Identifier: MIT

/// The parts of a view's place and size that change with its superview (AUTOLAYOUT 4.3).
///
/// The raw values are those of `UIView.AutoresizingMask`.
package struct AutoresizingMask: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let flexibleLeft = AutoresizingMask(rawValue: 1)
  package static let flexibleWidth = AutoresizingMask(rawValue: 2)
  package static let flexibleRight = AutoresizingMask(rawValue: 4)
  package static let flexibleTop = AutoresizingMask(rawValue: 8)
  package static let flexibleHeight = AutoresizingMask(rawValue: 16)
  package static let flexibleBottom = AutoresizingMask(rawValue: 32)

  /// The parts with their names in case files, in the order of their bits.
  package static let names: [(mask: AutoresizingMask, name: String)] = [
    (.flexibleLeft, "left"), (.flexibleWidth, "width"), (.flexibleRight, "right"),
    (.flexibleTop, "top"), (.flexibleHeight, "height"), (.flexibleBottom, "bottom"),
  ]

  /// Whether the low margin, the size and the high margin along an axis are flexible.
  package func flexible(along axis: Axis) -> (low: Bool, size: Bool, high: Bool) {
    axis == .horizontal
      ? (contains(.flexibleLeft), contains(.flexibleWidth), contains(.flexibleRight))
      : (contains(.flexibleTop), contains(.flexibleHeight), contains(.flexibleBottom))
  }

  /// The text in the log of a conflict: `h=--& v=-&-`, `-` for fixed and `&` for flexible.
  package var logText: String {
    func text(_ axis: Axis) -> String {
      let parts = flexible(along: axis)
      return [parts.low, parts.size, parts.high].map { $0 ? "&" : "-" }.joined()
    }
    return "h=\(text(.horizontal)) v=\(text(.vertical))"
  }
}
