// SPDX-License-Identifier: MIT

import LayoutModel

extension ScopeBuilder {
  /// Adds the installed views of the scope, in preorder.
  func addViews(to draft: inout ScopeDraft) {
    var indexOfNode: [NodeID: Int] = [:]
    let members = outline.members[draft.rootNode] ?? []
    draft.reserveCapacity(views: members.count)
    for node in members {
      let parent = node == draft.rootNode ? nil : indexOfNode[outline.superview[node]]
      let id = tree.attribute("id", of: node)
      if node != draft.rootNode {
        // Subviews of a view that is not installed are not installed either.
        if parent == nil { continue }
        if let id, draft.excluded.contains(id) { continue }
      }
      draft.excluded.formUnion(installed.excluded(by: node))
      let index = draft.views.count
      indexOfNode[node] = index
      addView(node, parent: parent, to: &draft)
      noteFeatures(of: node, parent: parent, in: &draft)
    }
    // Documents sometimes name the cell where its content view is meant.
    if let cell = draft.surroundings.cell, let id = tree.attribute("id", of: cell),
      draft.items[id] == nil
    {
      draft.items[id] = .view(0)
    }
    if draft.hasHandEditedIDs(tree) {
      for index in draft.skipReasons.indices where draft.skipReasons[index] != .root {
        draft.skipReasons[index] = .handEdited
      }
    }
  }

  private func addView(_ node: NodeID, parent: Int?, to draft: inout ScopeDraft) {
    let id = tree.attribute("id", of: node) ?? ""
    let isDuplicate = draft.items[id] != nil
    let traits = ViewTraits.of(node, tree, header)
    var view = View(
      id: draft.uniqueID(id.isEmpty ? "view" : id), parent: parent, kind: traits.kind)
    let frame = rect(of: node)
    let local = frame.flatMap { topLeft($0, parent: parent, draft) }
    view.alignmentInsets = parent == nil ? .zero : traits.alignmentInsets
    setPriorities(of: &view, node)
    if parent != nil {
      setIntrinsicSize(of: &view, node, traits: traits, frame: frame)
      setText(of: &view, node)
      if view.text == nil { setBaselines(of: &view, node, frame: frame, rise: traits.baselineRise) }
    }
    view.hold = hold(node, frame: local, parent: parent, draft)
    view.direction = direction(of: node)
    view.recordedFrame = local
    view.annotations = annotations(of: node)
    if !isDuplicate, !id.isEmpty { draft.items[id] = .view(draft.views.count) }
    draft.skipReasons.append(
      isDuplicate
        ? .duplicateID : skipReason(node, frame: local, hold: view.hold, parent: parent, draft))
    draft.nodes.append(node)
    draft.append(view)
  }

  /// Returns a recorded frame with the origin at the top left; AppKit counts from the bottom.
  private func topLeft(_ frame: LayoutRect, parent: Int?, _ draft: ScopeDraft) -> LayoutRect? {
    guard header.runtime == .macOS else { return frame }
    guard let parent else { return frame }
    guard let outer = draft.views[parent].recordedFrame,
      let y = DocumentNumber.rounded(
        outer.height.doubleValue - frame.y.doubleValue - frame.height.doubleValue, places: 6)
    else { return nil }
    return LayoutRect(x: frame.x, y: y, width: frame.width, height: frame.height)
  }

  private func setPriorities(of view: inout View, _ node: NodeID) {
    func priority(_ name: String, _ fallback: Priority) -> Priority {
      guard let text = installed.attribute(name, of: node), let value = Float(text), value > 0,
        value <= 1000
      else { return fallback }
      return Priority(value)
    }
    // A stack view of a desktop hugs its arranged views; nothing else has such priorities.
    let hugging = isDesktopStack(node) ? "StackHuggingPriority" : "HuggingPriority"
    view.hugging = AxisPriorities(
      horizontal: priority("horizontal\(hugging)", 250),
      vertical: priority("vertical\(hugging)", 250))
    view.compressionResistance = AxisPriorities(
      horizontal: priority("horizontalCompressionResistancePriority", 750),
      vertical: priority("verticalCompressionResistancePriority", 750))
  }

  func isDesktopStack(_ node: NodeID) -> Bool {
    header.runtime == .macOS && tree[node].tag == "stackView"
  }

  private func setIntrinsicSize(
    of view: inout View, _ node: NodeID, traits: ViewTraits, frame: LayoutRect?
  ) {
    if let frame {
      let insets = traits.alignmentInsets
      let width =
        frame.width.doubleValue - insets.left.doubleValue - insets.right.doubleValue
      let height =
        frame.height.doubleValue - insets.top.doubleValue - insets.bottom.doubleValue
      if traits.hasIntrinsicWidth, width >= 0 {
        view.intrinsicWidth = DocumentNumber.rounded(width, places: 6)
      }
      if traits.hasIntrinsicHeight, height >= 0 {
        view.intrinsicHeight = DocumentNumber.rounded(height, places: 6)
      }
    }
    if tree[node].tag == "imageView" { setImageSize(of: &view, node) }
    if let designed = designedSizes[tree.attribute("id", of: node) ?? ""] {
      if designed.width.numerator >= 0 { view.intrinsicWidth = designed.width }
      if designed.height.numerator >= 0 { view.intrinsicHeight = designed.height }
    }
    // The design-time size of a view whose code decides it.
    if let text = tree.attribute("placeholderIntrinsicWidth", of: node) {
      view.intrinsicWidth = DocumentNumber.points(text).flatMap { $0.numerator < 0 ? nil : $0 }
    }
    if let text = tree.attribute("placeholderIntrinsicHeight", of: node) {
      view.intrinsicHeight = DocumentNumber.points(text).flatMap { $0.numerator < 0 ? nil : $0 }
    }
  }

  /// Replaces the recorded size of an image view by the natural size of its image.
  ///
  /// The natural size of a symbol is unknown where a constraint decides its size.
  private func setImageSize(of view: inout View, _ node: NodeID) {
    guard header.runtime != .macOS else { return }
    guard header.uses(.imageSizes) else { return }
    if let size = imageSizes.size(ofImageOf: node, tree) {
      view.intrinsicWidth = size.width
      view.intrinsicHeight = size.height
    } else if ImageSizes.isSymbol(node, tree) {
      if hasFixedSize(node, "width") { view.intrinsicWidth = nil }
      if hasFixedSize(node, "height") { view.intrinsicHeight = nil }
    }
  }

  /// Whether a view has a required constraint of its own that equates a size with a constant.
  private func hasFixedSize(_ node: NodeID, _ attribute: String) -> Bool {
    guard let list = tree.child(of: node, tag: "constraints") else { return false }
    return tree.children(of: list).contains { constraint in
      tree.attribute("firstAttribute", of: constraint) == attribute
        && ["firstItem", "secondItem", "relation", "priority"].allSatisfy {
          tree.attribute($0, of: constraint) == nil
        }
    }
  }

  private func setBaselines(
    of view: inout View, _ node: NodeID, frame: LayoutRect?, rise: Double
  ) {
    let insets = view.alignmentInsets
    let height =
      (frame?.height.doubleValue ?? 0) - insets.top.doubleValue - insets.bottom.doubleValue
    let metrics = BaselineMetrics.of(
      node, kind: view.kind, height: height, rise: rise, tree: tree, runtime: header.runtime)
    view.firstBaselineOffset = metrics.first
    view.lastBaselineOffset = metrics.last
  }

  /// Whether the view always covers its superview, as the content view of an effect view does.
  func fillsSuperview(_ node: NodeID) -> Bool {
    let parent = tree[node].parent
    return tree.attribute("key", of: node) == "contentView" && parent >= 0
      && tree[parent].tag == "visualEffectView" && header.usesAutoLayout
  }

  private func skipReason(
    _ node: NodeID, frame: LayoutRect?, hold: View.Hold?, parent: Int?, _ draft: ScopeDraft
  ) -> ImportedScope.SkipReason? {
    guard let parent else { return .root }
    if !header.usesAutoLayout { return .notAutoLayout }
    if frame == nil { return .noFrame }
    if draft.skipReasons[parent] == .belowMisplaced || draft.isMisplaced(parent, tree) {
      return .belowMisplaced
    }
    if tree.isYes("misplaced", of: node) { return .misplaced }
    if tree.isYes("ambiguous", of: node) { return .ambiguous }
    switch hold?.reason {
    case .fixedFrame: return .fixedFrame
    case .autoresizing: return .autoresizing
    case .springsAndStruts: return .notAutoLayout
    case nil:
      if header.runtime == .macOS, ImageSizes.isDesktopSymbol(node, tree) { return .symbol }
      return fillsSuperview(node) ? .autoresizing : nil
    }
  }

  private func noteFeatures(of node: NodeID, parent: Int?, in draft: inout ScopeDraft) {
    switch tree[node].tag {
    case "gridView" where !draft.unsupported.contains(.gridView):
      draft.unsupported.append(.gridView)
    default: break
    }
    if let parent {
      let container = tree[draft.nodes[parent]].tag
      if container == "scrollView" || container == "clipView" {
        draft.containsScrollContent = true
      }
    }
  }
}

extension ScopeDraft {
  func isMisplaced(_ view: Int, _ tree: DocumentTree) -> Bool {
    tree.isYes("misplaced", of: nodes[view])
  }

  /// Whether an id of a view is not one of Interface Builder: `xxx-xx-xxx`, or the number that it
  /// kept from older documents.
  ///
  /// Interface Builder never computed the frames of such documents.
  func hasHandEditedIDs(_ tree: DocumentTree) -> Bool {
    nodes.contains { node in
      tree.attribute("id", of: node).map { !Self.isBuilderID($0) } ?? false
    }
  }

  static func isBuilderID(_ id: String) -> Bool {
    if Int(id) != nil { return true }
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [3, 2, 3]
      && parts.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
  }
}
