// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import Testing

/// A file with damaged bits, lengths and tokens.
package struct DamagedFile: CustomTestStringConvertible {
  package private(set) var bytes: [UInt8]
  private var draws: Draws

  package var testDescription: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func below(_ limit: Int) -> Int { draws.below(max(1, limit)) }

  package static func files(
    of cases: Generator<LayoutCase>, as encode: @escaping @Sendable (LayoutCase) -> [UInt8]
  ) -> Generator<DamagedFile> {
    cases.drawing { layoutCase, draws in
      var file = DamagedFile(bytes: encode(layoutCase), draws: draws)
      file.damage()
      draws = file.draws
      return file
    }
  }

  private mutating func damage() {
    for _ in 0...below(3) {
      switch below(7) {
      case 0: flipBit()
      case 1: bytes.removeLast(below(bytes.count))
      case 2: swapTokens()
      case 3: repeatPart()
      case 4: removePart()
      case 5: changeDigit()
      default: insertText()
      }
    }
  }

  private mutating func flipBit() {
    guard !bytes.isEmpty else { return }
    bytes[below(bytes.count)] ^= 1 << UInt8(below(8))
  }

  /// Changes a random digit; most files stay readable.
  private mutating func changeDigit() {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let places = bytes.indices.filter { digits.contains(bytes[$0]) }
    guard !places.isEmpty else { return }
    bytes[places[below(places.count)]] = digits.lowerBound + UInt8(below(10))
  }

  /// Returns the range of the letters, digits and similar characters around a random place.
  private mutating func token(_ bytes: [UInt8]) -> Range<Int> {
    func isPart(_ byte: UInt8) -> Bool {
      byte > 0x20 && !"[]{},:".utf8.contains(byte)
    }
    var start = below(bytes.count)
    while start > 0, isPart(bytes[start - 1]) { start -= 1 }
    var end = start
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    return start..<end
  }

  private mutating func swapTokens() {
    guard !bytes.isEmpty else { return }
    let one = token(bytes)
    let other = token(bytes)
    let (low, high) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
    guard low.upperBound <= high.lowerBound else { return }
    let (lowText, highText) = (Array(bytes[low]), Array(bytes[high]))
    bytes.replaceSubrange(high, with: lowText)
    bytes.replaceSubrange(low, with: highText)
  }

  private mutating func repeatPart() {
    guard !bytes.isEmpty else { return }
    let start = below(bytes.count)
    let part = Array(bytes[start..<min(bytes.count, start + 1 + below(80))])
    bytes.insert(contentsOf: part, at: below(bytes.count))
  }

  private mutating func removePart() {
    guard !bytes.isEmpty else { return }
    let start = below(bytes.count)
    bytes.removeSubrange(start..<min(bytes.count, start + 1 + below(40)))
  }

  private mutating func insertText() {
    let texts = [
      "\"1/0\"", "1e999", "-1e-999", "9223372036854775808", "null", "[[[[", "\\ud800", "\"16:9\"",
      "-0",
      "\"root\"", "\"-9223372036854775808/1\"", "{}", "[]", "\"\"", "\u{1F600}", "1e18",
      "4294967296",
      "-9223372036854775808e-18",
    ]
    bytes.insert(
      contentsOf: Array(texts[below(texts.count)].utf8), at: below(bytes.count + 1))
  }
}
