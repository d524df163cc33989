// SPDX-License-Identifier: MIT

/// The reason and the place for which a text is not JSON.
package struct JSONError: Error, Sendable, Hashable {
  package var location: SourceLocation
  /// The expected and the found text, without a full stop.
  package var message: String

  package init(location: SourceLocation, message: String) {
    self.location = location
    self.message = message
  }
}

/// Reads JSON (RFC 8259) from bytes, strictly.
///
/// Unlike many parsers, it rejects the same key twice in one object, invalid UTF-8 and lone
/// surrogates. It also rejects nesting deeper than `depthLimit` and more values than `valuesLimit`.
/// Never traps, whatever the bytes are.
package struct JSONParser {
  /// The deepest nesting that is read.
  ///
  /// No file of this project nests deeper than 6; the limit keeps the recursion shallow on any
  /// stack.
  package static let depthLimit = 64
  /// The largest number of values of one text; each needs up to 100 bytes of memory.
  package static let valuesLimit = 4_000_000

  let bytes: [UInt8]
  private let valuesMax: Int
  var position = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0
  private var valuesLeft: Int

  /// Reads one value; only white space may follow.
  ///
  /// - Complexity: O(bytes), and O(members) expected for each object.
  package static func parse(
    _ bytes: [UInt8], valuesMax: Int = JSONParser.valuesLimit
  ) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes: bytes, valuesMax: valuesMax)
    parser.skipWhiteSpace()
    let value = try parser.parseValue()
    parser.skipWhiteSpace()
    if parser.position < bytes.count {
      throw parser.error("expected the end of the text, found \(parser.found)")
    }
    return value
  }

  private init(bytes: [UInt8], valuesMax: Int) {
    self.bytes = bytes
    self.valuesMax = valuesMax
    valuesLeft = valuesMax
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  var location: SourceLocation { location(at: position) }

  /// Returns the place of a byte on the current line.
  func location(at offset: Int) -> SourceLocation {
    SourceLocation(line: line, column: offset - lineStart + 1)
  }

  func error(_ message: String, at offset: Int? = nil) -> JSONError {
    JSONError(location: location(at: offset ?? position), message: message)
  }

  /// The next character, for messages.
  var found: String {
    guard let byte = current else { return "the end of the text" }
    if byte > 0x20 && byte < 0x7F { return "'\(Character(UnicodeScalar(byte)))'" }
    return "the byte 0x\(String(byte, radix: 16, uppercase: true))"
  }

  /// The text before a key or value.
  private enum Before {
    case bracket, comma, colon
  }

  /// Returns the fix for common mistakes in place of a key or value; empty for others.
  private func fix(after before: Before) -> String {
    switch current {
    case UInt8(ascii: ","): before == .colon ? "" : "; fix: remove this comma"
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      before == .comma ? "; fix: remove the comma before it" : ""
    case UInt8(ascii: "'"): "; fix: use double quotes"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "; fix: remove the comment"
    default: ""
    }
  }

  /// The fix for common mistakes after a value; empty for others.
  private var fixAfterValue: String {
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["): "; fix: insert a comma before it"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "; fix: remove the comment"
    default: ""
    }
  }

  private mutating func skipWhiteSpace() {
    while let byte = current {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "\n"):
        position += 1
        line += 1
        lineStart = position
      default: return
      }
    }
  }

  /// Reads a value.
  ///
  /// `before` is the text before it.
  ///
  /// - Throws: for a text that is no JSON, and for more values than the limit.
  private mutating func parseValue(after before: Before = .bracket) throws(JSONError) -> JSONValue {
    let start = location
    valuesLeft -= 1
    if valuesLeft < 0 { throw error("more than \(valuesMax) values, which is the limit") }
    switch current {
    case UInt8(ascii: "{"): return JSONValue(.object(try parseObject()), at: start)
    case UInt8(ascii: "["): return JSONValue(.array(try parseArray()), at: start)
    case UInt8(ascii: "\""): return JSONValue(.string(try parseString()), at: start)
    case UInt8(ascii: "t"): return JSONValue(try parseWord("true", .bool(true)), at: start)
    case UInt8(ascii: "f"): return JSONValue(try parseWord("false", .bool(false)), at: start)
    case UInt8(ascii: "n"): return JSONValue(try parseWord("null", .null), at: start)
    case .some(let byte)
    where byte == UInt8(ascii: "-") || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")):
      return JSONValue(.number(try parseNumber()), at: start)
    default: throw error("expected a value, found \(found)\(fix(after: before))")
    }
  }

  private mutating func parseWord(
    _ word: StaticString, _ content: JSONValue.Content
  ) throws(JSONError) -> JSONValue.Content {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard current == word.utf8Start[index] else {
        throw error("expected \(word)", at: start)
      }
      position += 1
    }
    return content
  }

  private mutating func enter() throws(JSONError) {
    depth += 1
    if depth > JSONParser.depthLimit {
      throw error("nested deeper than \(JSONParser.depthLimit) levels")
    }
    position += 1
    skipWhiteSpace()
  }

  private mutating func leave() {
    depth -= 1
    position += 1
  }

  private mutating func parseArray() throws(JSONError) -> [JSONValue] {
    try enter()
    var elements: [JSONValue] = []
    if current == UInt8(ascii: "]") {
      leave()
      return elements
    }
    while true {
      elements.append(try parseValue(after: elements.isEmpty ? .bracket : .comma))
      skipWhiteSpace()
      if current == UInt8(ascii: "]") { break }
      guard current == UInt8(ascii: ",") else {
        throw error("expected ',' or ']' after an element, found \(found)\(fixAfterValue)")
      }
      position += 1
      skipWhiteSpace()
    }
    leave()
    return elements
  }

  private mutating func parseObject() throws(JSONError) -> [JSONValue.Member] {
    try enter()
    var members: [JSONValue.Member] = []
    if current == UInt8(ascii: "}") {
      leave()
      return members
    }
    var keys = Set<String>()
    while true {
      let start = location
      guard current == UInt8(ascii: "\"") else {
        let fix = fix(after: members.isEmpty ? .bracket : .comma)
        throw error("expected a key in quotes, found \(found)\(fix)")
      }
      let key = try parseString()
      guard isNew(key, members, &keys) else {
        throw JSONError(location: start, message: "the key \"\(key)\" is used twice")
      }
      skipWhiteSpace()
      guard current == UInt8(ascii: ":") else {
        throw error("expected ':' after a key, found \(found)")
      }
      position += 1
      skipWhiteSpace()
      let value = try parseValue(after: .colon)
      members.append(JSONValue.Member(key: key, value: value, keyLocation: start))
      skipWhiteSpace()
      if current == UInt8(ascii: "}") { break }
      guard current == UInt8(ascii: ",") else {
        throw error("expected ',' or '}' after a member, found \(found)\(fixAfterValue)")
      }
      position += 1
      skipWhiteSpace()
    }
    leave()
    return members
  }

  /// Whether no member has the key yet.
  ///
  /// Small objects are searched; `keys` is filled for larger ones only.
  private func isNew(
    _ key: String, _ members: [JSONValue.Member], _ keys: inout Set<String>
  ) -> Bool {
    if members.count < 12 { return !members.contains { $0.key == key } }
    if keys.isEmpty { keys = Set(members.map(\.key)) }
    return keys.insert(key).inserted
  }

  private mutating func parseNumber() throws(JSONError) -> String {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") {
      position += 1
    } else {
      try parseDigits()
    }
    if current == UInt8(ascii: ".") {
      position += 1
      try parseDigits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try parseDigits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads one or more digits.
  private mutating func parseDigits() throws(JSONError) {
    let start = position
    while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      position += 1
    }
    if position == start { throw error("expected a digit, found \(found)") }
  }
}
