// SPDX-License-Identifier: MIT

import JSON

/// A check of a JSON value against a schema, for the part of JSON Schema that this project uses.
package struct SchemaCheck {
  private let schema: JSONValue
  private static let known = [
    "$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "required",
    "properties", "additionalProperties", "items", "minimum", "minItems", "maxItems", "oneOf",
  ]

  package init(_ text: String) throws { schema = try JSONParser.parse(Array(text.utf8)) }

  /// Returns the errors, each with its place; empty if the value conforms to the schema.
  package func problems(in value: JSONValue) -> [String] { problems(value, schema, "$") }

  private func problems(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    if schema.bool == true { return [] }
    if schema.bool == false { return ["\(place): nothing may stand here"] }
    var found: [String] = []
    for member in schema.members ?? [] where !Self.known.contains(member.key) {
      found.append("the schema has '\(member.key)', which nobody checks")
    }
    if let name = schema["$ref"]?.string {
      guard name.hasPrefix("#/$defs/"),
        let target = self.schema["$defs"]?[String(name.dropFirst(8))]
      else { return ["the schema refers to \(name)"] }
      found += problems(value, target, place)
    }
    if let types = schema["type"], !allows(types, value) {
      found.append("\(place): \(value.kindText) where the schema has \(types.content)")
    }
    if let const = schema["const"], const != value { found.append("\(place): is not the constant") }
    if let values = schema["enum"]?.array, !values.contains(value) {
      found.append("\(place): is none of the values")
    }
    if let choices = schema["oneOf"]?.array {
      let fitting = choices.filter { problems(value, $0, place).isEmpty }.count
      if fitting != 1 { found.append("\(place): fits \(fitting) of the choices") }
    }
    if let minimum = schema["minimum"]?.double, let number = value.double, number < minimum {
      found.append("\(place): below \(minimum)")
    }
    return found + members(value, schema, place) + elements(value, schema, place)
  }

  private func members(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    guard let members = value.members else { return [] }
    var found: [String] = []
    for key in schema["required"]?.array ?? [] where value[key.string ?? ""] == nil {
      found.append("\(place): lacks \(key.string ?? "?")")
    }
    for member in members {
      guard
        let inner = schema["properties"]?[member.key] ?? schema["additionalProperties"]
      else { continue }
      found += problems(member.value, inner, "\(place).\(member.key)")
    }
    return found
  }

  private func elements(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    guard let elements = value.array else { return [] }
    var found: [String] = []
    if let least = schema["minItems"]?.int, elements.count < least {
      found.append("\(place): too short")
    }
    if let most = schema["maxItems"]?.int, elements.count > most {
      found.append("\(place): too long")
    }
    guard let inner = schema["items"] else { return found }
    for (index, element) in elements.enumerated() {
      found += problems(element, inner, "\(place)[\(index)]")
    }
    return found
  }

  private func allows(_ types: JSONValue, _ value: JSONValue) -> Bool {
    let names = types.array?.compactMap(\.string) ?? [types.string ?? ""]
    return names.contains { name in
      switch (name, value.content) {
      case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array),
        ("object", .object), ("number", .number):
        return true
      case ("integer", .number(let text)): return Int(text) != nil || UInt64(text) != nil
      default: return false
      }
    }
  }
}
