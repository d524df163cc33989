// SPDX-License-Identifier: MIT

/// The limits on the parts of a document that are checked before layout, see `ImportLimits`.
extension ParsedDocument.Content {
  /// Refuses a document that exceeds a limit, at the first element beyond it.
  ///
  /// - Complexity: O(elements), plus their texts.
  static func checkLimits(
    of tree: DocumentTree, _ outline: ViewOutline
  ) throws(DocumentReader.Failure) {
    var (views, guides, constraints, textBytes) = (0, 0, 0, 0)
    func check(
      _ count: Int, _ limit: Int, _ what: String, _ node: Int
    ) throws(DocumentReader.Failure) {
      guard count > limit else { return }
      throw DocumentReader.Failure(
        message: "more than \(limit) \(what), which is the limit", location: tree[node].location,
        isDamage: false)
    }
    for node in tree.nodes.indices {
      if outline.isView[node] { views += 1 }
      switch tree[node].tag {
      case "viewLayoutGuide", "viewControllerLayoutGuide": guides += 1
      case "constraint": constraints += 1
      default: break
      }
      textBytes += Self.textBytes(of: node, in: tree)
      try check(views, ImportLimits.views, "views", node)
      try check(guides, ImportLimits.guides, "guides", node)
      try check(constraints, ImportLimits.constraints, "constraints", node)
      try check(textBytes, ImportLimits.textBytes, "bytes of texts", node)
    }
    for (number, root) in outline.roots.enumerated() {
      try check(number + 1, ImportLimits.screens, "screens", root)
    }
  }

  private static func textBytes(of node: Int, in tree: DocumentTree) -> Int {
    var count = tree.string(of: node)?.utf8.count ?? 0
    for name in ["text", "title", "placeholder", "content"] {
      count += tree.attribute(name, of: node)?.utf8.count ?? 0
    }
    return count
  }
}
