// SPDX-License-Identifier: MIT

import Choices

/// Damages bytes, elements, attributes, ids and numbers of Interface Builder documents.
///
/// Most steps keep the XML well formed, so that they reach the code after the parser.
struct DocumentMutator {
  private(set) var bytes: [UInt8]
  private var random: SplitMix64

  init(_ bytes: [UInt8], seed: UInt64) {
    self.bytes = bytes
    random = SplitMix64(seed: seed)
  }

  /// Returns the document after one to four steps.
  static func mutated(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
    var mutator = DocumentMutator(bytes, seed: seed)
    for _ in 0...mutator.below(4) { mutator.step() }
    return mutator.bytes
  }

  private mutating func step() {
    guard bytes.count > 8 else { return }
    switch below(12) {
    case 0: bytes[below(bytes.count)] ^= 1 << UInt8(below(8))
    case 1: bytes.removeLast(below(bytes.count / 2))
    case 2: swapValues(inAttributesNamed: nil)
    case 3: swapValues(inAttributesNamed: "id")
    case 4, 5: replaceNumber()
    case 6: replaceValue()
    case 7: renameElement()
    default: changeElement()
    }
  }

  private mutating func below(_ limit: Int) -> Int {
    limit <= 1 ? 0 : Int(random.next() % UInt64(limit))
  }

  // MARK: - Attributes

  /// Returns the range of the value of an attribute after a random place, without its quotes; nil
  /// if there is none.
  private mutating func value(inAttributeNamed name: String?) -> Range<Int>? {
    let pattern = Array((name.map { " \($0)" } ?? "").utf8) + Array("=\"".utf8)
    guard let at = find(pattern, from: below(bytes.count)) ?? find(pattern, from: 0) else {
      return nil
    }
    let start = at + pattern.count
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    return start..<end
  }

  private func find(_ pattern: [UInt8], from start: Int) -> Int? {
    guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
    var index = start
    while let next = bytes[index...].firstIndex(of: first) {
      if bytes[next...].starts(with: pattern) { return next }
      index = next + 1
    }
    return nil
  }

  private mutating func swapValues(inAttributesNamed name: String?) {
    guard let one = value(inAttributeNamed: name), let other = value(inAttributeNamed: name),
      !one.overlaps(other), one != other
    else { return }
    let (low, high) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
    let lowText = Array(bytes[low])
    // A copy instead of an exchange makes two elements share an id.
    let keepsHigh = below(2) == 0
    if !keepsHigh {
      let highText = Array(bytes[high])
      bytes.replaceSubrange(high, with: lowText)
      bytes.replaceSubrange(low, with: highText)
    } else {
      bytes.replaceSubrange(high, with: lowText)
    }
  }

  private static let numbers = [
    "0", "-1", "1e308", "-1e308", "nan", "inf", "0x1p3", "1:0", "0:1", "16:9", "1e-320", "", " 5",
    "999999999", "-999999999", "1000", "1000.0001", "0.5", "50%", "1/3", "9223372036854775808",
  ]

  private mutating func replaceNumber() {
    let names = [
      "constant", "multiplier", "priority", "x", "y", "width", "height", "toolsVersion",
      "horizontalHuggingPriority", "verticalCompressionResistancePriority", "pointSize", "spacing",
      "numberOfLines", "rowHeight", "top", "left", "preferredMaxLayoutWidth",
    ]
    guard let value = value(inAttributeNamed: names[below(names.count)]) else { return }
    bytes.replaceSubrange(value, with: Array(Self.numbers[below(Self.numbers.count)].utf8))
  }

  private mutating func replaceValue() {
    let values = [
      "YES", "NO", "top", "leading", "width", "contentView", "view", "baseline", "safeArea",
      "scrollView", "fill", "vertical", "equalSpacing", "notAnAttribute", "-1", "&#10;&#x9B;",
      "\u{1F600}", "default", "heightClass=compact", "retina6_1",
    ]
    guard let value = value(inAttributeNamed: nil) else { return }
    bytes.replaceSubrange(value, with: Array(values[below(values.count)].utf8))
  }

  // MARK: - Elements

  /// Deletes, repeats or moves an element with its contents.
  private mutating func changeElement() {
    guard let range = element() else { return }
    let text = Array(bytes[range])
    let kind = below(3)
    if kind != 0 { bytes.removeSubrange(range) }
    guard kind != 1, text.count < 20_000, let start = tag(from: below(bytes.count)) else { return }
    bytes.insert(contentsOf: text, at: start)
  }

  private mutating func renameElement() {
    guard let range = element() else { return }
    let names = [
      "view", "label", "stackView", "scrollView", "tableView", "tableViewCell", "subviews",
      "constraints", "rect", "nonsense", "collectionViewCell", "button",
    ]
    let name = names[below(names.count)]
    let old = Array(
      bytes[(range.lowerBound + 1)...].prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F })
    let closing = Array("</".utf8) + old
    let endTag = range.upperBound - closing.count - 1
    if endTag > range.lowerBound, bytes[endTag...].starts(with: closing) {
      bytes.replaceSubrange((endTag + 2)..<(range.upperBound - 1), with: Array(name.utf8))
    }
    let start = range.lowerBound + 1
    bytes.replaceSubrange(start..<(start + old.count), with: Array(name.utf8))
  }

  /// Returns the offset of a start tag at or after a place; nil if there is none.
  private func tag(from start: Int) -> Int? {
    var index = start
    while index < bytes.count, let next = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      if next + 1 < bytes.count, bytes[next + 1] >= UInt8(ascii: "A") { return next }
      index = next + 1
    }
    return nil
  }

  /// Returns the range of a whole random element; nil if it is not closed.
  private mutating func element() -> Range<Int>? {
    guard let start = tag(from: below(bytes.count)) else { return nil }
    var depth = 0
    var index = start
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: ">"))
    {
      if bytes[open + 1] == UInt8(ascii: "/") {
        depth -= 1
      } else if bytes[close - 1] != UInt8(ascii: "/") {
        depth += 1
      }
      index = close + 1
      if depth == 0 { return start..<index }
      if depth < 0 || index >= bytes.count { return nil }
    }
    return nil
  }
}
