// SPDX-License-Identifier: MIT

import Choices

/// A document of the writer said in another way: each way that XML and Interface Builder have to
/// say the same thing comes up.
///
/// The writer has one element or end of an element in each line.
struct DocumentDialect {
  private static let newline = UInt8(ascii: "\n")
  private static let quote = UInt8(ascii: "\"")

  private var choices: Xoshiro256
  private var result: [UInt8] = []
  /// The ids of the open elements, outermost first; empty for those without.
  private var open: [(tag: String, id: String)] = []
  private let breaksLines: Bool
  private let newlines: String

  /// Returns the same document in other words.
  ///
  /// - Parameters:
  ///   - bytes: a document of `DocumentWriter`.
  ///   - choices: choose among the ways to say a thing.
  /// - Returns: the other document.
  static func said(_ bytes: [UInt8], _ choices: inout Xoshiro256) -> [UInt8] {
    var dialect = DocumentDialect(&choices)
    for (number, line) in bytes.split(separator: newline).enumerated() {
      if number == 0 { dialect.begin(line) } else { dialect.say(line) }
    }
    return dialect.result
  }

  private init(_ choices: inout Xoshiro256) {
    breaksLines = Self.chance(2, &choices)
    newlines = Self.chance(4, &choices) ? "\r\n" : "\n"
    self.choices = Xoshiro256(seed: choices.next())
  }

  private static func chance(_ odds: UInt64, _ choices: inout Xoshiro256) -> Bool {
    choices.next() % odds == 0
  }

  private mutating func chance(_ odds: UInt64) -> Bool { Self.chance(odds, &choices) }

  private mutating func begin(_ declaration: ArraySlice<UInt8>) {
    if chance(4) { result += [0xEF, 0xBB, 0xBF] }
    if !chance(4) {
      result += declaration
      write(newlines)
    }
  }

  private mutating func write(_ text: String) { result += text.utf8 }

  private mutating func say(_ line: ArraySlice<UInt8>) {
    if chance(12) { write("<!-- <view id='none'/> & -->" + newlines) }
    if let tag = Self.endTag(line) {
      open.removeLast()
      write("</\(tag)>" + newlines)
      return
    }
    var element = Element(line)
    addDefaults(to: &element)
    if chance(2) { element.attributes.shuffle(using: &choices) }
    write("<\(element.tag)")
    for attribute in element.attributes { say(attribute) }
    if !element.isClosed {
      open.append((element.tag, element["id"] ?? ""))
      write(">")
    } else {
      write(chance(3) ? "></\(element.tag)>" : "/>")
    }
    write(newlines)
    if element.tag == "document", chance(2) { write(Self.dependencies + newlines) }
  }

  private static let dependencies =
    "<dependencies><deployment identifier=\"iOS\"/><capability name=\"Safe area layout guides\" "
    + "minToolsVersion=\"9.0\"/></dependencies>"

  // MARK: - Attributes

  private mutating func say(_ attribute: Element.Attribute) {
    write(breaksLines && chance(4) ? newlines + "    " : " ")
    write(attribute.name + (chance(8) ? " = " : "="))
    var value = attribute.value
    if Self.lengths.contains(attribute.name), chance(2) { value = Self.withZeros(value) }
    let mark = !value.contains("'") && chance(3) ? "'" : "\""
    write(mark)
    for scalar in value.unicodeScalars {
      let isPlain = scalar.isASCII && scalar.properties.isAlphabetic
      if isPlain, !value.unicodeScalars.contains("&"), chance(40) {
        let number = chance(2) ? "x" + String(scalar.value, radix: 16) : "\(scalar.value)"
        write("&#\(number);")
      } else {
        write(String(scalar))
      }
    }
    write(mark)
  }

  private static let lengths: Set<String> = [
    "x", "y", "width", "height", "constant", "top", "left", "bottom", "right",
  ]

  /// Returns a decimal number with zeros behind its point.
  private static func withZeros(_ number: String) -> String {
    let digits = number.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 || $0 == 46 }
    guard digits else { return number }
    return number + (number.utf8.contains(46) ? "0" : ".0")
  }

  /// Writes out some of the values that a document usually leaves out.
  private mutating func addDefaults(to element: inout Element) {
    let defaults: [(String, String)]
    switch element.tag {
    case "constraint":
      let owner = open.last { $0.tag != "constraints" }?.id ?? ""
      defaults = [
        ("firstItem", owner), ("relation", "equal"), ("multiplier", "1"), ("constant", "0.0"),
        ("priority", "1000"),
      ]
    case "view", "scrollView":
      defaults = [
        ("horizontalHuggingPriority", "250"), ("verticalHuggingPriority", "250"),
        ("horizontalCompressionResistancePriority", "750"),
        ("verticalCompressionResistancePriority", "750"),
        ("preservesSuperviewLayoutMargins", "NO"), ("insetsLayoutMarginsFromSafeArea", "YES"),
        ("layoutMarginsFollowReadableWidth", "NO"), ("semanticContentAttribute", "unspecified"),
        ("opaque", "NO"), ("clipsSubviews", "YES"), ("userInteractionEnabled", "NO"),
      ]
    default: defaults = []
    }
    for (name, value) in defaults where element[name] == nil && chance(4) {
      element.attributes.append(.init(name: name, value: value))
    }
  }

  // MARK: - Lines

  /// An element of a line.
  private struct Element {
    struct Attribute {
      var name: String
      /// The value as it is written, with references.
      var value: String
    }

    var tag: String
    var attributes: [Attribute] = []
    var isClosed: Bool

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    init(_ line: ArraySlice<UInt8>) {
      var parts = line.split(separator: DocumentDialect.quote, omittingEmptySubsequences: false)
      let end = parts.removeLast()
      isClosed = end.contains(UInt8(ascii: "/"))
      let words = (parts.first ?? end).split { $0 == 32 || $0 == 60 || $0 == 62 || $0 == 47 }
      tag = words.first.map(Self.text) ?? ""
      for index in stride(from: 0, to: parts.count - 1, by: 2) {
        let name = parts[index].split(separator: 32).last?.dropLast() ?? ArraySlice()
        attributes.append(.init(name: Self.text(name), value: Self.text(parts[index + 1])))
      }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
      String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Returns the tag of a line that ends an element; nil for another one.
  private static func endTag(_ line: ArraySlice<UInt8>) -> String? {
    guard line.dropFirst().first == UInt8(ascii: "/") else { return nil }
    return String(decoding: line.dropFirst(2).dropLast(), as: UTF8.self)
  }
}
