// SPDX-License-Identifier: MIT

extension ScopeBuilder {
  /// Reports views that have two superviews: the id of another view, or a reference among subviews.
  ///
  /// A view has one superview (AUTOLAYOUT 11.2, 11.6); Interface Builder does not compile such
  /// documents. Both places are laid out, and constraints refer to the first.
  mutating func reportViewsInTwoHierarchies() {
    for node in tree.nodes.indices {
      if let id = tree.attribute("reference", of: node) {
        reportReference(to: id, at: node)
      } else if outline.isView[node], let id = tree.attribute("id", of: node), !id.isEmpty,
        let first = nodesByID[id], first != node
      {
        let place = tree[first].location
        let other = outline.isView[first] ? "another view" : "an element <\(tree[first].tag)>"
        report(
          .error, .viewInTwoHierarchies,
          "\(name(of: node)) has the id of \(other) in line \(place.line):"
            + (outline.isView[first]
              ? " a view has one superview" : " an id belongs to one element"),
          at: node)
      } else if tree[node].tag == "constraint" {
        reportConstraintID(at: node)
      }
    }
  }

  /// Reports a constraint with the id of an element before it: variations and outlets refer to one
  /// of the two only.
  private mutating func reportConstraintID(at node: NodeID) {
    guard let id = tree.attribute("id", of: node), !id.isEmpty, let first = nodesByID[id],
      first != node, canReport
    else { return }
    let other: String
    if outline.isView[first] {
      other = "a view"
    } else {
      other =
        tree[first].tag == "constraint" ? "another constraint" : "an element <\(tree[first].tag)>"
    }
    warn(
      "the constraint \(id.shortened(to: ImportLimits.nameLength)) has the id of \(other)"
        + " in line \(tree[first].location.line): an id belongs to one element", at: node)
  }

  private mutating func reportReference(to id: String, at node: NodeID) {
    let list = tree[node].parent
    guard list >= 0, tree[list].tag == "subviews", tree[list].parent >= 0, canReport else { return }
    let holder = tree[list].parent
    guard let found = nodesByID[id] else {
      return report(
        .error, .viewInTwoHierarchies,
        "a subview of \(name(of: holder)) refers to \(id), which does not exist", at: node)
    }
    let message =
      isInside(holder, found)
      ? "\(name(of: found)) is a subview of itself, by a reference in \(name(of: holder))"
      : "\(name(of: found)) is a subview of \(name(of: holder)) by a reference,"
        + " besides its own place in line \(tree[found].location.line): a view has one superview"
    report(.error, .viewInTwoHierarchies, message, at: node)
  }

  /// Warns about unreadable numbers of views, which are taken as absent.
  mutating func reportUnreadableValues(of draft: ScopeDraft) {
    for node in draft.nodes {
      for name in Self.priorityNames {
        guard let text = installed.attribute(name, of: node),
          case .failure = DocumentNumber.priority(text)
        else { continue }
        warn(
          "the \(name) \(text) of \(self.name(of: node)) is not above 0 and at most 1000;"
            + " the usual one is taken", at: node)
      }
      for name in ["placeholderIntrinsicWidth", "placeholderIntrinsicHeight"] {
        guard let text = tree.attribute(name, of: node), text != "infinite",
          DocumentNumber.points(text) == nil
        else { continue }
        warn("the \(name) \(text) of \(self.name(of: node)) is not a number", at: node)
      }
      if let frame = tree.child(of: node, tag: "rect", key: "frame"), rect(of: node) == nil {
        warn("the frame of \(name(of: node)) is not four numbers", at: frame)
      }
    }
  }

  private static let priorityNames = [
    "horizontalHuggingPriority", "verticalHuggingPriority",
    "horizontalCompressionResistancePriority",
    "verticalCompressionResistancePriority",
  ]
}
