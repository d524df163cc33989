// SPDX-License-Identifier: MIT

/// A JSON value, as `JSONParser` reads and `JSONWriter` writes it.
///
/// Members keep their order and numbers keep their text, so that no reading or writing rounds or
/// reorders anything. Two values with the same content are equal, whatever their locations.
package struct JSONValue: Sendable {
  /// A key with its value.
  package struct Member: Sendable, Hashable {
    package var key: String
    package var value: JSONValue
    /// The place where the key begins; nil for a value that was not read from a text.
    package var keyLocation: SourceLocation?

    package init(key: String, value: JSONValue, keyLocation: SourceLocation? = nil) {
      self.key = key
      self.value = value
      self.keyLocation = keyLocation
    }

    package static func == (lhs: Member, rhs: Member) -> Bool {
      lhs.key == rhs.key && lhs.value == rhs.value
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(key)
      hasher.combine(value)
    }
  }

  /// The kind of a value with its data.
  package enum Content: Sendable, Hashable {
    case null
    case bool(Bool)
    /// The number's text, by the grammar of JSON.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])
  }

  package var content: Content
  /// The place where the value begins; nil for a value that was not read from a text.
  package var location: SourceLocation?

  package init(_ content: Content, at location: SourceLocation? = nil) {
    self.content = content
    self.location = location
  }

  /// The kind of value, with an article, for messages.
  package var kindText: String {
    switch content {
    case .null: return "null"
    case .bool: return "a boolean"
    case .number: return "a number"
    case .string: return "a string"
    case .array: return "an array"
    case .object: return "an object"
    }
  }
}

extension JSONValue: Hashable {
  package static func == (lhs: JSONValue, rhs: JSONValue) -> Bool { lhs.content == rhs.content }

  package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

// MARK: - Making values

extension JSONValue {
  package static let null = JSONValue(.null)

  package static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }

  package static func string(_ value: String) -> JSONValue { JSONValue(.string(value)) }

  package static func number(_ value: some BinaryInteger) -> JSONValue {
    JSONValue(.number("\(value)"))
  }

  /// Makes a number from the shortest text that reads back as the same double; whole numbers below
  /// 2^53 have no point.
  ///
  /// - Precondition: `value` is finite: JSON has no other numbers.
  package static func number(_ value: Double) -> JSONValue {
    precondition(value.isFinite, "JSON has no number \(value)")
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 {
      return JSONValue(.number("\(whole)"))
    }
    return JSONValue(.number("\(value)"))
  }

  package static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }

  package static func strings(_ elements: [String]) -> JSONValue {
    .array(elements.map { .string($0) })
  }

  /// Makes an object with its members in the order given.
  package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    JSONValue(.object(members.map { Member(key: $0.key, value: $0.value) }))
  }

  package static func object(_ members: [Member]) -> JSONValue { JSONValue(.object(members)) }

  /// Makes an object of the members that have a value, in the order given.
  package static func members(_ members: [(key: String, value: JSONValue?)]) -> JSONValue {
    .object(
      members.compactMap { (key, value) in value.map { Member(key: key, value: $0) } })
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByStringInterpolation, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }
}

// MARK: - Reading values

extension JSONValue {
  package var string: String? {
    if case .string(let value) = content { return value }
    return nil
  }

  package var bool: Bool? {
    if case .bool(let value) = content { return value }
    return nil
  }

  /// The number as an integer; nil for another kind of value, a fraction, an exponent or an
  /// overflow.
  package var int: Int? {
    if case .number(let text) = content { return Int(text) }
    return nil
  }

  /// The double nearest to the number; nil for another kind of value or one beyond the largest
  /// double.
  package var double: Double? {
    guard case .number(let text) = content, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  package var array: [JSONValue]? {
    if case .array(let elements) = content { return elements }
    return nil
  }

  package var members: [Member]? {
    if case .object(let members) = content { return members }
    return nil
  }

  /// The value of a key; nil when this is no object or has no such key.
  ///
  /// - Complexity: O(members).
  package subscript(key: String) -> JSONValue? {
    members?.first { $0.key == key }?.value
  }
}
