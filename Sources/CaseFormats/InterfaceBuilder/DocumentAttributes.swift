// SPDX-License-Identifier: MIT

/// The attributes of all elements of a document, one after the other.
///
/// Names and values are stored as numbers. Each name and each ASCII value that is read is therefore
/// stored once, and an element needs no dictionary of its own.
struct DocumentAttributes: Sendable {
  /// The attributes of one element, by the order of their names' numbers.
  struct Span: Sendable {
    fileprivate var start: Int32
    fileprivate var count: Int32
  }

  private struct Entry: Sendable {
    /// An index in `names`.
    var name: Int32
    /// An index in `values`.
    var value: Int32
  }

  /// The largest number of attributes that are compared with a name one by one, which takes less
  /// time than its hash.
  private static let scannedMax: Int32 = 4

  private var entries: ContiguousArray<Entry> = []
  /// The number of each name, which is its index in `names`.
  private var numbers: [String: Int32] = [:]
  private var names: [String] = []
  private(set) var values: [String] = []
  /// The number of each ASCII value; nil after the document was read.
  ///
  /// Other texts may be equal although they differ in their code units.
  private var valueNumbers: [String: Int32]? = [:]

  /// Adds the attributes of an element.
  ///
  /// - Complexity: O(n log n) for n attributes.
  mutating func append(_ attributes: [String: String]) -> Span {
    let start = entries.count
    for (name, value) in attributes {
      entries.append(Entry(name: number(of: name), value: number(ofValue: value)))
    }
    if attributes.count > 1 { entries[start...].sort { $0.name < $1.name } }
    return Span(start: Int32(start), count: Int32(attributes.count))
  }

  /// Returns the value of an attribute; nil when the element does not have it.
  ///
  /// - Complexity: O(log n) for n attributes.
  func value(of name: String, in span: Span) -> String? {
    if span.count <= Self.scannedMax {
      for place in range(span) where names[Int(entries[place].name)] == name {
        return values[Int(entries[place].value)]
      }
      return nil
    }
    guard let number = numbers[name], let place = place(of: number, in: span) else { return nil }
    return values[Int(entries[place].value)]
  }

  /// Returns all attributes of an element, in the order of the numbers of their names.
  func all(in span: Span) -> [(name: String, value: String)] {
    entries[range(span)].map { (names[Int($0.name)], values[Int($0.value)]) }
  }

  /// Frees the memory that only reading needs; each later value is stored anew.
  mutating func finishReading() { valueNumbers = nil }

  /// Sets the value of an attribute, or removes it for nil.
  ///
  /// - Complexity: O(n) for n attributes, which are copied when their number changes.
  mutating func set(_ name: String, to value: String?, in span: inout Span) {
    let number = number(of: name)
    let place = place(of: number, in: span)
    if let place, let value {
      entries[place].value = self.number(ofValue: value)
      return
    }
    if place == nil, value == nil { return }
    var changed = entries[range(span)].filter { $0.name != number }
    if let value { changed.append(Entry(name: number, value: self.number(ofValue: value))) }
    changed.sort { $0.name < $1.name }
    span = Span(start: Int32(entries.count), count: Int32(changed.count))
    entries += changed
  }

  private mutating func number(of name: String) -> Int32 {
    if let known = numbers[name] { return known }
    let number = Int32(names.count)
    numbers[name] = number
    names.append(name)
    return number
  }

  private mutating func number(ofValue value: String) -> Int32 {
    let isASCII = value.utf8.allSatisfy { $0 < 0x80 }
    if isASCII, let known = valueNumbers?[value] { return known }
    let number = Int32(values.count)
    if isASCII { valueNumbers?[value] = number }
    values.append(value)
    return number
  }

  private func range(_ span: Span) -> Range<Int> {
    Int(span.start)..<Int(span.start + span.count)
  }

  private func place(of number: Int32, in span: Span) -> Int? {
    var (low, high) = (Int(span.start), Int(span.start + span.count))
    let end = high
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].name < number { low = middle + 1 } else { high = middle }
    }
    return low < end && entries[low].name == number ? low : nil
  }
}
