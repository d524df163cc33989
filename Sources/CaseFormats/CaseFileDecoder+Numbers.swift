// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

extension CaseFileDecoder {
  /// Reads a JSON number as a decimal, or a string as a fraction `1/3` or ratio `16:9`.
  package func decodeNumber(_ value: JSONValue) throws(JSONError) -> LayoutNumber {
    let parsed: LayoutNumber.Parsed
    switch value.content {
    case .number(let text): parsed = LayoutNumber.parse(decimal: text)
    case .string(let text): parsed = LayoutNumber.parse(quotient: text)
    default:
      throw value.error(
        "expected a number, or a string such as \"1/3\" or \"16:9\", found \(value.kindText)")
    }
    switch parsed {
    case .number(let number): return number
    case .notANumber:
      throw value.error("expected a number, or a string such as \"1/3\" or \"16:9\"")
    case .notRepresentable:
      throw value.error(
        "expected a number with at most 18 significant digits and 18 decimal places")
    }
  }

  /// The largest number of characters of a written priority.
  private static let priorityLengthMax = 64

  func decodePriority(_ value: JSONValue) throws(JSONError) -> Priority {
    if case .number(let text) = value.content, text.utf8.count > Self.priorityLengthMax {
      throw value.error("expected a priority of at most \(Self.priorityLengthMax) characters")
    }
    guard case .number(let text) = value.content, let number = Float(text), number > 0,
      number <= 1000
    else { throw value.error("expected a priority above 0 and at most 1000") }
    return Priority(number)
  }

  func decodePriorities(_ value: JSONValue) throws(JSONError) -> AxisPriorities {
    let parts = try value.requiredArray("[horizontal, vertical] priorities", count: 2)
    return AxisPriorities(
      horizontal: try decodePriority(parts[0]), vertical: try decodePriority(parts[1]))
  }

  func decodeSize(_ value: JSONValue) throws(JSONError) -> LayoutSize {
    let parts = try value.requiredArray("[width, height]", count: 2)
    return LayoutSize(width: try decodeNumber(parts[0]), height: try decodeNumber(parts[1]))
  }

  func decodeRect(_ value: JSONValue) throws(JSONError) -> LayoutRect {
    let parts = try value.requiredArray("[x, y, width, height]", count: 4)
    return LayoutRect(
      x: try decodeNumber(parts[0]), y: try decodeNumber(parts[1]),
      width: try decodeNumber(parts[2]), height: try decodeNumber(parts[3]))
  }

  func decodeInsets(_ value: JSONValue) throws(JSONError) -> LayoutInsets {
    let parts = try value.requiredArray("[top, left, bottom, right]", count: 4)
    return LayoutInsets(
      top: try decodeNumber(parts[0]), left: try decodeNumber(parts[1]),
      bottom: try decodeNumber(parts[2]), right: try decodeNumber(parts[3]))
  }
}
