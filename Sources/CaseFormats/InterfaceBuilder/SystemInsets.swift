// SPDX-License-Identifier: MIT

import LayoutModel

/// Gives the views of a scope their margins and safe areas, and the guides their insets.
///
/// Both are not in the document but follow from the root's own, which come from fixed tables. How much of
/// them reaches a view inside depends on how far its edges are from those of its superview; that
/// distance is read off the required constraints between the two, never off the recorded frames.
struct SystemInsets {
  typealias NodeID = DocumentTree.NodeID

  private let builder: ScopeBuilder
  private let root: RootInsets
  private var safeAreas: [EdgeInsets]
  private var margins: [EdgeInsets]
  /// The constraints between each view and its superview, by view.
  private var ties: [[Tie]]

  /// `view.edge == superview's target + constant` on one edge.
  private struct Tie {
    enum Target { case edge, margin, safeArea }
    var edge: EdgeInsets.Edge
    var target: Target
    /// Toward the inside.
    var constant: Double
  }

  static func apply(to draft: inout ScopeDraft, builder: ScopeBuilder) {
    var insets = SystemInsets(draft, builder)
    insets.spread(draft)
    for index in draft.views.indices {
      draft.views[index].margins = insets.margins[index].layoutInsets
    }
    for index in draft.guides.indices { insets.setInsets(ofGuide: index, in: &draft) }
  }

  private init(_ draft: ScopeDraft, _ builder: ScopeBuilder) {
    self.builder = builder
    root = RootInsets(draft: draft, builder: builder)
    safeAreas = [EdgeInsets](repeating: EdgeInsets(), count: draft.views.count)
    margins = [EdgeInsets](repeating: EdgeInsets(all: 8), count: draft.views.count)
    ties = [[Tie]](repeating: [], count: draft.views.count)
    for constraint in draft.constraints { addTie(constraint, draft) }
  }

  private mutating func addTie(_ constraint: LayoutConstraint, _ draft: ScopeDraft) {
    guard constraint.relation == .equal, constraint.priority.isRequired,
      let second = constraint.second, constraint.multiplier.doubleValue == 1
    else { return }
    let constant = constraint.constant.doubleValue
    addTie(inner: constraint.first, outer: second, constant, draft)
    addTie(inner: second, outer: constraint.first, -constant, draft)
  }

  private mutating func addTie(
    inner: Anchor, outer: Anchor, _ constant: Double, _ draft: ScopeDraft
  ) {
    guard case .view(let view) = inner.item, let parent = draft.views[view].parent,
      !inner.attribute.isMargin, let edge = EdgeInsets.Edge(inner.attribute),
      EdgeInsets.Edge(outer.attribute) == edge
    else { return }
    let target: Tie.Target
    switch outer.item {
    case .view(parent): target = outer.attribute.isMargin ? .margin : .edge
    case .guide(let guide)
    where draft.guides[guide].owner == parent && draft.guideKeys[guide] == "safeArea":
      target = .safeArea
    default: return
    }
    let inward = edge == .top || edge == .left ? constant : -constant
    ties[view].append(Tie(edge: edge, target: target, constant: inward))
  }

  /// From the root inward, in preorder.
  private mutating func spread(_ draft: ScopeDraft) {
    safeAreas[0] = root.safeArea
    margins[0] = margins(of: 0, own: root.margins, draft)
    for index in draft.views.indices.dropFirst() {
      guard let parent = draft.views[index].parent else { continue }
      for edge in EdgeInsets.Edge.allCases {
        if let distance = distance(of: index, edge, parent: parent, draft) {
          safeAreas[index][edge] = max(0, safeAreas[parent][edge] - max(0, distance))
        }
      }
      margins[index] = margins(of: index, own: EdgeInsets(all: 8), draft)
    }
  }

  /// From an edge of the superview inward to that of the view; nil when no constraint tells.
  private func distance(
    of view: Int, _ edge: EdgeInsets.Edge, parent: Int, _ draft: ScopeDraft
  ) -> Double? {
    if let frame = draft.views[view].hold?.frame {
      switch edge {
      case .top: return frame.y.doubleValue
      case .left: return frame.x.doubleValue
      case .bottom, .right: break
      }
    }
    guard let tie = ties[view].first(where: { $0.edge == edge }) else { return nil }
    switch tie.target {
    case .edge: return tie.constant
    case .margin: return margins[parent][edge] + tie.constant
    case .safeArea: return safeAreas[parent][edge] + tie.constant
    }
  }

  /// The margins that take effect: the view's own, at least those of its superview where it keeps them,
  /// moved in by the safe area.
  private func margins(of view: Int, own: EdgeInsets, _ draft: ScopeDraft) -> EdgeInsets {
    let node = draft.nodes[view]
    let tree = builder.tree
    var margins = own
    if let written = Self.writtenMargins(node, tree) { margins = written }
    if tree.isYes("preservesSuperviewLayoutMargins", of: node),
      let parent = draft.views[view].parent
    {
      for edge in EdgeInsets.Edge.allCases {
        guard let distance = distance(of: view, edge, parent: parent, draft) else { continue }
        margins[edge] = max(margins[edge], self.margins[parent][edge] - max(0, distance))
      }
    }
    guard builder.header.usesSafeAreas,
      tree.attribute("insetsLayoutMarginsFromSafeArea", of: node) != "NO"
    else { return margins }
    for edge in EdgeInsets.Edge.allCases { margins[edge] += safeAreas[view][edge] }
    return margins
  }

  private static func writtenMargins(_ node: NodeID, _ tree: DocumentTree) -> EdgeInsets? {
    func value(_ name: String, _ element: NodeID) -> Double {
      tree.attribute(name, of: element).flatMap(DocumentNumber.points)?.doubleValue ?? 0
    }
    if let insets = tree.child(of: node, tag: "edgeInsets", key: "layoutMargins") {
      return EdgeInsets(
        top: value("top", insets), left: value("left", insets), bottom: value("bottom", insets),
        right: value("right", insets))
    }
    if let insets = tree.child(
      of: node, tag: "directionalEdgeInsets", key: "directionalLayoutMargins")
    {
      return EdgeInsets(
        top: value("top", insets), left: value("leading", insets),
        bottom: value("bottom", insets), right: value("trailing", insets))
    }
    return nil
  }

  private func setInsets(ofGuide index: Int, in draft: inout ScopeDraft) {
    let owner = draft.guides[index].owner
    func number(_ value: Double) -> LayoutNumber {
      DocumentNumber.rounded(value, places: 3) ?? .zero
    }
    switch draft.guideKeys[index] {
    case "safeArea": draft.guides[index].kind = .inset(safeAreas[owner].layoutInsets)
    case "layoutMargins", "readableContent":
      draft.guides[index].kind = .inset(margins[owner].layoutInsets)
    case "keyboard":
      draft.guides[index].kind = .bottomStrip(number(safeAreas[owner].bottom))
    case "top": draft.guides[index].kind = .topStrip(number(root.bars.top))
    case "bottom": draft.guides[index].kind = .bottomStrip(number(root.bars.bottom))
    default: break
    }
  }
}
