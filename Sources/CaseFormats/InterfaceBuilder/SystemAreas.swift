// SPDX-License-Identifier: MIT

import LayoutModel

/// The parts of a scope that its surroundings decide (AUTOLAYOUT 13).
///
/// They are the safe area of the root, the initial margins of views, and the rules by which layout
/// computes the rest.
struct SystemAreas {
  typealias NodeID = DocumentTree.NodeID

  private let builder: ScopeBuilder
  private let root: RootInsets
  /// Whether the root is a cell or its content view.
  private let isCell: Bool

  /// Sets margins, rules and strips of a draft.
  ///
  /// - Returns: the safe area of the root; zero where the document cannot refer to safe areas.
  static func apply(to draft: inout ScopeDraft, builder: ScopeBuilder) -> LayoutInsets {
    let areas = SystemAreas(
      builder: builder, root: RootInsets(draft: draft, builder: builder),
      isCell: draft.surroundings.kind == .cell)
    for index in draft.views.indices { areas.setMargins(ofView: index, in: &draft) }
    for index in draft.guides.indices {
      switch draft.guideKeys[index] {
      case "top": draft.guides[index].kind = .topStrip(areas.root.bars.layoutInsets.top)
      case "bottom": draft.guides[index].kind = .bottomStrip(areas.root.bars.layoutInsets.bottom)
      case "safeArea" where builder.header.runtime == .macOS:
        // In AppKit only the root of a window reaches below its title bar.
        let isRoot = draft.guides[index].owner == 0
        draft.guides[index].kind = .inset(isRoot ? areas.root.safeArea.layoutInsets : .zero)
      default: break
      }
    }
    return builder.header.usesSafeAreas ? areas.root.safeArea.layoutInsets : .zero
  }

  private func setMargins(ofView index: Int, in draft: inout ScopeDraft) {
    let tree = builder.tree
    let node = draft.nodes[index]
    let isRightToLeft =
      (draft.views[index].direction ?? builder.direction) == .rightToLeft
    var margins = writtenMargins(of: node, isRightToLeft: isRightToLeft)
    if index == 0 || isContentOfCell(node) {
      // The system's insets of a root, such as an accessory beside it, follow the direction.
      let system = root.margins.layoutInsets.mirrored(isRightToLeft)
      // A content view that preserves the margins of its cell has at least those.
      let preserves =
        isCell && builder.header.uses(.preservedCellMargins)
        && tree.isYes("preservesSuperviewLayoutMargins", of: node)
      margins = margins.map { preserves ? $0.enlarged(to: system) : $0 } ?? system
      if index == 0, !isCell, tree.attribute("insetsLayoutMarginsFromSafeArea", of: node) != "NO" {
        margins = margins?.adding(root.barsInMargins.layoutInsets)
      }
    }
    // Stack views have no margins of their own.
    let isEmpty = tree[node].tag == "stackView" && builder.header.uses(.stackMargins)
    let standard = isEmpty ? LayoutInsets.zero : .defaultMargins
    draft.views[index].margins = margins ?? standard
    draft.views[index].marginRules = View.MarginRules(
      preservesSuperviewMargins: tree.isYes("preservesSuperviewLayoutMargins", of: node),
      insetsFromSafeArea: builder.header.usesSafeAreas
        && tree.attribute("insetsLayoutMarginsFromSafeArea", of: node) != "NO",
      followsReadableWidth: tree.isYes("layoutMarginsFollowReadableWidth", of: node))
  }

  /// Whether a view is the content view of a cell.
  private func isContentOfCell(_ node: NodeID) -> Bool {
    isCell && builder.tree.attribute("key", of: node) == "contentView"
      && builder.tree[builder.tree[node].parent].tag.ends(with: "Cell")
  }

  /// Returns the margins that a document gives a view; nil when it gives none.
  private func writtenMargins(of node: NodeID, isRightToLeft: Bool) -> LayoutInsets? {
    let tree = builder.tree
    func insets(_ element: NodeID, _ left: String, _ right: String) -> LayoutInsets {
      func value(_ name: String) -> LayoutNumber {
        tree.attribute(name, of: element).flatMap(DocumentNumber.points) ?? .zero
      }
      return LayoutInsets(
        top: value("top"), left: value(left), bottom: value("bottom"), right: value(right))
    }
    if let element = tree.child(of: node, tag: "edgeInsets", key: "layoutMargins") {
      return insets(element, "left", "right")
    }
    return tree.child(of: node, tag: "directionalEdgeInsets", key: "directionalLayoutMargins")
      .map { insets($0, "leading", "trailing").mirrored(isRightToLeft) }
  }
}

extension LayoutInsets {
  /// Returns the insets with top and bottom larger by those of others.
  fileprivate func adding(_ other: LayoutInsets) -> LayoutInsets {
    var sum = self
    sum.top = top.adding(other.top) ?? top
    sum.bottom = bottom.adding(other.bottom) ?? bottom
    return sum
  }

  /// Returns the insets with each side at least as large as that of others.
  fileprivate func enlarged(to other: LayoutInsets) -> LayoutInsets {
    func larger(_ one: LayoutNumber, _ other: LayoutNumber) -> LayoutNumber {
      one.doubleValue < other.doubleValue ? other : one
    }
    return LayoutInsets(
      top: larger(top, other.top), left: larger(left, other.left),
      bottom: larger(bottom, other.bottom), right: larger(right, other.right))
  }

  /// Returns the insets with left and right exchanged, or as they are.
  fileprivate func mirrored(_ isMirrored: Bool) -> LayoutInsets {
    isMirrored ? LayoutInsets(top: top, left: right, bottom: bottom, right: left) : self
  }
}
