// SPDX-License-Identifier: MIT

import Choices
import Reporting
import TestSupport
import Testing

@Suite("Text inside of markup")
struct MarkupTests {
  /// Pieces that break pages, files or terminals without escaping.
  static let hostile = [
    "</script>", "<!--", "]]>", "&amp;", "\"", "'", "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{2028}",
    "\u{FEFF}", "\u{FFFE}", "\u{1F600}", "e\u{301}", "\n", "\t", "javascript:", "<\u{301}",
    "\"\u{301}", "&\u{20DD}lt;", "\r\n", "${x}", "%s", "x",
  ]

  static func hostileText(_ source: inout Xoshiro256) -> String {
    (0..<Int(source.next() % 12)).map { _ in hostile[Int(source.next() % UInt64(hostile.count))] }
      .joined()
  }

  @Test(
    "the XML reader of these tests detects malformed markup",
    arguments: [
      "<aaa><b></aaa>", "<aaa><input type=\"x\"><b></b></aaa>", "<aaa x=y></aaa>",
      "<aaa>&nbsp;</aaa>",
      "<aaa>", "<aaa></aaa><b/>", "<aaa>\u{1}</aaa>",
    ])
  func badMarkup(text: String) {
    #expect(ParsedMarkup(text).problem != nil)
    #expect(ParsedMarkup("<aaa x=\"y\"><b/>text</aaa>").problem == nil)
  }

  @Test("any escaped text is one run of text to a strict reader, in an attribute and between tags")
  func escaping() {
    let seed: UInt64 = 5
    var source = Xoshiro256(seed: seed)
    for _ in 0..<300 {
      let text = Self.hostileText(&source)
      for escaped in [Markup.escaped(text), Markup.escaped(text, upTo: 7)] {
        let parsed = ParsedMarkup("<a b=\"\(escaped)\">\(escaped)</a>")
        #expect(parsed.problem == nil, "seed \(seed): \(text.debugDescription)")
        #expect(parsed.elements == ["a": 1], "seed \(seed): \(text.debugDescription)")
        #expect(parsed.text == parsed.attributes.first?.value, "seed \(seed)")
        #expect(!escaped.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
      }
    }
  }

  @Test("long texts are cut and marked")
  func cut() {
    #expect(Markup.escaped("abcdef", upTo: 6) == "abcdef")
    #expect(Markup.escaped("abcdefg", upTo: 6) == "abcde\u{2026}")
    #expect(Markup.escaped("<<<", upTo: 2) == "&lt;\u{2026}")
    #expect(Markup.escaped("ab", upTo: 0) == "\u{2026}")
  }

  @Test(
    "numbers have at most two digits after the point",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (-0.001, "0"), (12.0, "12"), (12.5, "12.5"), (-0.25, "-0.25"),
      (3.14159, "3.14"), (1.005e9, "1005000000"), (7.999, "8"), (0.05, "0.05"), (.nan, "0"),
      (.infinity, "0"), (1e300, "1e+300"),
    ])
  func numbers(value: Double, text: String) {
    #expect(Markup.number(value) == text)
  }
}
