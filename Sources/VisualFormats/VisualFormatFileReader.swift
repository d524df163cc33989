// SPDX-License-Identifier: MIT

import CaseFormats
import Display
import JSON
import LayoutModel

/// A reader of a `.vfl` file.
///
/// Declarations become the JSON of a case file, whose decoder checks them, and statements become
/// constraints.
struct VisualFormatFileReader {
  typealias Line = VisualFormatFileLine
  private typealias Member = JSONValue.Member

  private enum Declared {
    /// A view, by its index in `views`, the order of the file.
    case view(Int)
    case guide(Int)
  }

  private struct DeclaredView {
    var members: [Member]
    let location: SourceLocation
    let parent: Int?
  }

  private var name: JSONValue?
  private var environment: JSONValue?
  private var table: JSONValue?
  private var rows: [JSONValue] = []
  private var expectation: JSONValue?
  private var views: [DeclaredView] = []
  private var guides: [JSONValue] = []
  private var declared: [String: Declared] = [:]
  /// The lines that make constraints or change the options of the next ones.
  private var statements: [Line] = []

  private let fault: ImportFault?

  /// - Parameter fault: a planted fault of reading formats.
  init(fault: ImportFault? = nil) { self.fault = fault }

  private static let declarations = [
    "name", "size", "root", "view", "guide", "table", "row", "expect",
  ]
  private static let statementWords = ["metric", "options", "constraint"]

  mutating func read(_ file: [UInt8]) throws(JSONError) -> LayoutCase {
    let bytes = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
    try checkEncoding(bytes)
    var number = 0
    var end = SourceLocation(line: 1, column: 1)
    // Line by line: a list of all lines of a file of line breaks takes gigabytes.
    var rest = bytes[...]
    while !rest.isEmpty {
      number += 1
      let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let slice = rest[..<lineEnd]
      rest = rest[lineEnd...].dropFirst()
      guard let line = try Line(slice, number: number) else { continue }
      try read(line)
      end = line.end
    }
    guard let environment else {
      throw JSONError(location: end, message: "expected a line 'size WIDTHxHEIGHT'")
    }
    if views.isEmpty { declareRoot(end) }
    return try assemble(environment)
  }

  private func checkEncoding(_ bytes: [UInt8]) throws(JSONError) {
    if String(validating: bytes, as: UTF8.self) != nil { return }
    // Repair replaces malformed UTF-8, which then differs.
    let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    let common = zip(repaired, bytes).prefix { $0.0 == $0.1 }.count
    let before = bytes[..<common]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    throw JSONError(
      location: SourceLocation(line: line, column: common - lineStart + 1),
      message: "expected UTF-8")
  }

  private mutating func read(_ line: Line) throws(JSONError) {
    guard let word = line.words.first else {
      throw line.error("expected a word or a format at the beginning of a line")
    }
    if line.isFormat || VisualFormatFileReader.statementWords.contains(word.text) {
      guard statements.count < ImportLimits.constraints else {
        throw line.error("more than \(ImportLimits.constraints) statements, which is the limit")
      }
      statements.append(line)
      return
    }
    switch word.text {
    case "name": try set(&name, line)
    case "table": try set(&table, line)
    case "row":
      var row: JSONValue?
      try set(&row, line)
      if let row { rows.append(row) }
    case "expect": try set(&expectation, line)
    case "size": try readSize(line)
    case "root": try readView(line, isRoot: true)
    case "view": try readView(line, isRoot: false)
    case "guide": try readGuide(line)
    default:
      let known = VisualFormatFileReader.declarations + VisualFormatFileReader.statementWords
      let nearest = nearestName(to: word.text, among: known).map { "; fix: use '\($0)'" }
      throw word.error("expected a format or one of \(known.quotedList)\(nearest ?? "")")
    }
  }

  // MARK: - Declarations

  /// Stores the JSON value of a line of one word.
  private func set(_ value: inout JSONValue?, _ line: Line) throws(JSONError) {
    let word = line.words[0]
    if value != nil { throw word.error("'\(word.text)' is given twice") }
    if line.words.count > 1 { throw line.words[1].error("expected JSON") }
    guard let given = line.value else {
      throw JSONError(location: line.end, message: "expected JSON after '\(word.text)'")
    }
    value = given
  }

  private mutating func readSize(_ line: Line) throws(JSONError) {
    if environment != nil { throw line.error("'size' is given twice") }
    var members: [Member] = []
    for word in line.words.dropFirst() {
      guard let size = VisualFormatFileReader.size(word) else {
        throw word.error("expected WIDTHxHEIGHT, as 320x480")
      }
      try add("size", size, word, to: &members)
    }
    try addObject(of: line, to: &members, forbidden: [])
    environment = JSONValue(.object(members), at: line.location)
  }

  private mutating func declareRoot(_ location: SourceLocation) {
    views.append(
      DeclaredView(
        members: [Member(key: "id", value: JSONValue(.string("root"), at: location))],
        location: location, parent: nil))
    declared["root"] = .view(0)
  }

  private mutating func readView(_ line: Line, isRoot: Bool) throws(JSONError) {
    if isRoot, !views.isEmpty { throw line.error("expected 'root' once and before all views") }
    if !isRoot, views.isEmpty { declareRoot(line.location) }
    var parent: Int?
    let name = try newName(line)
    var members: [Member] = []
    var rest = line.words.dropFirst(2)
    while let word = rest.popFirst() {
      if word.text == "in", !isRoot {
        if parent != nil { throw word.error("'in' is given twice") }
        parent = try superview(rest.popFirst(), line)
      } else if let size = VisualFormatFileReader.size(word) {
        try add("intrinsicSize", size, word, to: &members)
      } else if View.Kind(rawValue: word.text) != nil {
        try add("kind", JSONValue(.string(word.text), at: word.location), word, to: &members)
      } else {
        let kinds = View.Kind.allCases.map(\.rawValue)
        let nearest = nearestName(to: word.text, among: kinds + ["in"])
        throw word.error(
          "expected a kind of view, WIDTHxHEIGHT, 'in' or an object"
            + (nearest.map { "; fix: use '\($0)'" } ?? ""))
      }
    }
    try addObject(of: line, to: &members, forbidden: ["parent"])
    addID(name, to: &members)
    declared[name.text] = .view(views.count)
    guard views.count < ImportLimits.views else {
      throw line.error("more than \(ImportLimits.views) views, which is the limit")
    }
    views.append(
      DeclaredView(members: members, location: line.location, parent: isRoot ? nil : parent ?? 0))
  }

  private mutating func readGuide(_ line: Line) throws(JSONError) {
    if views.isEmpty { declareRoot(line.location) }
    var owner = 0
    let name = try newName(line)
    var rest = line.words.dropFirst(2)
    if let word = rest.popFirst() {
      guard word.text == "in" else { throw word.error("expected 'in' or an object") }
      owner = try superview(rest.popFirst(), line)
    }
    if let word = rest.first { throw word.error("expected an object or the end of the line") }
    var members: [Member] = []
    try addObject(of: line, to: &members, forbidden: ["owner"])
    addID(name, to: &members)
    members.append(Member(key: "owner", value: id(ofView: owner)))
    declared[name.text] = .guide(guides.count)
    guides.append(JSONValue(.object(members), at: line.location))
  }

  /// Returns the name that a line declares.
  private func newName(_ line: Line) throws(JSONError) -> Line.Word {
    guard line.words.count > 1 else {
      throw JSONError(location: line.end, message: "expected a name after '\(line.words[0].text)'")
    }
    let word = line.words[1]
    guard VisualFormatName.isValid(word.text) else {
      throw word.error(
        "expected a name of letters, digits and underscores, not beginning with a digit")
    }
    if declared[word.text] != nil { throw word.error("the name '\(word.text)' is used twice") }
    return word
  }

  private func superview(_ word: Line.Word?, _ line: Line) throws(JSONError) -> Int {
    guard let word else {
      throw JSONError(location: line.end, message: "expected the name of a view after 'in'")
    }
    if case .view(let index) = declared[word.text] { return index }
    let nearest = nearestName(to: word.text, among: declared.keys.sorted())
    throw word.error(
      "expected the name of a view above this line, found '\(word.text)'"
        + (nearest.map { "; fix: use '\($0)'" } ?? ""))
  }

  // MARK: - Members

  private func add(
    _ key: String, _ value: JSONValue, _ word: Line.Word, to members: inout [Member]
  ) throws(JSONError) {
    if members.contains(where: { $0.key == key }) { throw word.error("\(key) is given twice") }
    members.append(Member(key: key, value: value, keyLocation: word.location))
  }

  /// Adds the members of the object that ends a line.
  private func addObject(
    of line: Line, to members: inout [Member], forbidden: [String]
  ) throws(JSONError) {
    guard let value = line.value else { return }
    guard let given = value.members else { throw value.error("expected an object") }
    for member in given {
      let place = member.keyLocation ?? line.location
      if forbidden.contains(member.key) {
        throw JSONError(location: place, message: "\"\(member.key)\" is given by 'in'")
      }
      if members.contains(where: { $0.key == member.key }) {
        throw JSONError(location: place, message: "\(member.key) is given twice")
      }
    }
    members += given
  }

  private func addID(_ name: Line.Word, to members: inout [Member]) {
    if members.contains(where: { $0.key == "id" }) { return }
    members.insert(
      Member(key: "id", value: JSONValue(.string(name.text), at: name.location)), at: 0)
  }

  private func id(ofView index: Int) -> JSONValue {
    views[index].members.first { $0.key == "id" }?.value ?? .null
  }

  /// Returns `40x-` as `[40, null]`; nil when the word is no such pair.
  private static func size(_ word: Line.Word) -> JSONValue? {
    guard let first = word.text.utf8.first, first == UInt8(ascii: "-") || isDigit(first) else {
      return nil
    }
    let parts = word.text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    return JSONValue(
      .array(parts.map { $0 == "-" ? .null : number(String($0), word.location) }),
      at: word.location)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns a decimal as a number, anything else as a text, which the decoder reads as a fraction.
  static func number(_ text: String, _ location: SourceLocation) -> JSONValue {
    if case .notANumber = LayoutNumber.parse(decimal: text) {
      return JSONValue(.string(text), at: location)
    }
    return JSONValue(.number(text), at: location)
  }

  // MARK: - The case

  /// Returns the views in preorder, as indices in the order of the file.
  private func preorder() -> [Int] {
    var children = [[Int]](repeating: [], count: views.count)
    for (index, view) in views.enumerated() {
      if let parent = view.parent { children[parent].append(index) }
    }
    var order: [Int] = []
    var waiting = [0]
    while let next = waiting.popLast() {
      order.append(next)
      waiting += children[next].reversed()
    }
    return order
  }

  private func assemble(_ environment: JSONValue) throws(JSONError) -> LayoutCase {
    let order = preorder()
    var position = [Int](repeating: 0, count: views.count)
    for (place, index) in order.enumerated() { position[index] = place }
    let viewValues = order.map { index in
      var members = views[index].members
      if let parent = views[index].parent {
        members.append(Member(key: "parent", value: id(ofView: parent)))
      }
      return JSONValue(.object(members), at: views[index].location)
    }
    var document = [Member(key: "layoutfuzz", value: .number(CaseFile.version))]
    if let name { document.append(Member(key: "name", value: name)) }
    document.append(Member(key: "environment", value: environment))
    document.append(Member(key: "views", value: .array(viewValues)))
    document.append(Member(key: "guides", value: .array(guides)))
    let hierarchy = try CaseFileDecoder.decode(.object(document))
    var items: [String: Item] = [:]
    for (name, item) in declared {
      switch item {
      case .view(let index): items[name] = .view(position[index])
      case .guide(let index): items[name] = .guide(index)
      }
    }
    var constraints = VisualFormatFileStatements(hierarchy, items, fault: fault)
    for line in statements {
      try constraints.read(line)
      guard constraints.constraints.count <= ImportLimits.constraints else {
        throw line.error("more than \(ImportLimits.constraints) constraints, which is the limit")
      }
    }
    document.append(Member(key: "constraints", value: .array(constraints.constraints)))
    if let table { document.append(Member(key: "table", value: table)) }
    if let first = rows.first {
      document.append(Member(key: "rows", value: JSONValue(.array(rows), at: first.location)))
    }
    if let expectation { document.append(Member(key: "expect", value: expectation)) }
    return try CaseFileDecoder.decode(.object(document))
  }
}

extension VisualFormatFileLine {
  /// Whether the line is a format: it begins with an orientation, a bar or a view.
  var isFormat: Bool {
    let first = words.first?.text ?? ""
    return first.begins(with: "H:") || first.begins(with: "V:") || first.begins(with: "|")
      || first.begins(with: "[")
  }
}
