// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Layouts on the way to a finished one: something is still open.
extension CaseBuilder {
  /// Draws an unfinished pattern.
  ///
  /// - Returns: what is open.
  mutating func drawStage(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> PlantedTruth {
    if try source.bool() { return try drawHalfScrolledLabel(in: box, &source) }
    return try drawLoosePair(in: box, &source)
  }

  /// A label in a scroll view that is tied to some edges of the content only (scene S3).
  ///
  /// Along an axis without both edges nothing says how long the content is; without any edge the label can be
  /// anywhere too.
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
