// SPDX-License-Identifier: MIT

/// Writes JSON values as UTF-8: the same value always gives the same bytes.
package struct JSONWriter {
  private var bytes: [UInt8] = []

  /// Returns the value on one line, without a line break at the end: `{"a": 1, "b": [2, 3]}`.
  package static func line(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value)
    return writer.bytes
  }

  /// Returns the value as a document for people and for version control, with a line break at the
  /// end.
  ///
  /// Each member of the outer object has its own line, and so has each element of its lists of
  /// objects or lists. Deeper values stay on one line.
  package static func document(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    if let members = value.members, !members.isEmpty {
      writer.writeOuter(members)
    } else {
      writer.write(value)
    }
    writer.put("\n")
    return writer.bytes
  }

  private mutating func put(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func writeOuter(_ members: [JSONValue.Member]) {
    put("{")
    for (index, member) in members.enumerated() {
      put(index == 0 ? "\n  " : ",\n  ")
      write(member.key)
      put(": ")
      if let elements = member.value.array, elements.contains(where: \.isContainer) {
        put("[")
        for (index, element) in elements.enumerated() {
          put(index == 0 ? "\n    " : ",\n    ")
          write(element)
        }
        put("\n  ]")
      } else {
        write(member.value)
      }
    }
    put("\n}")
  }

  private mutating func write(_ value: JSONValue) {
    switch value.content {
    case .null: put("null")
    case .bool(let flag): put(flag ? "true" : "false")
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .string(let text): write(text)
    case .array(let elements):
      put("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { put(", ") }
        write(element)
      }
      put("]")
    case .object(let members):
      put("{")
      for (index, member) in members.enumerated() {
        if index > 0 { put(", ") }
        write(member.key)
        put(": ")
        write(member.value)
      }
      put("}")
    }
  }

  /// Writes a string in quotes with as few escapes as possible.
  private mutating func write(_ text: String) {
    put("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): put("\\\"")
      case UInt8(ascii: "\\"): put("\\\\")
      case 0x08: put("\\b")
      case 0x09: put("\\t")
      case 0x0A: put("\\n")
      case 0x0C: put("\\f")
      case 0x0D: put("\\r")
      case 0..<0x20:
        put("\\u00")
        for digit in [byte >> 4, byte & 15] {
          bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
      default: bytes.append(byte)
      }
    }
    put("\"")
  }
}

extension JSONValue {
  fileprivate var isContainer: Bool {
    switch content {
    case .array, .object: return true
    default: return false
    }
  }
}
