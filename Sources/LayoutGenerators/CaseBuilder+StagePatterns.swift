// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Unfinished layouts: a constraint is missing, or one too many contradicts the others.
extension CaseBuilder {
  /// Draws an unfinished or contradictory pattern.
  ///
  /// - Returns: the ambiguous view, or the conflicting constraints.
  mutating func drawStage(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> PlantedTruth {
    let stage = Stage(rawValue: try source.index(below: Stage.allCases.count)) ?? .loosePair
    self.stage = stage
    switch stage {
    case .loosePair: return try drawLoosePair(in: box, &source)
    case .tooWidePair: return try drawTooWidePair(in: box, &source)
    case .halfScrolledLabel: return try drawHalfScrolledLabel(in: box, &source)
    case .translatedLogo: return try drawTranslatedLogo(in: box, &source)
    case .encapsulatedCell: return try drawEncapsulatedCell(in: box, &source)
    case .wrongHeight: return try drawWrongHeight(in: box, &source)
    }
  }

  /// Returns the constraints with a view as their first item, by attribute.
  private func constraints(of view: Int, _ attributes: [Attribute]) -> [Int] {
    layoutCase.constraints.indices.filter {
      let first = layoutCase.constraints[$0].first
      return first.item == .view(view) && attributes.contains(first.attribute)
    }
  }

  /// Draws two views of required widths, side by side, and too wide for their superview (scene S2).
  private mutating func drawTooWidePair(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> PlantedTruth {
    let (image, excess) = (try points(30...60, 30, &source), try points(1...20, 1, &source))
    let text = size(of: box, .horizontal) - image - 8 + excess
    let start = layoutCase.constraints.count
    let one = put(box, .imageView, x: 0, y: 0, width: image, height: image)
    let two = put(box, .label, x: image + 8, y: 0, width: text, height: 20)
    relate(Anchor(.view(one), .leading), .greaterThanOrEqual, Anchor(.view(box), .leading))
    relate(
      Anchor(.view(two), .trailing), .lessThanOrEqual, Anchor(.view(box), .trailing),
      shift: -excess)
    equate(two, .leading, one, .trailing)
    fix(one, [.width])
    fix(two, [.width])
    let planted =
      constraints(of: box, [.leading, .trailing])
      + Array(start..<layoutCase.constraints.count)
    pin(one, [.top])
    pin(two, [.top])
    fix(one, [.height])
    fix(two, [.height])
    return .conflict(constraints: planted)
  }

  /// Draws a logo with constraints whose frame is translated into constraints, too (scene S5).
  private mutating func drawTranslatedLogo(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> PlantedTruth {
    let logo = try drawLogoAndText(in: box, &source)
    // Along one axis the image happens to have the size of the constraints: one contradiction is
    // enough.
    let axis: Axis = try source.bool() ? .vertical : .horizontal
    var image = ByAxis(size(of: logo, .horizontal), size(of: logo, .vertical))
    let difference = try points(1...40, 10, &source)
    image[axis] = image[axis] + (try source.bool() ? -difference : difference)
    guard let width = image.horizontal.layoutNumber, let height = image.vertical.layoutNumber
    else { throw .invalid }
    layoutCase.views[logo].hold = View.Hold(
      frame: LayoutRect(x: 0, y: 0, width: width, height: height), reason: .autoresizing)
    if axis == .vertical {
      return .conflict(
        constraints: constraints(of: box, [.height]) + constraints(of: logo, [.height]))
    }
    // The left edges agree.
    let right: Attribute = isRightToLeft(inside: box) ? .leading : .trailing
    return .conflict(
      constraints: constraints(of: box, [.leading, .trailing]) + constraints(of: logo, [right]))
  }

  /// Draws a cell whose chain from top to bottom is required, at a temporary height that is too low
  /// (scene S6).
  private mutating func drawEncapsulatedCell(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> PlantedTruth {
    let width = size(of: box, .horizontal)
    let (titleHeight, textHeight) = (try textHeight(&source), try textHeight(&source))
    let cell = put(box, x: 0, y: 0, width: width, height: titleHeight + textHeight + 40)
    pin(cell, [.leading, .trailing, .top])
    let title = put(cell, .label, x: 20, y: 20, width: width - 40, height: titleHeight)
    let subtitle = put(
      cell, .label, x: 20, y: 20 + titleHeight, width: width - 40, height: textHeight)
    measure(subtitle, height: textHeight, hugging: 750, resistance: 750)
    for label in [title, subtitle] { pin(label, [.leading, .trailing]) }
    let start = layoutCase.constraints.count
    pin(title, [.top])
    equate(subtitle, .top, title, .bottom)
    pin(subtitle, [.bottom])
    // Texts may have the height 0, unless a constraint gives it.
    var least = Ratio(40)
    if try source.bool() {
      fix(title, [.height])
      least = least + titleHeight
    } else {
      measure(title, height: titleHeight, hugging: 751, resistance: 751)
    }
    let missing = try points(1...(least - 40 > 0 ? (least - 40).floor : 40), 1, &source)
    relate(
      Anchor(.view(cell), .height), shift: least - missing - size(of: cell, .vertical))
    return .conflict(constraints: Array(start..<layoutCase.constraints.count))
  }

  /// Draws two edges and a height that contradicts them (scene S8).
  private mutating func drawWrongHeight(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> PlantedTruth {
    let (width, height) = (size(of: box, .horizontal), size(of: box, .vertical))
    let banner = put(box, x: 0, y: 20, width: width, height: height - 40)
    pin(banner, [.leading, .trailing])
    let start = layoutCase.constraints.count
    pin(banner, [.top, .bottom])
    let wrong = try points(1...50, 1, &source)
    relate(Anchor(.view(banner), .height), shift: try source.bool() ? -wrong : wrong)
    return .conflict(
      constraints: constraints(of: box, [.height]) + Array(start..<layoutCase.constraints.count))
  }

  /// Draws a label in a scroll view that is tied to some edges of the content only (scene S3).
  ///
  /// Along an axis without both edges no constraint determines the length of the content; without
  /// any edge the label can be anywhere, too.
  private mutating func drawHalfScrolledLabel(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> PlantedTruth {
    let (width, height) = (size(of: box, .horizontal), size(of: box, .vertical))
    let scroll = put(box, .scrollView, x: 0, y: 0, width: width, height: height)
    pin(scroll, [.leading, .trailing, .top, .bottom])
    let text = ByAxis(try points(0...900, 89, &source), try textHeight(&source))
    witness.contents[scroll] = ByAxis(text.horizontal + 40, text.vertical + 40)
    let label = put(
      scroll, .label, x: 20, y: 20, width: text.horizontal, height: text.vertical)
    measure(label, width: text.horizontal, height: text.vertical)
    _ = try write(label, isWide: false, &source)
    let open: Axis = try source.bool() ? .horizontal : .vertical
    var isOpen = ByAxis(both: false)
    isOpen[open] = true
    isOpen[open == .horizontal ? .vertical : .horizontal] = try source.bool(1, in: 3)
    for axis in Axis.allCases {
      let near: Attribute = axis == .horizontal ? .leading : .top
      let far: Attribute = axis == .horizontal ? .trailing : .bottom
      let isTied = isOpen[axis] ? try source.bool() : true
      if isTied { pin(label, [near]) }
      if !isOpen[axis] { equate(scroll, far, label, far) }
    }
    return .ambiguous(view: scroll, open)
  }
}
