// SPDX-License-Identifier: MIT

import CaseFormats
import Display
import JSON
import LayoutModel

/// A translator of the formats and equations of a `.vfl` file into constraints, as the JSON of a
/// case file.
struct VisualFormatFileStatements {
  private typealias Member = JSONValue.Member
  typealias Line = VisualFormatFileLine

  private let hierarchy: LayoutCase
  private let items: [String: Item]
  private let encoder: CaseFileEncoder
  private var parser: VisualFormatParser
  private(set) var constraints: [JSONValue] = []

  private let fault: ImportFault?

  /// - Parameters:
  ///   - hierarchy: the case without constraints.
  ///   - items: the items by their names.
  ///   - fault: a planted fault of reading formats.
  init(_ hierarchy: LayoutCase, _ items: [String: Item], fault: ImportFault? = nil) {
    self.fault = fault
    self.hierarchy = hierarchy
    self.items = items
    encoder = CaseFileEncoder(hierarchy)
    parser = VisualFormatParser(hierarchy: hierarchy, views: items)
  }

  mutating func read(_ line: Line) throws(JSONError) {
    if line.isFormat { return try readFormat(line) }
    switch line.words[0].text {
    case "metric": try readMetric(line)
    case "options": try readOptions(line)
    default: try readConstraint(line)
    }
  }

  private mutating func readFormat(_ line: Line) throws(JSONError) {
    do throws(VisualFormatError) {
      for made in try parser.constraints(of: line.text, from: constraints.count + 1) {
        let constraint = fault?.misread(made) ?? made
        constraints.append(JSONValue(encoder.encode(constraint).content, at: line.location))
      }
    } catch {
      let place = SourceLocation(
        line: line.location.line, column: line.location.column + error.offset)
      throw JSONError(location: place, message: error.description)
    }
  }

  private mutating func readMetric(_ line: Line) throws(JSONError) {
    guard line.words.count == 3, line.value == nil else {
      throw line.error("expected 'metric NAME NUMBER'")
    }
    let name = line.words[1]
    guard VisualFormatName.isValid(name.text) else {
      throw name.error(
        "expected a name of letters, digits and underscores, not beginning with a digit")
    }
    if items[name.text] != nil {
      throw name.error(
        "'\(name.text)' is a view or guide already, so it would be unclear in a size")
    }
    if parser.metrics[name.text] != nil {
      throw name.error("the metric '\(name.text)' is given twice")
    }
    let value = VisualFormatFileReader.number(line.words[2].text, line.words[2].location)
    parser.metrics[name.text] = try CaseFileDecoder().decodeNumber(value)
  }

  private mutating func readOptions(_ line: Line) throws(JSONError) {
    if let value = line.value { throw value.error("expected the names of options") }
    var options = VisualFormatOptions()
    for word in line.words.dropFirst() where !options.turnOn(word.text) {
      let known = VisualFormatOptions.knownNames
      let nearest = nearestName(to: word.text, among: known)
      throw word.error(
        "unknown option '\(word.text)', "
          + (nearest.map { "fix: use '\($0)'" } ?? "known are \(known.quotedList)"))
    }
    parser.options = options
  }

  // MARK: - Equations

  /// Reads a line such as `constraint A.width == B.height * 2 + 3 @750 {"identifier": "x"}`.
  private mutating func readConstraint(_ line: Line) throws(JSONError) {
    var rest = line.words.dropFirst()
    func next(_ expected: String) throws(JSONError) -> Line.Word {
      guard let word = rest.popFirst() else {
        throw JSONError(location: line.end, message: "expected \(expected)")
      }
      return word
    }
    var members: [Member] = []
    func add(_ key: String, _ value: JSONValue) {
      members.append(Member(key: key, value: value, keyLocation: value.location))
    }
    add("first", try anchor(try next("NAME.ATTRIBUTE")))
    let relation = try next("'==', '<=' or '>='")
    add("relation", JSONValue(.string(relation.text), at: relation.location))
    let right = try next("NAME.ATTRIBUTE or a number")
    if let first = right.text.utf8.first, VisualFormatName.mayBegin(first) {
      add("second", try anchor(right))
      if rest.first?.text == "*" {
        rest.removeFirst()
        add("multiplier", number(try next("a number after '*'"), isNegative: false))
      }
      if let sign = rest.first, sign.text == "+" || sign.text == "-" {
        rest.removeFirst()
        add(
          "constant",
          number(try next("a number after '\(sign.text)'"), isNegative: sign.text == "-"))
      }
    } else {
      add("constant", number(right, isNegative: false))
    }
    if let word = rest.first, word.text.begins(with: "@") {
      rest.removeFirst()
      let text = String(word.text.dropFirst())
      if LayoutNumber.parse(decimal: text) == .notANumber {
        throw word.error("expected a number after '@'")
      }
      add("priority", JSONValue(.number(text), at: word.location))
    }
    if let word = rest.first {
      throw word.error(
        "expected '* NUMBER', '+ NUMBER', '- NUMBER', '@PRIORITY' or the end, in this order")
    }
    try addObject(of: line, to: &members)
    constraints.append(JSONValue(.object(members), at: line.location))
  }

  private func addObject(of line: Line, to members: inout [Member]) throws(JSONError) {
    let given = line.value?.members
    if given == nil, let value = line.value { throw value.error("expected an object") }
    for member in given ?? [] {
      if members.contains(where: { $0.key == member.key }) {
        throw JSONError(
          location: member.keyLocation ?? line.location, message: "\(member.key) is given twice")
      }
      members.append(member)
    }
    if !members.contains(where: { $0.key == "id" }) {
      members.append(Member(key: "id", value: .string("c\(constraints.count + 1)")))
    }
  }

  /// Returns an anchor such as `title.width` with the id instead of the name.
  private func anchor(_ word: Line.Word) throws(JSONError) -> JSONValue {
    let parts = word.text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw word.error("expected NAME.ATTRIBUTE") }
    guard let item = items[String(parts[0])] else {
      let nearest = nearestName(to: String(parts[0]), among: items.keys.sorted())
      throw word.error(
        "there is no view or guide '\(parts[0])'"
          + (nearest.map { "; fix: use '\($0)'" } ?? ""))
    }
    return JSONValue(.string("\(hierarchy.id(of: item)).\(parts[1])"), at: word.location)
  }

  private func number(_ word: Line.Word, isNegative: Bool) -> JSONValue {
    VisualFormatFileReader.number((isNegative ? "-" : "") + word.text, word.location)
  }
}
