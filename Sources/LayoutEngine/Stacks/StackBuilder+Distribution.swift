// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// The placement of the arranged views along the axis (AUTOLAYOUT 9.3).
extension StackBuilder {
  mutating func addDistribution(_ stack: StackArrangement) {
    connectEnds(stack)
    switch stack.layout.distribution {
    case .fill, .fillProportionally:
      addSpacing(stack)
      addTextWidths(stack)
    case .fillEqually:
      addSpacing(stack)
      if stack.isDesktop {
        equalizeOnDesktop(stack)
        break
      }
      for place in stack.visible.indices.dropFirst() {
        relate(
          Anchor(.view(stack.visibleView(place)), stack.axis.size),
          Anchor(.view(stack.visibleView(0)), stack.axis.size), as: .fillEqually)
      }
    case .equalSpacing:
      addLeastSpacing(stack)
      addEqualGaps(stack)
    case .equalCentering:
      addLeastSpacing(stack)
      addEqualCentres(stack)
    }
  }

  /// Connects the first and the last visible view to the ends.
  ///
  /// Without one, hidden views are at the near end.
  private mutating func connectEnds(_ stack: StackArrangement) {
    guard let member = stack.members.first else { return }
    let first = stack.visible.first.map { stack.members[$0] } ?? member
    let axis = stack.axis
    relate(stack.edge(.near, axis), Anchor(.view(first), axis.near), as: .canvasConnection)
    if let last = stack.visible.last {
      relate(
        Anchor(.view(stack.members[last]), axis.far), stack.edge(.far, axis), as: .canvasConnection)
    }
  }

  /// Adds a gap of the given length after every view.
  private mutating func addSpacing(_ stack: StackArrangement) {
    for place in stack.gaps.indices { addGap(stack, place) }
  }

  private mutating func addGap(_ stack: StackArrangement, _ place: Int) {
    relate(
      stack.start(of: place + 1), stack.end(of: place), constant: stack.gaps[place], as: .spacing)
  }

  /// Adds the smallest length of every gap, also beside hidden views.
  ///
  /// Hidden views before the first and after the last visible one prefer a place beside these.
  private mutating func addLeastSpacing(_ stack: StackArrangement) {
    for place in stack.gaps.indices {
      relate(
        stack.start(of: place + 1), stack.end(of: place), relation: .greaterThanOrEqual,
        constant: stack.gaps[place], as: .spacing)
    }
    let first = stack.visible.first ?? stack.members.count
    let last = stack.visible.last ?? stack.members.count
    for place in stack.gaps.indices where place < first || place >= last {
      relate(
        stack.start(of: place + 1), stack.end(of: place),
        priority: StackRules.ambiguitySuppression, as: .ambiguitySuppression)
    }
  }

  // MARK: - Equal distances

  /// Adds guides in the gaps, all of one size.
  private mutating func addEqualGaps(_ stack: StackArrangement) {
    let overlap = stack.overlap
    var guides: [Item] = []
    for place in stack.visible.indices.dropLast() {
      let guide = addGapGuide(stack, place, overlap: overlap)
      if let first = guides.first, !stack.isDesktop {
        relate(
          Anchor(guide, stack.axis.size), Anchor(first, stack.axis.size), as: .fillEqually)
      }
      guides.append(guide)
    }
    if stack.isDesktop { equalize(guides, stack, priority: StackRules.desktopEqualGaps) }
    if !guides.isEmpty { fit(stack) }
  }

  /// Adds a guide in the gap after a visible view; the hidden views of the gap prefer its middle.
  ///
  /// - Parameters:
  ///   - stack: the current stack.
  ///   - place: the gap, by its place among the visible views; a visible view follows it.
  ///   - overlap: the length by which the guide exceeds the gap, because sizes are not negative and
  ///     gaps may be.
  /// - Returns: the guide.
  private mutating func addGapGuide(
    _ stack: StackArrangement, _ place: Int, overlap: Rational
  ) -> Item {
    let (axis, half) = (stack.axis, overlap * Rational(1, 2))
    let (before, after) = (stack.visible[place], stack.visible[place + 1])
    let guide = addGuide(flatAlong: stack.cross, .distributingEdge)
    relate(Anchor(guide, axis.near), stack.end(of: before), constant: -half, as: .distributingEdge)
    relate(Anchor(guide, axis.far), stack.start(of: after), constant: half, as: .distributingEdge)
    for hidden in before + 1..<after {
      relate(
        Anchor(.view(stack.members[hidden]), axis.center), Anchor(guide, axis.center),
        priority: StackRules.ambiguitySuppression, as: .ambiguitySuppression)
    }
    return guide
  }

  /// Adds guides from centre to centre, all of one size where that is possible.
  private mutating func addEqualCentres(_ stack: StackArrangement) {
    let axis = stack.axis
    var guides: [Item] = []
    for place in stack.visible.indices.dropLast() {
      let guide = addGuide(flatAlong: stack.cross, .distributingEdge)
      relate(
        Anchor(guide, axis.near), Anchor(.view(stack.visibleView(place)), axis.center),
        as: .distributingEdge)
      relate(
        Anchor(guide, axis.far), Anchor(.view(stack.visibleView(place + 1)), axis.center),
        as: .distributingEdge)
      if let first = guides.first, !stack.isDesktop {
        relate(
          Anchor(guide, axis.size), Anchor(first, axis.size),
          priority: StackRules.equalCentres(at: place - 1), as: .fillEqually)
      }
      guides.append(guide)
      if stack.visible[place] + 1 < stack.visible[place + 1] {
        _ = addGapGuide(stack, place, overlap: stack.overlap)
      }
    }
    if stack.isDesktop { equalize(guides, stack, priority: StackRules.desktopEqualGaps) }
    if !guides.isEmpty { fit(stack) }
  }

  /// Makes a stack no longer than its spread contents.
  private mutating func fit(_ stack: StackArrangement) {
    let priority = stack.isDesktop ? desktopFit(stack, stack.axis) : StackRules.canvasFit
    shrink(.view(stack.view), stack.axis, priority: priority, as: .canvasFit)
  }

  // MARK: - Texts

  /// Adds equal widths of labels of several lines, in a row that contains only such labels.
  ///
  /// Hugging and resistance alone would not decide which of them wraps.
  private mutating func addTextWidths(_ stack: StackArrangement) {
    guard !stack.isDesktop, stack.axis == .horizontal, stack.layout.distribution == .fill,
      stack.visible.count > 1,
      stack.visible.allSatisfy({ wraps(stack.members[$0]) })
    else { return }
    let count = Rational(stack.visible.count)
    let spacing = stack.visible.indices.dropLast().reduce(Rational.zero) {
      $0 + stack.spacing(after: $1)
    }
    for place in stack.visible.indices {
      let label = stack.visibleView(place)
      let resistance = arranged.views[label].compressionResistance.horizontal
      relate(
        Anchor(.view(label), .width), Anchor(.view(stack.view), .width), multiplier: .one / count,
        constant: -spacing / count, priority: StackRules.textWidth(resistance: resistance),
        as: .textWidthDisambiguation)
    }
  }

  private func wraps(_ view: Int) -> Bool {
    guard let text = arranged.views[view].text else { return false }
    return text.lineLimit != 1
  }
}
