// SPDX-License-Identifier: MIT

import LayoutModel

/// What decides how large a cell is when the application runs (AUTOLAYOUT 8.1, 8.13).
package enum CellSizing: String, Sendable, Hashable, CaseIterable {
  /// The document: the row height of a table, the item size of a collection, or the frame as it was
  /// drawn.
  case fixed
  /// Its contents, at the width that the table gives it.
  case height
  /// Its contents along both axes.
  case both

  /// The sizing of a root.
  ///
  /// A table cell that stands alone is a row of a table that nobody knows; tables let rows size
  /// themselves unless they are told otherwise. Who sizes a collection cell that stands alone is
  /// not known either, but there the usual way is a size in code, for which the drawn one stands.
  init(of surroundings: RootSurroundings, tree: DocumentTree) {
    guard surroundings.kind == .cell, let cell = surroundings.cell else {
      self = .fixed
      return
    }
    switch tree[cell].tag {
    case "tableViewCell":
      self =
        CellSizing.isAutomatic(cell, in: surroundings.table, tree) ? .height : .fixed
    case "collectionViewCell":
      let sizes = surroundings.table.map { CellSizing.estimatesItems($0, tree) } ?? false
      self = sizes ? .both : .fixed
    default: self = .fixed
    }
  }

  /// Whether rows are as high as their contents.
  ///
  /// A static cell may have a height of its own; that of a prototype only says how it is drawn.
  private static func isAutomatic(
    _ cell: DocumentTree.NodeID, in table: DocumentTree.NodeID?, _ tree: DocumentTree
  ) -> Bool {
    guard let table else { return true }
    func height(_ node: DocumentTree.NodeID) -> LayoutNumber? {
      tree.attribute("rowHeight", of: node).flatMap(DocumentNumber.points)
        .flatMap { $0.numerator > 0 ? $0 : nil }
    }
    if height(table) != nil { return false }
    // Without an estimate rows do not ask their contents (AUTOLAYOUT 8.1).
    let estimate = tree.attribute("estimatedRowHeight", of: table).flatMap(DocumentNumber.points)
    if estimate?.isZero == true { return false }
    return tree.attribute("dataMode", of: table) != "static" || height(cell) == nil
  }

  /// Whether the layout of a collection has an estimated size of items, so that they size
  /// themselves.
  private static func estimatesItems(
    _ collection: DocumentTree.NodeID, _ tree: DocumentTree
  ) -> Bool {
    guard let layout = tree.child(of: collection, key: "collectionViewLayout") else { return false }
    if tree.isYes("automaticEstimatedItemSize", of: layout) { return true }
    guard let size = tree.child(of: layout, tag: "size", key: "estimatedItemSize") else {
      return false
    }
    return ["width", "height"].contains { name in
      tree.attribute(name, of: size).flatMap(DocumentNumber.points).map { !$0.isZero } ?? false
    }
  }
}
