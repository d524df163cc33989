// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import TextMeasurement

/// Checks extreme texts and numbers.
struct HostileTextTests {
  static let texts: [(name: String, text: String)] = [
    ("one word", String(repeating: "a", count: 100_000)),
    ("only marks", String(repeating: "\u{301}", count: 50_000)),
    ("one cluster", "a" + String(repeating: "\u{200D}\u{301}", count: 25_000)),
    ("joined pictures", String(repeating: "👩\u{200D}", count: 12_000)),
    ("flags", String(repeating: "🇩", count: 20_000)),
    ("joined consonants", String(repeating: "क\u{94D}", count: 16_000)),
    ("spaces", String(repeating: " ", count: 100_000)),
    ("newlines", String(repeating: "\n", count: 50_000)),
    ("closing marks", String(repeating: "。", count: 30_000)),
    ("opening marks", String(repeating: "（", count: 30_000)),
    ("words longer than lines", String(repeating: "abcdefghij ", count: 9_000)),
    ("zeros", String(repeating: "\u{0}", count: 50_000)),
    (
      "mended surrogates",
      String(
        decoding: [UInt16](repeating: 0xD800, count: 20_000), as: UTF16.self)
    ),
  ]

  @Test("long texts of one kind take linear time", arguments: texts)
  func longTexts(entry: (name: String, text: String)) {
    for mode in [TextContent.LineBreak.wordWrap, .truncateMiddle, .characterWrap] {
      for limit in [0, 3] {
        let text = TextContent(entry.text, lineLimit: limit, lineBreak: mode)
        let measurer = TextMeasurer(text, scale: 2)
        for width: LayoutNumber in [-5, 0, 1, 70] {
          let metrics = measurer.metrics(width: width)
          #expect(
            metrics.lineCount <= (limit == 0 ? entry.text.utf8.count : limit), "\(entry.name)")
          #expect(!metrics.size.width.isNegative, "\(entry.name)")
        }
      }
    }
  }

  @Test("extreme point sizes and widths neither trap nor leave the range of lengths")
  func extremeNumbers() {
    let numbers = [
      LayoutNumber.zero, LayoutNumber(-1), LayoutNumber(digits: 1, scale: 18),
      LayoutNumber(Int(Int64.max)), LayoutNumber(Int(Int64.min)),
      LayoutNumber(.max, .max, form: .fraction), LayoutNumber(1, .max, form: .fraction),
      LayoutNumber(.max - 1, 3, form: .ratio),
    ]
    for pointSize in numbers {
      let text = TextContent(
        "Wide 漢字 text", font: TextFont(pointSize: pointSize, weight: .black), lineLimit: 0)
      for width in numbers {
        let metrics = text.metrics(width: width, height: width, scale: 3)
        for number in [metrics.size.width, metrics.size.height, metrics.firstBaseline] {
          #expect(!number.isTooLarge && !number.isNegative, "\(pointSize) \(width): \(number)")
        }
        _ = text.size(width: width, measurer: TextMeasurer(text, scale: 1))
      }
    }
  }
}
