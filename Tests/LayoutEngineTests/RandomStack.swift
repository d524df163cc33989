// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutModel
import Lowering
import TestSupport
import Testing

/// A stack view with random properties and arranged views, and its arithmetic reference.
struct RandomStack: CustomTestStringConvertible {
  var reference: StackReference
  /// The case, in which the stack is view 1 and its members follow in order.
  var layoutCase: LayoutCase
  /// The width that constraints give the stack; nil if its contents decide it.
  var width: Rational?
  var height: Rational?

  var testDescription: String { layoutCase.testDescription }

  init(_ draws: inout Draws) {
    func draw(_ range: ClosedRange<Int>) -> Int { draws.integer(in: range) }
    func chance(_ odds: Int) -> Bool { draws.chance(odds) }
    var stack = StackLayout()
    stack.axis = chance(2) ? .vertical : .horizontal
    stack.distribution = StackLayout.Distribution.allCases[draw(0...4)]
    stack.alignment = StackLayout.Alignment.allCases[draw(0...5)]
    stack.spacing = LayoutNumber(chance(4) ? -draw(1...4) : draw(0...20))
    stack.isMarginsRelative = chance(4)
    stack.isBaselineRelative = chance(4) && stack.axis == .vertical
    stack.usesSystemSpacing = chance(6)
    let count = draw(1...6)
    let flexible = draw(0...count - 1)
    var members: [StackReference.Member] = []
    for place in 0..<count {
      var member = StackReference.Member(
        width: Rational(Int64(draw(20...160)), 2), height: Rational(Int64(draw(40...160)), 2))
      member.isHidden = chance(5) && place != flexible
      member.isFlexible = place == flexible
      member.firstBaseline = Rational(draw(1...18))
      member.lastBaseline = Rational(draw(1...6))
      if chance(5) { member.customSpacing = Rational(draw(0...30)) }
      members.append(member)
    }
    let margins = LayoutInsets(top: 3, left: 5, bottom: 7, right: 11)
    reference = StackReference(
      stack: stack, margins: margins, isRightToLeft: chance(3), members: members)
    layoutCase = LayoutCase(
      environment: LayoutCase.Environment(
        size: LayoutSize(width: 2000, height: 1000),
        direction: reference.isRightToLeft ? .rightToLeft : .leftToRight),
      views: [View(id: "root", parent: nil), View(id: "stack", parent: 0, kind: .stackView)])
    layoutCase.views[1].stack = stack
    layoutCase.views[1].margins = margins
    for (place, member) in members.enumerated() { addView(place, member) }
    fixSize(extra: draw(0...90), isFreeAlong: chance(3), isFreeAcross: chance(2))
  }

  private mutating func addView(_ place: Int, _ member: StackReference.Member) {
    var view = View(id: "v\(place)", parent: 1, kind: .label)
    view.intrinsicWidth = number(member.width)
    view.intrinsicHeight = number(member.height)
    view.isHidden = member.isHidden
    view.customSpacing = member.customSpacing.map(number)
    view.firstBaselineOffset = number(member.firstBaseline)
    view.lastBaselineOffset = number(member.lastBaseline)
    let priority: Priority = member.isFlexible ? 250 : 251
    view.hugging = AxisPriorities(horizontal: priority, vertical: priority)
    layoutCase.views.append(view)
  }

  /// Places the stack, and fixes its size on the axes that its contents do not decide.
  private mutating func fixSize(extra: Int, isFreeAlong: Bool, isFreeAcross: Bool) {
    for attribute in [Attribute.left, .top] {
      layoutCase.constraints.append(
        LayoutConstraint(
          id: "place-\(attribute)", first: Anchor(.view(1), attribute),
          second: Anchor(.view(0), attribute)))
    }
    let isHorizontal = reference.stack.axis == .horizontal
    let length = reference.naturalLength + Rational(extra)
    let breadth = reference.naturalBreadth + Rational(extra)
    if !isFreeAlong { fix(isHorizontal ? .width : .height, length) }
    if !isFreeAcross { fix(isHorizontal ? .height : .width, breadth) }
  }

  private mutating func fix(_ attribute: Attribute, _ size: Rational) {
    let fixed = size < .zero ? .zero : size
    if attribute == .width { width = fixed } else { height = fixed }
    layoutCase.constraints.append(
      LayoutConstraint(
        id: "fixed-\(attribute)", first: Anchor(.view(1), attribute), constant: number(fixed)))
  }

  private func number(_ value: Rational) -> LayoutNumber {
    LayoutNumber(digits: Int64((value.doubleValue * 4).rounded()) * 25, scale: 2)
  }
}
