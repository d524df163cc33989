// SPDX-License-Identifier: MIT

extension LayoutNumber {
  /// The number as it is written: `0.5`, `1/3`, `16:9`.
  ///
  /// Reading it gives the same number.
  package var text: String {
    switch form {
    case .fraction: return "\(numerator)/\(denominator)"
    case .ratio: return "\(numerator):\(denominator)"
    case .decimal: return decimalText
    }
  }

  private var decimalText: String {
    if denominator == 1 { return "\(numerator)" }
    // The fewest places for the number; the denominator divides 10^18.
    var places = 0
    var power: UInt64 = 1
    while power % UInt64(denominator) != 0 {
      power *= 10
      places += 1
    }
    // It has no more digits than the source of the number, so this fits.
    let digits = String(numerator.magnitude * (power / UInt64(denominator)))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let split = padded.index(padded.endIndex, offsetBy: -places)
    return "\(numerator < 0 ? "-" : "")\(padded[..<split]).\(padded[split...])"
  }

  /// The result of reading a number.
  package enum Parsed: Sendable, Hashable {
    case number(LayoutNumber)
    case notANumber
    /// A number that two 64-bit integers cannot represent exactly.
    case notRepresentable
  }

  /// The largest number of characters of a number; a longer one has only zeros or too many digits.
  private static let lengthMax = 4_096

  /// Parses a decimal, with an optional exponent: `-12.5`, `1e-3`.
  ///
  /// The result is exact or refused: up to 18 significant digits and 18 decimal places always fit.
  package static func parse(decimal text: some StringProtocol) -> Parsed {
    // Most numbers are short and whole.
    if text.utf8.count <= 18, text.utf8.first != UInt8(ascii: "+"), let whole = Int64(text) {
      return .number(LayoutNumber(digits: whole, scale: 0))
    }
    if text.utf8.count > lengthMax { return .notRepresentable }
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    var mantissa = Mantissa()
    let whole = mantissa.take(&rest)
    var places = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      places = mantissa.take(&rest)
      if places == 0 { return .notANumber }
    }
    if whole == 0 { return .notANumber }
    var exponent = 0
    if let byte = rest.first, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      rest.removeFirst()
      guard let value = takeExponent(&rest) else { return .notANumber }
      exponent = value
    }
    if !rest.isEmpty { return .notANumber }
    return mantissa.number(isNegative: isNegative, exponent: exponent - places)
  }

  /// Parses `p/q` or `p:q` of whole numbers.
  package static func parse(quotient text: some StringProtocol) -> Parsed {
    if text.utf8.count > lengthMax { return .notRepresentable }
    for (mark, form) in [("/", Form.fraction), (":", Form.ratio)] {
      let parts = text.split(separator: Character(mark), omittingEmptySubsequences: false)
      guard parts.count == 2, isInteger(parts[0], signed: true), isInteger(parts[1], signed: false)
      else { continue }
      guard let top = Int64(parts[0]), let bottom = Int64(parts[1]) else {
        return .notRepresentable
      }
      return bottom > 0 ? .number(LayoutNumber(top, bottom, form: form)) : .notANumber
    }
    return .notANumber
  }

  private static func isInteger(_ text: some StringProtocol, signed: Bool) -> Bool {
    var digits = text.utf8[...]
    if signed, digits.first == UInt8(ascii: "-") { digits.removeFirst() }
    return !digits.isEmpty
      && digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  /// Parses a signed exponent, limited to a billion, which is out of range for any number but zero.
  private static func takeExponent<Bytes: Collection>(_ rest: inout Bytes) -> Int?
  where Bytes.Element == UInt8, Bytes.SubSequence == Bytes {
    var isNegative = false
    if let byte = rest.first, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
      isNegative = byte == UInt8(ascii: "-")
      rest.removeFirst()
    }
    var value = 0
    var count = 0
    while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      value = min(1_000_000_000, value * 10 + Int(byte - UInt8(ascii: "0")))
      rest.removeFirst()
      count += 1
    }
    return count == 0 ? nil : isNegative ? -value : value
  }
}

/// The significant digits of a decimal that is being read.
private struct Mantissa {
  private var digits: UInt64 = 0
  /// The number of zeros after the digits so far; they count only if a digit follows.
  private var zeros = 0
  private var overflowed = false

  /// Takes all leading digits and returns their number.
  mutating func take<Bytes: Collection>(_ rest: inout Bytes) -> Int
  where Bytes.Element == UInt8, Bytes.SubSequence == Bytes {
    var count = 0
    while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      append(UInt64(byte - UInt8(ascii: "0")))
      rest.removeFirst()
      count += 1
    }
    return count
  }

  private mutating func append(_ digit: UInt64) {
    if digit == 0 {
      if digits != 0 { zeros += 1 }
      return
    }
    for _ in 0...zeros { multiplyByTen() }
    zeros = 0
    let (sum, overflow) = digits.addingReportingOverflow(digit)
    digits = sum
    if overflow { overflowed = true }
  }

  private mutating func multiplyByTen() {
    let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
    // Digits that are too large are not used again: reset them, so that long texts stay cheap.
    digits = overflow ? 1 : product
    if overflow { overflowed = true }
  }

  func number(isNegative: Bool, exponent: Int) -> LayoutNumber.Parsed {
    var copy = self
    if digits == 0 { return .number(.zero) }
    var power = exponent + zeros
    while power > 0, !copy.overflowed {
      copy.multiplyByTen()
      power -= 1
    }
    let limit = UInt64(Int64.max) + (isNegative ? 1 : 0)
    guard !copy.overflowed, power >= -18, copy.digits <= limit else { return .notRepresentable }
    let value = isNegative ? Int64(truncatingIfNeeded: 0 &- copy.digits) : Int64(copy.digits)
    return .number(LayoutNumber(digits: value, scale: -power))
  }
}
