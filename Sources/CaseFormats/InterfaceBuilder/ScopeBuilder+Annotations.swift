// SPDX-License-Identifier: MIT

import LayoutModel

extension ScopeBuilder {
  /// Returns the document's statements about a view that layout does not depend on (AUTOLAYOUT 17.7
  /// and 17.16); nil when there are none.
  func annotations(of node: NodeID) -> ViewAnnotations? {
    func attribute(_ name: String) -> String? { tree.attribute(name, of: node) }
    var annotations = ViewAnnotations(
      label: attribute("userLabel"), className: attribute("customClass"),
      module: attribute("customModule"),
      identifier: attribute("restorationIdentifier") ?? attribute("identifier"))
    if let configuration = tree.child(of: node, tag: "accessibility") {
      annotations.accessibilityIdentifier = tree.attribute("identifier", of: configuration)
    }
    if let list = tree.child(of: node, tag: "userDefinedRuntimeAttributes") {
      for child in tree.children(of: list) {
        if let made = runtimeAttribute(child) { annotations.runtimeAttributes.append(made) }
      }
    }
    return annotations.isEmpty ? nil : annotations
  }

  private func runtimeAttribute(_ node: NodeID) -> ViewAnnotations.RuntimeAttribute? {
    guard tree[node].tag == "userDefinedRuntimeAttribute",
      let keyPath = tree.attribute("keyPath", of: node)
    else { return nil }
    return ViewAnnotations.RuntimeAttribute(
      keyPath: keyPath, type: tree.attribute("type", of: node) ?? "string",
      value: value(of: node) ?? tree.children(of: node).lazy.compactMap(value(of:)).first)
  }

  /// Returns the value of an element; nil when it has none.
  ///
  /// It is its `value`, or all of its attributes, `name=value` in the order of names, as for a
  /// colour or a size.
  private func value(of node: NodeID) -> String? {
    let words = tree.attributes(of: node).filter {
      !["key", "keyPath", "type"].contains($0.name)
    }
    if words.isEmpty { return nil }
    if words.count == 1, words[0].name == "value" { return words[0].value }
    return words.sorted { $0.name < $1.name }.map { "\($0.name)=\($0.value)" }
      .joined(separator: " ")
  }
}
