// SPDX-License-Identifier: MIT

import JSON

/// A counter of steps, by which a test compares the work of two inputs without a clock.
///
/// It is not for several threads: only a test sets one, on a tree of its own.
final class StepCounter: @unchecked Sendable {
  private(set) var value = 0

  func count() { value += 1 }
}

/// The elements of an XML document, flat: parents, children and siblings by index.
///
/// Text content is kept for string elements only. All other input of layout is in attributes. Nodes
/// are in document order, so a parent always comes before its children.
struct DocumentTree: Sendable {
  /// The index of an element.
  typealias NodeID = Int

  struct Node: Sendable {
    /// Equal tags share their storage.
    let tag: String
    let location: SourceLocation
    fileprivate var attributes: DocumentAttributes.Span
    fileprivate var parentIndex: Int32
    fileprivate var firstChildIndex: Int32 = -1
    fileprivate var lastChildIndex: Int32 = -1
    fileprivate var nextSiblingIndex: Int32 = -1
    fileprivate var childCount: Int32 = 0

    /// The index of the parent; -1 for the document element.
    var parent: NodeID { NodeID(parentIndex) }
    /// The index of the first child; -1 when there is none.
    var firstChild: NodeID { NodeID(firstChildIndex) }
    /// The index of the next sibling; -1 when there is none.
    var nextSibling: NodeID { NodeID(nextSiblingIndex) }
  }

  /// The name of a child in a search; nil matches any tag or key.
  private struct ChildName: Hashable {
    var tag: String?
    var key: String?
  }

  /// The largest number of children without an index.
  ///
  /// Repeated searches among more children would cost more and more.
  private static let narrow: Int32 = 64

  private(set) var nodes: ContiguousArray<Node> = []
  private var attributes = DocumentAttributes()
  /// The tags of the document, each once.
  private var tags: [String: String] = [:]
  /// The content of string elements.
  private var strings: [NodeID: String] = [:]
  /// The first child by name, of elements with many children.
  private var index: [NodeID: [ChildName: NodeID]] = [:]
  /// A counter of visited nodes, for tests.
  var steps: StepCounter?

  subscript(_ id: NodeID) -> Node {
    steps?.count()
    return nodes[id]
  }

  /// Appends an element as the last child of `parent`, or as the document element for -1.
  mutating func append(
    tag: String, attributes given: [String: String], parent: NodeID, location: SourceLocation
  ) -> NodeID {
    let id = nodes.count
    let span = attributes.append(given)
    nodes.append(
      Node(
        tag: shared(tag), location: location, attributes: span, parentIndex: Int32(parent)))
    guard parent >= 0 else { return id }
    let previous = Int(nodes[parent].lastChildIndex)
    if previous < 0 {
      nodes[parent].firstChildIndex = Int32(id)
    } else {
      nodes[previous].nextSiblingIndex = Int32(id)
    }
    nodes[parent].lastChildIndex = Int32(id)
    nodes[parent].childCount += 1
    if nodes[parent].childCount == Self.narrow {
      for child in children(of: parent) { addToIndex(child, of: parent) }
    } else if nodes[parent].childCount > Self.narrow {
      addToIndex(id, of: parent)
    }
    return id
  }

  private mutating func shared(_ tag: String) -> String {
    if let known = tags[tag] { return known }
    tags[tag] = tag
    return tag
  }

  /// Frees the memory that only reading needs.
  mutating func finishReading() { attributes.finishReading() }

  /// Sets the value of an element's attribute, or removes it for nil.
  ///
  /// An element with another key may still be found under the old one.
  mutating func setAttribute(_ name: String, to value: String?, of id: NodeID) {
    attributes.set(name, to: value, in: &nodes[id].attributes)
  }

  /// Returns all attributes of an element, in no order.
  func attributes(of id: NodeID) -> [(name: String, value: String)] {
    attributes.all(in: nodes[id].attributes)
  }

  mutating func setString(_ string: String, of id: NodeID) { strings[id] = string }

  /// Returns the content of a string element; nil for other elements.
  func string(of id: NodeID) -> String? { strings[id] }

  private mutating func addToIndex(_ child: NodeID, of parent: NodeID) {
    let tag = nodes[child].tag
    let key = attribute("key", of: child)
    var names = [ChildName(tag: tag, key: nil)]
    if key != nil { names += [ChildName(tag: tag, key: key), ChildName(tag: nil, key: key)] }
    for name in names where index[parent]?[name] == nil {
      index[parent, default: [:]][name] = child
    }
  }

  /// Returns an attribute of an element; nil when absent.
  func attribute(_ name: String, of id: NodeID) -> String? {
    attributes.value(of: name, in: nodes[id].attributes)
  }

  /// Whether a boolean attribute is `YES`; absent means no.
  func isYes(_ name: String, of id: NodeID) -> Bool { attribute(name, of: id) == "YES" }

  func children(of id: NodeID) -> Children {
    Children(nodes: nodes, steps: steps, current: nodes[id].firstChild)
  }

  /// Returns the first child with a tag, and with a `key` attribute when one is given.
  ///
  /// - Complexity: O(1) expected.
  func child(of id: NodeID, tag: String, key: String? = nil) -> NodeID? {
    first(ChildName(tag: tag, key: key), of: id)
  }

  /// Returns the first child with a `key` attribute.
  ///
  /// - Complexity: O(1) expected.
  func child(of id: NodeID, key: String) -> NodeID? {
    first(ChildName(tag: nil, key: key), of: id)
  }

  private func first(_ name: ChildName, of id: NodeID) -> NodeID? {
    if nodes[id].childCount >= Self.narrow {
      steps?.count()
      return index[id]?[name]
    }
    for child in children(of: id) {
      if let tag = name.tag, nodes[child].tag != tag { continue }
      if let key = name.key, attribute("key", of: child) != key { continue }
      return child
    }
    return nil
  }

  /// The children of one element, in document order.
  struct Children: Sequence, IteratorProtocol {
    // Not the whole tree, whose many parts would be retained one by one.
    fileprivate let nodes: ContiguousArray<Node>
    fileprivate let steps: StepCounter?
    fileprivate var current: NodeID

    mutating func next() -> NodeID? {
      guard current >= 0 else { return nil }
      steps?.count()
      defer { current = nodes[current].nextSibling }
      return current
    }
  }
}
