// SPDX-License-Identifier: MIT

import LayoutModel
import TestSupport
import Testing

@testable import TextMeasurement

/// Checks properties of texts with too few lines.
struct TruncationProperties {
  @Test("a limited text has no more lines, fits, and marks an omitted part")
  func limited() {
    let boxes = RandomText.drawn { random in
      var text = random.content(pieces: 60, lineLimit: 1 + random.upTo(3))
      text.lineBreak = random.one(of: TextContent.LineBreak.allCases)
      return (text: text, width: random.width())
    }
    forAll(boxes, count: 200, quick: 200, kinds: ["truncated": 20]) { box, kinds in
      let (text, width) = box
      let metrics = text.metrics(width: width)
      try claim(metrics.lineCount <= text.lineLimit, "\(metrics.lineCount) lines")
      try claim(!width.isLess(than: metrics.size.width), "the text is too wide")
      let visible = metrics.visibleText(of: text.string)
      try claim(
        metrics.isTruncated == !visible.utf8.elementsEqual(text.string.utf8),
        "truncated: \(metrics.isTruncated), visible: \(visible)")
      if metrics.isTruncated { kinds.note("truncated") }
      let marks = [TextContent.LineBreak.truncateHead, .truncateMiddle, .truncateTail]
      try claim(
        metrics.showsEllipsis == (metrics.isTruncated && marks.contains(text.lineBreak)),
        "ellipsis: \(metrics.showsEllipsis)")
      let widest = LineMetrics(pointSize: text.font.pointSize).units(in: width)
      if let last = metrics.lines.last, metrics.showsEllipsis {
        try claim(last.units <= max(widest, TextAdvance.ellipsis), "the last line is too long")
      }
      return .holds
    }
  }

  @Test("a text with enough space is not cut")
  func roomy() {
    let boxes = RandomText.drawn { random in
      var text = random.content(pieces: 40, lineLimit: 0)
      text.lineBreak = random.one(of: [.wordWrap, .truncateTail, .truncateHead, .truncateMiddle])
      return (text: text, width: random.width(), spare: random.upTo(2))
    }
    forAll(boxes, count: 150, quick: 150, floor: 80) { text, width, spare in
      var limited = text
      limited.lineBreak = .wordWrap
      let whole = limited.metrics(width: width)
      try claim(!whole.isTruncated, "cut without a limit")
      // The mark of omission replaces a cluster that is wider than the line.
      let widest = LineMetrics(pointSize: text.font.pointSize).units(in: width)
      guard whole.lines.allSatisfy({ $0.units <= widest }) else { return .notApplicable }
      limited.lineBreak = text.lineBreak
      limited.lineLimit = whole.lineCount + spare
      let metrics = limited.metrics(width: width)
      try claim(!metrics.isTruncated, "cut at \(limited.lineLimit) lines")
      try claim(metrics.size, is: whole.size)
      return .holds
    }
  }

  @Test("a text cut at one width is cut at each smaller width")
  func cutStaysCut() {
    let boxes = RandomText.drawn { random in
      var text = random.content(pieces: 60, lineLimit: 1 + random.upTo(2))
      text.lineBreak = random.one(of: TextContent.LineBreak.allCases)
      return (text: text, widths: (0..<5).map { _ in random.width() })
    }
    forAll(boxes, count: 150, quick: 150) { text, widths in
      let cut = widths.sorted { $0.isLess(than: $1) }.map { text.metrics(width: $0).isTruncated }
      return .when(cut == cut.sorted { $0 && !$1 }, else: "\(cut)")
    }
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
