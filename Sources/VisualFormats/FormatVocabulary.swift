// SPDX-License-Identifier: MIT

import LayoutModel

/// The constraints that formats can express, sorted by their statements.
struct FormatVocabulary {
  /// A distance between two neighbours, by one or more constraints.
  struct Link {
    /// The item before the distance; nil for the superview.
    let from: Item?
    let to: Item?
    let edges: VisualStatement.Edges
    /// Whether it is the standard space to the superview's margin.
    let isStandard: Bool
    /// The constraints with their predicates, in order.
    var constraints: [(index: Int, predicate: VisualFormat.Predicate)]
  }

  /// Two items with one equal attribute.
  struct Pair: Hashable {
    let first: Item
    let second: Item
    let attribute: Attribute
  }

  /// The size of an item along an axis, as formats state it.
  struct Extent: Hashable {
    let item: Item
    let axis: Axis
  }

  private struct LinkKey: Hashable {
    let subject: VisualStatement.Subject
    let axis: Axis
    let edges: VisualStatement.Edges
  }

  private let names: [Item: String]
  private(set) var links: [Axis: [Link]] = [.horizontal: [], .vertical: []]
  /// The items with sizes, by axis, in the order of the constraints.
  private(set) var sized: [Axis: [Item]] = [.horizontal: [], .vertical: []]
  private(set) var sizes: [Extent: [(index: Int, predicate: VisualFormat.Predicate)]] = [:]
  private(set) var alignments: [Pair: [Int]] = [:]
  private var linkIndices: [LinkKey: Int] = [:]

  init(_ layoutCase: LayoutCase, _ naming: (Item) -> String?) {
    var names: [Item: String] = [:]
    let items =
      layoutCase.views.indices.map { Item.view($0) }
      + layoutCase.guides.indices.map { Item.guide($0) }
    for item in items {
      if let name = naming(item), VisualFormatName.isValid(name) { names[item] = name }
    }
    self.names = names
    for (index, constraint) in layoutCase.constraints.enumerated() {
      if !constraint.isPlain { continue }
      if let statement = VisualStatement(constraint, in: layoutCase) {
        add(statement, index)
      } else if let pair = Pair(constraint), names[pair.first] != nil, names[pair.second] != nil {
        alignments[pair, default: []].append(index)
      }
    }
  }

  func name(of item: Item) -> VisualFormat.Name {
    guard let name = names[item] else {
      preconditionFailure("an item without a name is in a format")
    }
    return VisualFormat.Name(name)
  }

  private mutating func add(_ statement: VisualStatement, _ index: Int) {
    guard let predicate = predicate(statement) else { return }
    let ends: (from: Item?, to: Item?)
    switch statement.subject {
    case .size(let item):
      guard names[item] != nil else { return }
      let extent = Extent(item: item, axis: statement.axis)
      if sizes[extent] == nil { sized[statement.axis]?.append(item) }
      sizes[extent, default: []].append((index, predicate))
      return
    case .fromSuperview(let item): ends = (nil, item)
    case .toSuperview(let item): ends = (item, nil)
    case .between(let from, let to): ends = (from, to)
    }
    for item in [ends.from, ends.to] {
      if let item, names[item] == nil { return }
    }
    let key = LinkKey(subject: statement.subject, axis: statement.axis, edges: statement.edges)
    if !statement.usesMargin, let place = linkIndices[key] {
      links[statement.axis]?[place].constraints.append((index, predicate))
      return
    }
    if !statement.usesMargin { linkIndices[key] = links[statement.axis]?.count }
    links[statement.axis]?.append(
      Link(
        from: ends.from, to: ends.to, edges: statement.edges, isStandard: statement.usesMargin,
        constraints: [(index, predicate)]))
  }

  /// Returns the predicate for a statement's right side; nil when formats cannot express it.
  private func predicate(_ statement: VisualStatement) -> VisualFormat.Predicate? {
    let object: VisualFormat.Predicate.Object
    switch statement.value {
    case .item(let item):
      guard let name = names[item] else { return nil }
      object = .name(name)
    case .number(let number):
      guard number.form == .decimal else { return nil }
      object = .number(number)
    }
    if statement.usesMargin {
      // Only the bare dash refers to margins.
      guard statement.relation == .equal, statement.priority.isRequired,
        statement.value == .number(.zero)
      else { return nil }
    }
    return VisualFormat.Predicate(
      statement.relation, object,
      priority: statement.priority.isRequired ? nil : .value(statement.priority))
  }
}

extension FormatVocabulary.Pair {
  /// Creates the pair of an alignment.
  ///
  /// - Returns: nil when no option of formats could make the constraint.
  init?(_ constraint: LayoutConstraint) {
    guard let second = constraint.second, second.attribute == constraint.first.attribute,
      constraint.relation == .equal, constraint.multiplier.isOne, constraint.constant.isZero,
      constraint.priority.isRequired, constraint.first.attribute.kind != .dimension,
      !constraint.first.attribute.isMargin
    else { return nil }
    self.init(
      first: constraint.first.item, second: second.item, attribute: constraint.first.attribute)
  }
}

extension LayoutConstraint {
  /// Whether the constraint only has sides, relation, constant and priority, and the constant is a
  /// decimal.
  ///
  /// Formats cannot express anything else.
  fileprivate var isPlain: Bool {
    constant.form == .decimal
      && self
        == LayoutConstraint(
          id: id, first: first, relation: relation, second: second, constant: constant,
          priority: priority)
  }
}
