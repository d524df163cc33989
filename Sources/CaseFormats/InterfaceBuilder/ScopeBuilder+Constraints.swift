// SPDX-License-Identifier: MIT

import LayoutModel

extension ScopeBuilder {
  /// Adds the guides of the views and of the controller; their insets come later.
  func addGuides(to draft: inout ScopeDraft) {
    for owner in draft.views.indices {
      for child in tree.children(of: draft.nodes[owner])
      where tree[child].tag == "viewLayoutGuide" {
        addGuide(child, key: tree.attribute("key", of: child) ?? "", owner: owner, to: &draft)
      }
    }
    guard let controller = draft.surroundings.controller,
      let guides = tree.child(of: controller, tag: "layoutGuides")
    else { return }
    for child in tree.children(of: guides) where tree[child].tag == "viewControllerLayoutGuide" {
      addGuide(child, key: tree.attribute("type", of: child) ?? "", owner: 0, to: &draft)
    }
  }

  private func addGuide(
    _ node: NodeID, key: String, owner: Int, to draft: inout ScopeDraft
  ) {
    guard let id = tree.attribute("id", of: node), !id.isEmpty, draft.items[id] == nil else {
      return
    }
    let isScroll = draft.views[owner].kind == .scrollView
    let kind: Guide.Kind
    switch key {
    case "safeArea", "layoutMargins", "readableContent": kind = .inset(.zero)
    case "top": kind = .topStrip(0)
    case "bottom", "keyboard": kind = .bottomStrip(0)
    case "contentLayoutGuide" where isScroll: kind = .scrollContent
    case "frameLayoutGuide" where isScroll: kind = .scrollFrame
    default: return
    }
    draft.items[id] = .guide(draft.guides.count)
    draft.guides.append(Guide(id: draft.uniqueID(id), owner: owner, kind: kind))
    draft.guideKeys.append(key)
  }

  /// Adds the installed constraints of all views of the scope.
  mutating func addConstraints(to draft: inout ScopeDraft) {
    for owner in draft.views.indices {
      guard let block = tree.child(of: draft.nodes[owner], tag: "constraints") else { continue }
      for node in tree.children(of: block) where tree[node].tag == "constraint" {
        if let id = tree.attribute("id", of: node), draft.excluded.contains(id) { continue }
        guard var constraint = constraint(node, owner: owner, draft) else { continue }
        constraint.id = draft.uniqueConstraintID(constraint.id)
        draft.constraints.append(constraint)
        draft.constraintNodes.append(node)
      }
    }
    for view in draft.views.indices where fillsSuperview(draft.nodes[view]) {
      addFill(of: view, to: &draft)
    }
  }

  private func addFill(of view: Int, to draft: inout ScopeDraft) {
    guard let parent = draft.views[view].parent else { return }
    for attribute in [Attribute.left, .right, .top, .bottom] {
      draft.constraints.append(
        LayoutConstraint(
          id: draft.uniqueConstraintID("\(draft.views[view].id)-fills-\(attribute.rawValue)"),
          first: Anchor(.view(view), attribute), second: Anchor(.view(parent), attribute)))
      draft.constraintNodes.append(draft.nodes[view])
    }
  }

  /// One constraint; nil with a warning when it makes no sense, silently when it speaks of a view that is
  /// not installed.
  private mutating func constraint(
    _ node: NodeID, owner: Int, _ draft: ScopeDraft
  ) -> LayoutConstraint? {
    guard let first = anchor("first", node, owner: owner, draft) else { return nil }
    var second: Anchor?
    if let id = tree.attribute("secondItem", of: node) {
      if tree.attribute("secondAttribute", of: node) == nil {
        warn("a constraint with a second item \(id) but no second attribute", at: node)
        return nil
      }
      guard let found = anchor("second", node, owner: owner, draft) else { return nil }
      second = found
    }
    if let problem = Self.illegality(first, second) {
      warn(problem, at: node)
      return nil
    }
    guard let relation = relation(node), let priority = priority(node) else { return nil }
    guard let constant = number("constant", node, 0, DocumentNumber.points),
      let multiplier = number("multiplier", node, 1, DocumentNumber.multiplier)
    else { return nil }
    if multiplier.numerator == 0, first.attribute.kind != .dimension {
      warn("a location with a multiplier of 0", at: node)
      return nil
    }
    let id = tree.attribute("id", of: node) ?? ""
    return LayoutConstraint(
      id: id.isEmpty ? "constraint-line-\(tree[node].location.line)" : id, first: first,
      relation: relation, second: second, multiplier: multiplier, constant: constant,
      priority: priority, identifier: tree.attribute("identifier", of: node))
  }

  private mutating func anchor(
    _ side: String, _ node: NodeID, owner: Int, _ draft: ScopeDraft
  ) -> Anchor? {
    guard let name = tree.attribute("\(side)Attribute", of: node) else {
      warn("a constraint without a \(side) attribute", at: node)
      return nil
    }
    guard let attribute = name == "baseline" ? .lastBaseline : Attribute(rawValue: name) else {
      warn("the attribute \(name), which is not one of Auto Layout", at: node)
      return nil
    }
    guard let id = tree.attribute("\(side)Item", of: node) else {
      return Anchor(.view(owner), attribute)
    }
    guard let item = draft.items[id] else {
      if !draft.excluded.contains(id), !isBelowExcluded(id, draft) {
        warn("the item \(id) is not a view or guide of this screen", at: node)
      }
      return nil
    }
    if case .guide = item, attribute.isMargin || attribute.isBaseline {
      warn("the attribute \(name) of a layout guide, which has none", at: node)
      return nil
    }
    return Anchor(item, attribute)
  }

  /// Whether an id belongs to a view of the document that is not installed with one of its superviews.
  private func isBelowExcluded(_ id: String, _ draft: ScopeDraft) -> Bool {
    guard !draft.excluded.isEmpty else { return false }
    return nodesByID[id] != nil
  }

  private mutating func relation(_ node: NodeID) -> LayoutConstraint.Relation? {
    switch tree.attribute("relation", of: node) {
    case nil, "equal": return .equal
    case "lessThanOrEqual": return .lessThanOrEqual
    case "greaterThanOrEqual": return .greaterThanOrEqual
    case let other?:
      warn("the relation \(other), expected lessThanOrEqual or greaterThanOrEqual", at: node)
      return nil
    }
  }

  private mutating func priority(_ node: NodeID) -> Priority? {
    guard let text = installed.attribute("priority", of: node) else { return .required }
    guard let value = Float(text), value > 0, value <= 1000 else {
      warn("the priority \(text), expected a number above 0 and up to 1000", at: node)
      return nil
    }
    return Priority(value)
  }

  private mutating func number(
    _ name: String, _ node: NodeID, _ fallback: LayoutNumber, _ parse: (String) -> LayoutNumber?
  ) -> LayoutNumber? {
    guard let text = installed.attribute(name, of: node) else { return fallback }
    if let value = parse(text) { return value }
    warn("the \(name) \(text), expected a finite number", at: node)
    return nil
  }

  /// What is wrong with a pair of anchors; nil when Auto Layout allows it.
  private static func illegality(_ first: Anchor, _ second: Anchor?) -> String? {
    guard let second else {
      guard first.attribute.kind != .dimension else { return nil }
      return "the location \(first.attribute.rawValue) without a second item"
    }
    let pair = "\(first.attribute.rawValue) with \(second.attribute.rawValue)"
    guard first.attribute.kind == second.attribute.kind else {
      return "a constraint that relates \(pair)"
    }
    if let one = first.attribute.followsDirection, let other = second.attribute.followsDirection,
      one != other
    {
      return "a constraint that relates \(pair); use leading and trailing for both or neither"
    }
    return nil
  }
}
