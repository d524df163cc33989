// SPDX-License-Identifier: MIT

extension ScopeBuilder {
  /// Returns the displayed name of an element.
  ///
  /// It is `"Title" (bbb-bb-bbb)` by its label in the editor, else `AvatarView bbb-bb-bbb` by its
  /// class, else `label bbb-bb-bbb`. A guide has the name of its view as well.
  func name(of node: NodeID) -> String {
    let id = text("id", of: node) ?? "without id"
    switch tree[node].tag {
    case "viewLayoutGuide":
      return
        "the \(text("key", of: node) ?? "") guide of \(plainName(of: tree[node].parent))"
    case "viewControllerLayoutGuide":
      return "the \(text("type", of: node) ?? "") layout guide \(id)"
    default: return plainName(of: node)
    }
  }

  private func plainName(of node: NodeID) -> String {
    guard node >= 0 else { return "nothing" }
    let id = text("id", of: node) ?? "without id"
    if let label = text("userLabel", of: node), !label.isEmpty {
      return "\"\(label)\" (\(id))"
    }
    return "\(text("customClass", of: node) ?? tree[node].tag) \(id)"
  }

  private func text(_ name: String, of node: NodeID) -> String? {
    tree.attribute(name, of: node)?.shortened(to: ImportLimits.nameLength)
  }

  /// Returns a text such as `the screen Login (abc-12-xyz)`.
  func screenName(root: NodeID) -> String {
    let surroundings = RootSurroundings.of(root, tree: tree, outline: outline, graph: graph)
    let name = scopeName(root: root, surroundings: surroundings)
    return
      "the screen \(name.shortened(to: ImportLimits.nameLength)) (\(text("id", of: root) ?? "without id"))"
  }

  /// Returns the root of the view that an element is, or whose guide it is; nil for other elements.
  ///
  /// - Complexity: O(depth).
  func root(ofItem node: NodeID) -> NodeID? {
    var view = node
    switch tree[node].tag {
    case "viewLayoutGuide": view = tree[node].parent
    case "viewControllerLayoutGuide":
      let controller = tree[node].parent >= 0 ? tree[tree[node].parent].parent : -1
      guard controller >= 0,
        let child = tree.child(of: controller, key: "view")
      else { return nil }
      view = child
    default: break
    }
    guard view >= 0, outline.isView[view] else { return nil }
    while outline.superview[view] >= 0 { view = outline.superview[view] }
    return view
  }

  /// Whether an element is the other one or inside it.
  ///
  /// - Complexity: O(depth).
  func isInside(_ node: NodeID, _ outer: NodeID) -> Bool {
    var ancestor = node
    while ancestor > outer { ancestor = tree[ancestor].parent }
    return ancestor == outer
  }
}
