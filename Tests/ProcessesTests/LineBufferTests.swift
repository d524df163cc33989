// SPDX-License-Identifier: MIT

import Choices
import TestSupport
import Testing

@testable import Processes

@Suite("Lines of a stream", .waitsForProcesses)
struct LineBufferTests {
  /// Bytes of lines, and the lengths of the chunks in which they arrive.
  private struct Stream {
    let bytes: [UInt8]
    let chunks: [Int]
  }

  private static let streams = Generator<([UInt8], [Int])>.pair(
    Generator<UInt8>.element(of: Array("abc\n".utf8)).list(count: 0...200, average: 60),
    Generator<Int>.integer(in: 1...9).list(count: 1...40)
  ).map { Stream(bytes: $0.0, chunks: $0.1) }

  /// Returns all whole lines of a stream, and the number of remaining bytes.
  private static func taken(_ stream: Stream) -> (lines: [[UInt8]], left: Int) {
    var (buffer, lines, rest) = (LineBuffer(), [[UInt8]](), stream.bytes[...])
    var turn = 0
    while !rest.isEmpty {
      let next = rest.prefix(stream.chunks[turn % stream.chunks.count])
      turn += 1
      buffer.append(next)
      rest = rest.dropFirst(next.count)
      // Some lines are taken later than possible.
      while !next.count.isMultiple(of: 3), let line = buffer.takeLine() { lines.append(line) }
    }
    while let line = buffer.takeLine() { lines.append(line) }
    return (lines, buffer.count)
  }

  @Test("the lines are those of the bytes, in any chunks")
  func chunks() {
    forAll(Self.streams) { stream in
      var expected = stream.bytes.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
      ).map { Array($0) }
      let left = expected.removeLast().count
      let found = Self.taken(stream)
      return .when(
        found.lines == expected && found.left == left,
        else: "\(found.lines.count) lines instead of \(expected.count)")
    }
  }

  @Test("removed bytes free space")
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
