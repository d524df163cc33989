// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import Foundation
import TestSupport
import Testing

/// Damages case files: bits, lengths and tokens.
struct FileMutator {
  var random: SplitMix64

  private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }

  mutating func mutate(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...below(3) {
      switch below(7) {
      case 0: flipBit(&bytes)
      case 1: bytes.removeLast(below(bytes.count))
      case 2: swapTokens(&bytes)
      case 3: repeatPart(&bytes)
      case 4: removePart(&bytes)
      case 5: changeDigit(&bytes)
      default: insertText(&bytes)
      }
    }
    return bytes
  }

  private mutating func flipBit(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    bytes[below(bytes.count)] ^= 1 << UInt8(below(8))
  }

  /// Changes a random digit; most files stay readable.
  private mutating func changeDigit(_ bytes: inout [UInt8]) {
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

  private mutating func swapTokens(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let one = token(bytes)
    let other = token(bytes)
    let (low, high) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
    guard low.upperBound <= high.lowerBound else { return }
    let (lowText, highText) = (Array(bytes[low]), Array(bytes[high]))
    bytes.replaceSubrange(high, with: lowText)
    bytes.replaceSubrange(low, with: highText)
  }

  private mutating func repeatPart(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let start = below(bytes.count)
    let part = Array(bytes[start..<min(bytes.count, start + 1 + below(80))])
    bytes.insert(contentsOf: part, at: below(bytes.count))
  }

  private mutating func removePart(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let start = below(bytes.count)
    bytes.removeSubrange(start..<min(bytes.count, start + 1 + below(40)))
  }

  private mutating func insertText(_ bytes: inout [UInt8]) {
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

@Test("damaged case files are refused or read as cases that can be written and read again")
func mutatedFiles() throws {
  let count = TestLength.choose(quick: 1_000, full: 3_000, long: 100_000)
  let seed: UInt64 = 20_240_117
  var accepted = 0
  for index in 0..<UInt64(count) {
    let original = CaseFile.encode(RandomCase.make(seed: index % 97))
    var mutator = FileMutator(random: SplitMix64(seed: seed &+ index))
    let mutated = mutator.mutate(original)
    let file = "seed \(seed) index \(index)"
    guard let layoutCase = try? CaseFile.decode(mutated, file: file) else { continue }
    accepted += 1
    let written = CaseFile.encode(layoutCase)
    let read = try CaseFile.decode(written, file: file)
    #expect(read == layoutCase, "\(file)")
  }
  // Both outcomes must occur, or the test covers only one half of the code.
  #expect(
    accepted > count / 100 && accepted < count, "\(accepted) of \(count) accepted, seed \(seed)")
}
