// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// The numbers that an animated screen changes, in points.
private struct BannerNumbers {
  /// The top of the banner; negative while it is outside.
  var top = Ratio(0)
  var height = Ratio(40)
  /// The distance between the list and the sides.
  var side = Ratio(8)
  var bottom = Ratio(8)
  /// Whether the button's preference to be narrow is stronger than the one to be wide.
  var isNarrow = true
}

/// Returns a generator of screens whose constraints change step by step, as in an animation (scene
/// S7).
///
/// A step changes only constants, or priorities below required, of constraints that keep their
/// items. So between two steps every frame moves in a straight line.
package func animationGenerator() -> Generator<[GeneratedCase]> {
  Generator { (source) throws(GenerationStop) in
    let environment = try Device.drawEnvironment(
      try source.bool() ? .rightToLeft : .leftToRight, &source)
    var numbers = BannerNumbers()
    var steps: [GeneratedCase] = []
    for _ in 0..<(try source.integer(in: 2...5, towards: 2)) {
      var builder = CaseBuilder(profile: .idiomatic, features: [], environment: environment)
      builder.patterns = [.animatedBanner]
      builder.drawBanner(in: 0, numbers)
      steps.append(builder.finished(truth: .unique, order: 0).0)
      numbers = try numbers.drawNext(&source)
    }
    return steps
  }
}

extension BannerNumbers {
  /// Draws the numbers after a step, which changes some of them.
  fileprivate func drawNext(_ source: inout ChoiceSource) throws(GenerationStop) -> BannerNumbers {
    var next = self
    if try source.bool() { next.top = Ratio(try source.integer(in: -60...20, towards: 0)) }
    if try source.bool() { next.height = Ratio(try source.integer(in: 0...20, towards: 10)) }
    if try source.bool() { next.side = Ratio(try source.integer(in: 0...40, towards: 8)) }
    if try source.bool() { next.bottom = Ratio(try source.integer(in: 0...20, towards: 8)) }
    if try source.bool() { next.isNarrow.toggle() }
    return next
  }
}

extension CaseBuilder {
  /// Draws the screen of an animation after some steps.
  mutating func drawAnimatedBanner(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    var numbers = BannerNumbers()
    for _ in 0..<(try source.integer(in: 0...4, towards: 0)) {
      numbers = try numbers.drawNext(&source)
    }
    drawBanner(in: box, numbers)
  }

  /// Draws a banner over a list over a button with a badge; the badge is as wide as an eighth of
  /// the list.
  fileprivate mutating func drawBanner(in box: Int, _ numbers: BannerNumbers) {
    let (width, height) = (size(of: box, .horizontal), size(of: box, .vertical))
    let buttonTop = height - numbers.bottom - 20
    // In a low box the banner begins higher: the list may have the height 0, but not less.
    let top = min(numbers.top, buttonTop - 4 - 4 - numbers.height)
    let listTop = top + numbers.height + 4
    let listWidth = width - numbers.side * 2
    let buttonWidth = Ratio(numbers.isNarrow ? 40 : 80)
    let banner = put(
      box, x: 0, y: top, width: width, height: numbers.height)
    let list = put(
      box, x: numbers.side, y: listTop, width: listWidth, height: buttonTop - 4 - listTop)
    let button = put(
      box, .button, x: (width - buttonWidth).half, y: buttonTop, width: buttonWidth, height: 20)
    let eighth = listWidth * Ratio(1, 8)
    let badge = put(button, x: 0, y: 0, width: eighth, height: eighth)
    pin(banner, [.leading, .trailing, .top])
    fix(banner, [.height])
    equate(list, .top, banner, .bottom)
    pin(list, [.leading, .trailing])
    equate(button, .top, list, .bottom)
    pin(button, [.bottom])
    equate(button, .centerX, list, .centerX)
    fix(button, [.height])
    // The stronger of two preferences wins; a step exchanges their priorities.
    let own = Anchor(.view(button), .width)
    relate(own, priority: numbers.isNarrow ? 751 : 250, shift: 40 - buttonWidth)
    relate(own, priority: numbers.isNarrow ? 250 : 751, shift: 80 - buttonWidth)
    equate(badge, .width, list, .width, multiplier: LayoutNumber(digits: 125, scale: 3))
    equate(badge, .height, badge, .width)
    pin(badge, [.leading, .top])
  }

  /// Draws bad style that has one right layout all the same (scene S8).
  ///
  /// A label is tied to the cell instead of its content view, whose frame follows the cell by its
  /// mask. A height contradicts two edges and yields by its priority.
  mutating func drawPitfalls(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    let width = size(of: box, .horizontal)
    let height = try points(44...90, 44, &source)
    let cell = put(box, x: 0, y: 0, width: width, height: height)
    pin(cell, [.leading, .trailing, .top])
    fix(cell, [.height])
    // The frame belongs to a cell of another size.
    let (oldWidth, oldHeight) = (
      LayoutNumber(try source.integer(in: 100...600, towards: 320)),
      LayoutNumber(try source.integer(in: 20...90, towards: 44))
    )
    let content = put(cell, x: 0, y: 0, width: width, height: height)
    layoutCase.views[content].hold = View.Hold(
      frame: LayoutRect(x: 0, y: 0, width: oldWidth, height: oldHeight), reason: .autoresizing,
      mask: [.flexibleWidth, .flexibleHeight],
      superviewSize: LayoutSize(width: oldWidth, height: oldHeight))
    let (x, y) = (try points(0...20, 16, &source), try points(0...11, 11, &source))
    let label = put(
      content, .label, x: x, y: y, width: width - x - x, height: height - y - y)
    for edge in [Attribute.leading, .trailing, .top, .bottom] {
      equate(label, edge, cell, edge)
    }
    let wrong = try points(-20...20, 0, &source)
    relate(
      Anchor(.view(label), .height), priority: 999, shift: max(wrong, y + y - height))
  }
}
