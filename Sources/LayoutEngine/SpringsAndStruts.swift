// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// Layout without Auto Layout: each view keeps its struts, and its springs share the gain or loss
/// of its superview (AUTOLAYOUT 4.5).
///
/// The constraints of translated masks give the same result as long as the flexible parts have a
/// positive total length. They differ in two cases. With a negative total, as for the margins of a
/// view that is larger than its superview, springs share equally while constraints stay in
/// proportion. In a superview that is too small, springs give a negative length where constraints
/// contradict each other.
package enum SpringsAndStruts {
  /// Returns the frames of all views in a root of the environment's size, origins in the
  /// superviews.
  ///
  /// - Precondition: the case is well formed, and every view but the root is held. A view whose
  ///   superview does not resize its subviews has an empty mask.
  /// - Complexity: O(views).
  package static func frames(of layoutCase: LayoutCase) -> [Layout.Frame] {
    let size = layoutCase.environment.size
    var frames: [Layout.Frame] = []
    frames.reserveCapacity(layoutCase.views.count)
    for view in layoutCase.views {
      guard let parent = view.parent else {
        frames.append(
          Layout.Frame(
            x: 0, y: 0, width: size.width.doubleValue, height: size.height.doubleValue))
        continue
      }
      guard let hold = view.hold else { preconditionFailure("\(view.id) has no frame of its own") }
      frames.append(frame(of: hold, inSuperview: frames[parent]))
    }
    return frames
  }

  /// Returns the case with the frames of springs and struts instead of springs.
  ///
  /// Where constraints lay out the superview its size is not known yet, and the constraints of the
  /// translated mask give the same result (4.4). A length that springs make negative is zero in
  /// UIKit or its magnitude; no source documents it. It counts as 0 here, and subviews still follow
  /// the negative one.
  ///
  /// - Precondition: the case is well formed.
  /// - Complexity: O(views).
  static func settling(_ layoutCase: LayoutCase) -> LayoutCase {
    guard layoutCase.views.contains(where: { $0.hold?.hasSprings == true }) else {
      return layoutCase
    }
    let size = layoutCase.environment.size
    var settled = layoutCase
    var known: [Layout.Frame?] = [
      Layout.Frame(x: 0, y: 0, width: size.width.doubleValue, height: size.height.doubleValue)
    ]
    for (index, view) in layoutCase.views.enumerated().dropFirst() {
      guard let hold = view.hold, hold.reason == .springsAndStruts else {
        known.append(nil)
        continue
      }
      guard let superview = view.parent.flatMap({ known[$0] }) else {
        settled.views[index].hold?.reason = .autoresizing
        known.append(nil)
        continue
      }
      let frame = frame(of: hold, inSuperview: superview)
      known.append(frame)
      guard hold.followsSuperview else { continue }
      let numbers = [frame.x, frame.y, max(0, frame.width), max(0, frame.height)].compactMap {
        LayoutNumber(rounding: $0, places: 6).flatMap { $0.isTooLarge ? nil : $0 }
      }
      // A frame that no number of a case can express stays where it was.
      let rect =
        numbers.count == 4
        ? LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        : hold.frame
      settled.views[index].hold = View.Hold(frame: rect, reason: .springsAndStruts)
    }
    return settled
  }

  /// Returns the frame of one view in a superview whose size has changed.
  static func frame(of hold: View.Hold, inSuperview superview: Layout.Frame) -> Layout.Frame {
    let frame = hold.frame
    let horizontal = resized(
      low: frame.x.doubleValue, length: frame.width.doubleValue,
      outer: hold.superviewSize?.width.doubleValue ?? superview.width, to: superview.width,
      hold.mask.flexible(along: .horizontal))
    let vertical = resized(
      low: frame.y.doubleValue, length: frame.height.doubleValue,
      outer: hold.superviewSize?.height.doubleValue ?? superview.height, to: superview.height,
      hold.mask.flexible(along: .vertical))
    return Layout.Frame(
      x: horizontal.low, y: vertical.low, width: horizontal.length, height: vertical.length)
  }

  private static func resized(
    low: Double, length: Double, outer: Double, to newOuter: Double,
    _ flexible: (low: Bool, size: Bool, high: Bool)
  ) -> (low: Double, length: Double) {
    let high = outer - low - length
    let parts = [(flexible.low, low), (flexible.size, length), (flexible.high, high)]
      .filter(\.0).map(\.1)
    if parts.isEmpty { return (low, length) }
    let total = parts.reduce(0, +)
    let change = newOuter - outer
    func share(_ isFlexible: Bool, _ part: Double) -> Double {
      guard isFlexible else { return part }
      return part + change * (total > 0 ? part / total : 1 / Double(parts.count))
    }
    return (share(flexible.low, low), share(flexible.size, length))
  }
}
