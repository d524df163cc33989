// SPDX-License-Identifier: MIT

import LayoutModel

extension VisualFormat {
  /// Parses a format without resolving its names.
  ///
  /// The language has no nesting, so there is no recursion; white space is no part of it
  /// (AUTOLAYOUT 10.1). Besides Apple's grammar, a plain distance may have a priority without
  /// parentheses: `-20@750-`.
  ///
  /// - Throws: `VisualFormatError` for the first fault; never traps, whatever the text is.
  /// - Complexity: O(length of the text).
  package static func parse(_ text: String) throws(VisualFormatError) -> VisualFormat {
    var syntax = VisualFormatSyntax(text)
    return try syntax.format()
  }
}

/// A reader of a format from left to right, one byte ahead.
private struct VisualFormatSyntax {
  /// The largest number of digits of a priority.
  private static let priorityDigitsMax = 64

  private let text: String
  private let bytes: [UInt8]
  private var offset = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  private var isAtEnd: Bool { offset == bytes.count }

  private func isAt(_ character: Unicode.Scalar) -> Bool {
    offset < bytes.count && bytes[offset] == UInt8(ascii: character)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isAt(character) else { return false }
    offset += 1
    return true
  }

  private func fault(_ problem: VisualFormatError.Problem) -> VisualFormatError {
    VisualFormatError(problem, in: text, at: offset)
  }

  // MARK: - Structure

  mutating func format() throws(VisualFormatError) -> VisualFormat {
    let axis = try orientation()
    var format = VisualFormat(axis: axis, views: [])
    let start = offset
    if take("|") { format.start = VisualFormat.Border(try connection(), offset: start) }
    format.views.append(try view())
    while !isAtEnd {
      guard isAt("-") || isAt("[") || isAt("|") else { throw fault(.expectedConnection) }
      let connection = try connection()
      let place = offset
      if take("|") {
        format.end = VisualFormat.Border(connection, offset: place)
        if !isAtEnd { throw fault(.trailingText) }
      } else {
        format.connections.append(connection)
        format.views.append(try view())
      }
    }
    return format
  }

  private mutating func orientation() throws(VisualFormatError) -> Axis {
    guard isAt("H") || isAt("V") else { return .horizontal }
    let isVertical = isAt("V")
    offset += 1
    if !take(":") { throw fault(.expectedColon(after: isVertical ? "V" : "H")) }
    return isVertical ? .vertical : .horizontal
  }

  private mutating func connection() throws(VisualFormatError) -> VisualFormat.Connection {
    if !take("-") { return .flush }
    if isAt("[") || isAt("|") { return .standard }
    if isAtEnd { throw fault(.expectedView) }
    let list: [VisualFormat.Predicate]
    if take("(") {
      list = try predicates()
    } else {
      guard !isAt("-"), !isAt("+") else { throw fault(.expectedPlainDistance) }
      list = [try predicate(.equal, orElse: .expectedPlainDistance)]
    }
    if !take("-") { throw fault(.unclosedConnection) }
    return .predicates(list)
  }

  private mutating func view() throws(VisualFormatError) -> VisualFormat.ViewTerm {
    if !take("[") { throw fault(.expectedView) }
    let start = offset
    guard let name = name() else { throw fault(.badName) }
    var view = VisualFormat.ViewTerm(VisualFormat.Name(name, offset: start))
    if take("(") { view.sizes = try predicates() }
    if !take("]") { throw fault(.unclosedView) }
    return view
  }

  // MARK: - Predicates

  /// Parses the list after an opening parenthesis, and the closing one.
  private mutating func predicates() throws(VisualFormatError) -> [VisualFormat.Predicate] {
    var list: [VisualFormat.Predicate] = []
    repeat {
      list.append(try predicate(try relation(), orElse: .expectedPredicate))
    } while take(",")
    if !take(")") { throw fault(.unclosedPredicates) }
    return list
  }

  private mutating func relation() throws(VisualFormatError) -> LayoutConstraint.Relation {
    let relation: LayoutConstraint.Relation
    if isAt("=") {
      relation = .equal
    } else if isAt("<") {
      relation = .lessThanOrEqual
    } else if isAt(">") {
      relation = .greaterThanOrEqual
    } else {
      return .equal
    }
    guard offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "=") else {
      throw fault(.badRelation)
    }
    offset += 2
    return relation
  }

  private mutating func predicate(
    _ relation: LayoutConstraint.Relation, orElse problem: VisualFormatError.Problem
  ) throws(VisualFormatError) -> VisualFormat.Predicate {
    let start = offset
    let object: VisualFormat.Predicate.Object
    if let name = name() {
      object = .name(name)
    } else if let digits = number() {
      guard case .number(let number) = LayoutNumber.parse(decimal: digits), !number.isTooLarge
      else {
        throw VisualFormatError(.numberOutOfRange, in: text, at: start)
      }
      object = .number(number)
    } else {
      throw fault(problem)
    }
    let priority = take("@") ? try priority() : nil
    return VisualFormat.Predicate(relation, object, offset: start, priority: priority)
  }

  private mutating func priority() throws(VisualFormatError) -> VisualFormat.Predicate.PriorityTerm
  {
    let start = offset
    if let name = name() { return .metric(VisualFormat.Name(name, offset: start)) }
    guard let digits = number(), digits.utf8.count <= VisualFormatSyntax.priorityDigitsMax,
      let value = Float(digits), value > 0, value <= 1000
    else { throw VisualFormatError(.invalidPriority, in: text, at: start) }
    return .value(Priority(value))
  }

  // MARK: - Words

  /// Parses an identifier of C.
  private mutating func name() -> String? {
    let start = offset
    guard offset < bytes.count, VisualFormatName.mayBegin(bytes[offset]) else { return nil }
    offset += 1
    while offset < bytes.count, VisualFormatName.mayContinue(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Parses a decimal as `strtod` does in the C locale, and returns it with a digit on both sides
  /// of its point.
  private mutating func number() -> String? {
    let start = offset
    let isNegative = isAt("-")
    if isNegative || isAt("+") { offset += 1 }
    let whole = digits()
    let places = take(".") ? digits() : ""
    guard !whole.isEmpty || !places.isEmpty else {
      offset = start
      return nil
    }
    let mantissa = (whole.isEmpty ? "0" : whole) + (places.isEmpty ? "" : "." + places)
    return (isNegative ? "-" : "") + mantissa + exponent()
  }

  /// Parses an exponent; text that only begins like one is left unread.
  private mutating func exponent() -> String {
    let start = offset
    guard take("e") || take("E") else { return "" }
    let sign = take("-") ? "-" : ""
    if sign.isEmpty { _ = take("+") }
    let digits = digits()
    if digits.isEmpty {
      offset = start
      return ""
    }
    return "e" + sign + digits
  }

  private mutating func digits() -> String {
    let start = offset
    while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) {
      offset += 1
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }
}

/// The syntax of a name of a view or metric: an identifier of C.
enum VisualFormatName {
  static func isValid(_ text: String) -> Bool {
    guard let first = text.utf8.first, mayBegin(first) else { return false }
    return text.utf8.allSatisfy(mayContinue)
  }

  static func mayBegin(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) && byte < 0x80
      || byte == UInt8(ascii: "_")
  }

  static func mayContinue(_ byte: UInt8) -> Bool {
    mayBegin(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
