// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Stack views of every kind with a layout that arithmetic determines.
extension CaseBuilder {
  /// Draws a stack view with labels, in the near corner of the box.
  mutating func drawStack(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    var plan = try drawPlan(&source)
    let extra = (try points(0...90, 0, &source), try points(0...40, 0, &source))
    // Proportional shares of an undetermined length would depend on each other.
    let canBeFree = plan.layout.distribution != .fillProportionally
    let isFree = (
      canBeFree ? try source.bool(1, in: 3) : false, try source.bool(1, in: 3)
    )
    var length = plan.naturalLength + (isFree.0 ? 0 : extra.0)
    if plan.along(length) == nil {
      plan.layout.distribution = .fill
      length = plan.naturalLength
    }
    let breadth = plan.naturalBreadth + (isFree.1 ? 0 : extra.1)
    guard let along = plan.along(length), !length.isNegative, !breadth.isNegative else {
      throw .invalid
    }
    let across = plan.across(breadth)
    let isRow = plan.axis == .horizontal
    let stack = put(
      box, .stackView, x: 0, y: 0, width: isRow ? length : breadth,
      height: isRow ? breadth : length)
    layoutCase.views[stack].stack = plan.layout
    if plan.layout.toolkit == .appKit {
      // Documents write a priority just below that of the alignment.
      let priorities: [Priority] = [Priority(249.99998), Priority(250), .required]
      let hugging = priorities[try source.index(below: priorities.count)]
      layoutCase.views[stack].hugging = AxisPriorities(horizontal: hugging, vertical: hugging)
    }
    // A safe area that extends into a stack up to the stack's own size would depend on itself.
    layoutCase.views[stack].marginRules.insetsFromSafeArea = false
    setMargins(of: stack, plan)
    pin(stack, [.leading, .top])
    if !isFree.0 { fix(stack, [isRow ? .width : .height]) }
    if !isFree.1 { fix(stack, [isRow ? .height : .width]) }
    for (place, member) in plan.members.enumerated() {
      let (x, y) = isRow ? (along[place], across[place]) : (across[place], along[place])
      let view = put(stack, .label, x: x.low, y: y.low, width: x.size, height: y.size)
      try describe(view, member, hugging: plan.hugging(of: place))
    }
    try drawBesideStack(stack, &source)
  }

  private func drawPlan(_ source: inout ChoiceSource) throws(GenerationStop) -> StackPlan {
    var layout = StackLayout()
    layout.axis = try source.bool() ? .vertical : .horizontal
    let distributions = StackLayout.Distribution.allCases
    layout.distribution = distributions[try source.index(below: distributions.count)]
    let alignments = StackLayout.Alignment.allCases
    layout.alignment = alignments[try source.index(below: alignments.count)]
    layout.spacing = LayoutNumber(try source.integer(in: -4...20, towards: 0))
    layout.usesSystemSpacing = try source.bool(1, in: 8)
    if layout.usesSystemSpacing { layout.spacing = 8 }
    layout.isMarginsRelative = try source.bool(1, in: 4)
    // Proportional shares of an NSStackView yield to natural sizes, which the plan does not follow.
    let canBeDesktop = layout.distribution != .fillProportionally
    layout.toolkit = try source.bool(1, in: 5) && canBeDesktop ? .appKit : .uiKit
    let count = try source.integer(in: 1...6, towards: 1)
    let flexible = try source.index(below: count)
    var members: [StackPlan.Member] = []
    for place in 0..<count {
      members.append(try drawMember(canHide: place != flexible, &source))
      // An NSStackView detaches hidden views, so that their places mean nothing.
      if layout.toolkit == .appKit { members[place].isHidden = false }
    }
    layout.isBaselineRelative = try source.bool(1, in: 6)
    if layout.toolkit == .appKit { layout.isBaselineRelative = false }
    if layout.axis == .vertical {
      // Equal gaps between baselines, and hidden views there, are not planned.
      let isPlanned = [.fill, .fillEqually].contains(layout.distribution)
      if !isPlanned || members.contains(where: \.isHidden) { layout.isBaselineRelative = false }
    }
    let side = layout.isMarginsRelative ? Ratio(4) : 0
    let end = layout.isMarginsRelative ? Ratio(10) : 0
    return StackPlan(
      layout: layout, insets: ByAxis(both: (near: side, far: end)), members: members,
      flexible: flexible)
  }

  private func drawMember(
    canHide: Bool, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> StackPlan.Member {
    var member = StackPlan.Member(
      size: ByAxis(try points(10...60, 20, &source), try textHeight(&source)))
    if canHide { member.isHidden = try source.bool(1, in: 6) }
    if try source.bool(1, in: 6) { member.customSpacing = try points(0...24, 8, &source) }
    member.firstBaseline = try points(0...10, 0, &source)
    member.lastBaseline = try points(0...4, 0, &source)
    return member
  }

  /// Sets the margins by side: the near ones are on the right in right-to-left layouts.
  private mutating func setMargins(of stack: Int, _ plan: StackPlan) {
    guard plan.layout.isMarginsRelative else { return }
    let (near, far) = plan.insets.horizontal
    let left = (isRightToLeft ? far : near).layoutNumber ?? 0
    let right = (isRightToLeft ? near : far).layoutNumber ?? 0
    layoutCase.views[stack].margins = LayoutInsets(
      top: plan.insets.vertical.near.layoutNumber ?? 0, left: left,
      bottom: plan.insets.vertical.far.layoutNumber ?? 0, right: right)
  }

  private mutating func describe(
    _ view: Int, _ member: StackPlan.Member, hugging: Priority
  ) throws(GenerationStop) {
    measure(
      view, width: member.size.horizontal, height: member.size.vertical, hugging: hugging)
    layoutCase.views[view].isHidden = member.isHidden
    layoutCase.views[view].customSpacing = member.customSpacing?.layoutNumber
    layoutCase.views[view].firstBaselineOffset = member.firstBaseline.layoutNumber
    layoutCase.views[view].lastBaselineOffset = member.lastBaseline.layoutNumber
  }

  /// Sometimes draws a subview that the stack does not arrange.
  private mutating func drawBesideStack(
    _ stack: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    guard try source.bool(1, in: 6) else { return }
    let view = put(stack, x: 2, y: 2, width: 8, height: 8)
    layoutCase.views[view].isArranged = false
    pin(view, [.leading, .top])
    fix(view, [.width, .height])
  }
}
