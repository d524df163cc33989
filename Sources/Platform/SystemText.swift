// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Small files in which Linux shows its state; elsewhere they do not exist and read as empty.
enum SystemText {
  /// Returns the first `max` bytes of a file; none when it cannot be read.
  static func bytes(of path: String, max: Int = 1 << 20) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(max, 1 << 14))
    while all.count < max {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      all += chunk[..<count]
    }
    return all
  }

  /// Returns the words of a text between spaces and line breaks.
  static func words(_ text: some Collection<UInt8>) -> [String] {
    text.split { " \n".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the rest of the first line that begins with `start`, without the colon and the blanks
  /// before it; nil without such a line.
  static func value(after start: String, in text: [UInt8]) -> String? {
    text.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: start.utf8) }.map { line in
      let rest = line.dropFirst(start.utf8.count).drop { " \t:".utf8.contains($0) }
      return String(decoding: rest, as: UTF8.self)
    }
  }
}
