// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import TextMeasurement

/// Checks properties of texts with too few lines.
struct TruncationProperties {
  @Test("a limited text has no more lines, fits, and marks an omitted part", arguments: 1...200)
  func limited(seed: UInt64) {
    var random = RandomText(seed: seed)
    var text = random.content(pieces: 60, lineLimit: 1 + random.upTo(3))
    text.lineBreak = random.one(of: TextContent.LineBreak.allCases)
    let width = random.width()
    let metrics = text.metrics(width: width)
    #expect(metrics.lineCount <= text.lineLimit, "seed \(seed)")
    #expect(!width.isLess(than: metrics.size.width), "seed \(seed)")
    let visible = metrics.visibleText(of: text.string)
    #expect(metrics.isTruncated == !visible.utf8.elementsEqual(text.string.utf8), "seed \(seed)")
    let marks = [TextContent.LineBreak.truncateHead, .truncateMiddle, .truncateTail]
    #expect(
      metrics.showsEllipsis == (metrics.isTruncated && marks.contains(text.lineBreak)),
      "seed \(seed)")
    let widest = LineMetrics(pointSize: text.font.pointSize).units(in: width)
    if let last = metrics.lines.last, metrics.showsEllipsis {
      #expect(last.units <= max(widest, TextAdvance.ellipsis), "seed \(seed)")
    }
  }

  @Test("a text with enough space is not cut", arguments: 1...150)
  func roomy(seed: UInt64) {
    var random = RandomText(seed: seed)
    var text = random.content(pieces: 40, lineLimit: 0)
    let width = random.width()
    let whole = text.metrics(width: width)
    #expect(!whole.isTruncated, "seed \(seed)")
    text.lineLimit = whole.lineCount + random.upTo(2)
    text.lineBreak = random.one(of: [.wordWrap, .truncateTail, .truncateHead, .truncateMiddle])
    let limited = text.metrics(width: width)
    // The mark of omission replaces a cluster that is wider than the line.
    let widest = LineMetrics(pointSize: text.font.pointSize).units(in: width)
    guard whole.lines.allSatisfy({ $0.units <= widest }) else { return }
    #expect(!limited.isTruncated, "seed \(seed)")
    #expect(limited.size == whole.size, "seed \(seed)")
  }

  @Test("a text cut at one width is cut at each smaller width", arguments: 1...150)
  func cutStaysCut(seed: UInt64) {
    var random = RandomText(seed: seed)
    var text = random.content(pieces: 60, lineLimit: 1 + random.upTo(2))
    text.lineBreak = random.one(of: TextContent.LineBreak.allCases)
    var widths = (0..<5).map { _ in random.width() }
    widths.sort { $0.isLess(than: $1) }
    let cut = widths.map { text.metrics(width: $0).isTruncated }
    #expect(cut == cut.sorted { $0 && !$1 }, "seed \(seed): \(cut)")
  }

  @Test(
    "each mode keeps its part",
    arguments: [
      (TextContent.LineBreak.truncateTail, "Hello g…"), (.truncateHead, "…t world"),
      (.truncateMiddle, "Hel…orld"), (.clip, "Hello gre"), (.wordWrap, "Hello "),
      (.characterWrap, "Hello gre"),
    ])
  func modes(mode: TextContent.LineBreak, visible: String) {
    // 10 points of 10 are one em: 4.2 em hold "Hello gre" (4.18), and "Hello g" with the mark
    // (4.03).
    let text = TextContent(
      "Hello great world", font: TextFont(pointSize: 10), lineLimit: 1, lineBreak: mode)
    let metrics = text.metrics(width: 42)
    #expect(metrics.visibleText(of: text.string) == visible)
    #expect(metrics.isTruncated)
  }

  @Test("the height of a view limits its lines")
  func heights() {
    let text = TextContent("one two three", font: TextFont(pointSize: 10), lineLimit: 0)
    #expect(text.metrics(width: 30).lineCount == 3)
    let low = text.metrics(width: 30, height: 24)
    #expect(low.lineCount == 2)
    #expect(low.isTruncated)
    #expect(text.metrics(width: 30, height: 0).lineCount == 1)
    #expect(!text.metrics(width: 30, height: 36).isTruncated)
  }
}
