// SPDX-License-Identifier: MIT

import Choices
import Testing

@testable import Processes

@Suite("Lines out of a stream")
struct LineBufferTests {
  /// All whole lines of bytes that come in chunks, and how many bytes are left.
  private static func taken(
    _ bytes: [UInt8], chunk: () -> Int
  ) -> (lines: [[UInt8]], left: Int) {
    var (buffer, lines, rest) = (LineBuffer(), [[UInt8]](), bytes[...])
    while !rest.isEmpty {
      let next = rest.prefix(chunk())
      buffer.append(next)
      rest = rest.dropFirst(next.count)
      // Some lines are taken later than they could be.
      while !next.count.isMultiple(of: 3), let line = buffer.takeLine() { lines.append(line) }
    }
    while let line = buffer.takeLine() { lines.append(line) }
    return (lines, buffer.count)
  }

  @Test("the lines are those of the bytes, in whatever chunks they come")
  func chunks() {
    for seed in 0..<400 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let bytes = (0..<Int(random.next() % 200)).map { _ in
        random.next() % 4 == 0 ? UInt8(ascii: "\n") : UInt8(ascii: "a") + UInt8(random.next() % 3)
      }
      var expected = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { Array($0) }
      let left = expected.removeLast().count
      let found = Self.taken(bytes) { 1 + Int(random.next() % 9) }
      #expect(found.lines == expected && found.left == left, "seed \(seed)")
    }
  }

  @Test("bytes that were taken make room")
  func room() {
    var buffer = LineBuffer()
    for _ in 0..<100_000 {
      buffer.append(Array("some line of a stream\nand".utf8))
      buffer.append(Array(" more\n".utf8))
      #expect(buffer.takeLine() != nil && buffer.takeLine() == Array("and more".utf8))
    }
    #expect(buffer.count == 0 && buffer.storedBytes < 100)
  }
}
