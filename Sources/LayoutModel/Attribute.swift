// SPDX-License-Identifier: MIT

/// A property of a view or guide that a constraint can refer to.
///
/// Names and meaning are Auto Layout's. The raw value is the name in case files.
package enum Attribute: String, Sendable, Hashable, CaseIterable {
  case left, right, top, bottom, leading, trailing, width, height, centerX, centerY
  case lastBaseline, firstBaseline
  case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
  case centerXWithinMargins, centerYWithinMargins

  /// The measured quantity; only attributes of one kind can be related.
  package enum Kind: Sendable, Hashable {
    case horizontalLocation, verticalLocation, dimension
  }

  package var kind: Kind {
    switch self {
    case .left, .right, .leading, .trailing, .centerX, .leftMargin, .rightMargin, .leadingMargin,
      .trailingMargin, .centerXWithinMargins:
      return .horizontalLocation
    case .top, .bottom, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin,
      .centerYWithinMargins:
      return .verticalLocation
    case .width, .height:
      return .dimension
    }
  }

  /// The axis along which the attribute measures.
  package var axis: Axis {
    switch self {
    case .width: return .horizontal
    case .height: return .vertical
    default: return kind == .verticalLocation ? .vertical : .horizontal
    }
  }

  /// Whether the attribute follows the reading direction (leading and trailing) or ignores it (left
  /// and right).
  ///
  /// Nil for neutral attributes, which pair with both.
  package var followsDirection: Bool? {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: return true
    case .left, .right, .leftMargin, .rightMargin: return false
    default: return nil
    }
  }

  /// Whether the attribute is measured from the view's layout margins.
  package var isMargin: Bool {
    switch self {
    case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin,
      .centerXWithinMargins, .centerYWithinMargins:
      return true
    default: return false
    }
  }

  package var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
}

/// The horizontal or vertical direction.
package enum Axis: UInt8, Sendable, Hashable, CaseIterable {
  case horizontal, vertical
}

extension Attribute {
  /// Compares cases.
  ///
  /// Without this, other modules compare raw values, by calls through tables.
  @inlinable
  package static func == (one: Attribute, other: Attribute) -> Bool {
    unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
  }

  @inlinable
  package static func != (one: Attribute, other: Attribute) -> Bool { !(one == other) }
}

extension Attribute.Kind {
  /// Compares cases.
  ///
  /// Without this, other modules compare raw values, by calls through tables.
  @inlinable
  package static func == (one: Attribute.Kind, other: Attribute.Kind) -> Bool {
    unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
  }

  @inlinable
  package static func != (one: Attribute.Kind, other: Attribute.Kind) -> Bool { !(one == other) }
}

extension Axis {
  /// Compares cases.
  ///
  /// Without this, other modules compare raw values, by calls through tables.
  @inlinable
  package static func == (one: Axis, other: Axis) -> Bool {
    unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
  }

  @inlinable
  package static func != (one: Axis, other: Axis) -> Bool { !(one == other) }
}
