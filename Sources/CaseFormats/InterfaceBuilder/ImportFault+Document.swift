// SPDX-License-Identifier: MIT

/// Faults of reading documents.
///
/// They change the elements as the fault misreads them. The healthy importer, which does not know
/// faults, reads the result.
extension ImportFault {
  /// Changes the elements of a document as the fault misreads them.
  func misread(_ tree: inout DocumentTree) {
    var relation: String?
    for node in tree.nodes.indices {
      switch tree[node].tag {
      case "constraint":
        misread(constraint: node, relation, &tree)
        relation = tree.attribute("relation", of: node)
      case "rect": misread(rectangle: node, &tree)
      case "viewLayoutGuide":
        if self == .safeAreaIsMargins, tree.attribute("key", of: node) == "safeArea" {
          tree.setAttribute("key", to: "layoutMargins", of: node)
        }
      case "autoresizingMask":
        if self == .maskEndsSwapped {
          tree.swapAttributes("flexibleMinY", "flexibleMaxY", of: node)
        }
      default: misread(view: node, &tree)
      }
    }
  }

  // MARK: - Constraints

  private func misread(
    constraint node: DocumentTree.NodeID, _ relation: String?, _ tree: inout DocumentTree
  ) {
    switch self {
    case .ratioInverted:
      let parts = tree.attribute("multiplier", of: node)?.split(separator: ":") ?? []
      if parts.count == 2 {
        tree.setAttribute("multiplier", to: "\(parts[1]):\(parts[0])", of: node)
      }
    case .ownConstantNegated:
      guard tree.attribute("firstItem", of: node) == nil,
        tree.attribute("secondItem", of: node) != nil,
        let constant = tree.attribute("constant", of: node)
      else { return }
      let opposite = constant.begins(with: "-") ? String(constant.dropFirst()) : "-" + constant
      tree.setAttribute("constant", to: opposite, of: node)
    case .missingPriorityIsHigh:
      if tree.attribute("priority", of: node) == nil {
        tree.setAttribute("priority", to: "750", of: node)
      }
    case .relationCarriesOver:
      if tree.attribute("relation", of: node) == nil {
        tree.setAttribute("relation", to: relation, of: node)
      }
    case .ownerIsRoot:
      guard tree.attribute("firstItem", of: node) == nil, let root = tree.rootViewID else { return }
      tree.setAttribute("firstItem", to: root, of: node)
    case .marginsForgotten:
      changeAttributes(of: node, &tree) { name in
        if name.ends(with: "WithinMargins") { return String(name.dropLast("WithinMargins".count)) }
        return name.ends(with: "Margin") ? String(name.dropLast("Margin".count)) : name
      }
    case .baselineIsFirst:
      changeAttributes(of: node, &tree) { $0 == "baseline" ? "firstBaseline" : $0 }
    case .leadingIsLeft:
      changeAttributes(of: node, &tree) { name in
        switch name {
        case "leading": return "left"
        case "trailing": return "right"
        default: return name
        }
      }
    case .constantsCutOff:
      guard let constant = tree.attribute("constant", of: node),
        let point = constant.firstIndex(of: ".")
      else { return }
      tree.setAttribute("constant", to: String(constant[..<point]), of: node)
    default: break
    }
  }

  private func changeAttributes(
    of node: DocumentTree.NodeID, _ tree: inout DocumentTree, _ change: (String) -> String
  ) {
    for side in ["firstAttribute", "secondAttribute"] {
      if let name = tree.attribute(side, of: node) {
        tree.setAttribute(side, to: change(name), of: node)
      }
    }
  }

  // MARK: - Views

  private func misread(rectangle node: DocumentTree.NodeID, _ tree: inout DocumentTree) {
    guard self == .frameIsLastRectangle, tree.attribute("key", of: node) != "frame",
      let frame = tree.child(of: tree[node].parent, tag: "rect", key: "frame")
    else { return }
    for name in ["x", "y", "width", "height"] {
      tree.setAttribute(name, to: tree.attribute(name, of: node), of: frame)
    }
  }

  private func misread(view node: DocumentTree.NodeID, _ tree: inout DocumentTree) {
    guard tree.attribute("contentMode", of: node) != nil else { return }
    switch self {
    case .huggingAxesSwapped:
      tree.swapAttributes("horizontalHuggingPriority", "verticalHuggingPriority", of: node)
    case .resistanceIsHugging:
      for axis in ["horizontal", "vertical"] {
        tree.setAttribute(
          "\(axis)CompressionResistancePriority",
          to: tree.attribute("\(axis)HuggingPriority", of: node), of: node)
      }
    case .fixedFrameForgotten: tree.setAttribute("fixedFrame", to: nil, of: node)
    case .masksNotTranslated:
      tree.setAttribute("translatesAutoresizingMaskIntoConstraints", to: "NO", of: node)
    case .marginsAlwaysKept:
      tree.setAttribute("preservesSuperviewLayoutMargins", to: "YES", of: node)
    default: break
    }
  }
}

extension DocumentTree {
  /// The id of the first view of the document.
  fileprivate var rootViewID: String? {
    nodes.indices.first { attribute("contentMode", of: $0) != nil }.flatMap {
      attribute("id", of: $0)
    }
  }

  fileprivate mutating func swapAttributes(_ one: String, _ other: String, of id: NodeID) {
    let (first, second) = (attribute(one, of: id), attribute(other, of: id))
    setAttribute(one, to: second, of: id)
    setAttribute(other, to: first, of: id)
  }
}
