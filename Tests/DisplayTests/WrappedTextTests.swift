// SPDX-License-Identifier: MIT

import Display
import Testing

@Suite("Wrapped text")
struct WrappedTextTests {
  @Test("lines break at spaces, and continue below the text")
  func example() {
    #expect(
      WrappedText.lines("one two three", after: "  law  ", width: 14) == [
        "  law  one two", "       three",
      ])
    #expect(WrappedText.lines("", after: "  law  ") == ["  law  "])
  }

  @Test("no word is lost, and only a long word exceeds the width", arguments: 1...40)
  func properties(width: Int) {
    let words = (0..<60).map { String(repeating: "x", count: ($0 * 7) % 13 + 1) }
    let lines = WrappedText.lines(words.joined(separator: " "), after: "- ", width: width)
    #expect(lines.flatMap { $0.dropFirst(2).split(separator: " ").map(String.init) } == words)
    for line in lines where line.count > width { #expect(!line.dropFirst(2).contains(" ")) }
  }
}
