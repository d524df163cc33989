// SPDX-License-Identifier: MIT

import JSON

/// A check of the bytes of a document before an XML parser reads them.
///
/// Interface Builder writes UTF-8 without a document type. Anything else is refused here, with a
/// place: other encodings, broken UTF-8, NUL bytes, document types and entity declarations. An
/// entity may stand for gigabytes of text, or for a file of this machine.
struct DocumentText {
  struct Refusal: Error {
    var message: String
    /// The offset of the erroneous byte; nil for an error without a place.
    var offset: Int?
    /// Whether a limit is exceeded.
    var isLimit = false
  }

  /// Text that is safe to parse.
  struct Checked {
    /// The bytes without a byte order mark, and with a space in processing instructions that are
    /// only a name.
    let bytes: ArraySlice<UInt8>
    /// The offsets in `bytes` of the spaces that the document does not contain, ascending.
    let addedSpaces: [Int]
    /// The starts of the start tags in order, which parsers do not report; at most
    /// `ImportLimits.elements`.
    let elementStarts: [SourceLocation]

    /// Returns the number of added spaces in a line before a column.
    ///
    /// - Complexity: O(bytes) where there are any.
    func addedSpaces(before column: Int, inLine line: Int) -> Int {
      if addedSpaces.isEmpty { return 0 }
      var start = bytes.startIndex
      for _ in 1..<line {
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { break }
        start = end + 1
      }
      return addedSpaces.count { start <= $0 && $0 < start + column - 1 }
    }
  }

  private let bytes: [UInt8]
  private var position: Int
  private var elementStarts: [SourceLocation] = []
  /// The ends of processing instructions that are only a name.
  private var bareInstructionEnds: [Int] = []
  /// The line of the last start tag, and the offset where that line begins.
  private var line = 1
  private var lineStart = 0
  /// The offset up to which lines are counted.
  private var counted = 0

  /// - Complexity: O(bytes).
  static func checked(_ bytes: [UInt8]) throws(Refusal) -> Checked {
    guard bytes.count <= ImportLimits.bytes else {
      throw Refusal(
        message: "the document has \(bytes.count) bytes, more than the limit of"
          + " \(ImportLimits.bytes)", offset: 0, isLimit: true)
    }
    guard !bytes.isEmpty else { throw Refusal(message: "the file is empty, expected XML") }
    for mark: [UInt8] in [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]]
    where bytes.starts(with: mark) {
      throw Refusal(message: "the file is in UTF-16 or UTF-32, expected UTF-8", offset: 0)
    }
    if let zero = bytes.firstIndex(of: 0) {
      let message =
        zero < 4
        ? "the file is in UTF-16 or UTF-32, or not text, expected UTF-8"
        : "a NUL byte, which XML does not allow"
      throw Refusal(message: message, offset: zero)
    }
    if let broken = firstInvalidUTF8(bytes) {
      throw Refusal(message: "bytes that are not UTF-8", offset: broken)
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var text = DocumentText(bytes: bytes, position: start)
    try text.refuseForeignEncoding()
    try text.walkTags()
    let ends = text.bareInstructionEnds
    return Checked(
      bytes: ends.isEmpty ? bytes[start...] : text.parsable(from: start)[...],
      addedSpaces: ends.enumerated().map { $1 + $0 - start }, elementStarts: text.elementStarts)
  }

  /// Returns the bytes with a space in each processing instruction without a text.
  ///
  /// Foundation's parser for Linux reads the missing text at address 0 (Swift 6.3).
  private func parsable(from start: Int) -> [UInt8] {
    var parsable: [UInt8] = []
    parsable.reserveCapacity(bytes.count - start + bareInstructionEnds.count)
    var copied = start
    for end in bareInstructionEnds {
      parsable += bytes[copied..<end]
      parsable.append(UInt8(ascii: " "))
      copied = end
    }
    return parsable + bytes[copied...]
  }

  /// Returns the line and column of a byte.
  static func location(of offset: Int, in bytes: [UInt8]) -> SourceLocation {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    return SourceLocation(line: line, column: offset - lineStart + 1)
  }

  private init(bytes: [UInt8], position: Int) {
    self.bytes = bytes
    self.position = position
  }

  private func has(_ text: StaticString, at index: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    let start = text.utf8Start
    for offset in 0..<count where bytes[index + offset] != start[offset] { return false }
    return true
  }

  /// Refuses an XML declaration whose `encoding` is neither UTF-8 nor a part of it.
  private func refuseForeignEncoding() throws(Refusal) {
    guard has("<?xml", at: position) else { return }
    let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.endIndex
    let declaration = String(decoding: bytes[position..<end], as: UTF8.self)
    guard let name = declaration.ranges(of: "encoding").first else { return }
    let rest = declaration[name.upperBound...].drop { $0 == " " || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return }
    let encoding = rest.dropFirst().prefix { $0 != quote }.uppercased()
    guard ["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(encoding) else {
      throw Refusal(message: "the encoding \(encoding), expected UTF-8", offset: position)
    }
  }

  /// Scans comments, character data and processing instructions; `<!` elsewhere is a declaration.
  private mutating func walkTags() throws(Refusal) {
    while let next = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = next
      if has("<!--", at: next) {
        skip(past: "-->", from: next + 4)
      } else if has("<![CDATA[", at: next) {
        skip(past: "]]>", from: next + 9)
      } else if has("<?", at: next) {
        skipInstruction(at: next)
      } else if has("<!", at: next) {
        throw Refusal(
          message: "a document type or entity declaration, which is refused", offset: next)
      } else {
        position = next + 1
        guard !has("</", at: next) else { continue }
        noteElement(at: next)
        try skipAttributes(ofTagAt: next)
      }
    }
  }

  /// Scans to the end of a start tag, or to the next `<`, and refuses more attributes than an
  /// element may have.
  private mutating func skipAttributes(ofTagAt start: Int) throws(Refusal) {
    var count = 0
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "<") { return }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "=") {
        count += 1
        if count > ImportLimits.attributes {
          throw Refusal(
            message: "an element with more than \(ImportLimits.attributes) attributes,"
              + " which is the limit", offset: start, isLimit: true)
        }
      }
      position += 1
    }
  }

  private mutating func noteElement(at offset: Int) {
    guard elementStarts.count < ImportLimits.elements else { return }
    while counted < offset {
      counted += 1
      guard bytes[counted - 1] == UInt8(ascii: "\n") else { continue }
      line += 1
      lineStart = counted
    }
    elementStarts.append(SourceLocation(line: line, column: offset - lineStart + 1))
  }

  private mutating func skipInstruction(at start: Int) {
    skip(past: "?>", from: start + 2)
    let content = bytes[start + 2..<max(start + 2, position - 2)]
    if has("?>", at: content.endIndex), !content.contains(where: Self.isSpace) {
      bareInstructionEnds.append(content.endIndex)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }

  private mutating func skip(past end: StaticString, from start: Int) {
    var index = start
    while index < bytes.count, !has(end, at: index) { index += 1 }
    position = min(index + end.utf8CodeUnitCount, bytes.count)
  }

  /// Returns the offset of the first byte that does not belong to well-formed UTF-8.
  private static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      if lead < 0x80 {
        index += 1
        continue
      }
      let length: Int
      var lowest: UInt8 = 0x80
      var highest: UInt8 = 0xBF
      switch lead {
      case 0xC2...0xDF: length = 2
      case 0xE0:
        length = 3
        lowest = 0xA0
      case 0xED:
        length = 3
        highest = 0x9F
      case 0xE1...0xEF: length = 3
      case 0xF0:
        length = 4
        lowest = 0x90
      case 0xF1...0xF3: length = 4
      case 0xF4:
        length = 4
        highest = 0x8F
      default: return index
      }
      guard index + length <= bytes.count, bytes[index + 1] >= lowest, bytes[index + 1] <= highest
      else { return index }
      for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return index }
      index += length
    }
    return nil
  }
}
