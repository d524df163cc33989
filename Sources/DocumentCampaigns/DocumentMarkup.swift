// SPDX-License-Identifier: MIT

import CaseFormats

/// The XML of a storyboard or xib as a list of elements in document order, to be changed anywhere.
package struct DocumentMarkup: Sendable, Hashable {
  /// A name with its value.
  package struct Attribute: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  /// An element without the elements inside it.
  package struct Element: Sendable, Hashable {
    package var tag: String
    /// The number of elements around it.
    package var depth: Int
    /// The attributes in the order of their names.
    package var attributes: [Attribute]
    /// The text of an element without children; empty for others.
    package var text = ""

    /// The value of an attribute; nil when it is absent.
    package subscript(_ name: String) -> String? {
      get { attributes.first { $0.name == name }?.value }
      set {
        attributes.removeAll { $0.name == name }
        guard let newValue else { return }
        let place = attributes.firstIndex { $0.name > name } ?? attributes.count
        attributes.insert(Attribute(name: name, value: newValue), at: place)
      }
    }
  }

  /// The elements; the first one contains all others.
  package var elements: [Element]

  /// Returns the positions of an element and all elements inside it.
  package func subtree(at index: Int) -> Range<Int> {
    let depth = elements[index].depth
    let end = elements[(index + 1)...].firstIndex { $0.depth <= depth }
    return index..<(end ?? elements.count)
  }

  /// Returns the position of the element around another one; nil for the outermost one.
  package func parent(of index: Int) -> Int? {
    let depth = elements[index].depth
    return elements[..<index].lastIndex { $0.depth < depth }
  }

  /// Returns the positions of the children of an element.
  package func children(of index: Int) -> [Int] {
    let depth = elements[index].depth + 1
    return subtree(at: index).filter { elements[$0].depth == depth }
  }

  /// Returns the ids of an element and all elements inside it.
  package func ids(inSubtreeAt index: Int) -> Set<String> {
    Set(elements[subtree(at: index)].compactMap { $0["id"] })
  }

  /// Returns the ids of the elements around an element.
  package func idsAround(_ index: Int) -> Set<String> {
    var found: Set<String> = []
    var place = parent(of: index)
    while let outer = place {
      if let id = elements[outer]["id"] { found.insert(id) }
      place = parent(of: outer)
    }
    return found
  }

  /// Returns the ids of the views that have a superview in common with an element: its own one, or
  /// one of those around it.
  ///
  /// - Complexity: O(elements · depth).
  package func idsBeside(_ index: Int) -> Set<String> {
    let around = idsAround(index)
    return Set(
      elements.indices.compactMap { place in
        guard let id = elements[place]["id"], let list = parent(of: place),
          let superview = parent(of: list), let outer = elements[superview]["id"],
          around.contains(outer)
        else { return nil }
        return id
      })
  }

  /// Removes an element with all elements inside it.
  ///
  /// - Complexity: O(elements).
  package mutating func remove(subtreeAt index: Int) {
    elements.removeSubrange(subtree(at: index))
  }

  /// Removes an element alone: its children take its place.
  package mutating func unwrap(at index: Int) {
    for inner in subtree(at: index) { elements[inner].depth -= 1 }
    elements.remove(at: index)
  }

  /// Puts an element around a number of neighbours, the first of them at a position.
  package mutating func wrap(_ neighbours: Range<Int>, in outer: Element) {
    var outer = outer
    outer.depth = elements[neighbours.lowerBound].depth
    for inner in neighbours { elements[inner].depth += 1 }
    elements.insert(outer, at: neighbours.lowerBound)
  }

  /// Inserts copies of elements before a position, as children of an element of this depth.
  package mutating func insert(_ copy: ArraySlice<Element>, at index: Int, inside depth: Int) {
    guard let first = copy.first else { return }
    // An element has either a text or children.
    if let parent = elements[..<index].lastIndex(where: { $0.depth <= depth }) {
      elements[parent].text = ""
    }
    let shift = depth + 1 - first.depth
    elements.insert(
      contentsOf: copy.map { element in
        var moved = element
        moved.depth += shift
        return moved
      }, at: index)
  }
}

// MARK: - Writing

extension DocumentMarkup {
  /// The document as XML; equal documents have equal bytes.
  package var bytes: [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    var open: [String] = []
    for (index, element) in elements.enumerated() {
      while open.count > element.depth, let tag = open.popLast() {
        text += Self.indentation(open.count) + "</\(tag)>\n"
      }
      text += Self.indentation(element.depth) + "<\(element.tag)"
      for attribute in element.attributes {
        text += " \(attribute.name)=\"\(DocumentWriter.escaped(attribute.value))\""
      }
      let hasChildren =
        elements.indices.contains(index + 1) && elements[index + 1].depth > element.depth
      if hasChildren {
        text += ">\n"
        open.append(element.tag)
      } else if element.text.isEmpty {
        text += "/>\n"
      } else {
        text += ">\(DocumentWriter.escaped(element.text))</\(element.tag)>\n"
      }
    }
    while let tag = open.popLast() { text += Self.indentation(open.count) + "</\(tag)>\n" }
    return Array(text.utf8)
  }

  private static func indentation(_ depth: Int) -> String {
    String(repeating: " ", count: 4 * depth)
  }
}
