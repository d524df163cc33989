// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// A builder of the layout case of each root of a document.
struct ScopeBuilder {
  typealias NodeID = DocumentTree.NodeID

  let tree: DocumentTree
  /// The header, with the device that is laid out for.
  let header: DocumentHeader
  let file: String
  let outline: ViewOutline
  let graph: SceneGraph
  let installed: InstalledItems
  let screenChange: ScreenChange
  let direction: LayoutCase.Environment.Direction
  /// Whether the frame of each text is its natural size.
  let trustsTextFrames: Bool
  /// The natural sizes of designable views that the document caches, by view id; negative for none.
  let designedSizes: [String: LayoutSize]
  let imageSizes: ImageSizes
  /// The first element with each id.
  let nodesByID: [String: NodeID]
  let outlets: DocumentOutlets
  /// The views of another import of the document, by the locations of their roots.
  private let sharedViews: [SourceLocation: [View]]
  private(set) var diagnostics: [Diagnostic] = []
  /// The number of diagnostics beyond the limit.
  private var unreported = 0

  init(
    content: ParsedDocument.Content, setup: ImportSetup, sharedScopes: [ImportedScope],
    file: String
  ) {
    tree = content.tree
    header = setup.header(for: content.header)
    self.file = file
    outline = content.outline
    graph = content.graph
    installed = InstalledItems(tree: content.tree, device: header.device)
    screenChange = ScreenChange(drawn: content.header, new: header)
    direction = setup.direction
    trustsTextFrames = setup.trustsTextFrames && header.isAsDrawn
    designedSizes = content.designedSizes
    imageSizes = content.imageSizes
    nodesByID = content.nodesByID
    outlets = content.outlets
    sharedViews = Dictionary(sharedScopes.map { ($0.location, $0.layoutCase.views) }) { first, _ in
      first
    }
  }

  mutating func allScopes() -> [ImportedScope] {
    var scopes: [ImportedScope] = []
    for root in outline.roots {
      if let scope = scope(root: root) { scopes.append(scope) }
    }
    reportViewsInTwoHierarchies()
    finishDiagnostics()
    return scopes
  }

  /// Whether a further diagnostic would be kept; expensive messages are only made then.
  var canReport: Bool { diagnostics.count < ImportLimits.diagnostics }

  mutating func report(
    _ severity: Diagnostic.Severity, _ rule: Diagnostic.Rule, _ message: String,
    at node: NodeID
  ) {
    guard canReport else {
      unreported += 1
      return
    }
    diagnostics.append(
      Diagnostic(
        severity: severity, rule: rule, file: file, location: tree[node].location,
        message: message.shortened(to: ImportLimits.messageLength)))
  }

  mutating func warn(_ message: String, at node: NodeID) {
    report(.warning, .input, message, at: node)
  }

  /// Sorts the diagnostics by document order, and adds the number of omitted ones.
  private mutating func finishDiagnostics() {
    let places = diagnostics.enumerated().map { index, diagnostic in
      (diagnostic.location?.line ?? 0, diagnostic.location?.column ?? 0, index)
    }
    diagnostics = places.sorted(by: <).map { diagnostics[$0.2] }
    if unreported > 0 {
      diagnostics.append(
        Diagnostic(
          severity: .warning, file: file, location: nil,
          message: "\(unreported) more problems, which are not listed"))
    }
  }

  /// Returns the case of one root; nil when it is empty, or the document does not give its size.
  private mutating func scope(root: NodeID) -> ImportedScope? {
    let surroundings = RootSurroundings.of(root, tree: tree, outline: outline, graph: graph)
    let isScreen = surroundings.kind == .controllerView || surroundings.kind == .topLevelView
    // Bars, bar items and empty cells are no screens.
    if !isScreen, (outline.members[root]?.count ?? 0) <= 1 { return nil }
    guard let rootRect = rect(of: root), rootRect.width.numerator >= 0,
      rootRect.height.numerator >= 0
    else {
      // Empty roots are not reported.
      if (outline.members[root]?.count ?? 0) > 1 {
        warn("the root view has no frame of its own; its layout is skipped", at: root)
      }
      return nil
    }
    var draft = ScopeDraft(
      rootNode: root, surroundings: surroundings,
      size: size(ofRoot: root, drawn: rootRect, surroundings),
      sharedViews: sharedViews[tree[root].location] ?? [])
    addViews(to: &draft)
    addStacks(to: &draft)
    reportUnreadableValues(of: draft)
    addGuides(to: &draft)
    addConstraints(to: &draft)
    let safeArea = SystemAreas.apply(to: &draft, builder: self)
    addStackInsets(to: &draft)
    let environment = LayoutCase.Environment(
      size: draft.size, scale: header.device?.scale ?? 1, direction: direction,
      safeArea: safeArea)
    let name = scopeName(root: root, surroundings: surroundings)
    return ImportedScope(
      id: draft.views[0].id, name: name, kind: surroundings.kind, runtime: header.runtime,
      location: tree[root].location,
      layoutCase: LayoutCase(
        name: name, environment: environment, views: draft.views, guides: draft.guides,
        constraints: draft.constraints),
      origins: draft.views.indices.map { origin(ofView: $0, in: draft) },
      constraintLocations: draft.constraintNodes.map { tree[$0].location },
      changeableConstraints: Set(
        draft.constraintNodes.indices.filter { index in
          draft.constraints[index].source == .author
            && tree.attribute("id", of: draft.constraintNodes[index])
              .map(outlets.destinations.contains) == true
        }),
      unsupported: draft.unsupported, containsScrollContent: draft.containsScrollContent,
      sizing: CellSizing(of: surroundings, tree: tree),
      isLoose: isLoose(root, surroundings, draft.size), isInTable: surroundings.table != nil)
  }

  /// Whether a root is a view that code places somewhere: no screen, and of no controller.
  private func isLoose(
    _ root: NodeID, _ surroundings: RootSurroundings, _ size: LayoutSize
  ) -> Bool {
    guard surroundings.kind == .topLevelView,
      !(tree.attribute("id", of: root).map(outlets.controllerViews.contains) ?? false)
    else { return false }
    return !header.isWholeScreen(size)
  }

  private func origin(ofView index: Int, in draft: ScopeDraft) -> ViewOrigin {
    let node = draft.nodes[index]
    let id = tree.attribute("id", of: node) ?? ""
    return ViewOrigin(
      skipReason: draft.skipReasons[index],
      isFlagged: tree.isYes("misplaced", of: node) || tree.isYes("ambiguous", of: node),
      tag: tree[node].tag, location: tree[node].location,
      mutedAmbiguity: tree.attribute("verifyAmbiguity", of: node).flatMap(
        ImportedScope.MutedAmbiguity.init),
      isPlacedByCell: outlets.placedByCells.contains(id),
      hasOutlet: outlets.destinations.contains(id), isBlank: isBlank(node))
  }

  /// Whether a view shows no more than a background: a plain one without a class of its own.
  private func isBlank(_ node: NodeID) -> Bool {
    ["view", "customView", "stackView", "visualEffectView"].contains(tree[node].tag)
      && tree.attribute("customClass", of: node) == nil
  }

  /// Returns the size of a root on the device that is laid out for.
  private func size(
    ofRoot root: NodeID, drawn: LayoutRect, _ surroundings: RootSurroundings
  ) -> LayoutSize {
    let size = LayoutSize(width: drawn.width, height: drawn.height)
    if header.isAsDrawn { return size }
    var (width, height) = (drawn.width.doubleValue, drawn.height.doubleValue)
    switch surroundings.kind {
    case .controllerView:
      let canvas = surroundings.controller.flatMap {
        tree.child(of: $0, tag: "size", key: "freeformSize")
      }
      if canvas == nil { (width, height) = screenChange.screen(width: width, height: height) }
    case .topLevelView:
      (_, height) = screenChange.screen(width: width, height: height)
      width = screenChange.width(width)
    case .cell, .header, .other:
      // A part beside a content view, such as an accessory, keeps its width.
      let outer = surroundings.cell.flatMap(rect)?.width.doubleValue ?? width
      width += screenChange.width(outer) - outer
    }
    guard let newWidth = DocumentNumber.rounded(width, places: 6),
      let newHeight = DocumentNumber.rounded(height, places: 6), width >= 0, height >= 0
    else { return size }
    return LayoutSize(width: newWidth, height: newHeight)
  }

  /// Returns the name of a screen: its class, or the first other name that its author gave it.
  func scopeName(root: NodeID, surroundings: RootSurroundings) -> String {
    let named = surroundings.controller ?? surroundings.cell ?? root
    let keys = ["customClass", "userLabel", "title", "storyboardIdentifier", "reuseIdentifier"]
    let names = keys.lazy.compactMap { tree.attribute($0, of: named) }
    return names.first { !$0.isEmpty } ?? tree[named].tag
  }

  /// Returns the recorded frame, as written; nil when it is absent or not four finite numbers.
  ///
  /// The content view of a cell without a frame fills its cell.
  func rect(of node: NodeID) -> LayoutRect? {
    guard let rect = tree.child(of: node, tag: "rect", key: "frame") else {
      if let inset = insetRect(of: node) { return inset }
      let parent = tree[node].parent
      // Only the written frame of the cell: cells in cells would cost the depth.
      guard tree.attribute("key", of: node) == "contentView", parent >= 0,
        tree[parent].tag.ends(with: "Cell"),
        let cell = tree.child(of: parent, tag: "rect", key: "frame").flatMap(plainRect)
      else { return nil }
      return LayoutRect(x: 0, y: 0, width: cell.width, height: cell.height)
    }
    return plainRect(rect)
  }

  /// Returns the frame of a `rect` element; nil when it is not four finite numbers.
  private func plainRect(_ element: NodeID) -> LayoutRect? {
    let values = ["x", "y", "width", "height"].compactMap { name in
      tree.attribute(name, of: element).flatMap(DocumentNumber.points)
    }
    guard values.count == 4 else { return nil }
    return LayoutRect(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  /// Returns a frame that is recorded by its distances from the edges of the superview: without
  /// one from the near edge it begins there.
  private func insetRect(of node: NodeID) -> LayoutRect? {
    guard let inset = tree.child(of: node, tag: "frame", key: "frameInset") else { return nil }
    func number(_ name: String, of element: NodeID) -> LayoutNumber? {
      tree.attribute(name, of: element).flatMap(DocumentNumber.points)
    }
    let names = ["minX", "minY", "maxX", "maxY", "width", "height"]
    let written = names.filter { tree.attribute($0, of: inset) != nil }
    guard written.allSatisfy({ number($0, of: inset) != nil }) else { return nil }
    // Of the superview only a written length: insets of insets would cost the depth.
    let superview = outline.superview[node]
    let outer =
      superview < 0
      ? nil
      : tree.child(of: superview, tag: "rect", key: "frame")
        ?? tree.child(of: superview, tag: "frame", key: "frameInset")
    func span(
      _ near: String, _ far: String, _ size: String
    ) -> (start: LayoutNumber, length: LayoutNumber)? {
      let (start, end) = (number(near, of: inset), number(far, of: inset))
      let whole = outer.flatMap { number(size, of: $0) }
      if let length = number(size, of: inset) {
        let rest = end.flatMap { whole?.subtracting($0)?.subtracting(length) }
        return (start ?? rest ?? 0, length)
      }
      let length = whole?.subtracting(start ?? 0)?.subtracting(end ?? 0)
      return length.map { (start ?? 0, $0) }
    }
    guard let across = span("minX", "maxX", "width"), let along = span("minY", "maxY", "height")
    else { return nil }
    return LayoutRect(
      x: across.start, y: along.start, width: across.length, height: along.length)
  }
}

/// A scope under construction; arrays of views are parallel.
struct ScopeDraft {
  typealias NodeID = DocumentTree.NodeID

  let rootNode: NodeID
  let surroundings: RootSurroundings
  /// The size of the root, on the device that is laid out for.
  let size: LayoutSize
  /// The views of another import, with which views share rare properties.
  private let sharedViews: [View]
  var nodes: [NodeID] = []
  var views: [View] = []
  var skipReasons: [ImportedScope.SkipReason?] = []
  var guides: [Guide] = []
  /// The key of each guide in the document: `safeArea`, `contentLayoutGuide`, `top`, ...
  var guideKeys: [String] = []
  var constraints: [LayoutConstraint] = []
  /// The element of each constraint.
  var constraintNodes: [NodeID] = []
  /// The items of the scope by the ids of the document.
  var items: [String: Item] = [:]
  /// Ids of views and constraints that the document does not install on its device.
  var excluded: Set<String> = []
  /// The hidden view that a stack view of macOS has detached, by each view in it and itself.
  var detached: [Int: Int] = [:]
  var unsupported: [ImportedScope.Unsupported] = []
  var containsScrollContent = false
  private var itemIDs = UniqueIDs()
  private var constraintIDs = UniqueIDs()

  init(
    rootNode: NodeID, surroundings: RootSurroundings, size: LayoutSize, sharedViews: [View]
  ) {
    self.rootNode = rootNode
    self.surroundings = surroundings
    self.size = size
    self.sharedViews = sharedViews
  }

  /// Whether a constraint has no effect: it connects a detached view, or one in it, with others.
  func isDetached(_ constraint: LayoutConstraint) -> Bool {
    guard !detached.isEmpty, let second = constraint.second else { return false }
    func part(_ item: Item) -> Int? {
      switch item {
      case .view(let view): return detached[view]
      case .guide(let guide): return detached[guides[guide].owner]
      }
    }
    return part(constraint.first.item) != part(second.item)
  }

  /// Adds a view, which shares equal rare properties with the view at the same index of the other
  /// import.
  mutating func append(_ view: View) {
    var view = view
    if views.count < sharedViews.count { view.shareRareParts(with: sharedViews[views.count]) }
    views.append(view)
  }

  /// Reserves capacity for a number of views: an array that grows by doubling keeps up to twice the
  /// memory.
  mutating func reserveCapacity(views count: Int) {
    nodes.reserveCapacity(count)
    views.reserveCapacity(count)
    skipReasons.reserveCapacity(count)
  }

  /// Returns an id that no view or guide of the scope has yet.
  mutating func uniqueID(_ id: String) -> String { itemIDs.unique(id) }

  /// Returns an id that no constraint of the scope has yet.
  mutating func uniqueConstraintID(_ id: String) -> String { constraintIDs.unique(id) }
}
