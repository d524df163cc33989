// SPDX-License-Identifier: MIT

import LayoutModel

extension LayoutCase {
  /// Returns the plain case with all lengths times a positive fraction; multipliers stay.
  ///
  /// - Returns: nil when a number cannot be written.
  func scaled(by factor: Int, over divisor: Int) -> LayoutCase? {
    var scaling = Scaling(factor: factor, divisor: divisor)
    var result = self
    result.forgetAnswers()
    scaling.apply(&result.environment.size)
    for index in views.indices { scaling.apply(&result.views[index]) }
    for index in guides.indices {
      switch guides[index].kind {
      case .inset(var insets):
        scaling.apply(&insets)
        result.guides[index].kind = .inset(insets)
      case .topStrip(var height):
        scaling.apply(&height)
        result.guides[index].kind = .topStrip(height)
      case .bottomStrip(var height):
        scaling.apply(&height)
        result.guides[index].kind = .bottomStrip(height)
      case .free, .area, .scrollContent, .scrollFrame: break
      }
    }
    for index in constraints.indices { scaling.apply(&result.constraints[index].constant) }
    return scaling.isExact ? result : nil
  }
}

/// A multiplication of lengths by a fraction that records whether all products could be written.
private struct Scaling {
  let factor: Int
  let divisor: Int
  private(set) var isExact = true

  init(factor: Int, divisor: Int) {
    self.factor = factor
    self.divisor = divisor
  }

  mutating func apply(_ number: inout LayoutNumber) {
    let product = LayoutNumber(
      quotientOf: Int128(number.numerator) * Int128(factor),
      by: Int128(number.denominator) * Int128(divisor))
    if let product { number = product } else { isExact = false }
  }

  mutating func apply(_ number: inout LayoutNumber?) {
    guard var value = number else { return }
    apply(&value)
    number = value
  }

  mutating func apply(_ size: inout LayoutSize) {
    apply(&size.width)
    apply(&size.height)
  }

  mutating func apply(_ insets: inout LayoutInsets) {
    apply(&insets.top)
    apply(&insets.left)
    apply(&insets.bottom)
    apply(&insets.right)
  }

  mutating func apply(_ view: inout View) {
    apply(&view.intrinsicWidth)
    apply(&view.intrinsicHeight)
    apply(&view.margins)
    apply(&view.alignmentInsets)
    apply(&view.firstBaselineOffset)
    apply(&view.lastBaselineOffset)
    guard var hold = view.hold else { return }
    apply(&hold.frame.x)
    apply(&hold.frame.y)
    apply(&hold.frame.width)
    apply(&hold.frame.height)
    if var size = hold.superviewSize {
      apply(&size)
      hold.superviewSize = size
    }
    view.hold = hold
  }
}
