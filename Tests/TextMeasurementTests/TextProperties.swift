// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import TextMeasurement

/// Checks properties of every text at every width.
struct TextProperties {
  static let seeds: [UInt64] = Array(1...150)

  @Test("the lines put together are the text", arguments: seeds)
  func linesAreTheText(seed: UInt64) {
    var random = RandomText(seed: seed)
    let text = random.content(pieces: 60)
    let lines = text.lines(width: random.width())
    #expect(lines.joined().utf8.elementsEqual(text.string.utf8), "seed \(seed)")
    #expect(lines.allSatisfy { !$0.isEmpty }, "seed \(seed)")
  }

  @Test("an ASCII text has the clusters that the general method finds", arguments: seeds)
  func ascii(seed: UInt64) {
    var random = RandomText(seed: seed)
    let bytes = (0..<random.upTo(80)).map { _ in
      random.upTo(3) == 0 ? random.one(of: [0x0A, 0x0D, 0x20, 0x2D]) : UInt8(random.upTo(127))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    for factor in [1000, 1036] {
      #expect(
        TextCluster.clusters(of: text, factor: factor)
          == TextCluster.anyClusters(of: text, factor: factor), "seed \(seed)")
    }
  }

  @Test("every line fits or is one cluster", arguments: seeds)
  func linesFit(seed: UInt64) {
    var random = RandomText(seed: seed)
    let text = random.content(pieces: 60)
    let width = random.width()
    let metrics = text.metrics(width: width)
    let widest = LineMetrics(pointSize: text.font.pointSize).units(in: width)
    for (line, string) in zip(metrics.lines, text.lines(width: width)) {
      let seen = TextCluster.clusters(of: string, factor: 1000).filter {
        !$0.kind.hangs && $0.advance > 0
      }
      #expect(line.units <= widest || seen.count <= 1, "seed \(seed): \(string)")
    }
    #expect(!width.isLess(than: metrics.size.width), "seed \(seed)")
  }

  @Test("appended characters never make a text narrower or lower", arguments: seeds)
  func growing(seed: UInt64) {
    var random = RandomText(seed: seed)
    let text = random.content(pieces: 40, lineLimit: random.upTo(1), newlines: false)
    let width = random.width()
    var (last, lastHeight) = (LayoutNumber.zero, LayoutNumber.zero)
    var prefix = ""
    for scalar in text.string.unicodeScalars {
      prefix.unicodeScalars.append(scalar)
      let size = text.with(prefix).metrics(width: nil).size
      #expect(!size.width.isLess(than: last), "seed \(seed): \(prefix)")
      last = size.width
      let height = text.with(prefix).metrics(width: width).size.height
      #expect(!height.isLess(than: lastHeight), "seed \(seed): \(prefix)")
      lastHeight = height
    }
  }

  @Test("a wider box takes no more lines", arguments: seeds)
  func moreRoom(seed: UInt64) {
    var random = RandomText(seed: seed)
    var text = random.content(pieces: 60)
    if random.upTo(3) == 0 { text.lineBreak = .characterWrap }
    let measurer = TextMeasurer(text, scale: 3)
    var widths = (0..<6).map { _ in random.width() }
    widths.sort { $0.isLess(than: $1) }
    let counts = widths.map { measurer.metrics(width: $0).lineCount }
    #expect(counts == counts.sorted(by: >), "seed \(seed)")
    #expect(measurer.metrics(width: nil).lineCount <= counts.last ?? 0, "seed \(seed)")
  }

  @Test("the natural width fits the natural lines", arguments: seeds)
  func naturalWidthIsEnough(seed: UInt64) {
    var random = RandomText(seed: seed)
    let text = random.content(pieces: 30, lineLimit: random.upTo(2), newlines: random.upTo(1) == 0)
    let natural = text.metrics(width: nil)
    guard natural.size.width.numerator > 0 else { return }
    let again = text.metrics(width: natural.size.width)
    #expect(again.size == natural.size, "seed \(seed)")
    #expect(again.lines.map(\.range) == natural.lines.map(\.range), "seed \(seed)")
    #expect(again.omitted == natural.omitted, "seed \(seed)")
  }

  @Test("wrapping again at the resulting width changes nothing", arguments: seeds)
  func idempotent(seed: UInt64) {
    var random = RandomText(seed: seed)
    let text = random.content(pieces: 60)
    let first = text.metrics(width: random.width())
    let second = text.metrics(width: first.size.width)
    #expect(first == second, "seed \(seed)")
  }

  @Test("the height is that of the lines, rounded up once", arguments: seeds)
  func heights(seed: UInt64) {
    var random = RandomText(seed: seed)
    let text = random.content(pieces: 60, lineLimit: random.upTo(4))
    let scale = 1 + random.upTo(2)
    let metrics = text.metrics(width: random.width(), scale: scale)
    let size = text.font.pointSize
    let exact = 611 * Int128(metrics.lineCount) * Int128(size.numerator) * Int128(scale)
    let pixels = Int128(metrics.size.height.numerator) * Int128(scale)
    let (divisor, height) = (512 * Int128(size.denominator), metrics.size.height.denominator)
    #expect(pixels % Int128(height) == 0, "seed \(seed)")
    #expect(pixels / Int128(height) == (exact + divisor - 1) / divisor, "seed \(seed)")
  }

  @Test("lines break alike if text and width grow by the same factor", arguments: seeds)
  func scaling(seed: UInt64) {
    var random = RandomText(seed: seed)
    var text = random.content(pieces: 60, lineLimit: random.upTo(3))
    let width = LayoutNumber(digits: Int64(random.upTo(3000)), scale: 1)
    let small = text.metrics(width: width)
    let factor = Int64(2 + random.upTo(5))
    text.font.pointSize = LayoutNumber(
      text.font.pointSize.numerator * factor, text.font.pointSize.denominator, form: .fraction)
    let large = text.metrics(
      width: LayoutNumber(width.numerator * factor, width.denominator, form: .fraction))
    #expect(small.lines == large.lines, "seed \(seed)")
    #expect(small.omitted == large.omitted, "seed \(seed)")
  }

  @Test("closing marks start no line and opening marks end none", arguments: seeds)
  func kinsoku(seed: UInt64) {
    var random = RandomText(seed: seed)
    let text = random.content(pieces: 60)
    let metrics = text.metrics(width: random.width())
    let bytes = Array(text.string.utf8)
    for (line, next) in zip(metrics.lines, metrics.lines.dropFirst()) where line.ending == .wrapped
    {
      let above = String(decoding: bytes[line.range], as: UTF8.self)
      let below = String(decoding: bytes[next.range], as: UTF8.self)
      let last = above.map(BreakClass.init).last { !$0.hangs }
      #expect(last?.endsNoLine != true, "seed \(seed): \(above)")
      #expect(below.first.map { BreakClass(of: $0).startsNoLine } != true, "seed \(seed): \(below)")
    }
  }
}
