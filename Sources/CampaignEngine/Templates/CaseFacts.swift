// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel

/// What a case says about each of its views and guides beside constraints, in single values.
///
/// They are those of the case file: what is as usual is not said there.
struct CaseFacts {
  typealias Fact = CaseTemplate.Fact

  let environment: [Fact]
  let views: [[Fact]]
  let guides: [[Fact]]

  /// Names, places in the tree, and what has no effect on layout.
  private static let leftOut: Set<String> = [
    "id", "parent", "owner", "recordedFrame", "annotations",
  ]

  init(_ layoutCase: LayoutCase) {
    let document = CaseFile.value(of: layoutCase)
    environment = Self.facts(document["environment"])
    views = Self.each(document["views"])
    guides = Self.each(document["guides"])
  }

  private static func each(_ list: JSONValue?) -> [[Fact]] {
    guard case .array(let elements)? = list?.content else { return [] }
    return elements.map { facts($0) }
  }

  private static func facts(_ value: JSONValue?) -> [Fact] {
    guard case .object(let members)? = value?.content else { return [] }
    var facts: [Fact] = []
    for member in members where !leftOut.contains(member.key) {
      append(member.value, member.key, to: &facts)
    }
    return facts
  }

  private static func append(_ value: JSONValue, _ name: String, to facts: inout [Fact]) {
    switch value.content {
    case .null: break
    case .bool(let flag): facts.append(Fact(name: name, value: flag ? "true" : "false"))
    case .number(let text), .string(let text): facts.append(Fact(name: name, value: text))
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        append(element, "\(name).\(index)", to: &facts)
      }
    case .object(let members):
      for member in members { append(member.value, "\(name).\(member.key)", to: &facts) }
    }
  }
}
