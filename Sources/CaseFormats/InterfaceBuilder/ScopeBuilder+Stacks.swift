// SPDX-License-Identifier: MIT

import LayoutModel

extension ScopeBuilder {
  /// Sets the arrangement of each stack view of the scope (AUTOLAYOUT 17.13), and the properties of
  /// each subview that it needs.
  func addStacks(to draft: inout ScopeDraft) {
    for index in draft.views.indices {
      let node = draft.nodes[index]
      draft.views[index].isHidden = installed.attribute("hidden", of: node) == "YES"
      if tree[node].tag == "stackView" {
        draft.views[index].stack = stackLayout(of: node)
        if draft.views[index].stack == nil, !draft.unsupported.contains(.stackView) {
          draft.unsupported.append(.stackView)
        }
      }
      guard let parent = draft.views[index].parent else { continue }
      if isDesktopStack(draft.nodes[parent]) {
        detach(index, from: parent, &draft)
      }
      draft.detached[index] = draft.detached[index] ?? draft.detached[parent]
      // The place of a hidden arranged view is invisible, and the editor ignores it (AUTOLAYOUT
      // 17.18).
      let isHidden = draft.views[index].isHidden && draft.views[parent].stack != nil
      if draft.skipReasons[index] == nil, isHidden || draft.skipReasons[parent] == .hiddenInStack {
        draft.skipReasons[index] = .hiddenInStack
      }
    }
    for index in draft.views.indices where draft.views[index].stack != nil {
      addCustomSpacing(of: index, to: &draft)
    }
  }

  /// Detaches a hidden view of a stack view of macOS; without that, it keeps its place.
  private func detach(_ view: Int, from stack: Int, _ draft: inout ScopeDraft) {
    guard draft.views[view].isHidden else { return }
    if tree.isYes("detachesHiddenViews", of: draft.nodes[stack]) {
      draft.detached[view] = view
    } else {
      draft.views[view].isHidden = false
    }
  }

  /// Sets the insets of the stack views of macOS, which are a property of their own there.
  func addStackInsets(to draft: inout ScopeDraft) {
    guard header.runtime == .macOS else { return }
    for index in draft.views.indices where draft.views[index].stack != nil {
      guard let insets = tree.child(of: draft.nodes[index], tag: "edgeInsets", key: "edgeInsets")
      else { continue }
      func side(_ name: String) -> LayoutNumber {
        tree.attribute(name, of: insets).flatMap(DocumentNumber.points) ?? .zero
      }
      draft.views[index].margins = LayoutInsets(
        top: side("top"), left: side("left"), bottom: side("bottom"), right: side("right"))
    }
  }

  /// Returns the arrangement of a stack view; nil when it has rules of its own, as the gravity
  /// areas of macOS.
  private func stackLayout(of node: NodeID) -> StackLayout? {
    let isMac = header.runtime == .macOS
    if isMac, mayDropViews(node) { return nil }
    var layout = StackLayout()
    let axis = installed.attribute(isMac ? "orientation" : "axis", of: node)
    layout.axis = axis == "vertical" ? .vertical : .horizontal
    if let name = installed.attribute("distribution", of: node) {
      guard let distribution = StackLayout.Distribution(rawValue: name) else { return nil }
      layout.distribution = distribution
    } else if isMac {
      return nil
    }
    guard let alignment = alignment(of: node) else { return nil }
    layout.alignment = alignment
    layout.spacing = isMac ? Self.systemSpacing : .zero
    if installed.attribute("spacingType", of: node) == "standard" {
      layout.spacing = Self.systemSpacing
      layout.usesSystemSpacing = true
    } else if let text = installed.attribute("spacing", of: node),
      let spacing = DocumentNumber.points(text)
    {
      layout.spacing = spacing
    }
    layout.toolkit = isMac && header.uses(.desktopStacks) ? .appKit : .uiKit
    layout.isBaselineRelative = !isMac && tree.isYes("baselineRelativeArrangement", of: node)
    layout.isMarginsRelative = hasOwnMargins(node)
    return layout
  }

  /// Whether a stack view of macOS may clip or drop views where there is too little room.
  private func mayDropViews(_ node: NodeID) -> Bool {
    func isOptional(_ text: String?) -> Bool {
      text.flatMap(Double.init).map { $0 < 1000 } ?? false
    }
    let clips = ["horizontal", "vertical"].contains {
      isOptional(installed.attribute("\($0)ClippingResistancePriority", of: node))
    }
    if clips { return true }
    guard let priorities = tree.child(of: node, tag: "visibilityPriorities") else { return false }
    return tree.children(of: priorities).contains { isOptional(tree.attribute("value", of: $0)) }
  }

  /// The system's spacing between neighbours, in points.
  private static let systemSpacing: LayoutNumber = 8

  private func alignment(of node: NodeID) -> StackLayout.Alignment? {
    switch installed.attribute("alignment", of: node) {
    case nil: return header.runtime == .macOS ? .center : .fill
    case "fill", "width", "height": return .fill
    case "leading", "top", "left": return .leading
    case "center", "centerX", "centerY": return .center
    case "trailing", "bottom", "right": return .trailing
    case "firstBaseline": return .firstBaseline
    case "lastBaseline", "baseline": return .lastBaseline
    default: return nil
    }
  }

  /// Whether a stack view has margins of its own.
  ///
  /// Documents write them when the stack view arranges its views inside them, and mostly nowhere
  /// else.
  private func hasOwnMargins(_ node: NodeID) -> Bool {
    tree.isYes("layoutMarginsRelativeArrangement", of: node)
      || tree.child(of: node, tag: "edgeInsets") != nil
      || tree.child(of: node, tag: "directionalEdgeInsets", key: "directionalLayoutMargins") != nil
  }

  /// Adds the spacing after single views, listed in their order; huge numbers stand for the stack's
  /// own.
  private func addCustomSpacing(of stack: Int, to draft: inout ScopeDraft) {
    guard let list = tree.child(of: draft.nodes[stack], tag: "customSpacing"),
      let subviews = tree.child(of: draft.nodes[stack], tag: "subviews")
    else { return }
    let spacings = tree.children(of: list).map { node in
      tree.attribute("value", of: node).flatMap(DocumentNumber.points)
    }
    for (child, spacing) in zip(tree.children(of: subviews), spacings) {
      guard let spacing, let id = tree.attribute("id", of: child),
        case .view(let view)? = draft.items[id], draft.views[view].parent == stack
      else { continue }
      draft.views[view].customSpacing = spacing
    }
  }
}
