// SPDX-License-Identifier: MIT

import LayoutModel

/// The natural sizes of the images of a document.
///
/// Interface Builder writes each used image with its size among the resources. The size of a symbol
/// depends on its font and scale, so the one in the resources is not its natural size.
struct ImageSizes: Sendable {
  typealias NodeID = DocumentTree.NodeID

  private var sizes: [String: LayoutSize] = [:]

  init(tree: DocumentTree) {
    guard let list = tree.child(of: 0, tag: "resources") else { return }
    for image in tree.children(of: list) where tree[image].tag == "image" {
      guard tree.attribute("catalog", of: image) == nil,
        let name = tree.attribute("name", of: image),
        let width = tree.attribute("width", of: image).flatMap(DocumentNumber.points),
        let height = tree.attribute("height", of: image).flatMap(DocumentNumber.points),
        width.numerator > 0, height.numerator > 0
      else { continue }
      sizes[name] = LayoutSize(width: width, height: height)
    }
  }

  /// Returns the size of the image of an image view; nil for symbols and unknown images.
  func size(ofImageOf view: NodeID, _ tree: DocumentTree) -> LayoutSize? {
    guard !Self.isSymbol(view, tree) else { return nil }
    return tree.attribute("image", of: view).flatMap { sizes[$0] }
  }

  /// Whether an image view shows a symbol of the system.
  static func isSymbol(_ view: NodeID, _ tree: DocumentTree) -> Bool {
    tree.attribute("catalog", of: view) == "system"
  }

  /// Whether a view of macOS shows a symbol of the system alone.
  ///
  /// Its frame is larger than its alignment rectangle, by distances that depend on the symbol and
  /// its scale. Documents do not contain them.
  static func isDesktopSymbol(_ view: NodeID, _ tree: DocumentTree) -> Bool {
    guard ["imageView", "button"].contains(tree[view].tag),
      let cell = tree.children(of: view).first(where: { tree.attribute("key", of: $0) == "cell" })
    else { return false }
    let position = tree.attribute("imagePosition", of: cell)
    if tree[view].tag == "button", position != "only", position != "overlaps" { return false }
    let reference = tree.child(of: cell, tag: "imageReference", key: "image")
    return isSymbol(cell, tree) || reference.map { isSymbol($0, tree) } ?? false
  }
}
