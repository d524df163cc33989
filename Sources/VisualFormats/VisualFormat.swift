// SPDX-License-Identifier: MIT

import LayoutModel

/// The syntax tree of one string of the Visual Format Language (AUTOLAYOUT 10.1).
///
/// Offsets count UTF-8 bytes in the source string, for messages; they are 0 in a format that was
/// not read. Numbers are decimals: the language has no other form.
package struct VisualFormat: Sendable, Hashable {
  /// A name with its place.
  package struct Name: Sendable, Hashable {
    package var text: String
    package var offset: Int

    package init(_ text: String, offset: Int = 0) {
      self.text = text
      self.offset = offset
    }
  }

  /// A predicate such as `>=20@750`.
  package struct Predicate: Sendable, Hashable {
    /// The right side of a predicate: a number, a metric or a view.
    package enum Object: Sendable, Hashable {
      case number(LayoutNumber)
      /// A metric, or the view with the same size.
      case name(String)
    }

    /// A priority as written.
    package enum PriorityTerm: Sendable, Hashable {
      case value(Priority)
      case metric(Name)
    }

    package var relation: LayoutConstraint.Relation
    package var object: Object
    /// The offset of the object.
    package var offset: Int
    /// The priority; nil when none is written: required.
    package var priority: PriorityTerm?

    package init(
      _ relation: LayoutConstraint.Relation = .equal, _ object: Object, offset: Int = 0,
      priority: PriorityTerm? = nil
    ) {
      self.relation = relation
      self.object = object
      self.offset = offset
      self.priority = priority
    }
  }

  /// The connection of two neighbours.
  package enum Connection: Sendable, Hashable {
    /// No connection is written: the edges touch.
    case flush
    /// `-`: the standard space.
    case standard
    /// The distances of `-20-` or `-(>=8,<=20@750)-`; not empty.
    case predicates([Predicate])
  }

  /// A view with its sizes, such as `[title(>=100)]`.
  package struct ViewTerm: Sendable, Hashable {
    package var name: Name
    package var sizes: [Predicate]

    package init(_ name: Name, sizes: [Predicate] = []) {
      self.name = name
      self.sizes = sizes
    }
  }

  /// A connection to the superview, and the offset of its `|`.
  package struct Border: Sendable, Hashable {
    package var connection: Connection
    package var offset: Int

    package init(_ connection: Connection, offset: Int = 0) {
      self.connection = connection
      self.offset = offset
    }
  }

  package var axis: Axis
  /// The first connection to the superview; nil when the format does not begin with `|`.
  package var start: Border?
  /// The views; not empty.
  package var views: [ViewTerm]
  /// The connections between neighbours, one less than views.
  package var connections: [Connection]
  /// The last connection to the superview; nil when the format does not end with `|`.
  package var end: Border?

  package init(
    axis: Axis, start: Border? = nil, views: [ViewTerm], connections: [Connection] = [],
    end: Border? = nil
  ) {
    self.axis = axis
    self.start = start
    self.views = views
    self.connections = connections
    self.end = end
  }
}

// MARK: - Text

extension VisualFormat {
  /// The text that reads back as the same format; it always names the orientation.
  ///
  /// - Complexity: O(length of the text).
  package var text: String {
    var text = axis == .horizontal ? "H:" : "V:"
    if let start { text += "|" + start.connection.text }
    for (index, view) in views.enumerated() {
      if index > 0 { text += connections[index - 1].text }
      text += view.text
    }
    if let end { text += end.connection.text + "|" }
    return text
  }
}

extension VisualFormat.ViewTerm {
  fileprivate var text: String {
    "[\(name.text)" + (sizes.isEmpty ? "" : "(\(sizes.commaText))") + "]"
  }
}

extension VisualFormat.Connection {
  fileprivate var text: String {
    switch self {
    case .flush: return ""
    case .standard: return "-"
    case .predicates(let list):
      if list.count == 1, list[0].isSimple { return "-\(list[0].text)-" }
      return "-(\(list.commaText))-"
    }
  }
}

extension VisualFormat.Predicate {
  /// Whether it can be written without parentheses.
  fileprivate var isSimple: Bool {
    if relation != .equal || priority != nil { return false }
    if case .number(let number) = object { return !number.isNegative }
    return true
  }

  fileprivate var text: String {
    var text = relation == .equal ? "" : relation.rawValue
    switch object {
    case .number(let number): text += number.text
    case .name(let name): text += name
    }
    switch priority {
    case .value(let priority): return text + "@\(priority.text)"
    case .metric(let name): return text + "@\(name.text)"
    case nil: return text
    }
  }
}

extension [VisualFormat.Predicate] {
  fileprivate var commaText: String { map(\.text).joined(separator: ",") }
}
