// SPDX-License-Identifier: MIT

import CaseFormats
import JSON
import LayoutModel

/// A writer of a case as a `.vfl` file.
///
/// Members that the words of the file cannot express are in objects of case files.
struct VisualFormatFileWriter {
  private typealias Member = JSONValue.Member

  private let layoutCase: LayoutCase
  private let document: JSONValue
  private var names: [Item: String] = [:]
  private var lines: [String] = []

  /// - Precondition: the case is well formed.
  init(_ layoutCase: LayoutCase) {
    self.layoutCase = layoutCase
    document = CaseFile.value(of: layoutCase)
    nameItems()
  }

  mutating func text() -> String {
    writeEnvironment()
    for index in layoutCase.views.indices { writeView(index) }
    for index in layoutCase.guides.indices { writeGuide(index) }
    if let table = document["table"] { lines.append("table \(json(table))") }
    for row in document["rows"]?.array ?? [] { lines.append("row \(json(row))") }
    if let expectation = document["expect"] { lines.append("expect \(json(expectation))") }
    writeConstraints()
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Names

  /// Names the items: by their id if it is an identifier of C, else by their label or their id,
  /// converted to one.
  private mutating func nameItems() {
    let items =
      layoutCase.views.indices.map { Item.view($0) }
      + layoutCase.guides.indices.map { Item.guide($0) }
    var taken = Set<String>(minimumCapacity: items.count)
    for item in items where VisualFormatName.isValid(layoutCase.id(of: item)) {
      names[item] = layoutCase.id(of: item)
      taken.insert(layoutCase.id(of: item))
    }
    // The number that the next item of a name may get: many items of one name then take no
    // quadratic time.
    var counts: [String: Int] = [:]
    for item in items where names[item] == nil {
      let base = label(item) ?? VisualFormatFileWriter.identifier(layoutCase.id(of: item))
      var name = base
      while !taken.insert(name).inserted {
        counts[base, default: 1] += 1
        name = "\(base)_\(counts[base, default: 1])"
      }
      names[item] = name
    }
  }

  /// Returns the label of a view as a name, if it begins like one.
  ///
  /// Authors know labels better than the ids of documents.
  private func label(_ item: Item) -> String? {
    guard case .view(let index) = item, let label = layoutCase.views[index].annotations?.label,
      let first = label.utf8.first, VisualFormatName.mayBegin(first)
    else { return nil }
    return VisualFormatFileWriter.identifier(label)
  }

  /// The largest length of a name derived from a label or an id.
  private static let nameLengthMax = 40

  private static func identifier(_ id: String) -> String {
    let bytes = id.utf8.prefix(nameLengthMax).map { byte in
      VisualFormatName.mayContinue(byte) ? byte : UInt8(ascii: "_")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return VisualFormatName.isValid(text) ? text : "_" + text
  }

  private func name(_ item: Item) -> String {
    guard let name = names[item] else { preconditionFailure("an item of another case") }
    return name
  }

  // MARK: - Declarations

  private mutating func writeEnvironment() {
    if let name = document["name"] { lines.append("name \(json(name))") }
    var members = document["environment"]?.members ?? []
    let size = takeSize("size", &members)
    lines.append("size" + size + tail(members))
  }

  private mutating func writeView(_ index: Int) {
    let view = layoutCase.views[index]
    var members = document["views"]?.array?[index].members ?? []
    members.removeAll { ["parent", "kind"].contains($0.key) }
    var line = "\(index == 0 ? "root" : "view") \(name(.view(index)))"
    if view.kind != .view { line += " \(view.kind.rawValue)" }
    line += takeSize("intrinsicSize", &members)
    if let parent = view.parent { line += " in \(name(.view(parent)))" }
    lines.append(line + tail(members, of: .view(index)))
  }

  private mutating func writeGuide(_ index: Int) {
    var members = document["guides"]?.array?[index].members ?? []
    members.removeAll { $0.key == "owner" }
    let owner = Item.view(layoutCase.guides[index].owner)
    lines.append(
      "guide \(name(.guide(index))) in \(name(owner))" + tail(members, of: .guide(index)))
  }

  /// Removes a pair of decimals from the members and returns it as ` 40x-`; empty when it has to
  /// stay.
  private func takeSize(_ key: String, _ members: inout [Member]) -> String {
    guard let place = members.firstIndex(where: { $0.key == key }),
      let parts = members[place].value.array
    else { return "" }
    var texts: [String] = []
    for part in parts {
      switch part.content {
      case .null: texts.append("-")
      case .number(let text) where !text.begins(with: "-"): texts.append(text)
      default: return ""
      }
    }
    members.remove(at: place)
    return " " + texts.joined(separator: "x")
  }

  /// Returns the object at the end of a line; the id is left out where it is the name.
  private func tail(_ members: [Member], of item: Item? = nil) -> String {
    let kept = members.filter { member in
      guard member.key == "id", let item else { return true }
      return names[item] != layoutCase.id(of: item)
    }
    return kept.isEmpty ? "" : " " + json(.object(kept))
  }

  private func json(_ value: JSONValue) -> String {
    String(decoding: JSONWriter.line(value), as: UTF8.self)
  }

  // MARK: - Constraints

  private mutating func writeConstraints() {
    let said = VisualFormatPrinter.print(layoutCase) { names[$0] }
    var options = VisualFormatOptions()
    for line in said.lines {
      if line.options != options {
        lines.append((["options"] + line.options.names).joined(separator: " "))
        options = line.options
      }
      lines.append(line.format.text)
    }
    for index in said.rest { writeEquation(index) }
  }

  private mutating func writeEquation(_ index: Int) {
    func text(_ anchor: Anchor) -> String { "\(name(anchor.item)).\(anchor.attribute.rawValue)" }
    let constraint = layoutCase.constraints[index]
    // The object does not repeat the members of the equation.
    var keys = ["id", "first", "relation", "second", "constant", "priority"]
    var line = "constraint \(text(constraint.first)) \(constraint.relation.rawValue)"
    let isNegative = constraint.constant.isNegative
    if let second = constraint.second {
      keys.append("multiplier")
      line += " \(text(second))"
      if constraint.multiplier != .one { line += " * \(constraint.multiplier.text)" }
      if constraint.constant != .zero {
        line += isNegative ? " - " : " + "
        line += constraint.constant.text.drop { $0 == "-" }
      }
    } else {
      line += " \(constraint.constant.text)"
    }
    if !constraint.priority.isRequired { line += " @\(constraint.priority.text)" }
    let members = document["constraints"]?.array?[index].members ?? []
    lines.append(line + tail(members.filter { !keys.contains($0.key) }))
  }
}
