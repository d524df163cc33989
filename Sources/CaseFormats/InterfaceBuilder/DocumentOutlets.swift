// SPDX-License-Identifier: MIT

/// The objects of a document that code may change, or that the system places.
struct DocumentOutlets: Sendable {
  /// The ids of all objects to which code has an outlet.
  private(set) var destinations: Set<String> = []
  /// The ids of the views of file's owners: views of controllers.
  private(set) var controllerViews: Set<String> = []
  /// The ids of the labels and images that a table cell lays out itself, as its style says.
  private(set) var placedByCells: Set<String> = []
  /// The grid around each object in a cell of one, by id: it lays out its contents itself.
  private(set) var grids: [String: String] = [:]

  /// The outlets of views of the system, which do not change their destinations.
  private static let ofSystem: Set = [
    "nextKeyView", "initialFirstResponder", "delegate", "dataSource", "menu",
  ]
  private static let partsOfCells = ["textLabel", "detailTextLabel", "imageView"]

  /// - Complexity: O(elements of the document).
  init(tree: DocumentTree) {
    // For each element the grid view around it, and the one in a cell of which it is; -1 for none.
    var gridView = [Int](repeating: -1, count: tree.nodes.count)
    var grid = gridView
    for node in tree.nodes.indices {
      let parent = tree[node].parent
      if parent >= 0 { (gridView[node], grid[node]) = (gridView[parent], grid[parent]) }
      if tree[node].tag == "gridView" { gridView[node] = node }
      if tree[node].tag == "gridCell" { grid[node] = gridView[node] }
      if grid[node] >= 0, let id = tree.attribute("id", of: node) {
        grids[id] = tree.attribute("id", of: grid[node])
      }
      switch tree[node].tag {
      case "outlet", "outletCollection": add(outlet: node, tree)
      case "tableViewCell":
        for part in Self.partsOfCells {
          if let id = tree.attribute(part, of: node), !id.isEmpty { placedByCells.insert(id) }
        }
      default: break
      }
    }
  }

  private mutating func add(outlet node: DocumentTree.NodeID, _ tree: DocumentTree) {
    let property = tree.attribute("property", of: node) ?? ""
    guard let destination = tree.attribute("destination", of: node), !destination.isEmpty,
      !Self.ofSystem.contains(property)
    else { return }
    destinations.insert(destination)
    let connections = tree[node].parent
    guard property == "view", connections >= 0 else { return }
    let owner = tree[connections].parent
    if owner >= 0, tree.attribute("placeholderIdentifier", of: owner) == "IBFilesOwner" {
      controllerViews.insert(destination)
    }
  }
}
