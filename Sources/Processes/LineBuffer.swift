// SPDX-License-Identifier: MIT

/// Bytes of a stream, taken out line by line.
///
/// Each byte is looked at once, and moved a few times, however many chunks or lines it comes in.
package struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// Where the first line that was not taken begins.
  private var start = 0
  /// Where the search for a line break goes on.
  private var searched = 0

  package init() {}

  /// How many bytes have come and were not taken.
  package var count: Int { bytes.count - start }

  /// How many bytes are held in all.
  var storedBytes: Int { bytes.count }

  package mutating func append(_ chunk: some Collection<UInt8>) {
    // What was taken makes room once it is the larger part: a byte is moved once for each that was
    // taken before it.
    if start > bytes.count - start {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += chunk
  }

  /// Takes the next line without its line break; nil when none is whole.
  package mutating func takeLine() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer {
      start = end + 1
      searched = start
    }
    return Array(bytes[start..<end])
  }
}
