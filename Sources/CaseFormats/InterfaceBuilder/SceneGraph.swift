// SPDX-License-Identifier: MIT

/// The view controllers of a document, and the bars that segues put above and below each of them.
struct SceneGraph {
  typealias NodeID = DocumentTree.NodeID

  /// The bars around a controller's view.
  struct Bars: Hashable {
    var navigation = false
    var largeTitle = false
    var tab = false
    var tool = false
    /// Shown by a modal segue: from Xcode 11 on, on a sheet without a status bar.
    var isSheet = false
    /// Placed by an embed segue in a container view: without a status bar.
    var isEmbedded = false
    var isPopover = false
  }

  private(set) var controllers: [NodeID] = []
  private var byID: [String: NodeID] = [:]
  private var bars: [NodeID: Bars] = [:]

  init(tree: DocumentTree) {
    for node in tree.nodes.indices where Self.isController(node, tree) {
      controllers.append(node)
      if let id = tree.attribute("id", of: node), byID[id] == nil { byID[id] = node }
    }
    propagate(tree)
  }

  func bars(of controller: NodeID) -> Bars { bars[controller] ?? Bars() }

  private static func isController(_ node: NodeID, _ tree: DocumentTree) -> Bool {
    let parent = tree[node].parent
    guard parent >= 0, tree[parent].tag == "objects" else { return false }
    if tree[node].tag.ends(with: "Controller") { return true }
    return tree.child(of: node, key: "view") != nil
  }

  /// Spreads the bars along the segues, breadth first from each controller that owns bars.
  ///
  /// The first path to a controller decides, so that cycles end.
  private mutating func propagate(_ tree: DocumentTree) {
    var queue: [(controller: NodeID, bars: Bars)] = []
    for controller in controllers {
      if let own = Self.ownBars(of: controller, tree) { queue.append((controller, own)) }
    }
    var segues: [NodeID: [Segue]] = [:]
    for controller in controllers { segues[controller] = self.segues(from: controller, tree) }
    // Tab bars first: a navigation controller inside one hands the tab bar on.
    queue.sort { $0.bars.tab && !$1.bars.tab }
    var next = 0
    var container: [NodeID: Bars] = [:]
    while next < queue.count {
      let (source, own) = queue[next]
      next += 1
      let isContainer = Self.ownBars(of: source, tree) != nil
      for segue in segues[source] ?? [] {
        var handed = own
        switch segue.kind {
        case .child where isContainer: break
        case .show where !isContainer: break
        default: continue
        }
        if let inner = Self.ownBars(of: segue.destination, tree) {
          handed.navigation = handed.navigation || inner.navigation
          handed.largeTitle = inner.largeTitle
          handed.tool = inner.tool
          handed.tab = handed.tab || inner.tab
          guard container[segue.destination] == nil else { continue }
          container[segue.destination] = handed
          queue.append((segue.destination, handed))
          continue
        }
        let merged = bars[segue.destination]
        if let merged, !(handed.tab && !merged.tab) { continue }
        bars[segue.destination] = handed
        queue.append((segue.destination, handed))
      }
    }
    markPresented(segues, tree)
  }

  /// Returns the bars that a container controller gives to its children; nil for other controllers.
  private static func ownBars(of controller: NodeID, _ tree: DocumentTree) -> Bars? {
    switch tree[controller].tag {
    case "navigationController":
      var own = Bars()
      own.navigation = !tree.isYes("navigationBarHidden", of: controller)
      if let bar = tree.child(of: controller, tag: "navigationBar", key: "navigationBar") {
        own.largeTitle = tree.isYes("largeTitles", of: bar)
      }
      own.tool = tree.attribute("toolbarHidden", of: controller) == "NO"
      return own
    case "tabBarController": return Bars(tab: true)
    case "splitViewController": return Bars()
    default: return nil
    }
  }

  private enum SegueKind { case child, show, modal, embed, popover }

  private struct Segue: Hashable {
    var kind: SegueKind
    var destination: NodeID
  }

  /// Returns the segues of a controller and of the views below it.
  private func segues(from controller: NodeID, _ tree: DocumentTree) -> [Segue] {
    var found: [Segue] = []
    // A second segue to the same place changes nothing, and many of them must not cost more and
    // more.
    var seen: Set<Segue> = []
    func note(_ segue: Segue) {
      if seen.insert(segue).inserted { found.append(segue) }
    }
    var stack = [controller]
    while let node = stack.popLast() {
      // Controllers are in lists of objects, and each of them has its own segues.
      for child in tree.children(of: node) where tree[child].tag != "objects" {
        stack.append(child)
      }
      guard tree[node].tag == "segue", let id = tree.attribute("destination", of: node),
        let destination = byID[id]
      else { continue }
      switch tree.attribute("kind", of: node) {
      case "relationship": note(Segue(kind: .child, destination: destination))
      case "show", "push": note(Segue(kind: .show, destination: destination))
      case "presentation", "modal": note(Segue(kind: .modal, destination: destination))
      case "embed": note(Segue(kind: .embed, destination: destination))
      case "popoverPresentation":
        note(Segue(kind: .popover, destination: destination))
      default: break
      }
    }
    return found
  }

  private mutating func markPresented(_ segues: [NodeID: [Segue]], _ tree: DocumentTree) {
    // A controller that several others present is marked once.
    var marked: Set<Segue> = []
    for controller in controllers {
      for segue in segues[controller] ?? [] where marked.insert(segue).inserted {
        var targets = [segue.destination]
        // A container that is presented shows its children on the same sheet.
        if Self.ownBars(of: segue.destination, tree) != nil {
          targets += (segues[segue.destination] ?? []).filter { $0.kind == .child }.map(
            \.destination)
        }
        for target in targets {
          switch segue.kind {
          case .modal: bars[target, default: Bars()].isSheet = true
          case .embed: bars[target, default: Bars()].isEmbedded = true
          case .popover: bars[target, default: Bars()].isPopover = true
          case .child, .show: break
          }
        }
      }
    }
  }
}
