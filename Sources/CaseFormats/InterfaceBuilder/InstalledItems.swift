// SPDX-License-Identifier: MIT

/// The subviews and constraints that a document installs for its device, and their values there.
///
/// The default variation of a view removes items from the base; every variation that matches the
/// size classes then includes or excludes, from the least to the most specific.
struct InstalledItems {
  typealias NodeID = DocumentTree.NodeID

  private let tree: DocumentTree
  /// The variations that apply, least specific first, by the element that they vary.
  ///
  /// Most elements have none, and one may have hundreds of thousands.
  private let variations: [NodeID: [NodeID]]

  init(tree: DocumentTree, device: Device?) {
    self.tree = tree
    var found: [NodeID: [(specificity: Int, node: NodeID)]] = [:]
    for (node, element) in tree.nodes.enumerated() where element.tag == "variation" {
      guard let key = tree.attribute("key", of: node),
        let specificity = Self.specificity(ofKey: key, on: device)
      else { continue }
      found[element.parent, default: []].append((specificity, node))
    }
    variations = found.mapValues { variations in
      variations.sorted { ($0.specificity, $0.node) < ($1.specificity, $1.node) }.map(\.node)
    }
  }

  /// Returns the ids of subviews and constraints that a view does not install.
  func excluded(by view: NodeID) -> Set<String> {
    var excluded: Set<String> = []
    for variation in variations[view] ?? [] {
      for mask in tree.children(of: variation) where tree[mask].tag == "mask" {
        for change in tree.children(of: mask) {
          guard let id = tree.attribute("reference", of: change) else { continue }
          switch tree[change].tag {
          case "exclude": excluded.insert(id)
          case "include": excluded.remove(id)
          default: break
          }
        }
      }
    }
    return excluded
  }

  /// Returns an attribute with the value of the matching variations.
  func attribute(_ name: String, of node: NodeID) -> String? {
    var value = tree.attribute(name, of: node)
    for variation in variations[node] ?? [] {
      if let override = tree.attribute(name, of: variation) { value = override }
    }
    return value
  }

  /// Returns the number of traits that a key names when the device has all of them, else nil.
  private static func specificity(ofKey key: String, on device: Device?) -> Int? {
    if key == "default" { return 0 }
    guard let device else { return nil }
    let traits = key.split(separator: "-")
    for trait in traits {
      switch trait {
      case "heightClass=\(device.heightClass.rawValue)", "widthClass=\(device.widthClass.rawValue)":
        continue
      case "userInterfaceIdiom=phone" where !device.isPad: continue
      case "userInterfaceIdiom=pad" where device.isPad: continue
      default: return nil
      }
    }
    return traits.count
  }
}
