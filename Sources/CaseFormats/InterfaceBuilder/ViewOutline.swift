// SPDX-License-Identifier: MIT

/// The views among the elements, their nesting, and their roots.
///
/// A view belongs to the view around it when it is one of its subviews or its content view. Every
/// other view is placed by its owner's own rules (a controller's view, a cell of a table, a header,
/// a bar item) and is a root.
struct ViewOutline {
  typealias NodeID = DocumentTree.NodeID

  /// The superview of each view; -1 for roots and for elements that are not views.
  private(set) var superview: [NodeID]
  private(set) var isView: [Bool]
  /// The nearest table or collection around each element; -1 when there is none.
  private(set) var table: [NodeID]
  /// The roots, in document order.
  private(set) var roots: [NodeID] = []
  /// The views of each root with the root first, in document order, which is preorder.
  private(set) var members: [NodeID: [NodeID]] = [:]

  init(tree: DocumentTree) {
    let count = tree.nodes.count
    superview = [NodeID](repeating: -1, count: count)
    isView = [Bool](repeating: false, count: count)
    table = [NodeID](repeating: -1, count: count)
    // The nearest view around an element, with only containers of subviews between them.
    var holder = [NodeID](repeating: -1, count: count)
    var rootOf = [NodeID](repeating: -1, count: count)
    for node in 0..<count {
      let parent = tree[node].parent
      guard parent >= 0 else { continue }
      let isTable = ["tableView", "collectionView"].contains(tree[parent].tag)
      table[node] = isTable ? parent : table[parent]
      let holds = tree[parent].tag == "subviews" && holder[parent] >= 0
      guard Self.isView(node, inSubviews: tree[parent].tag == "subviews", tree) else {
        if tree[node].tag == "subviews", isView[parent] { holder[node] = parent }
        continue
      }
      isView[node] = true
      if holds {
        superview[node] = holder[parent]
      } else if isView[parent], tree.attribute("key", of: node) == "contentView",
        !Self.startsAtContent(parent, tree)
      {
        superview[node] = parent
      }
      rootOf[node] = superview[node] >= 0 ? rootOf[superview[node]] : node
      if rootOf[node] == node { roots.append(node) }
      members[rootOf[node], default: []].append(node)
    }
  }

  /// Whether the layout of a table cell starts at its content view.
  ///
  /// The table places the cell, and the contents depend on its content view.
  ///
  /// Only a cell with constraints of its own is a root itself.
  private static func startsAtContent(_ node: NodeID, _ tree: DocumentTree) -> Bool {
    guard tree[node].tag == "tableViewCell" else { return false }
    return tree.child(of: node, tag: "constraints") == nil
      && tree.child(of: node, tag: "subviews") == nil
  }

  private static func isView(_ node: NodeID, inSubviews: Bool, _ tree: DocumentTree) -> Bool {
    if tree.attribute("reference", of: node) != nil { return false }
    if inSubviews { return true }
    if tree.child(of: node, tag: "rect", key: "frame") != nil
      || tree.child(of: node, tag: "frame", key: "frameInset") != nil
    {
      return true
    }
    guard let key = tree.attribute("key", of: node), key == "view" || key == "contentView" else {
      return false
    }
    return tree.attribute("id", of: node) != nil
  }
}
