// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Lowering

/// The comparison of one layout rounded to pixels in the case and in its image.
extension LawComparison {
  /// Describes a wrong place of a rounded frame.
  ///
  /// Returns nil when all are right, and where rounding is not comparable. Pixels of a mirrored
  /// layout round to the other side, and another scale has another grid.
  func pixelProblem(_ own: [Rational], _ carried: [Rational]) -> String? {
    let scale = Double(base.layoutCase.environment.scale)
    let otherScale = Double(lowered.layoutCase.environment.scale)
    let exact = base.lowered.layout(from: solution(own), rounded: false)
    let rounded = base.lowered.pixelLayout(from: solution(own), fault: fault)
    let other = lowered.pixelLayout(from: solution(carried), fault: fault)
    for copy in relation.copies {
      let placement = copy.placement
      guard placement.mirroredIn == nil,
        placement.factor * Rational(Int(otherScale)) == Rational(Int(scale))
      else { continue }
      for (view, image) in copy.views.enumerated()
      where base.layoutCase.views[view].alignmentInsets == .zero
        && isFarFromHalves(exact.frames[view], scale)
      {
        let offset = isParentMoved(of: view, in: copy) ? (x: 0, y: 0) : placement.offset
        var wanted = rounded.frames[view].inPixels(scale)
        if placement.isTransposed { wanted = wanted.transposed }
        wanted.x += Double(offset.x) * otherScale
        wanted.y += Double(offset.y) * otherScale
        let found = other.frames[image].inPixels(otherScale)
        if !wanted.isNear(found) {
          return "in pixels, the frame of '\(lowered.layoutCase.views[image].id)' is expected to be"
            + " \(wanted.text) in the changed case, found \(found.text)"
        }
      }
    }
    return nil
  }

  /// Whether a view's superview moves with it, so that its frame stays the same.
  private func isParentMoved(of view: Int, in copy: LawRelation.Copy) -> Bool {
    guard let parent = base.layoutCase.views[view].parent else { return false }
    return lowered.layoutCase.views[copy.views[view]].parent == copy.views[parent]
  }

  private func solution(_ point: [Rational]) -> Solution {
    Solution(values: point.map(\.doubleValue))
  }

  /// Whether no edge is so near to a rounding threshold that floating-point noise could decide.
  private func isFarFromHalves(_ frame: Layout.Frame, _ scale: Double) -> Bool {
    [frame.x, frame.y, frame.x + frame.width, frame.y + frame.height].allSatisfy { edge in
      // Values up to 2^-20 below a half count as halves; noise is far less than 1e-7 for numbers of
      // this size.
      let moved = edge * scale + 0.5 + 0x1p-20
      return abs(moved) < 1e6 && abs(moved - moved.rounded()) > 1e-7
    }
  }
}

extension Layout.Frame {
  fileprivate func inPixels(_ scale: Double) -> Layout.Frame {
    Layout.Frame(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
  }

  fileprivate var transposed: Layout.Frame {
    Layout.Frame(x: y, y: x, width: height, height: width)
  }

  /// Whether two frames in whole pixels are the same: a third of a point is not an exact double.
  fileprivate func isNear(_ other: Layout.Frame) -> Bool {
    zip([x, y, width, height], [other.x, other.y, other.width, other.height]).allSatisfy {
      abs($0 - $1) < 0.01
    }
  }

  fileprivate var text: String { "(\(x), \(y), \(width), \(height))" }
}
