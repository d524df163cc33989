// SPDX-License-Identifier: MIT

/// The last bytes that a process wrote to standard error, unchanged.
package struct ErrorTail: Sendable {
  /// The most bytes that are kept; older ones are dropped.
  package static let bytesMax = 16 << 10
  /// The number of last bytes in which `lastLine` is searched.
  private static let lineBytesMax = 4096
  /// The largest number of characters of a quoted line.
  private static let quoteMax = 120

  /// The number of the process.
  package let process: Int32
  package private(set) var bytes: [UInt8] = []
  /// Whether older bytes were dropped.
  package private(set) var isCut = false

  package init(process: Int32) { self.process = process }

  /// - Complexity: O(`bytesMax` + count of the bytes).
  mutating func append(_ more: some Collection<UInt8>) {
    bytes += more
    let excess = bytes.count - Self.bytesMax
    guard excess > 0 else { return }
    bytes.removeFirst(excess)
    isCut = true
  }

  /// The most informative line, if any: the last with a fatal error, else the last without
  /// addresses, which differ from run to run.
  var lastLine: String? {
    let lines = String(decoding: bytes.suffix(Self.lineBytesMax), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
    let line =
      lines.last { $0.contains("Fatal error: ") }
      ?? lines.last { !$0.allSatisfy(\.isWhitespace) && !$0.contains("0x") }
    let words = line?.split(whereSeparator: \.isWhitespace)
    guard let quote = words?.joined(separator: " "), quote.count > Self.quoteMax else {
      return words?.joined(separator: " ")
    }
    return quote.prefix(Self.quoteMax - 3) + "..."
  }
}
