// SPDX-License-Identifier: MIT

/// The elements of an XML document, flat: parents, children and siblings by index.
///
/// Text content is kept of string elements only: Interface Builder has all else that layout needs in attributes.
/// Nodes are in document order, so a parent always comes before its children.
struct DocumentTree: Sendable {
  /// The index of an element.
  typealias NodeID = Int

  struct Node: Sendable {
    var tag: String
    var attributes: [String: String]
    /// -1 for the document element.
    var parent: NodeID
    /// -1 when there is none.
    var firstChild: NodeID = -1
    /// -1 when there is none.
    var lastChild: NodeID = -1
    /// -1 when there is none.
    var nextSibling: NodeID = -1
    var location: SourceLocation
  }

  private(set) var nodes: ContiguousArray<Node> = []
  /// The content of string elements.
  private var strings: [NodeID: String] = [:]

  subscript(_ id: NodeID) -> Node { nodes[id] }

  /// Appends an element as the last child of `parent`, or as the document element for -1.
  mutating func append(
    tag: String, attributes: [String: String], parent: NodeID, location: SourceLocation
  ) -> NodeID {
    let id = nodes.count
    nodes.append(Node(tag: tag, attributes: attributes, parent: parent, location: location))
    guard parent >= 0 else { return id }
    let previous = nodes[parent].lastChild
    if previous < 0 { nodes[parent].firstChild = id } else { nodes[previous].nextSibling = id }
    nodes[parent].lastChild = id
    return id
  }

  mutating func setString(_ string: String, of id: NodeID) { strings[id] = string }

  /// The content of a string element; nil for other elements.
  func string(of id: NodeID) -> String? { strings[id] }

  /// An attribute of an element; nil when absent.
  func attribute(_ name: String, of id: NodeID) -> String? { nodes[id].attributes[name] }

  /// Whether a boolean attribute is `YES`; absent means no.
  func isYes(_ name: String, of id: NodeID) -> Bool { nodes[id].attributes[name] == "YES" }

  func children(of id: NodeID) -> Children { Children(tree: self, current: nodes[id].firstChild) }

  /// The first child with a tag, and with a `key` attribute when one is given.
  func child(of id: NodeID, tag: String, key: String? = nil) -> NodeID? {
    for child in children(of: id) where nodes[child].tag == tag {
      guard let key else { return child }
      if attribute("key", of: child) == key { return child }
    }
    return nil
  }

  /// The children of one element, in document order.
  struct Children: Sequence, IteratorProtocol {
    let tree: DocumentTree
    var current: NodeID

    mutating func next() -> NodeID? {
      guard current >= 0 else { return nil }
      defer { current = tree.nodes[current].nextSibling }
      return current
    }
  }
}
