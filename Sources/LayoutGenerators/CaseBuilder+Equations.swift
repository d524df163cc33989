// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Constraints that settle items: along each axis two independent equations, each relative to a
/// known item.
extension CaseBuilder {
  /// The two of low edge, center, high edge and size that settle an item along an axis.
  private enum Placement: Int {
    case lowAndSize, lowAndHigh, centerAndSize, highAndSize, lowAndCenter, centerAndHigh

    var edges: [Edge] {
      switch self {
      case .lowAndSize: return [.low]
      case .lowAndHigh: return [.low, .high]
      case .centerAndSize: return [.center]
      case .highAndSize: return [.high]
      case .lowAndCenter: return [.low, .center]
      case .centerAndHigh: return [.center, .high]
      }
    }
  }

  /// Adds the equations that settle an item along both axes.
  mutating func settle(
    _ item: Item, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    source.beginSpan(.equations)
    defer { source.endSpan() }
    if case .view(let view) = item, features.contains(.holds), try canHold(view, &source),
      try hold(view, &source)
    {
      return
    }
    for axis in Axis.allCases { try settle(item, axis, &source) }
  }

  private mutating func settle(
    _ item: Item, _ axis: Axis, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    guard let placement = Placement(rawValue: try source.index(weights: [6, 5, 3, 3, 1, 1])) else {
      throw .invalid
    }
    if placement.edges.count == 1 { try settleSize(item, axis, &source) }
    for edge in placement.edges { try settleEdge(item, axis, edge, &source) }
    setKnown(item, axis)
  }

  private mutating func canHold(
    _ view: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Bool {
    guard try source.bool(1, in: 10), let parent = layoutCase.views[view].parent else {
      return false
    }
    return viewsKnown[parent].horizontal && viewsKnown[parent].vertical
  }

  /// Holds a view at its witness frame; false when the frame cannot be written.
  private mutating func hold(
    _ view: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Bool {
    guard let parent = layoutCase.views[view].parent else { return false }
    var numbers: [LayoutNumber] = []
    var sizes: [LayoutNumber] = []
    for axis in Axis.allCases {
      let frame = witness.frame(of: view, axis, in: layoutCase)
      let outer = witness.frame(of: parent, axis, in: layoutCase)
      guard let low = (frame.low - outer.low).layoutNumber, let size = frame.size.layoutNumber
      else { return false }
      numbers += [low, size]
      if let size = outer.size.layoutNumber { sizes.append(size) }
    }
    var hold = View.Hold(
      frame: LayoutRect(x: numbers[0], y: numbers[2], width: numbers[1], height: numbers[3]),
      reason: .autoresizing)
    // If the superview has the size of the mask, the view keeps its frame with any mask (AUTOLAYOUT
    // 4.4). Shares of its length may not be exact doubles.
    if !isBinary, sizes.count == 2, try source.bool() {
      hold.mask = AutoresizingMask(rawValue: UInt8(try source.integer(in: 0...63, towards: 0)))
      hold.superviewSize = LayoutSize(width: sizes[0], height: sizes[1])
    } else if try source.bool(1, in: 4) {
      hold.reason = .fixedFrame
    }
    layoutCase.views[view].hold = hold
    viewsKnown[view] = ByAxis(both: true)
    return true
  }

  /// Records the equation that settles a view; throws when its constant could not be written.
  mutating func note(_ index: Int?, _ item: Item, _ axis: Axis) throws(GenerationStop) {
    guard let index else { throw .invalid }
    if case .view(let view) = item { equations[view][axis].append(.constraint(index)) }
  }

  /// Draws the priority of a settling equation: required, or one of the optional ones.
  mutating func priority(_ source: inout ChoiceSource) throws(GenerationStop) -> Priority {
    let odds = profile == .competing ? 2 : 4
    guard features.contains(.optional), try source.bool(1, in: odds) else { return .required }
    return Palette.priorities[try source.index(below: Palette.priorities.count)]
  }

  /// Draws the distance of an optional equation from the witness; not 0 only if preferences
  /// compete.
  private mutating func shift(
    _ priority: Priority, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Ratio {
    guard profile == .competing, !priority.isRequired else { return 0 }
    return Ratio(try source.integer(in: -60...60, towards: 0))
  }

  // MARK: - Sizes

  private mutating func settleSize(
    _ item: Item, _ axis: Axis, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let own = Anchor(item, axis == .horizontal ? .width : .height)
    switch try source.index(weights: isBinary ? [3, 6, 1, 2] : [4, 3, 3, 2]) {
    case 1:
      if try relateSize(own, &source) { return }
    case 2:
      if case .view(let view) = item, try useIntrinsicSize(view, axis, &source) { return }
    case 3:
      if axis == .vertical, isKnown(item, .horizontal), try relateAspect(own, &source) { return }
    default: break
    }
    let priority = try priority(&source)
    let shift = try shift(priority, &source)
    try note(relate(own, priority: priority, shift: shift), item, axis)
  }

  /// Relates a size to a known size of another item.
  private mutating func relateSize(
    _ own: Anchor, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Bool {
    let crosses = try source.bool(1, in: 6)
    let axis: Axis = crosses ? (own.axis == .horizontal ? .vertical : .horizontal) : own.axis
    guard let reference = try knownItem(near: own.item, axis, &source) else { return false }
    let other = Anchor(reference, axis == .horizontal ? .width : .height)
    let multiplier = try multiplier(&source)
    return try relateSize(own, other, multiplier, &source)
  }

  private mutating func relateSize(
    _ own: Anchor, _ other: Anchor, _ multiplier: LayoutNumber, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Bool {
    let isReversed = !multiplier.isZero ? try source.bool(isBinary ? 3 : 1, in: 5) : false
    if features.contains(.derivedSizes) || profile == .extreme {
      let factor = isReversed ? 1 / Ratio(multiplier) : Ratio(multiplier)
      try derive(own, factor * witness.value(other, other: own, in: layoutCase), &source)
    }
    let priority = try priority(&source)
    let shift = try shift(priority, &source)
    let index =
      isReversed
      ? relate(
        other, .equal, own, multiplier: multiplier, priority: priority, shift: shift)
      : relate(own, .equal, other, multiplier: multiplier, priority: priority, shift: shift)
    guard let index else { return false }
    try note(index, own.item, own.axis)
    return true
  }

  private mutating func relateAspect(
    _ own: Anchor, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Bool {
    let table = isBinary ? Palette.binaryMultipliers : Palette.multipliers
    let multiplier = table[try source.index(below: table.count)]
    let other = Anchor(own.item, own.axis == .horizontal ? .height : .width)
    return try relateSize(
      own, other, Palette.isPositive(multiplier) ? multiplier : 1, &source)
  }

  /// Changes the witness so that a size is the multiple itself, as people write it.
  ///
  /// The item has no constraints yet, so no constant derived before becomes wrong.
  private mutating func derive(
    _ own: Anchor, _ size: Ratio, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    guard case .view(let view) = own.item, try source.bool(2, in: 3),
      equations[view][own.axis].isEmpty, isUntouched(view)
    else { return }
    let limit = Ratio(profile == .extreme ? 1_000_000_000 : 100_000)
    guard size.isDefined, size.denominator <= 100_000_000, size > 0, size <= limit,
      (witness.views[view][own.axis].low + size).isModest
    else { return }
    witness.views[view][own.axis].size = size
  }

  /// Whether no item was placed relative to a view yet.
  private func isUntouched(_ view: Int) -> Bool {
    view == layoutCase.views.count - 1 && !features.contains(.lateViews)
      && !layoutCase.guides.contains { $0.owner == view }
  }

  /// Gives a view its witness size as intrinsic size: hugging and compression resistance settle it.
  private mutating func useIntrinsicSize(
    _ view: Int, _ axis: Axis, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Bool {
    guard features.contains(.intrinsicSizes), layoutCase.views[view].kind != .scrollView,
      let size = witness.views[view][axis].size.layoutNumber, !size.isNegative
    else { return false }
    let hugging = Palette.priorities[try source.index(below: Palette.priorities.count)]
    let resistance = Palette.priorities[try source.index(below: Palette.priorities.count)]
    if layoutCase.views[view].kind == .view { layoutCase.views[view].kind = .label }
    if axis == .horizontal {
      layoutCase.views[view].intrinsicWidth = size
      layoutCase.views[view].hugging.horizontal = hugging
      layoutCase.views[view].compressionResistance.horizontal = resistance
    } else {
      layoutCase.views[view].intrinsicHeight = size
      layoutCase.views[view].hugging.vertical = hugging
      layoutCase.views[view].compressionResistance.vertical = resistance
    }
    equations[view][axis].append(.intrinsicSize)
    return true
  }

  // MARK: - Edges

  private mutating func settleEdge(
    _ item: Item, _ axis: Axis, _ edge: Edge, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    guard let reference = try knownItem(near: item, axis, &source) else { throw .invalid }
    let isDirected = !(features.contains(.absoluteSides) ? try source.bool() : false)
    let own = Anchor(
      item, try attribute(for: edge, of: item, axis, isDirected: isDirected, &source))
    let otherEdge = try self.otherEdge(edge, own, reference, &source)
    var other = Anchor(
      reference,
      try attribute(for: otherEdge, of: reference, axis, isDirected: isDirected, &source))
    if edge != .low, Witness.isContent(own, other: other, in: layoutCase) {
      // From inside, the far edge of a scroll view would be that of its content.
      other.item = .view(0)
    }
    if !isKnown(other, other: own) {
      // The far edge of content may not be settled yet; the near one always is.
      other.attribute = plainAttribute(for: .low, axis, isDirected: isDirected)
    }
    var multiplier: LayoutNumber = 1
    if features.contains(.multipliers) || isBinary, try source.bool(1, in: 6),
      isOriginKnown(own, other)
    {
      multiplier = try self.multiplier(&source)
    }
    let priority = try priority(&source)
    let shift = try shift(priority, &source)
    let isReversed = try source.bool(isBinary ? 2 : 1, in: 4)
    let index =
      isReversed
      ? relate(other, .equal, own, multiplier: multiplier, priority: priority, shift: shift)
      : relate(own, .equal, other, multiplier: multiplier, priority: priority, shift: shift)
    try note(index ?? relate(own, .equal, other), item, axis)
  }

  /// Draws the edge of the reference: mostly the same edge of a superview, and the facing edge of a
  /// sibling.
  private func otherEdge(
    _ edge: Edge, _ own: Anchor, _ reference: Item, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Edge {
    let isAncestor =
      layoutCase.nearestAncestor(of: own.item, reference) == layoutCase.viewIndex(of: reference)
    switch try source.index(weights: [8, 1, 1]) {
    case 1: return isAncestor ? edge.opposite : edge
    case 2: return .center
    default: return isAncestor ? edge : edge.opposite
    }
  }

  func plainAttribute(for edge: Edge, _ axis: Axis, isDirected: Bool) -> Attribute {
    guard axis == .horizontal else {
      return edge == .low ? .top : edge == .high ? .bottom : .centerY
    }
    if edge == .center { return .centerX }
    if !isDirected { return edge == .low ? .left : .right }
    return (edge == .low) == !isRightToLeft ? .leading : .trailing
  }

  /// Draws an attribute for the edge of an item: the plain one, or one with margins or a baseline.
  private func attribute(
    for edge: Edge, of item: Item, _ axis: Axis, isDirected: Bool, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Attribute {
    let plain = plainAttribute(for: edge, axis, isDirected: isDirected)
    guard case .view = item else { return plain }
    if features.contains(.baselines), axis == .vertical, edge != .center, try source.bool(1, in: 4)
    {
      return edge == .low ? .firstBaseline : .lastBaseline
    }
    if features.contains(.margins), try source.bool(1, in: 3) { return plain.withMargin }
    return plain
  }

  func multiplier(_ source: inout ChoiceSource) throws(GenerationStop) -> LayoutNumber {
    if profile == .extreme {
      let table = Palette.extremeMultipliers
      return table[try source.index(below: table.count)]
    }
    if isBinary {
      let table = Palette.binaryMultipliers
      return try source.bool() ? table[try source.index(below: table.count)] : 1
    }
    guard features.contains(.multipliers), try source.bool(2, in: 3) else { return 1 }
    return Palette.multipliers[try source.index(below: Palette.multipliers.count)]
  }

  // MARK: - References

  /// Draws an item that is settled along an axis: the superview, a recent view, a guide, or any
  /// view.
  func knownItem(
    near item: Item, _ axis: Axis, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Item? {
    let own = layoutCase.viewIndex(of: item)
    let parent = item == .view(own) ? layoutCase.views[own].parent ?? 0 : own
    func accept(_ candidate: Item) -> Item? {
      candidate != item && isKnown(candidate, axis) ? candidate : nil
    }
    let root = Item.view(0)
    switch try source.index(weights: [5, 4, 2, 2]) {
    case 1:
      let back = try source.index(below: 3)
      var left = back
      for view in layoutCase.views.indices.reversed() where view != own {
        guard let found = accept(.view(view)) else { continue }
        if left == 0 { return found }
        left -= 1
      }
    case 2 where !layoutCase.guides.isEmpty:
      let guide = try source.index(below: layoutCase.guides.count)
      if let found = accept(.guide(guide)) { return found }
    case 3:
      let any = try source.index(below: layoutCase.views.count)
      if let found = accept(.view(any)) { return found }
    default: break
    }
    return accept(.view(parent)) ?? accept(root)
  }
}

extension Attribute {
  /// The same attribute relative to the layout margins.
  fileprivate var withMargin: Attribute {
    switch self {
    case .left: return .leftMargin
    case .right: return .rightMargin
    case .top: return .topMargin
    case .bottom: return .bottomMargin
    case .leading: return .leadingMargin
    case .trailing: return .trailingMargin
    case .centerX: return .centerXWithinMargins
    case .centerY: return .centerYWithinMargins
    default: return self
    }
  }
}
