// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Small files in which the system shows its state.
enum SystemText {
  /// Returns the first `max` bytes of a file; nil when it cannot be read.
  static func bytes(of path: String, max: Int = 1 << 20) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(max, 1 << 14))
    while all.count < max {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return all.isEmpty ? nil : all }
      if count == 0 { break }
      all += chunk[..<count]
    }
    return all
  }

  /// Returns the text of a file without blanks and line ends around it; nil when it cannot be read.
  static func text(of path: String) -> String? {
    guard let bytes = bytes(of: path) else { return nil }
    let isBlank: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
    let rest = bytes.drop(while: isBlank)
    guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(decoding: rest[...last], as: UTF8.self)
  }

  /// Returns the target of a symbolic link; nil when there is none.
  static func link(_ path: String) -> [UInt8]? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &text, text.count)
    return count > 0 ? text[..<count].map { UInt8(bitPattern: $0) } : nil
  }

  /// Returns the text after the colon in the first line that begins with `word`; nil without such a
  /// line.
  static func value(of word: String, in text: [UInt8]) -> String? {
    for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: word.utf8) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return String(decoding: value, as: UTF8.self)
    }
    return nil
  }
}
