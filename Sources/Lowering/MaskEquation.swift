// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// One of the two equations along an axis into which an autoresizing mask is translated (AUTOLAYOUT
/// 4.4).
///
/// It reads `part == superview's length * factor + constant`, in points of the superview.
///
/// The flexible parts share a gain or loss of the superview's length in proportion to their lengths
/// when the mask was translated. If these lengths add up to zero there is no proportion. Then they
/// share equally, as springs and struts do (4.5), which is `r = 1/2` for both margins (4.4). So a
/// superview of the recorded size gives the recorded frame, for any numbers.
struct MaskEquation: Hashable {
  /// The part of the view that an equation determines; edges are distances from the superview's low
  /// edge.
  enum Part: Hashable {
    case lowEdge, length, highEdge

    func attribute(_ axis: Axis) -> Attribute {
      switch (self, axis) {
      case (.lowEdge, .horizontal): return .left
      case (.lowEdge, .vertical): return .top
      case (.length, .horizontal): return .width
      case (.length, .vertical): return .height
      case (.highEdge, .horizontal): return .right
      case (.highEdge, .vertical): return .bottom
      }
    }
  }

  var part: Part
  /// The factor of the superview's length; 0 when the part does not follow it.
  var factor: Rational
  var constant: Rational

  /// Returns the two equations of a hold along an axis, in the order in which Auto Layout adds
  /// them.
  static func pair(of hold: View.Hold, _ axis: Axis) -> [MaskEquation] {
    let flexible = hold.mask.flexible(along: axis)
    let isHorizontal = axis == .horizontal
    let low = Rational(isHorizontal ? hold.frame.x : hold.frame.y)
    let length = Rational(isHorizontal ? hold.frame.width : hold.frame.height)
    let fixedLow = MaskEquation(part: .lowEdge, factor: .zero, constant: low)
    let fixedLength = MaskEquation(part: .length, factor: .zero, constant: length)
    guard flexible.low || flexible.size else { return [fixedLow, fixedLength] }
    guard let size = hold.superviewSize else {
      preconditionFailure("a mask without the superview's size: the case is not well formed")
    }
    let outer = Rational(isHorizontal ? size.width : size.height)
    let parts = [
      (flexible.low, low), (flexible.size, length), (flexible.high, outer - low - length),
    ]
    .filter(\.0).map(\.1)
    let total = parts.reduce(Rational.zero, +)
    func share(_ part: Part, _ value: Rational) -> MaskEquation {
      let factor = total.isZero ? Rational(1, Int64(parts.count)) : value / total
      return MaskEquation(part: part, factor: factor, constant: value - factor * outer)
    }
    let fixedHigh = MaskEquation(part: .highEdge, factor: .one, constant: low + length - outer)
    switch flexible {
    case (true, false, false): return [fixedHigh, fixedLength]
    case (true, false, true): return [fixedLength, share(.lowEdge, low)]
    case (false, true, false): return [fixedLow, fixedHigh]
    case (true, true, false): return [fixedHigh, share(.length, length)]
    case (true, true, true): return [share(.lowEdge, low), share(.length, length)]
    default: return [fixedLow, share(.length, length)]
    }
  }

  /// Returns the text of the equation with the ids of the view and of its superview:
  /// `logo.right == root.width - 10`.
  func text(view: String, superview: String, _ axis: Axis) -> String {
    let left = "\(view).\(part.attribute(axis)) == "
    if factor.isZero { return left + constant.shortText }
    var text = left + "\(superview).\(MaskEquation.Part.length.attribute(axis))"
    if factor != .one { text += " * \(factor.shortText)" }
    if constant.isZero { return text }
    let isNegative = constant < .zero
    return text + (isNegative ? " - " : " + ") + (isNegative ? -constant : constant).shortText
  }
}

extension LayoutCase {
  /// Whether a linear constraint is the translation of a mask, because the view keeps
  /// `translatesAutoresizingMaskIntoConstraints`.
  ///
  /// In a conflict with constraints of the author, the usual fix is to switch that off (AUTOLAYOUT
  /// 4.7).
  package func isTranslatedMask(_ origin: ConstraintOrigin) -> Bool {
    guard case .hold(let view, _) = origin else { return false }
    return views[view].hold?.reason == .autoresizing
  }
}

extension LoweredCase {
  /// Whether a linear constraint is the translation of a mask; see
  /// `LayoutCase.isTranslatedMask(_:)`.
  package func isTranslatedMask(_ constraint: Int) -> Bool {
    layoutCase.isTranslatedMask(origins[constraint])
  }
}

extension Rational {
  /// The value as a decimal of at most six places, else as a fraction.
  fileprivate var shortText: String {
    let million = self * Rational(1_000_000)
    guard let digits = Int64(million.description) else { return description }
    return LayoutNumber(digits: digits, scale: 6).text
  }
}
