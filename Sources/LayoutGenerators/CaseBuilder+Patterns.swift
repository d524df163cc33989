// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Layouts of applications: sections one below the other, each filled by a pattern.
///
/// Every pattern leaves exactly one right layout, its witness. Distances count in reading
/// direction.
extension CaseBuilder {
  /// Draws an idiomatic case: some sections from top to bottom, the last one sometimes unfinished.
  mutating func drawSections(
    _ source: inout ChoiceSource
  ) throws(GenerationStop) -> PlantedTruth {
    var top = Ratio.zero
    var above: Int?
    for _ in 0..<8 {
      source.beginSpan(.pattern)
      if above != nil {
        guard try source.bool(1, in: 2) else {
          source.dropSpan()
          break
        }
      }
      if try source.bool(1, in: 16) {
        defer { source.endSpan() }
        return try drawStage(in: drawSection(below: above, top, &source), &source)
      }
      let pattern = Pattern(rawValue: try source.index(below: Pattern.allCases.count)) ?? .chain
      let section = try drawSection(below: above, top, &source)
      patterns.append(pattern)
      try draw(pattern, in: section, &source)
      top = top + size(of: section, .vertical)
      above = section
      source.endSpan()
    }
    return .unique
  }

  private mutating func drawSection(
    below above: Int?, _ top: Ratio, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Int {
    let height = Ratio(try source.integer(in: 100...400, towards: 200))
    let section = put(0, x: 0, y: top, width: size(of: 0, .horizontal), height: height)
    pin(section, [.leading, .trailing])
    relate(
      Anchor(.view(section), .top), .equal,
      above.map { Anchor(.view($0), .bottom) } ?? Anchor(.view(0), .top))
    relate(Anchor(.view(section), .height))
    try forceDirection(of: section, &source)
    return section
  }

  private mutating func draw(
    _ pattern: Pattern, in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    switch pattern {
    case .chain: try drawChain(in: box, &source)
    case .centredPair: try drawCentredPair(in: box, &source)
    case .formRows: try drawFormRows(in: box, &source)
    case .equalColumns: try drawEqualColumns(in: box, &source)
    case .toolbar: try drawToolbar(in: box, &source)
    case .feedCell: try drawFeedCell(in: box, &source)
    case .scrolledLabel: try drawScrolledLabel(in: box, &source)
    case .scrolledMultiple: try drawScrolledMultiple(in: box, &source)
    case .logoAndText: try drawLogoAndText(in: box, &source)
    case .selfSizingCell: try drawSelfSizingCell(in: box, &source)
    case .aspectGrid: try drawAspectGrid(in: box, &source)
    case .stack: try drawStack(in: box, &source)
    case .areas: try drawAreas(in: box, &source)
    case .masks: try drawMasks(in: box, &source)
    case .animatedBanner: try drawAnimatedBanner(in: box, &source)
    case .pitfalls: try drawPitfalls(in: box, &source)
    case .grid: try drawGrid(in: box, &source)
    }
  }

  // MARK: - Vocabulary

  /// Adds a view at a distance from its superview's leading and top edges, or from those of the
  /// content of a scroll view.
  mutating func put(
    _ parent: Int, _ kind: View.Kind = .view, x: Ratio, y: Ratio, width: Ratio, height: Ratio
  ) -> Int {
    let scrolls = layoutCase.views[parent].kind == .scrollView
    func outer(_ axis: Axis) -> Stretch {
      scrolls ? witness.content(of: parent, axis, in: layoutCase) : witness.views[parent][axis]
    }
    let (horizontal, vertical) = (outer(.horizontal), outer(.vertical))
    let left = isRightToLeft(inside: parent) ? horizontal.size - x - width : x
    return addView(
      parent: parent, kind: kind,
      at: ByAxis(
        Stretch(low: horizontal.low + left, size: width),
        Stretch(low: vertical.low + y, size: height)))
  }

  /// Whether distances inside a view count from right to left: its subviews do not inherit a forced
  /// direction (AUTOLAYOUT 1.7).
  func isRightToLeft(inside view: Int) -> Bool {
    let direction = layoutCase.views[view].direction ?? layoutCase.environment.direction
    return direction == .rightToLeft
  }

  /// Sometimes gives a view its own reading direction, before any view is placed in it.
  mutating func forceDirection(
    of view: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    guard try source.bool(1, in: 10) else { return }
    layoutCase.views[view].direction = try source.bool() ? .leftToRight : .rightToLeft
  }

  /// Equates attributes of a view with those of its superview.
  mutating func pin(_ view: Int, _ attributes: [Attribute]) {
    let parent = layoutCase.views[view].parent ?? 0
    for attribute in attributes { equate(view, attribute, parent, attribute) }
  }

  mutating func equate(
    _ one: Int, _ first: Attribute, _ other: Int, _ second: Attribute,
    multiplier: LayoutNumber = 1, priority: Priority = .required
  ) {
    relate(
      Anchor(.view(one), first), .equal, Anchor(.view(other), second), multiplier: multiplier,
      priority: priority)
  }

  /// Gives sizes as constants.
  mutating func fix(_ view: Int, _ sizes: [Attribute]) {
    for size in sizes { relate(Anchor(.view(view), size)) }
  }

  /// Gives a view its text's size, so that hugging and compression resistance decide.
  mutating func measure(
    _ view: Int, width: Ratio? = nil, height: Ratio? = nil, hugging: Priority = 251,
    resistance: Priority = 750
  ) {
    layoutCase.views[view].intrinsicWidth = width?.layoutNumber
    layoutCase.views[view].intrinsicHeight = height?.layoutNumber
    layoutCase.views[view].hugging = AxisPriorities(horizontal: hugging, vertical: hugging)
    layoutCase.views[view].compressionResistance = AxisPriorities(
      horizontal: resistance, vertical: resistance)
  }

  /// Marks places or sizes of views along an axis as dependent on the size of a text.
  mutating func open(_ axis: Axis, _ views: [Int]) {
    for view in views { viewsOpen[view][axis] = true }
  }

  func size(of view: Int, _ axis: Axis) -> Ratio { witness.views[view][axis].size }

  /// Draws a length with the given simplest value.
  func points(
    _ range: ClosedRange<Int>, _ simplest: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Ratio {
    Ratio(try source.integer(in: range, towards: simplest))
  }

  /// Draws a text height as measured: half points occur.
  func textHeight(_ source: inout ChoiceSource) throws(GenerationStop) -> Ratio {
    Ratio(Int64(try source.integer(in: 24...120, towards: 40)), 2)
  }
}
