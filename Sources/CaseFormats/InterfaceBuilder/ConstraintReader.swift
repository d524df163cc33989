// SPDX-License-Identifier: MIT

import LayoutModel

/// A reader of the constraints of one scope, which reports their problems.
///
/// - Complexity: O(1) expected for each constraint, after O(views) to begin with. The names of
///   screens in a problem cost the depth of the item, and are only made while problems can still be
///   reported.
struct ConstraintReader {
  typealias NodeID = DocumentTree.NodeID

  /// The result of reading one `<constraint>`.
  struct Reading {
    /// The constraint; nil when it cannot exist, or refers to an item that is not installed.
    var constraint: LayoutConstraint?
    var problems: [ConstraintProblem] = []
    /// The items and attributes of the constraint, as the start of a message; empty without
    /// problems.
    var subject = ""
  }

  /// One side of a constraint.
  private enum Side {
    case anchor(Anchor)
    /// The second side of a constant size.
    case none
    /// A view that is not installed, or one below such a view.
    case notInstalled
    case problem(ConstraintProblem)
  }

  private let builder: ScopeBuilder
  private let draft: ScopeDraft
  /// The index after the last descendant, for each view.
  private let subtreeEnd: [Int]
  /// The ids of the scope's elements that the document does not install on its device.
  private let notInstalled: Set<String>

  private var tree: DocumentTree { builder.tree }

  init(builder: ScopeBuilder, draft: ScopeDraft) {
    self.builder = builder
    self.draft = draft
    var ends = Array(draft.views.indices.map { $0 + 1 })
    for index in draft.views.indices.reversed() {
      if let parent = draft.views[index].parent { ends[parent] = max(ends[parent], ends[index]) }
    }
    subtreeEnd = ends
    notInstalled = Self.notInstalled(builder, draft)
  }

  private static func notInstalled(_ builder: ScopeBuilder, _ draft: ScopeDraft) -> Set<String> {
    let members = builder.outline.members[draft.rootNode] ?? []
    guard members.count > draft.nodes.count else { return draft.excluded }
    var ids = draft.excluded
    let installed = Set(draft.nodes)
    for node in members where !installed.contains(node) {
      for item in [node] + builder.tree.children(of: node) {
        if let id = builder.tree.attribute("id", of: item), draft.items[id] == nil {
          ids.insert(id)
        }
      }
    }
    return ids
  }

  /// Reads a constraint that a view holds.
  func read(_ node: NodeID, owner: Int) -> Reading {
    var reading = Reading()
    reading.constraint = constraint(node, owner: owner, &reading.problems)
    if reading.problems.contains(where: \.isError) { reading.constraint = nil }
    if !reading.problems.isEmpty, builder.canReport {
      reading.subject = subject(node, owner: owner, reading.problems)
    }
    return reading
  }

  private func constraint(
    _ node: NodeID, owner: Int, _ problems: inout [ConstraintProblem]
  ) -> LayoutConstraint? {
    let firstSide = side("first", node, owner: owner)
    let secondSide = side("second", node, owner: owner)
    for side in [firstSide, secondSide] {
      if case .problem(let problem) = side { problems.append(problem) }
      if case .notInstalled = side {
        problems = []
        return nil
      }
    }
    guard problems.isEmpty, case .anchor(let first) = firstSide else { return nil }
    let relation = relation(node, &problems)
    let priority = priority(node, &problems)
    let constant = number("constant", node, 0, DocumentNumber.points, &problems)
    let multiplier = number("multiplier", node, 1, DocumentNumber.multiplier, &problems)
    guard let relation, let priority, let constant, let multiplier else { return nil }
    let id = tree.attribute("id", of: node) ?? ""
    var constraint = LayoutConstraint(
      id: id.isEmpty ? "constraint-line-\(tree[node].location.line)" : id, first: first,
      relation: relation, multiplier: multiplier, constant: constant, priority: priority,
      identifier: tree.attribute("identifier", of: node))
    if case .anchor(let second) = secondSide { constraint.second = second }
    checkLegality(of: constraint, node, &problems)
    checkOwner(owner, of: constraint, &problems)
    return constraint
  }

  // MARK: - Legality

  private func checkLegality(
    of constraint: LayoutConstraint, _ node: NodeID, _ problems: inout [ConstraintProblem]
  ) {
    for anchor in [constraint.first, constraint.second] {
      guard let anchor, case .guide = anchor.item else { continue }
      if anchor.attribute.isMargin || anchor.attribute.isBaseline {
        problems.append(.pair(.attributeNotOnGuide(anchor.attribute)))
      }
    }
    if let problem = constraint.pairProblem {
      problems.append(.pair(problem))
    } else if constraint.second == nil, let name = tree.attribute("secondAttribute", of: node),
      name != "notAnAttribute"
    {
      problems.append(.secondAttributeAlone)
    } else if constraint.first == constraint.second {
      problems.append(.withItself)
    }
  }

  private func checkOwner(
    _ owner: Int, of constraint: LayoutConstraint, _ problems: inout [ConstraintProblem]
  ) {
    var holdsOthers = false
    for anchor in [constraint.first, constraint.second] {
      guard let anchor else { continue }
      let view = viewIndex(of: anchor.item)
      holdsOthers = holdsOthers || anchor.item != .view(owner)
      guard !(owner..<subtreeEnd[owner]).contains(view) else { continue }
      return problems.append(
        .wrongOwner(owner: name(of: .view(owner)), item: name(of: anchor.item)))
    }
    let tag = tree[draft.nodes[owner]].tag
    if holdsOthers, tag == "tableView" || tag == "tableViewCell" {
      problems.append(
        .onContainer(owner: name(of: .view(owner)), isCell: tag == "tableViewCell"))
    }
  }

  // MARK: - Sides

  private func side(_ side: String, _ node: NodeID, owner: Int) -> Side {
    let attributeName = tree.attribute("\(side)Attribute", of: node) ?? "notAnAttribute"
    let id = tree.attribute("\(side)Item", of: node)
    if id == nil, side == "second" { return .none }
    var item = Item.view(owner)
    if let id {
      guard let found = draft.items[id] else {
        return notInstalled.contains(id) || isInGrid(id)
          ? .notInstalled : .problem(missing(id, side, node, owner))
      }
      item = found
    }
    if attributeName == "notAnAttribute" { return .problem(.noAttribute(side: side)) }
    guard
      let attribute = attributeName == "baseline"
        ? .lastBaseline : Attribute(rawValue: attributeName)
    else { return .problem(.unknownAttribute(attributeName)) }
    return .anchor(Anchor(item, attribute))
  }

  /// Whether an item is in a cell of a grid of this scope.
  private func isInGrid(_ id: String) -> Bool {
    builder.outlets.grids[id].map { draft.items[$0] != nil } ?? false
  }

  /// Returns the reason why an id is not one of the items of the scope.
  private func missing(
    _ id: String, _ side: String, _ node: NodeID, _ owner: Int
  ) -> ConstraintProblem {
    guard builder.canReport, let found = builder.nodesByID[id] else { return .noSuchItem(id) }
    guard let root = builder.root(ofItem: found) else {
      return .notAnItem(builder.name(of: found))
    }
    let name = builder.name(of: found)
    if builder.isInside(root, draft.rootNode) || builder.isInside(draft.rootNode, root) {
      return .placedByContainer(name)
    }
    let other = tree.attribute(side == "first" ? "secondItem" : "firstItem", of: node)
    let item = other.flatMap { draft.items[$0] } ?? .view(owner)
    return .noCommonAncestor(
      one: self.name(of: item), screen: builder.screenName(root: draft.rootNode), other: name,
      otherScreen: builder.screenName(root: root))
  }

  private func viewIndex(of item: Item) -> Int {
    switch item {
    case .view(let index): return index
    case .guide(let index): return draft.guides[index].owner
    }
  }

  // MARK: - Values

  private func relation(
    _ node: NodeID, _ problems: inout [ConstraintProblem]
  ) -> LayoutConstraint.Relation? {
    switch tree.attribute("relation", of: node) {
    case nil, "equal": return .equal
    case "lessThanOrEqual": return .lessThanOrEqual
    case "greaterThanOrEqual": return .greaterThanOrEqual
    case let other?:
      problems.append(.unknownRelation(other))
      return nil
    }
  }

  private func priority(_ node: NodeID, _ problems: inout [ConstraintProblem]) -> Priority? {
    guard let text = builder.installed.attribute("priority", of: node) else { return .required }
    switch DocumentNumber.priority(text) {
    case .success(let priority): return priority
    case .failure(.zero): problems.append(.priorityZero)
    case .failure(.notANumber): problems.append(.notANumber(field: "priority", text: text))
    case .failure(.outOfRange): problems.append(.priorityOutOfRange(text: text))
    }
    return nil
  }

  private func number(
    _ field: String, _ node: NodeID, _ fallback: LayoutNumber, _ parse: (String) -> LayoutNumber?,
    _ problems: inout [ConstraintProblem]
  ) -> LayoutNumber? {
    guard let text = builder.installed.attribute(field, of: node) else { return fallback }
    if let value = parse(text) { return value }
    switch DocumentNumber.unusable(text) {
    case .notANumber: problems.append(.notANumber(field: field, text: text))
    case .notFinite: problems.append(.notFinite(field: field, text: text))
    case .beyondLimits(let isNegative):
      guard field == "constant" else {
        problems.append(.multiplierBeyondLimits(text: text))
        return nil
      }
      problems.append(.constantBeyondLimits(text: text))
      return LayoutNumber(
        digits: isNegative ? -ImportLimits.magnitude : ImportLimits.magnitude, scale: 0)
    }
    return nil
  }

  // MARK: - Names

  /// Returns a text such as
  /// `illegal constraint between top of label bbb-bb-bbb and leading of view aaa-aa-aaa`.
  private func subject(_ node: NodeID, owner: Int, _ problems: [ConstraintProblem]) -> String {
    let kind = problems.contains(where: \.isError) ? "illegal constraint" : "constraint"
    let first = sideName("first", node) ?? name(of: .view(owner))
    let attribute = tree.attribute("firstAttribute", of: node) ?? "no attribute"
    guard let second = sideName("second", node) else {
      return "\(kind) on \(attribute) of \(first)"
    }
    let other = tree.attribute("secondAttribute", of: node) ?? "no attribute"
    return "\(kind) between \(attribute) of \(first) and \(other) of \(second)"
  }

  private func sideName(_ side: String, _ node: NodeID) -> String? {
    guard let id = tree.attribute("\(side)Item", of: node) else { return nil }
    return builder.nodesByID[id].map(builder.name) ?? id.shortened(to: ImportLimits.nameLength)
  }

  private func name(of item: Item) -> String {
    switch item {
    case .view(let index): return builder.name(of: draft.nodes[index])
    case .guide(let index):
      let owner = builder.name(of: draft.nodes[draft.guides[index].owner])
      return "the \(draft.guideKeys[index]) guide of \(owner)"
    }
  }
}
