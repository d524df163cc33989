// SPDX-License-Identifier: MIT

import LayoutModel

extension ScopeBuilder {
  /// Adds the guides of the views and of the controller; the heights of strips come later.
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
    case "safeArea": kind = .area(.safeArea)
    case "layoutMargins": kind = .area(.margins)
    case "readableContent": kind = .area(.readable)
    case "keyboard": kind = .area(.keyboard)
    case "top": kind = .topStrip(0)
    case "bottom": kind = .bottomStrip(0)
    case "contentLayoutGuide" where isScroll: kind = .scrollContent
    case "frameLayoutGuide" where isScroll: kind = .scrollFrame
    default: return
    }
    draft.items[id] = .guide(draft.guides.count)
    draft.guides.append(Guide(id: draft.uniqueID(id), owner: owner, kind: kind))
    draft.guideKeys.append(key)
  }

  /// Adds the installed constraints of all views of the scope, and reports the impossible ones.
  mutating func addConstraints(to draft: inout ScopeDraft) {
    let reader = ConstraintReader(builder: self, draft: draft)
    for owner in draft.views.indices {
      for block in tree.children(of: draft.nodes[owner]) where tree[block].tag == "constraints" {
        for node in tree.children(of: block) where tree[node].tag == "constraint" {
          if let id = tree.attribute("id", of: node), draft.excluded.contains(id) { continue }
          let reading = reader.read(node, owner: owner)
          for problem in reading.problems { report(problem, reading, at: node) }
          guard var constraint = reading.constraint, !draft.isDetached(constraint) else {
            continue
          }
          constraint.id = draft.uniqueConstraintID(constraint.id)
          measureInside(&constraint, owner: owner, draft)
          draft.constraints.append(constraint)
          draft.constraintNodes.append(node)
        }
      }
    }
    for view in draft.views.indices where fillsSuperview(draft.nodes[view]) {
      addFill(of: view, to: &draft)
    }
  }

  /// Measures constraints of views inside a box from the start of its interior
  /// (`ViewTraits.interiorTop`).
  ///
  /// The constraints between a box and its contents are the box's own.
  private func measureInside(
    _ constraint: inout LayoutConstraint, owner: Int, _ draft: ScopeDraft
  ) {
    guard tree[draft.nodes[owner]].tag == "box", let second = constraint.second,
      constraint.first.item != second.item
    else { return }
    let top = Anchor(.view(owner), .top)
    let offset = Double(ViewTraits.of(draft.nodes[owner], tree, header).interiorTop)
    var constant = constraint.constant.doubleValue
    if constraint.first == top { constant -= offset }
    if second == top { constant += offset * constraint.multiplier.doubleValue }
    guard constant != constraint.constant.doubleValue,
      let shifted = DocumentNumber.rounded(constant, places: 6)
    else { return }
    constraint.constant = shifted
  }

  private mutating func report(
    _ problem: ConstraintProblem, _ reading: ConstraintReader.Reading, at node: NodeID
  ) {
    report(
      problem.severity,
      problem.isError ? .illegalConstraint : .doubtfulConstraint,
      "\(reading.subject): \(problem.text)", at: node)
  }

  private func addFill(of view: Int, to draft: inout ScopeDraft) {
    guard let parent = draft.views[view].parent else { return }
    for attribute in [Attribute.left, .right, .top, .bottom] {
      draft.constraints.append(
        LayoutConstraint(
          id: draft.uniqueConstraintID("\(draft.views[view].id)-fills-\(attribute.rawValue)"),
          first: Anchor(.view(view), attribute), second: Anchor(.view(parent), attribute),
          source: .system))
      draft.constraintNodes.append(draft.nodes[view])
    }
  }
}
