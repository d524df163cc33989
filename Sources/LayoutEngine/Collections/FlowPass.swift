// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// The state of one arrangement.
///
/// Lengths along a line are called `across`, those in the scroll direction `along`.
struct FlowPass {
  /// The length by which an item may exceed the room: rooms are measured within 1e-6 pt (8.11.2).
  private static let slack = Rational(1, 1_000_000)

  private let layout: FlowLayout
  private var arrangement = FlowArrangement()
  /// The end of the sections so far.
  private var end = Rational.zero
  private let bounds: Rational
  private let lineSpacing: Rational
  private let itemSpacing: Rational

  init(_ layout: FlowLayout) {
    self.layout = layout
    let size = layout.boundsSize
    bounds = Rational(layout.isVertical ? size.width : size.height)
    lineSpacing = Rational(layout.lineSpacing)
    itemSpacing = Rational(layout.itemSpacing)
  }

  func finish() -> FlowArrangement {
    var result = arrangement
    result.contentWidth = layout.isVertical ? bounds : end
    result.contentHeight = layout.isVertical ? end : bounds
    guard layout.direction == .rightToLeft else { return result }
    // Everything is mirrored in the content's width (AUTOLAYOUT 1.7).
    for section in result.sections.indices {
      result.sections[section].mirror(in: result.contentWidth)
    }
    return result
  }

  mutating func place(_ index: Int) {
    let section = layout.sections[index]
    let inset = FlowInsets(section.insets, layout)
    let header = strip(Rational(section.headerLength))
    end += inset.alongStart
    var placed = FlowArrangement.Section(header: header, footer: header)
    placed.items.reserveCapacity(section.itemSizes.count)
    let available = bounds - inset.acrossStart - inset.acrossEnd
    placed.lines = lines(of: section, available, &placed.tooLongItems)
    for (number, line) in placed.lines.enumerated() {
      if number > 0 { end += lineSpacing }
      let isLast = number == placed.lines.count - 1
      let gap = gap(of: line, in: section, isLast: isLast, available)
      placed.items += rects(line, section, gap, inset.acrossStart)
    }
    end += inset.alongEnd
    placed.footer = strip(Rational(section.footerLength))
    arrangement.sections.append(placed)
  }

  /// Returns a header or footer: it spans the width, insets do not count (8.11.7).
  private mutating func strip(_ length: Rational) -> FlowArrangement.Rect {
    defer { end += length }
    return rect(across: .zero, along: end, acrossLength: bounds, alongLength: length)
  }

  private func across(_ size: LayoutSize) -> Rational {
    Rational(layout.isVertical ? size.width : size.height)
  }

  private func along(_ size: LayoutSize) -> Rational {
    Rational(layout.isVertical ? size.height : size.width)
  }

  /// Returns lines that are filled greedily; the first item of a line always belongs to it
  /// (8.11.2).
  private func lines(
    of section: FlowLayout.Section, _ available: Rational, _ tooLong: inout [Int]
  ) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    var used = Rational.zero
    for (item, size) in section.itemSizes.enumerated() {
      let length = across(size)
      if length > available + Self.slack { tooLong.append(item) }
      let wanted = item == start ? length : used + itemSpacing + length
      if item > start, wanted > available + Self.slack {
        lines.append(start..<item)
        start = item
        used = length
      } else {
        used = wanted
      }
    }
    if start < section.itemSizes.count { lines.append(start..<section.itemSizes.count) }
    return lines
  }

  /// The distance before the first item, and between items.
  private typealias Gap = (first: Rational, between: Rational)

  private func gap(
    of line: Range<Int>, in section: FlowLayout.Section, isLast: Bool, _ available: Rational
  ) -> Gap {
    if isLast {
      if section.hasSizesByItem { return (.zero, itemSpacing) }
      return uniformGap(across(section.itemSizes[line.lowerBound]), available)
    }
    return justified(
      line.reduce(Rational.zero) { $0 + across(section.itemSizes[$1]) }, line.count, available)
  }

  /// Returns the gap of a full line of equal items (8.11.5).
  private func uniformGap(_ length: Rational, _ available: Rational) -> Gap {
    let step = length + itemSpacing
    var count = 1
    if step.signum > 0, length <= available + Self.slack {
      let more = (available + Self.slack - length) / step
      count += PixelCount.roundedDown(more, scale: 1).map { Int($0) } ?? 0
    }
    return justified(length * Rational(count), count, available)
  }

  /// Returns the gap that shares the rest between the items; a single item is centred (8.11.4).
  ///
  /// An item that is too long stays at the start.
  private func justified(_ used: Rational, _ count: Int, _ available: Rational) -> Gap {
    let rest = available - used
    if count > 1 { return (.zero, rest / Rational(count - 1)) }
    return (rest.signum > 0 ? rest / Rational(2) : .zero, .zero)
  }

  private mutating func rects(
    _ line: Range<Int>, _ section: FlowLayout.Section, _ gap: Gap, _ start: Rational
  ) -> [FlowArrangement.Rect] {
    var height = Rational.zero
    for item in line { height = max(height, along(section.itemSizes[item])) }
    var place = start + gap.first
    var rects: [FlowArrangement.Rect] = []
    for item in line {
      let size = section.itemSizes[item]
      // Items are in the middle of their line (8.11.6).
      let offset = (height - along(size)) / Rational(2)
      rects.append(
        rect(
          across: aligned(place), along: end + offset, acrossLength: across(size),
          alongLength: along(size)))
      place += across(size) + gap.between
    }
    end += height
    return rects
  }

  /// Returns a place rounded down to a device pixel (8.11.9).
  private func aligned(_ place: Rational) -> Rational {
    guard let scale = layout.scale, let pixels = PixelCount.roundedDown(place, scale: scale) else {
      return place
    }
    return Rational(pixels, Int64(scale))
  }

  private func rect(
    across: Rational, along: Rational, acrossLength: Rational, alongLength: Rational
  ) -> FlowArrangement.Rect {
    layout.isVertical
      ? .init(x: across, y: along, width: acrossLength, height: alongLength)
      : .init(x: along, y: across, width: alongLength, height: acrossLength)
  }
}

/// The insets of a section by direction.
private struct FlowInsets {
  let acrossStart: Rational
  let acrossEnd: Rational
  let alongStart: Rational
  let alongEnd: Rational

  init(_ insets: LayoutInsets, _ layout: FlowLayout) {
    let horizontal = (Rational(insets.left), Rational(insets.right))
    let vertical = (Rational(insets.top), Rational(insets.bottom))
    (acrossStart, acrossEnd) = layout.isVertical ? horizontal : vertical
    (alongStart, alongEnd) = layout.isVertical ? vertical : horizontal
  }
}

extension FlowLayout {
  var isVertical: Bool { scrollDirection == .vertical }
}

extension FlowArrangement.Section {
  fileprivate mutating func mirror(in width: Rational) {
    func mirrored(_ rect: FlowArrangement.Rect) -> FlowArrangement.Rect {
      var rect = rect
      rect.x = width - rect.x - rect.width
      return rect
    }
    items = items.map(mirrored)
    header = mirrored(header)
    footer = mirrored(footer)
  }
}
