// SPDX-License-Identifier: MIT

/// A view or a guide of a `LayoutCase`, by index.
package enum Item: Sendable, Hashable {
  case view(Int)
  case guide(Int)
}

/// An attribute of an item.
package struct Anchor: Sendable, Hashable {
  package var item: Item
  package var attribute: Attribute

  package init(_ item: Item, _ attribute: Attribute) {
    self.item = item
    self.attribute = attribute
  }
}

/// `first {<=, ==, >=} second * multiplier + constant` at a priority.
package struct LayoutConstraint: Sendable, Hashable {
  /// The relation of the two sides; the raw value is the text in case files.
  package enum Relation: String, Sendable, Hashable, CaseIterable {
    case lessThanOrEqual = "<="
    case equal = "=="
    case greaterThanOrEqual = ">="
  }

  /// The maker of a constraint; the raw value is the name in case files.
  package enum Source: String, Sendable, Hashable, CaseIterable {
    case author
    /// A stack view, for its arranged views.
    case stackView
    /// A table or collection view, for the size it gives a cell.
    case encapsulated
    /// The target of a fitting size.
    case fitting
    /// The document's editor, for the parts that the author left open.
    case filler
    /// A superview that always keeps the view in its place, as an effect view does with its
    /// content.
    case system
  }

  /// The id, unique among the constraints of the case; not empty.
  package var id: String
  package var first: Anchor
  package var relation: Relation
  /// The second side; nil for a constant size.
  package var second: Anchor?
  package var multiplier: LayoutNumber
  package var constant: LayoutNumber
  package var priority: Priority
  /// The name its author gave it; has no effect on layout.
  package var identifier: String?
  /// The maker of the constraint; has no effect on layout.
  package var source: Source

  package init(
    id: String, first: Anchor, relation: Relation = .equal, second: Anchor? = nil,
    multiplier: LayoutNumber = 1, constant: LayoutNumber = 0, priority: Priority = .required,
    identifier: String? = nil, source: Source = .author
  ) {
    self.id = id
    self.first = first
    self.relation = relation
    self.second = second
    self.multiplier = multiplier
    self.constant = constant
    self.priority = priority
    self.identifier = identifier
    self.source = source
  }
}

extension LayoutConstraint.Relation {
  /// Compares cases.
  ///
  /// Without this, other modules compare raw values, by calls through tables.
  @inlinable
  package static func == (one: LayoutConstraint.Relation, other: LayoutConstraint.Relation) -> Bool
  {
    unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
  }

  @inlinable
  package static func != (one: LayoutConstraint.Relation, other: LayoutConstraint.Relation) -> Bool
  { !(one == other) }
}

extension Item {
  @inlinable
  package static func == (one: Item, other: Item) -> Bool {
    switch (one, other) {
    case (.view(let first), .view(let second)), (.guide(let first), .guide(let second)):
      return first == second
    default: return false
    }
  }

  @inlinable
  package static func != (one: Item, other: Item) -> Bool { !(one == other) }
}
