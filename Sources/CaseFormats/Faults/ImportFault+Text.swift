// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// Faults of reading case files: the values as the fault misreads them.
extension ImportFault {
  /// Returns the value of a case file as the fault reads it.
  ///
  /// - Parameters:
  ///   - value: the value in the file.
  ///   - key: the key of the value.
  /// - Returns: the misread value.
  func misread(_ value: JSONValue, key: String = "") -> JSONValue {
    switch value.content {
    case .object(let members):
      let read = members.map {
        JSONValue.Member(
          key: $0.key, value: misread($0.value, key: $0.key), keyLocation: $0.keyLocation)
      }
      return JSONValue(.object(read), at: value.location)
    case .array(let elements):
      let read = elements.map { misread($0, key: key) }
      let isClockwise = self == .insetsClockwise && Self.insetKeys.contains(key)
      return JSONValue(
        .array(isClockwise && read.count == 4 ? [read[0], read[3], read[2], read[1]] : read),
        at: value.location)
    case .string(let text):
      guard self == .fractionsRounded, ["multiplier", "constant"].contains(key),
        case .number(let number) = LayoutNumber.parse(quotient: text),
        let rounded = LayoutNumber(rounding: number.doubleValue, places: 6)
      else { return value }
      return JSONValue(.number(rounded.text), at: value.location)
    default: return value
    }
  }

  private static let insetKeys = ["margins", "alignmentInsets", "inset", "safeArea"]
}

/// Faults of reading visual formats: the constraints that a format makes in the fault's reading.
extension ImportFault {
  /// Returns a constraint of a format as the fault makes it.
  package func misread(_ constraint: LayoutConstraint) -> LayoutConstraint {
    var read = constraint
    switch self {
    case .verticalSpaceNegated:
      if constraint.first.attribute.kind == .verticalLocation {
        read.constant = constraint.constant.negated ?? constraint.constant
      }
    case .standardSpaceIsEight:
      guard let second = constraint.second, let first = constraint.first.attribute.withoutMargin
      else { return misread(secondMarginOf: constraint) }
      // The superview comes first at its far end: its edge is eight points behind the view's.
      read.first.attribute = first
      read.second = second
      read.constant = 8
    case .formatPriorityLost: read.priority = .required
    default: break
    }
    return read
  }

  private func misread(secondMarginOf constraint: LayoutConstraint) -> LayoutConstraint {
    guard let second = constraint.second, let attribute = second.attribute.withoutMargin else {
      return constraint
    }
    var read = constraint
    read.second?.attribute = attribute
    read.constant = 8
    return read
  }
}

extension Attribute {
  /// The edge of a margin attribute; nil for other attributes.
  fileprivate var withoutMargin: Attribute? {
    switch self {
    case .leftMargin: return .left
    case .rightMargin: return .right
    case .topMargin: return .top
    case .bottomMargin: return .bottom
    case .leadingMargin: return .leading
    case .trailingMargin: return .trailing
    default: return nil
    }
  }
}
