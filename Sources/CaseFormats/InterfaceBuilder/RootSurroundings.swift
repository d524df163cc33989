// SPDX-License-Identifier: MIT

/// The surroundings of a root: the controller with its bars, or the cell with its table.
struct RootSurroundings {
  typealias NodeID = DocumentTree.NodeID

  var kind: ImportedScope.Kind
  /// The controller whose view the root is.
  var controller: NodeID?
  var bars = SceneGraph.Bars()
  /// The cell that the root is, or whose content view it is.
  var cell: NodeID?
  /// The table or collection around the cell or header.
  var table: NodeID?

  static func of(
    _ root: NodeID, tree: DocumentTree, outline: ViewOutline, graph: SceneGraph
  ) -> RootSurroundings {
    let parent = tree[root].parent
    guard parent >= 0 else { return RootSurroundings(kind: .other) }
    let key = tree.attribute("key", of: root)
    var surroundings = RootSurroundings(kind: .other)
    surroundings.table = outline.table[root] >= 0 ? outline.table[root] : nil
    if tree[root].tag.ends(with: "Cell") {
      surroundings.kind = .cell
      surroundings.cell = root
    } else if tree[parent].tag.ends(with: "Cell"), key == "contentView" {
      surroundings.kind = .cell
      surroundings.cell = parent
    } else if key == "view", tree[parent].tag.ends(with: "Controller") {
      surroundings.kind = .controllerView
      surroundings.controller = parent
      surroundings.bars = graph.bars(of: parent)
    } else if tree[parent].tag == "objects" || tree[parent].tag == "window" {
      surroundings.kind = .topLevelView
    } else if let key, key.ends(with: "HeaderView") || key.ends(with: "FooterView") {
      surroundings.kind = .header
    }
    return surroundings
  }
}
