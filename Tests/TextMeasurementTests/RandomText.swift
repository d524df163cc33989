// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import TestSupport
import TextMeasurement

/// Random texts in several scripts, with many features that are hard to measure.
struct RandomText {
  private var draws: Draws

  /// Returns a generator of values that are drawn with texts.
  static func drawn<Value>(
    _ body: @escaping @Sendable (inout RandomText) -> Value
  ) -> Generator<Value> {
    .drawn { draws in
      var random = RandomText(draws: draws)
      defer { draws = random.draws }
      return body(&random)
    }
  }

  mutating func upTo(_ last: Int) -> Int { draws.below(last + 1) }

  mutating func one<Element>(of values: [Element]) -> Element { draws.pick(values) }

  static let latin = Array("etaoinsrhldcumfpgwybvkjxqzEMWI0159'-.,:/()").map(String.init)
  static let chinese = Array("的一是不了人我在有他这中大来上个国和说们，。；：？！「」《》（）“”、…—").map(String.init)
  static let japanese = Array("あいうえおかきくけこっゃゅょアイウエオッャュョーカキ。、・「」々日本語").map(String.init)
  static let others =
    [
      "д", "ж", "Щ", "ω", "Σ", "ש", "ל", "ع", "ر", "ي", "ก", "า", "เ", "ท", "्", "क", "ष", "ि",
      "가", "나", "한", "글", "Ａ", "ｱ", "ﾞ", "ß", "Ä", "é", "n\u{303}", "o\u{308}\u{301}",
    ]
  static let pictures =
    ["😀", "👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "©", "⌚"]
  static let odd =
    [
      "\u{301}", "\u{200D}", "\u{200B}", "\u{A0}", "\u{2060}", "\u{AD}", "\u{0}", "\u{7F}", "\t",
      "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}", "\u{3000}", "\u{E000}", "\u{202E}", " \u{301}",
    ]

  /// Generates a text with a maximal number of pieces.
  ///
  /// - Parameters:
  ///   - pieces: the maximum of characters and other pieces, such as line ends.
  ///   - newlines: whether the text may have several paragraphs.
  /// - Returns: the text, which may be empty.
  mutating func text(pieces: Int, newlines: Bool = true) -> String {
    let pools = [Self.latin, Self.latin, Self.chinese, Self.japanese, Self.others, Self.pictures]
    var pool = one(of: pools)
    return draws.list(0...pieces) { draws in
      switch draws.below(20) {
      case 19:
        pool = draws.pick(pools)
        return ""
      case 16, 17, 18: return " "
      case 15: return draws.pick(Self.odd)
      case 14 where newlines: return draws.pick(["\n", "\r\n", "\u{2028}"])
      default: return draws.pick(pool)
      }
    }.joined()
  }

  /// Returns a width in points from 0 to some hundred, often a fraction.
  mutating func width() -> LayoutNumber {
    LayoutNumber(digits: Int64(upTo(upTo(3) == 0 ? 300 : 4000)), scale: 1)
  }

  mutating func content(pieces: Int, lineLimit: Int = 0, newlines: Bool = true) -> TextContent {
    let weights = TextFont.Weight.allCases
    return TextContent(
      text(pieces: pieces, newlines: newlines),
      font: TextFont(
        pointSize: LayoutNumber(digits: Int64(20 + upTo(300)), scale: 1), weight: one(of: weights)),
      lineLimit: lineLimit)
  }
}

extension TextContent {
  func metrics(width: LayoutNumber?, height: LayoutNumber? = nil, scale: Int = 2) -> TextMetrics {
    TextMeasurer(self, scale: scale).metrics(width: width, height: height)
  }

  /// Returns the texts of the lines.
  func lines(width: LayoutNumber?) -> [String] {
    let bytes = Array(string.utf8)
    return metrics(width: width).lines.map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  /// Returns the same text and font with another string.
  func with(_ string: String) -> TextContent {
    var copy = self
    copy.string = string
    return copy
  }
}
