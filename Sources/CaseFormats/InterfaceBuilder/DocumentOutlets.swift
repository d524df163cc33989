// SPDX-License-Identifier: MIT

/// The parts of a document that code or the system places: an outlet leads to them.
struct DocumentOutlets: Sendable {
  /// The ids of all objects to which code has an outlet.
  private(set) var destinations: Set<String> = []
  /// The ids of the views of file's owners: views of controllers.
  private(set) var controllerViews: Set<String> = []
  /// The ids of the labels and images that a table cell lays out itself, as its style says.
  private(set) var placedByCells: Set<String> = []

  /// The ids of all objects in cells of grids, which lay out their contents themselves.
  private(set) var inGridCells: Set<String> = []

  private static let partsOfCells = ["textLabel", "detailTextLabel", "imageView"]

  /// - Complexity: O(elements of the document).
  init(tree: DocumentTree) {
    var isInGrid = [Bool](repeating: false, count: tree.nodes.count)
    for node in tree.nodes.indices {
      let parent = tree[node].parent
      isInGrid[node] = tree[node].tag == "gridCell" || parent >= 0 && isInGrid[parent]
      if isInGrid[node], let id = tree.attribute("id", of: node) { inGridCells.insert(id) }
      switch tree[node].tag {
      case "outlet", "outletCollection": add(outlet: node, tree)
      case "tableViewCell":
        placedByCells.formUnion(Self.partsOfCells.compactMap { tree.attribute($0, of: node) })
      default: break
      }
    }
  }

  private mutating func add(outlet node: DocumentTree.NodeID, _ tree: DocumentTree) {
    guard let destination = tree.attribute("destination", of: node) else { return }
    destinations.insert(destination)
    let connections = tree[node].parent
    guard tree.attribute("property", of: node) == "view", connections >= 0 else { return }
    let owner = tree[connections].parent
    if owner >= 0, tree.attribute("placeholderIdentifier", of: owner) == "IBFilesOwner" {
      controllerViews.insert(destination)
    }
  }
}
