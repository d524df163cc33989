// SPDX-License-Identifier: MIT

/// One grapheme cluster of a text, which users see as one character.
struct TextCluster: Sendable, Hashable {
  /// The offset of its first byte in the text's UTF-8.
  var offset: Int
  /// The advance in thousandths of an em.
  var advance: Int
  var kind: BreakClass
  /// Whether a line may end right before it.
  var allowsBreakBefore: Bool

  /// Splits a text into clusters, with the places where lines may end.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - factor: the factor of the font's weight for proportional advances, in thousandths.
  /// - Returns: the clusters in order.
  /// - Complexity: O(length of the text).
  static func clusters(of text: String, factor: Int) -> [TextCluster] {
    // In most texts every byte is a character.
    var text = text
    return text.withUTF8 { asciiClusters(of: $0, factor: factor) }
      ?? anyClusters(of: text, factor: factor)
  }

  /// Returns the clusters of a text in ASCII; nil for any other text.
  ///
  /// Only a carriage return and a line feed make a cluster of two bytes.
  private static func asciiClusters(
    of bytes: UnsafeBufferPointer<UInt8>, factor: Int
  ) -> [TextCluster]? {
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    var result: [TextCluster] = []
    result.reserveCapacity(bytes.count)
    var neighbours = BreakNeighbours()
    var offset = 0
    while offset < bytes.count {
      let kind = BreakClass(ascii: bytes[offset])
      let units = kind == .newline ? 0 : TextAdvance.units(ascii: bytes[offset])
      result.append(
        TextCluster(
          offset: offset, advance: weighted(units, factor), kind: kind,
          allowsBreakBefore: neighbours.allowsBreak(before: kind)))
      neighbours.pass(kind)
      let isPair = bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
      offset += isPair ? 2 : 1
    }
    return result
  }

  /// Returns an advance with the factor of the weight: heavier strokes widen letters, but no
  /// ideograph or picture.
  private static func weighted(_ units: Int, _ factor: Int) -> Int {
    if units == TextAdvance.em || units == TextAdvance.emoji { return units }
    return (units * factor + 500) / 1000
  }

  /// Returns the clusters of a text, character by character.
  static func anyClusters(of text: String, factor: Int) -> [TextCluster] {
    var result: [TextCluster] = []
    result.reserveCapacity(text.utf8.count)
    var offset = 0
    var neighbours = BreakNeighbours()
    for character in text {
      let kind = BreakClass(of: character)
      let units = kind == .newline ? 0 : TextAdvance.units(of: character)
      result.append(
        TextCluster(
          offset: offset, advance: weighted(units, factor), kind: kind,
          allowsBreakBefore: neighbours.allowsBreak(before: kind)))
      neighbours.pass(kind)
      offset += character.utf8.count
    }
    return result
  }
}

/// The clusters before a place in a text, as far as they affect a break there.
struct BreakNeighbours {
  private var previous: BreakClass?
  /// The cluster before the previous one.
  private var beforePrevious: BreakClass?
  /// The last cluster that is not a space.
  private var lastSolid: BreakClass?

  mutating func pass(_ kind: BreakClass) {
    beforePrevious = previous
    previous = kind
    if kind == .newline {
      lastSolid = nil
    } else if kind != .space {
      lastSolid = kind
    }
  }

  /// Whether a line may end before a cluster of this kind.
  func allowsBreak(before next: BreakClass) -> Bool {
    guard let previous else { return false }
    if previous == .newline { return true }
    // Invisible clusters stay with the line before; closing marks do so even across a space.
    if next.hangs || next == .glue || next.startsNoLine { return false }
    if lastSolid?.endsNoLine == true { return false }
    switch previous {
    case .space, .zeroWidthSpace: return true
    case .glue: return false
    case .hyphen:
      // Not after a sign such as the minus of -5, nor inside 3/4.
      let followsWord = beforePrevious == .word || beforePrevious == .digit
      return next == .word && followsWord || next == .ideograph || next == .wideOpening
    case .ideograph, .wideClosing: return next != .hyphen
    case .closing, .word, .digit: return next == .ideograph || next == .wideOpening
    case .opening, .wideOpening, .newline: return false
    }
  }
}
