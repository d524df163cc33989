// SPDX-License-Identifier: MIT

extension JSONParser {
  /// Reads a string from its opening to its closing quote.
  mutating func parseString() throws(JSONError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while true {
      guard let byte = current else {
        throw error("expected '\"' at the end of a string that starts here", at: start)
      }
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        position += 1
        try parseEscape(into: &text)
      case 0..<0x20:
        throw error("expected control characters in a string to be escaped, found \(found)")
      case 0x20..<0x80:
        text.append(byte)
        position += 1
      default:
        let length = utf8Length(at: position)
        if length == 0 { throw error("expected UTF-8, found \(found)") }
        text.append(contentsOf: bytes[position..<position + length])
        position += length
      }
    }
  }

  /// Reads what follows a backslash.
  private mutating func parseEscape(into text: inout [UInt8]) throws(JSONError) {
    let start = position - 1
    guard let byte = current else { throw error("expected an escape, found \(found)") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try parseHexadecimal()
      if code >= 0xD800 && code < 0xDC00, current == UInt8(ascii: "\\"),
        position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
      {
        position += 2
        let low = try parseHexadecimal()
        guard low >= 0xDC00 && low < 0xE000 else {
          throw error("expected the second half of a surrogate pair", at: start)
        }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = UnicodeScalar(code) else {
        throw error("expected a character, found half of a surrogate pair", at: start)
      }
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default:
      throw error("expected one of \"\\/bfnrtu after a backslash", at: start)
    }
  }

  /// Reads four hexadecimal digits.
  private mutating func parseHexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      switch current {
      case .some(let byte) where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
        value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case .some(let byte) where byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f"):
        value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case .some(let byte) where byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F"):
        value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: throw error("expected four hexadecimal digits, found \(found)")
      }
      position += 1
    }
    return value
  }

  /// Returns the length of the well-formed UTF-8 sequence of several bytes at an offset; 0 when it
  /// is not well formed.
  ///
  /// Reference: table 3-7 of the Unicode standard.
  private func utf8Length(at offset: Int) -> Int {
    let lead = bytes[offset]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { second = 0xA0...0xBF }
      if lead == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { second = 0x90...0xBF }
      if lead == 0xF4 { second = 0x80...0x8F }
    default: return 0
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
    for index in offset + 2..<offset + length where bytes[index] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
