// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Patterns of text and of scrolled content.
extension CaseBuilder {
  /// Draws a cell with two labels and a grid of photos whose height the program sets.
  mutating func drawFeedCell(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    let photos = try source.integer(in: 0...9, towards: 0)
    let width = size(of: box, .horizontal)
    let side = (width - 20 - 10) * Ratio(1, 3)
    let rows = Ratio((photos + 2) / 3)
    let gaps = Ratio(5 * max(0, (photos + 2) / 3 - 1))
    let photoHeight = side * rows + gaps
    let (titleHeight, textHeight) = (try textHeight(&source), try textHeight(&source))
    let start = titleHeight + textHeight + 26
    let cell = put(box, x: 0, y: 0, width: width, height: start + photoHeight)
    pin(cell, [.leading, .trailing, .top])
    let title = put(cell, .label, x: 10, y: 10, width: width - 20, height: titleHeight)
    let text = put(
      cell, .label, x: 10, y: titleHeight + 18, width: width - 20, height: textHeight)
    measure(title, width: width - 20, height: titleHeight)
    measure(text, width: width - 20, height: textHeight)
    var isOpen = false
    for label in [title, text] where try write(label, isWide: false, &source) {
      open(.horizontal, [label])
      isOpen = true
    }
    let collection = put(
      cell, .other, x: 10, y: start, width: width - 20, height: photoHeight)
    pin(title, [.leading, .top])
    equate(text, .leading, title, .leading)
    equate(text, .top, title, .bottom)
    equate(collection, .leading, title, .leading)
    equate(collection, .top, text, .bottom)
    fix(collection, [.width, .height])
    equate(cell, .bottom, collection, .bottom)
    for index in 0..<photos {
      let photo = put(
        collection, .imageView, x: (side + 5) * Ratio(index % 3),
        y: (side + 5) * Ratio(index / 3), width: side, height: side)
      pin(photo, [.leading, .top])
      fix(photo, [.width, .height])
    }
    if isOpen { open(.vertical, Array(cell..<layoutCase.views.count)) }
  }

  /// Draws a label that decides the content size of its scroll view by four distances.
  mutating func drawScrolledLabel(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop)
  {
    let scroll = put(
      box, .scrollView, x: 0, y: 0, width: size(of: box, .horizontal),
      height: size(of: box, .vertical))
    pin(scroll, [.leading, .trailing, .top, .bottom])
    let near = try points(0...600, 20, &source)
    let far = try points(0...600, 20, &source)
    // Vertical scrolling only: the label is as wide as the visible part of the content, and so is
    // the content.
    let visible = size(of: box, .horizontal) - near - far
    let isUpright = visible.isNegative ? false : try source.bool(1, in: 3)
    let width = isUpright ? visible : try points(0...900, 89, &source)
    let height = try textHeight(&source)
    witness.contents[scroll] = ByAxis(near + width + far, near + height + far)
    let label = put(scroll, .label, x: near, y: near, width: width, height: height)
    measure(label, width: width, height: height)
    if isUpright { equate(label, .width, scroll, .width) }
    if try write(label, isWide: isUpright, &source) {
      for axis in Axis.allCases where axis == .vertical || !isUpright {
        open(axis, [label])
        contentsOpen[scroll][axis] = true
      }
    }
    pin(label, [.leading, .top])
    equate(scroll, .trailing, label, .trailing)
    equate(scroll, .bottom, label, .bottom)
  }

  /// Draws a child as large as the frame of its scroll view, with content that is a multiple of it.
  mutating func drawScrolledMultiple(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let side = try points(10...100, 100, &source)
    let parts = Int64(try source.integer(in: 1...6, towards: 4))
    let scroll = put(box, .scrollView, x: 0, y: 0, width: side, height: side)
    pin(scroll, [.leading, .top])
    fix(scroll, [.width, .height])
    let wide = side * Ratio(Int64(parts), 1)
    witness.contents[scroll] = ByAxis(wide, side)
    let child = put(scroll, x: 0, y: 0, width: side, height: side)
    pin(child, [.width, .height, .leading, .top, .bottom])
    let share = LayoutNumber(1, parts, form: .fraction)
    if isRightToLeft {
      // Against the reading direction both are measured from the far edge.
      equate(child, .left, scroll, .left, multiplier: 1)
      return
    }
    equate(child, .trailing, scroll, .trailing, multiplier: share)
  }

  /// Draws a logo over a scroll view with a name and a description, both as wide as the logo.
  ///
  /// - Returns: the logo.
  @discardableResult
  mutating func drawLogoAndText(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Int {
    let (width, height) = (size(of: box, .horizontal), size(of: box, .vertical))
    let logo = put(box, .imageView, x: 0, y: 0, width: width, height: height.half)
    pin(logo, [.leading, .trailing, .top])
    equate(
      logo, .height, box, .height, multiplier: LayoutNumber(digits: 5, scale: 1))
    let scroll = put(
      box, .scrollView, x: 0, y: height.half, width: width, height: height.half)
    pin(scroll, [.leading, .trailing, .bottom])
    equate(scroll, .top, logo, .bottom)
    let text = try textHeight(&source) * Ratio(try source.integer(in: 1...40, towards: 1))
    witness.contents[scroll] = ByAxis(width, text + 20)
    let name = put(scroll, .label, x: 0, y: 0, width: width, height: 20)
    let description = put(scroll, .label, x: 0, y: 20, width: width, height: text)
    pin(name, [.leading, .trailing, .top])
    fix(name, [.height])
    equate(name, .bottom, description, .top)
    equate(name, .width, logo, .width)
    pin(description, [.leading, .trailing, .bottom])
    equate(description, .width, logo, .width)
    measure(description, height: text)
    _ = try write(name, isWide: true, &source)
    if try write(description, isWide: true, &source) {
      open(.vertical, [description])
      contentsOpen[scroll].vertical = true
    }
    return logo
  }

  /// Draws a cell with a title and a subtitle that yields first, for too much as well as too little
  /// room.
  mutating func drawSelfSizingCell(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let width = size(of: box, .horizontal)
    let (titleHeight, textHeight) = (try textHeight(&source), try textHeight(&source))
    // The table or its texts give a row its height; one constraint may yield to the table's height.
    let isFree = try source.bool()
    let isLast: Priority = isFree ? .required : try source.bool() ? 999 : .required
    let extra =
      isFree ? 0 : try drawExcess(-titleHeight - textHeight - (isLast.isRequired ? 0 : 40), &source)
    let cell = put(
      box, x: 0, y: 0, width: width, height: titleHeight + textHeight + extra + 40)
    pin(cell, [.leading, .trailing, .top])
    if !isFree { fix(cell, [.height]) }
    // The subtitle is stretched and compressed first; the title only once the subtitle has no
    // height left.
    let titleSize = max(0, titleHeight + min(0, textHeight + extra))
    let textSize = max(0, textHeight + extra)
    let title = put(cell, .label, x: 20, y: 20, width: width - 40, height: titleSize)
    let subtitle = put(
      cell, .label, x: 20, y: 20 + titleSize, width: width - 40, height: textSize)
    measure(title, height: titleHeight, hugging: 751, resistance: 751)
    measure(subtitle, height: textHeight, hugging: 750, resistance: 750)
    for (label, height) in [(title, titleHeight), (subtitle, textHeight)] {
      if try write(label, isWide: true, height: height, &source) {
        open(.vertical, isFree ? [cell, title, subtitle] : [title, subtitle])
      }
    }
    pin(title, [.leading, .trailing, .top])
    pin(subtitle, [.leading, .trailing])
    equate(subtitle, .top, title, .bottom)
    // If texts of height 0 are still too high, the last constraint yields.
    relate(
      Anchor(.view(subtitle), .bottom), .equal, Anchor(.view(cell), .bottom), priority: isLast,
      shift: min(0, titleHeight + textHeight + extra))
  }

  /// Draws the difference of the table's row height from the height of its texts.
  private func drawExcess(
    _ least: Ratio, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Ratio {
    max(least, try points(-170...60, 0, &source))
  }
}
