// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import TextMeasurement

/// Checks facts and golden lines.
struct TextExamples {
  /// Checks line heights of the system font as measured at each scale (AUTOLAYOUT 2.8).
  @Test(
    "line heights are the system font's",
    arguments: [
      (12, 2, "14.5"), (13, 2, "16"), (14, 2, "17"), (15, 2, "18"), (16, 2, "19.5"),
      (17, 2, "20.5"), (18, 2, "21.5"), (18, 1, "22"), (19, 2, "23"), (24, 2, "29"),
      (17, 3, "61/3"), (17, 1, "21"),
    ])
  func lineHeights(pointSize: Int, scale: Int, height: String) {
    let text = TextContent("Ag", font: TextFont(pointSize: LayoutNumber(pointSize)))
    #expect(text.metrics(width: nil, scale: scale).size.height.text == height)
  }

  @Test("an empty text can keep the height of a line, and other texts keep their sizes")
  func emptyLines() {
    var empty = TextContent("", font: TextFont(pointSize: 17))
    #expect(empty.size(width: nil, measurer: TextMeasurer(empty, scale: 2)).height == 0)
    empty.keepLine(scale: 2)
    let size = empty.size(width: 100, measurer: TextMeasurer(empty, scale: 2))
    #expect(size.height.text == "20.5" && size.width.isLess(than: 10))
    var text = TextContent("Ag", font: TextFont(pointSize: 17))
    text.keepLine(scale: 2)
    #expect(text.measured.isEmpty)
  }

  @Test("baselines are exact fractions of the point size")
  func baselines() {
    let metrics = TextContent("Ag", font: TextFont(pointSize: 17)).metrics(width: nil)
    #expect(metrics.firstBaseline.text == "16.1865234375")
    #expect(metrics.lastBaseline.text == "4.1005859375")
    #expect(LineMetrics(pointSize: 1024).lineHeight.text == "1222")
  }

  @Test("an empty text is 0 x 0, one of spaces is a line without width")
  func emptyTexts() {
    for (string, width, height, lines) in [
      ("", "0", "0", 0), ("   ", "0", "20.5", 1), ("\n", "0", "20.5", 1),
      ("\n\n", "0", "41", 2), ("\u{301}", "0", "20.5", 1),
    ] {
      let metrics = TextContent(string, lineLimit: 0).metrics(width: nil)
      #expect(metrics.size.width.text == width, "\(string.debugDescription)")
      #expect(metrics.size.height.text == height, "\(string.debugDescription)")
      #expect(metrics.lineCount == lines, "\(string.debugDescription)")
    }
  }

  /// Checks the lines at a width in ems, set in 10 points.
  @Test(
    "lines break at the expected places",
    arguments: [
      ("The quick brown fox", 5, ["The quick ", "brown fox"]),
      ("Donaudampfschifffahrt", 5, ["Donaudam", "pfschifffah", "rt"]),
      ("self-sizing cells", 4, ["self-", "sizing ", "cells"]),
      ("minus -5 or 3/4", 3, ["minus ", "-5 or ", "3/4"]),
      ("自动布局，让界面适应屏幕。", 4, ["自动布", "局，让界", "面适应屏", "幕。"]),
      ("他说：「你好」", 4, ["他说：", "「你好」"]),
      ("用UIKit写界面", 3, ["用", "UIKit", "写界面"]),
      ("チャットでチャット", 3, ["チャッ", "トで", "チャッ", "ト"]),
      ("スーパーコンピューター", 3, ["スー", "パーコ", "ン", "ピュー", "ター"]),
      ("한국어 텍스트", 4, ["한국어 ", "텍스트"]),
      ("👨‍👩‍👧‍👦🇩🇪👍🏽", 2, ["👨‍👩‍👧‍👦", "🇩🇪", "👍🏽"]),
      ("one\ntwo\r\nthree", 9, ["one\n", "two\r\n", "three"]),
      ("10\u{A0}km weit", 3, ["10\u{A0}km ", "weit"]),
    ])
  func golden(string: String, ems: Int, lines: [String]) {
    let text = TextContent(string, font: TextFont(pointSize: 10), lineLimit: 0)
    #expect(text.lines(width: LayoutNumber(ems * 10)) == lines)
  }

  @Test("classes of characters have their widths")
  func advances() {
    for (string, units) in [
      ("漢", 1000), ("あ", 1000), ("한", 1000), ("Ａ", 1000), ("ｱ", 500), ("e\u{301}", 580),
      ("👨‍👩‍👧‍👦", 1250), ("🇩🇪", 1250), ("1\u{FE0F}\u{20E3}", 1250), ("\u{200D}", 0), ("i", 240),
      ("m", 870), ("Щ", 820), ("ע", 560), ("ع", 520), ("ก", 590), ("क", 620),
    ] {
      let clusters = TextCluster.clusters(of: string, factor: 1000)
      #expect(clusters.map(\.advance) == [units], "\(string)")
    }
  }

  @Test("recorded sizes count if they have enough space")
  func recordedSizes() {
    let narrow = LayoutSize(width: 100, height: 60)
    let wide = LayoutSize(width: 190, height: 40)
    let single = LayoutSize(width: 320, height: 20)
    let text = TextContent(
      "anything",
      measured: [
        .init(maxWidth: 200, size: wide), .init(size: single), .init(maxWidth: 100, size: narrow),
      ])
    #expect(text.recordedSize(width: nil) == single)
    #expect(text.recordedSize(width: 320) == single)
    #expect(text.recordedSize(width: 319) == wide)
    #expect(text.recordedSize(width: 199) == narrow)
    #expect(text.recordedSize(width: 99) == nil)
  }

  @Test("padding surrounds the text, and reduces its available width")
  func padding() {
    var text = TextContent("漢字漢字", font: TextFont(pointSize: 10), lineLimit: 0)
    text.padding = LayoutInsets(top: 1, left: 5, bottom: 2, right: 5)
    let measurer = TextMeasurer(text, scale: 2)
    #expect(text.size(width: nil, measurer: measurer) == LayoutSize(width: 50, height: 15))
    let narrow = text.size(width: 49, measurer: measurer)
    #expect(narrow == LayoutSize(width: 40, height: 27))
  }
}
