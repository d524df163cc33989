// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import TestSupport
import Testing

@testable import TextMeasurement

/// Checks properties of every text at every width.
struct TextProperties {
  private static let count = 150

  /// A text of several paragraphs, and a width.
  private static let boxes = RandomText.drawn { random in
    (text: random.content(pieces: 60), width: random.width())
  }

  @Test("the lines put together are the text")
  func linesAreTheText() {
    forAll(Self.boxes, count: Self.count, quick: Self.count) { text, width in
      let lines = text.lines(width: width)
      try claim(lines.joined().utf8.elementsEqual(text.string.utf8), "\(lines)")
      return .when(lines.allSatisfy { !$0.isEmpty }, else: "an empty line: \(lines)")
    }
  }

  @Test("an ASCII text has the clusters that the general method finds")
  func ascii() {
    let texts = Generator<String>.drawn { draws in
      let bytes = draws.list(0...80) { draws in
        draws.chance(4) ? draws.pick([0x0A, 0x0D, 0x20, 0x2D]) : UInt8(draws.below(128))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    forAll(texts, count: Self.count, quick: Self.count) { text in
      for factor in [1000, 1036] {
        try claim(
          TextCluster.clusters(of: text, factor: factor)
            == TextCluster.anyClusters(of: text, factor: factor), "factor \(factor)")
      }
      return .holds
    }
  }

  @Test("every line fits or is one cluster")
  func linesFit() {
    forAll(Self.boxes, count: Self.count, quick: Self.count) { text, width in
      let metrics = text.metrics(width: width)
      let widest = LineMetrics(pointSize: text.font.pointSize).units(in: width)
      for (line, string) in zip(metrics.lines, text.lines(width: width)) {
        let seen = TextCluster.clusters(of: string, factor: 1000).filter {
          !$0.kind.hangs && $0.advance > 0
        }
        try claim(line.units <= widest || seen.count <= 1, "the line is too long: \(string)")
      }
      return .when(!width.isLess(than: metrics.size.width), else: "the text is too wide")
    }
  }

  @Test("appended characters never make a text narrower or lower")
  func growing() {
    let boxes = RandomText.drawn { random in
      let text = random.content(pieces: 40, lineLimit: random.upTo(1), newlines: false)
      return (text: text, width: random.width())
    }
    forAll(boxes, count: Self.count, quick: Self.count) { text, width in
      var (last, lastHeight) = (LayoutNumber.zero, LayoutNumber.zero)
      var prefix = ""
      for scalar in text.string.unicodeScalars {
        prefix.unicodeScalars.append(scalar)
        let size = text.with(prefix).metrics(width: nil).size
        try claim(!size.width.isLess(than: last), "narrower: \(prefix)")
        last = size.width
        let height = text.with(prefix).metrics(width: width).size.height
        try claim(!height.isLess(than: lastHeight), "lower: \(prefix)")
        lastHeight = height
      }
      return .holds
    }
  }

  @Test("a wider box takes no more lines")
  func moreRoom() {
    let boxes = RandomText.drawn { random in
      var text = random.content(pieces: 60)
      if random.upTo(3) == 0 { text.lineBreak = .characterWrap }
      return (text: text, widths: (0..<6).map { _ in random.width() })
    }
    forAll(boxes, count: Self.count, quick: Self.count) { text, widths in
      let measurer = TextMeasurer(text, scale: 3)
      let ascending = widths.sorted { $0.isLess(than: $1) }
      let counts = ascending.map { measurer.metrics(width: $0).lineCount }
      try claim(counts == counts.sorted(by: >), "the lines are \(counts)")
      let natural = measurer.metrics(width: nil).lineCount
      return .when(natural <= counts.last ?? 0, else: "\(natural) natural lines, then \(counts)")
    }
  }

  @Test("the natural width fits the natural lines")
  func naturalWidthIsEnough() {
    let texts = RandomText.drawn { random in
      random.content(pieces: 30, lineLimit: random.upTo(2), newlines: random.upTo(1) == 0)
    }
    forAll(texts, count: Self.count, quick: Self.count) { text in
      let natural = text.metrics(width: nil)
      guard natural.size.width.numerator > 0 else { return .notApplicable }
      let again = text.metrics(width: natural.size.width)
      try claim(again.size, is: natural.size)
      try claim(again.lines.map(\.range), is: natural.lines.map(\.range))
      try claim(again.omitted, is: natural.omitted)
      return .holds
    }
  }

  @Test("wrapping again at the resulting width changes nothing")
  func idempotent() {
    forAll(Self.boxes, count: Self.count, quick: Self.count) { text, width in
      let first = text.metrics(width: width)
      try claim(text.metrics(width: first.size.width), is: first)
      return .holds
    }
  }

  @Test("the height is that of the lines, rounded up once")
  func heights() {
    let boxes = RandomText.drawn { random in
      let text = random.content(pieces: 60, lineLimit: random.upTo(4))
      return (text: text, scale: 1 + random.upTo(2), width: random.width())
    }
    forAll(boxes, count: Self.count, quick: Self.count) { text, scale, width in
      let size = text.font.pointSize
      let metrics = text.metrics(width: width, scale: scale)
      let exact = 611 * Int128(metrics.lineCount) * Int128(size.numerator) * Int128(scale)
      let pixels = Int128(metrics.size.height.numerator) * Int128(scale)
      let (divisor, height) = (512 * Int128(size.denominator), metrics.size.height.denominator)
      try claim(pixels % Int128(height), is: 0)
      try claim(pixels / Int128(height), is: (exact + divisor - 1) / divisor)
      return .holds
    }
  }

  @Test("lines break alike if text and width grow by the same factor")
  func scaling() {
    let boxes = RandomText.drawn { random in
      let text = random.content(pieces: 60, lineLimit: random.upTo(3))
      let width = LayoutNumber(digits: Int64(random.upTo(3000)), scale: 1)
      return (text: text, width: width, factor: Int64(2 + random.upTo(5)))
    }
    forAll(boxes, count: Self.count, quick: Self.count) { text, width, factor in
      let small = text.metrics(width: width)
      var grown = text
      grown.font.pointSize = LayoutNumber(
        text.font.pointSize.numerator * factor, text.font.pointSize.denominator, form: .fraction)
      let large = grown.metrics(
        width: LayoutNumber(width.numerator * factor, width.denominator, form: .fraction))
      try claim(large.lines, is: small.lines)
      try claim(large.omitted, is: small.omitted)
      return .holds
    }
  }

  @Test("closing marks start no line and opening marks end none")
  func kinsoku() {
    forAll(Self.boxes, count: Self.count, quick: Self.count) { text, width in
      let metrics = text.metrics(width: width)
      let bytes = Array(text.string.utf8)
      for (line, next) in zip(metrics.lines, metrics.lines.dropFirst())
      where line.ending == .wrapped {
        let above = String(decoding: bytes[line.range], as: UTF8.self)
        let below = String(decoding: bytes[next.range], as: UTF8.self)
        let last = above.map(BreakClass.init).last { !$0.hangs }
        try claim(last?.endsNoLine != true, "an opening mark ends '\(above)'")
        let starts = below.first.map { BreakClass(of: $0).startsNoLine }
        try claim(starts != true, "a closing mark starts '\(below)'")
      }
      return .holds
    }
  }
}
