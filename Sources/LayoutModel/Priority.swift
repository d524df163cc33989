// SPDX-License-Identifier: MIT

/// The priority of a layout constraint: greater than 0, at most 1000 (required).
///
/// It is stored as a 32-bit float, as in Auto Layout. Two priorities are therefore equal exactly
/// when they are equal in Auto Layout.
package struct Priority: Sendable, Hashable, Comparable {
  package let value: Float

  /// - Precondition: `0 < value <= 1000`.
  @inlinable
  package init(_ value: Float) {
    precondition(value > 0 && value <= 1000, "a priority must be in (0, 1000], not \(value)")
    self.value = value
  }

  @inlinable package static var required: Priority { Priority(1000) }
  package static let fittingSizeLevel = Priority(50)

  @inlinable package var isRequired: Bool { value == 1000 }

  /// The number as documents and visual formats have it: `750`, `999.5`.
  package var text: String { Int(exactly: value).map(String.init) ?? "\(value)" }

  package static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.value < rhs.value }
}

extension Priority: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(Float(value)) }
}

/// A priority for each axis.
package struct AxisPriorities: Sendable, Hashable {
  package var horizontal: Priority
  package var vertical: Priority

  package init(horizontal: Priority, vertical: Priority) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The content hugging priorities of a plain view.
  package static let defaultHugging = AxisPriorities(horizontal: 250, vertical: 250)
  /// The compression resistance priorities of a plain view.
  package static let defaultCompressionResistance = AxisPriorities(horizontal: 750, vertical: 750)

  package subscript(axis: Axis) -> Priority { axis == .horizontal ? horizontal : vertical }
}
