// SPDX-License-Identifier: MIT

import Display

/// A JSON object with a known set of keys, read with errors that name the expected value.
package struct JSONObjectReader {
  /// The kind of object, with an article, for messages.
  package let subject: String
  package let location: SourceLocation
  private let members: [JSONValue.Member]

  /// Makes the reader of an object.
  ///
  /// `retired` are the keys that earlier versions wrote. They are accepted, and no message suggests
  /// them.
  ///
  /// - Throws: when the value is no object, or has an unknown key.
  package init(
    _ value: JSONValue, _ subject: String, keys: [String], retired: [String] = []
  ) throws(JSONError) {
    guard let members = value.members else {
      throw value.error("expected \(subject) as an object, found \(value.kindText)")
    }
    for member in members where !keys.contains(member.key) && !retired.contains(member.key) {
      let nearest = nearestName(to: member.key, among: keys)
      let hint = nearest.map { "fix: use \"\($0)\"" } ?? "known are \(keys.quotedList)"
      throw JSONError(
        location: member.keyLocation ?? SourceLocation(line: 1, column: 1),
        message: "unknown key \"\(member.key)\" in \(subject); \(hint)")
    }
    self.members = members
    self.subject = subject
    location = value.location ?? SourceLocation(line: 1, column: 1)
  }

  package subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  /// Returns the value of a key.
  ///
  /// - Throws: the place of the object when it has no such key.
  package func required(_ key: String) throws(JSONError) -> JSONValue {
    guard let value = self[key] else {
      throw JSONError(location: location, message: "expected the key \"\(key)\" in \(subject)")
    }
    return value
  }
}

extension JSONValue {
  /// Returns an error at this value.
  package func error(_ message: String) -> JSONError {
    JSONError(location: location ?? SourceLocation(line: 1, column: 1), message: message)
  }

  /// Returns the string.
  ///
  /// - Throws: an error that names `expected` when the value is no string.
  package func requiredString(_ expected: String) throws(JSONError) -> String {
    guard let string else { throw error("expected \(expected), found \(kindText)") }
    return string
  }

  /// The largest integer that every reader of JSON represents exactly.
  package static let countMax = 1 << 53

  /// Returns a number from 0.
  ///
  /// Other programs and damaged files may give large numbers. The limit `countMax` keeps sums
  /// within the range of integers.
  ///
  /// - Throws: an error that names `expected` when the value is no such number.
  package func requiredCount(_ expected: String) throws(JSONError) -> Int {
    guard let int, int >= 0 else { throw error("expected \(expected), 0 or more") }
    guard int <= Self.countMax else {
      throw error("expected \(expected), from 0 to \(Self.countMax)")
    }
    return int
  }

  /// Returns a number of 64 bits, which most readers of JSON would round.
  ///
  /// - Throws: an error that names `expected` when the value is no such number.
  package func requiredUnsigned(_ expected: String) throws(JSONError) -> UInt64 {
    guard case .number(let text) = content, let number = UInt64(text) else {
      throw error("expected \(expected) from 0 to \(UInt64.max)")
    }
    return number
  }

  /// Returns the elements.
  ///
  /// `count` is the required number of elements; any number when nil.
  ///
  /// - Throws: an error that names `expected` when the value is no such array.
  package func requiredArray(
    _ expected: String, count: Int? = nil
  ) throws(JSONError) -> [JSONValue] {
    guard let array else { throw error("expected \(expected), found \(kindText)") }
    if let count, array.count != count {
      throw error("expected \(expected), found \(array.count) elements")
    }
    return array
  }

  /// Returns the integer.
  ///
  /// - Throws: an error that names `expected` when the value is no integer.
  package func requiredInt(_ expected: String) throws(JSONError) -> Int {
    guard let int else { throw error("expected \(expected), found \(kindText)") }
    return int
  }

  /// Returns the boolean.
  ///
  /// - Throws: an error that names `expected` when the value is no boolean.
  package func requiredBool(_ expected: String) throws(JSONError) -> Bool {
    guard let bool else { throw error("expected \(expected), found \(kindText)") }
    return bool
  }

  /// Returns the elements of an array, each converted by `read`.
  package func requiredList<Element>(
    _ expected: String, _ read: (JSONValue) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    var list: [Element] = []
    for element in try requiredArray(expected) { list.append(try read(element)) }
    return list
  }

  /// Returns the strings of an array.
  package func requiredStrings(_ expected: String) throws(JSONError) -> [String] {
    try requiredList(expected) { (element) throws(JSONError) in
      try element.requiredString(expected)
    }
  }

  /// Returns the value of an enumeration with this raw value.
  ///
  /// - Throws: an error that lists the known raw values.
  package func requiredCase<Value: RawRepresentable & CaseIterable>(
    of type: Value.Type
  ) throws(JSONError) -> Value where Value.RawValue == String {
    if let string, let value = Value(rawValue: string) { return value }
    let known = type.allCases.map(\.rawValue).quotedList
    throw error("expected one of \(known), found \(string.map { "\"\($0)\"" } ?? kindText)")
  }
}

extension [String] {
  /// The texts in quotes with commas between: `"a", "b"`.
  package var quotedList: String { map { "\"\($0)\"" }.joined(separator: ", ") }
}
