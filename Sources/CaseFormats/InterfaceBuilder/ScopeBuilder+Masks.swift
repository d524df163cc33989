// SPDX-License-Identifier: MIT

import LayoutModel

extension ScopeBuilder {
  /// Returns the hold of a view without constraints of its own: the frame that the document fixes,
  /// or its autoresizing mask (AUTOLAYOUT 4, 12.8).
  ///
  /// In a document without Auto Layout every view has springs and struts (4.5), which never
  /// contradict each other.
  func hold(
    _ node: NodeID, frame: LayoutRect?, parent: Int?, _ draft: ScopeDraft
  ) -> View.Hold? {
    guard let parent, let frame, frame.width.numerator >= 0, frame.height.numerator >= 0 else {
      return nil
    }
    if tree.isYes("fixedFrame", of: node) { return View.Hold(frame: frame, reason: .fixedFrame) }
    if header.usesAutoLayout {
      if tree.attribute("translatesAutoresizingMaskIntoConstraints", of: node) == "NO" {
        return nil
      }
      if tree[draft.nodes[parent]].tag == "stackView" { return nil }
      if fillsSuperview(node) { return nil }
    }
    let reason: View.HoldReason = header.usesAutoLayout ? .autoresizing : .springsAndStruts
    guard let outer = draft.views[parent].recordedFrame else {
      return View.Hold(frame: frame, reason: reason)
    }
    // Constraints of subviews still apply when a view does not resize them (4.6).
    let resizes =
      header.usesAutoLayout
      || tree.attribute("autoresizesSubviews", of: draft.nodes[parent]) != "NO"
    return View.Hold(
      frame: frame, reason: reason,
      mask: fillsCell(node) ? [.flexibleWidth, .flexibleHeight] : resizes ? mask(of: node) : [],
      superviewSize: LayoutSize(width: outer.width, height: outer.height))
  }

  /// Whether a view is the content view of a cell.
  ///
  /// UIKit sizes it with its cell, whatever the document states, minus the room of an accessory
  /// that was there when it was drawn (AUTOLAYOUT 8.5).
  private func fillsCell(_ node: NodeID) -> Bool {
    let parent = tree[node].parent
    return tree.attribute("key", of: node) == "contentView" && parent >= 0
      && ["tableViewCell", "collectionViewCell"].contains(tree[parent].tag)
  }

  /// Returns the mask of a view; AppKit counts from the bottom.
  private func mask(of node: NodeID) -> AutoresizingMask {
    guard let element = tree.child(of: node, tag: "autoresizingMask", key: "autoresizingMask")
    else { return [] }
    let isFlipped = header.runtime == .macOS
    let names: [(String, AutoresizingMask)] = [
      ("flexibleMinX", .flexibleLeft), ("widthSizable", .flexibleWidth),
      ("flexibleMaxX", .flexibleRight),
      ("flexibleMinY", isFlipped ? .flexibleBottom : .flexibleTop),
      ("heightSizable", .flexibleHeight),
      ("flexibleMaxY", isFlipped ? .flexibleTop : .flexibleBottom),
    ]
    return names.reduce(into: []) { mask, part in
      if tree.isYes(part.0, of: element) { mask.insert(part.1) }
    }
  }

  /// Returns the reading direction that a view forces; playback and spatial content is not mirrored
  /// (AUTOLAYOUT 1.7).
  func direction(of node: NodeID) -> LayoutCase.Environment.Direction? {
    switch tree.attribute("semanticContentAttribute", of: node) {
    case "forceRightToLeft": return .rightToLeft
    case "forceLeftToRight", "playback", "spatial": return .leftToRight
    default: return nil
    }
  }
}
