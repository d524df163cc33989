// SPDX-License-Identifier: MIT

/// The subviews and constraints that a document installs for its device, and their values there.
///
/// The default variation of a view removes items from the base; every variation that matches the
/// size classes then includes or excludes, from the least to the most specific.
struct InstalledItems {
  typealias NodeID = DocumentTree.NodeID

  let tree: DocumentTree
  let device: Device?

  /// Returns the ids of subviews and constraints that a view does not install.
  func excluded(by view: NodeID) -> Set<String> {
    var excluded: Set<String> = []
    for variation in matching(view) {
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
    for variation in matching(node) {
      if let override = tree.attribute(name, of: variation) { value = override }
    }
    return value
  }

  /// Returns the variations of an element that apply, least specific first.
  private func matching(_ node: NodeID) -> [NodeID] {
    var found: [(specificity: Int, node: NodeID)] = []
    for child in tree.children(of: node) where tree[child].tag == "variation" {
      guard let key = tree.attribute("key", of: child) else { continue }
      if key == "default" {
        found.append((0, child))
      } else if let specificity = specificity(ofKey: key) {
        found.append((specificity, child))
      }
    }
    guard found.count > 1 else { return found.map(\.node) }
    return found.sorted { ($0.specificity, $0.node) < ($1.specificity, $1.node) }.map(\.node)
  }

  /// Returns the number of traits that a key names when the device has all of them, else nil.
  private func specificity(ofKey key: String) -> Int? {
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
