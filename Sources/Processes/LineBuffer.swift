// SPDX-License-Identifier: MIT

import Foundation

/// A buffer of bytes from which whole lines are taken.
///
/// - Complexity: Each byte is searched once and moved a constant number of times on average, for
///   any number of chunks and lines.
package struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// The start of the first line that was not taken.
  private var start = 0
  /// The index where the search for a line break resumes.
  private var searched = 0

  package init() {}

  /// The number of bytes that have arrived and were not taken.
  package var count: Int { bytes.count - start }

  /// The bytes that have arrived and were not taken.
  package var rest: [UInt8] { Array(bytes[start...]) }

  /// The number of bytes held in memory.
  var storedBytes: Int { bytes.count }

  /// Adds bytes that have arrived, of any number of lines or a part of one.
  package mutating func append(_ chunk: some Collection<UInt8>) {
    // The taken bytes are removed once they are the larger part: so each taken byte pays for at
    // most one move.
    if start > bytes.count - start {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += chunk
  }

  /// Takes the next whole line without its line break; nil when none is complete.
  package mutating func takeLine() -> [UInt8]? {
    guard let end = nextLineBreak() else {
      searched = bytes.count
      return nil
    }
    defer {
      start = end + 1
      searched = start
    }
    return Array(bytes[start..<end])
  }

  /// Returns the index of the first line break that was not searched for yet.
  private func nextLineBreak() -> Int? {
    bytes.withUnsafeBytes { all in
      let rest = UnsafeRawBufferPointer(rebasing: all[searched...])
      guard let first = rest.baseAddress,
        let found = memchr(first, Int32(UInt8(ascii: "\n")), rest.count)
      else { return nil }
      return searched + first.distance(to: UnsafeRawPointer(found))
    }
  }
}
