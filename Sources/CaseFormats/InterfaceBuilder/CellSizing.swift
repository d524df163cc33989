// SPDX-License-Identifier: MIT

import LayoutModel

/// The part that sizes a cell when the application runs (AUTOLAYOUT 8.1, 8.13).
package enum CellSizing: String, Sendable, Hashable, CaseIterable {
  /// The document: the row height of a table, the item size of a collection, or the drawn frame.
  case fixed
  /// Its contents, at the width that the table gives it.
  case height
  /// Its contents along both axes.
  case both

  /// Creates the sizing of a root.
  ///
  /// A separate table cell is a row of an unknown table. Tables let rows size themselves by
  /// default. The sizing of a separate collection cell is not known either. Its size is usually set
  /// in code, which the drawn size represents.
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
  /// A static cell may have a height of its own. The height of a prototype is only that of its
  /// drawing.
  private static func isAutomatic(
    _ cell: DocumentTree.NodeID, in table: DocumentTree.NodeID?, _ tree: DocumentTree
  ) -> Bool {
    guard let table else { return true }
    func height(_ node: DocumentTree.NodeID) -> LayoutNumber? {
      tree.attribute("rowHeight", of: node).flatMap(DocumentNumber.points)
        .flatMap { $0.numerator > 0 ? $0 : nil }
    }
    if height(table) != nil { return false }
    // Without an estimate rows do not use the size of their contents (AUTOLAYOUT 8.1).
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
