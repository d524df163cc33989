// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Drawing views and guides with their witness frames.
extension CaseBuilder {
  /// Draws views until the choices stop it; settles each at once, except those that depend on later
  /// ones.
  ///
  /// - Parameters:
  ///   - least: the number of views drawn without a choice.
  ///   - odds: the odds of one more view, as `odds` in `odds + 1`.
  ///   - source: the source of choices.
  /// - Throws: `.overrun` when the source ends; `.invalid` when the choices give no valid case.
  mutating func drawViews(
    atLeast least: Int, odds: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    var late: [Item] = []
    var drawn = 0
    while drawn < 160 {
      source.beginSpan(.view)
      if drawn >= least {
        guard try source.bool(odds, in: odds + 1) else {
          source.dropSpan()
          break
        }
      }
      let view = try drawView(&source)
      if features.contains(.lateViews), try source.bool(1, in: 4) {
        late.append(.view(view))
      } else {
        try settle(.view(view), &source)
      }
      if features.contains(.guides), try source.bool(1, in: 5) {
        try drawGuide(&source)
      }
      source.endSpan()
      drawn += 1
    }
    for item in late { try settle(item, &source) }
    try settleContents(&source)
  }

  private mutating func drawView(_ source: inout ChoiceSource) throws(GenerationStop) -> Int {
    let count = layoutCase.views.count
    let parent: Int
    switch try source.index(weights: [4, 3, 2]) {
    case 1: parent = count - 1
    case 2: parent = try source.index(below: count)
    default: parent = 0
    }
    let kind = try drawKind(&source)
    let rect = try drawRect(inside: parent, &source)
    let view = addView(parent: parent, kind: kind, at: rect)
    if kind == .scrollView {
      let least = profile == .degenerate ? 0 : 1
      witness.contents[view] = ByAxis(
        try length(least...2000, &source), try length(least...2000, &source))
    }
    try decorate(view, &source)
    return view
  }

  private func drawKind(_ source: inout ChoiceSource) throws(GenerationStop) -> View.Kind {
    if features.contains(.scrollViews), try source.bool(1, in: 5) { return .scrollView }
    return .view
  }

  private func length(
    _ range: ClosedRange<Int>, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Ratio {
    let towards = min(max(10, range.lowerBound), range.upperBound)
    return Ratio(Int64(try source.integer(in: range, towards: towards)), Int64(grid))
  }

  /// Draws a rectangle inside a view or, for a scroll view, inside its content.
  func drawRect(
    inside parent: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> ByAxis<Stretch> {
    let horizontal = try drawStretch(inside: parent, .horizontal, &source)
    return ByAxis(horizontal, try drawStretch(inside: parent, .vertical, &source))
  }

  private func drawStretch(
    inside parent: Int, _ axis: Axis, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Stretch {
    let outer =
      layoutCase.views[parent].kind == .scrollView
      ? witness.content(of: parent, axis, in: layoutCase) : witness.views[parent][axis]
    let room = min(max(1, (outer.size * Ratio(grid)).floor), 1_000_000)
    let isFlat = profile == .degenerate ? try source.bool(1, in: 4) : false
    let size = isFlat ? 0 : try length(1...room, &source)
    let rest = max(0, room - (size * Ratio(grid)).floor)
    let offset = Ratio(Int64(try source.integer(in: 0...rest, towards: 0)), Int64(grid))
    return Stretch(low: outer.low + offset, size: size)
  }

  /// Draws margins, baselines and alignment insets.
  private mutating func decorate(
    _ view: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    if features.contains(.margins), try source.bool(1, in: 3) {
      layoutCase.views[view].margins = try source.insets(in: 0...24, towards: 8)
    }
    if features.contains(.baselines), try source.bool() {
      layoutCase.views[view].firstBaselineOffset = LayoutNumber(
        digits: Int64(try source.integer(in: 0...400, towards: 160)), scale: 1)
      layoutCase.views[view].lastBaselineOffset = LayoutNumber(
        digits: Int64(try source.integer(in: 0...100, towards: 40)), scale: 1)
    }
    if features.contains(.alignmentInsets), try source.bool(1, in: 4) {
      layoutCase.views[view].alignmentInsets = try source.insets(in: 0...4, towards: 0)
    }
  }

  // MARK: - Guides

  private mutating func drawGuide(_ source: inout ChoiceSource) throws(GenerationStop) {
    source.beginSpan(.guide)
    defer { source.endSpan() }
    let owner = try source.index(below: layoutCase.views.count)
    let scrolls = layoutCase.views[owner].kind == .scrollView
    switch try source.index(weights: scrolls ? [2, 2, 1, 1, 3, 3] : [2, 3, 1, 1]) {
    case 1:
      addGuide(owner: owner, kind: .inset(try source.insets(in: 0...60, towards: 0)))
    case 2:
      let height = LayoutNumber(try source.integer(in: 0...60, towards: 20))
      addGuide(owner: owner, kind: .topStrip(height))
    case 3:
      let height = LayoutNumber(try source.integer(in: 0...60, towards: 34))
      addGuide(owner: owner, kind: .bottomStrip(height))
    case 4: addGuide(owner: owner, kind: .scrollContent)
    case 5: addGuide(owner: owner, kind: .scrollFrame)
    default:
      let guide = addGuide(
        owner: owner, kind: .free, at: try drawRect(inside: owner, &source))
      try settle(.guide(guide), &source)
    }
  }

  // MARK: - Content of scroll views

  private mutating func settleContents(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard features.contains(.scrollViews) else { return }
    for view in layoutCase.views.indices where layoutCase.views[view].kind == .scrollView {
      source.beginSpan(.content)
      defer { source.endSpan() }
      for axis in Axis.allCases { try settleContent(of: view, axis, &source) }
    }
  }

  /// Fixes the content size from the last view inside, or by a guide when there is none.
  private mutating func settleContent(
    of view: Int, _ axis: Axis, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let inner = layoutCase.views.indices.last {
      layoutCase.views[$0].parent == view && viewsKnown[$0][axis]
    }
    defer { contentsKnown[view][axis] = true }
    let isDirected = !(features.contains(.absoluteSides) ? try source.bool() : false)
    // Leading in a right-to-left layout is the far edge, which has to be fixed.
    let edge = plainAttribute(for: .high, axis, isDirected: isDirected)
    if let inner, try !source.bool(1, in: 4) {
      let outer = Anchor(.view(view), edge)
      let own = Anchor(.view(inner), edge)
      let priority = try priority(&source)
      if relate(own, .equal, outer, priority: priority) != nil { return }
    }
    let guide = addGuide(owner: view, kind: .scrollContent)
    let size = Anchor(.guide(guide), axis == .horizontal ? .width : .height)
    guard relate(size) != nil else { throw .invalid }
  }
}
