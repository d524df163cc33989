// SPDX-License-Identifier: MIT

/// Changes that an author makes with the buttons of Interface Builder below the canvas.
extension DocumentMutator {
  private static let sizes = ["width", "height"]
  private static let horizontal = ["leading", "trailing", "centerX"]
  private static let vertical = ["top", "bottom", "centerY"]

  /// The largest number of views that are embedded at once.
  private static let embeddedMax = 4

  /// Puts some neighbouring views into a new stack view.
  mutating func embed(near place: Int, in document: inout DocumentMarkup) {
    guard let list = subviews(near: place, in: document) else { return }
    let views = document.children(of: list)
    guard !views.isEmpty else { return }
    let first = below(views.count)
    let last = min(first + below(Self.embeddedMax), views.count - 1)
    let range = views[first]..<document.subtree(at: views[last]).upperBound
    document.wrap(range, in: DocumentMarkup.Element(tag: "subviews", depth: 0, attributes: []))
    document.wrap(
      range.lowerBound..<(range.upperBound + 1),
      in: DocumentMarkup.Element(tag: "stackView", depth: 0, attributes: []))
    let stack = range.lowerBound
    document.elements[stack]["id"] = freshID("stk")
    document.elements[stack]["translatesAutoresizingMaskIntoConstraints"] = "NO"
    for name in ["axis", "alignment", "distribution", "spacing"] where chance(2, in: 3) {
      document.elements[stack][name] = value(of: name)
    }
    let frame = document.elements.indices[stack...].first { document.elements[$0].tag == "rect" }
    guard let frame, document.elements[frame]["key"] == "frame" else { return }
    document.insert(
      [document.elements[frame]], at: stack + 1, inside: document.elements[stack].depth)
  }

  /// Adds a constraint on a view: a size, or a place beside a neighbour or in the superview.
  mutating func constrain(near place: Int, in document: inout DocumentMarkup) {
    guard let list = subviews(near: place, in: document),
      let superview = document.parent(of: list)
    else { return }
    let names = document.children(of: list).compactMap { document.elements[$0]["id"] }
    guard !names.isEmpty else { return }
    var constraint = DocumentMarkup.Element(tag: "constraint", depth: 0, attributes: [])
    constraint["firstItem"] = any(names)
    constraint["id"] = freshID("con")
    constraint["constant"] = value(of: "constant")
    if chance(1, in: 2) {
      constraint["firstAttribute"] = any(Self.sizes)
    } else {
      let attributes = chance(1, in: 2) ? Self.horizontal : Self.vertical
      constraint["firstAttribute"] = any(attributes)
      constraint["secondItem"] = any(names + [document.elements[superview]["id"] ?? any(names)])
      constraint["secondAttribute"] = any(attributes)
    }
    if chance(1, in: 3) { constraint["relation"] = value(of: "relation") }
    if chance(1, in: 3) { constraint["priority"] = value(of: "priority") }
    add(constraint, toViewAt: superview, in: &document)
  }

  private func add(
    _ constraint: DocumentMarkup.Element, toViewAt view: Int, in document: inout DocumentMarkup
  ) {
    let depth = document.elements[view].depth
    if let known = document.children(of: view).first(where: {
      document.elements[$0].tag == "constraints"
    }) {
      document.insert([constraint], at: known + 1, inside: depth + 1)
      return
    }
    let end = document.subtree(at: view).upperBound
    let list = DocumentMarkup.Element(tag: "constraints", depth: 0, attributes: [])
    document.insert([list], at: end, inside: depth)
    document.insert([constraint], at: end + 1, inside: depth + 1)
  }

  /// Returns the next list of subviews after a place, or the first one; nil when there is none.
  private func subviews(near place: Int, in document: DocumentMarkup) -> Int? {
    let places = document.elements.indices
    return places[place...].first { document.elements[$0].tag == "subviews" }
      ?? places.first { document.elements[$0].tag == "subviews" }
  }
}
