// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel

/// The frames that a document records, compared with its constraints without solving anything.
struct RecordedFrames {
  /// The largest distance by which recorded frames may break a constraint, in points.
  static let tolerance = 1.0

  private let scope: ImportedScope
  /// The recorded frame of each view in the coordinates of the root; nil for an unknown place.
  private var frames: [Rectangle<Double>?] = []
  /// The innermost scrolling ancestor of each view.
  private var scrollAncestor: [Int?] = []
  /// Whether nothing but constraints between plain views decides the place of each view.
  private var isPlain: [Bool] = []

  init(_ scope: ImportedScope) {
    self.scope = scope
    var isFlagged: [Bool] = []
    for (index, view) in scope.layoutCase.views.enumerated() {
      let origin = scope.origins[index]
      let parent = view.parent
      let outer = parent.map { frames[$0] } ?? Rectangle(x: 0, y: 0, width: 0, height: 0)
      isFlagged.append(
        origin.isFlagged || origin.skipReason == .hiddenInStack
          || parent.map { isFlagged[$0] } ?? false)
      if let recorded = view.recordedFrame, let outer {
        let start = parent == nil ? (0.0, 0.0) : (recorded.x.doubleValue, recorded.y.doubleValue)
        frames.append(
          Rectangle(
            x: outer.x + start.0, y: outer.y + start.1, width: recorded.width.doubleValue,
            height: recorded.height.doubleValue))
      } else {
        frames.append(nil)
      }
      let isScroller = parent.map { Self.scrollers.contains(scope.origins[$0].tag) } ?? false
      scrollAncestor.append(isScroller ? parent : parent.flatMap { scrollAncestor[$0] })
      isPlain.append(
        !isFlagged[index] && view.alignmentInsets == .zero
          && (parent == nil || Self.isPlain(origin.tag, on: scope.runtime)))
    }
  }

  /// The views that move their subviews by an offset that documents do not record.
  private static let scrollers: Set<String> = [
    "scrollView", "clipView", "tableView", "collectionView", "textView", "outlineView",
  ]

  /// The views whose constraints apply to their frames in every version of the editor.
  private static let plainTags: Set<String> = [
    "view", "customView", "label", "imageView", "stackView", "scrollView", "tableView",
    "collectionView", "containerView", "textView", "button",
  ]

  /// Whether constraints apply to the frame of a view in every version of the editor.
  ///
  /// On a desktop they do not for buttons and images: their insets depend on their style.
  private static func isPlain(_ tag: String, on runtime: ImportedDocument.Runtime) -> Bool {
    plainTags.contains(tag) && !(runtime == .macOS && ["button", "imageView"].contains(tag))
  }

  /// Whether the recorded frames break a required constraint between plain views by more than the
  /// tolerance.
  var breakPlainConstraint: Bool {
    scope.layoutCase.constraints.contains { constraint in
      guard constraint.source == .author, constraint.priority == .required,
        isPlain(constraint), let gap = gap(of: constraint)
      else { return false }
      return gap > Self.tolerance * max(1, abs(constraint.multiplier.doubleValue))
    }
  }

  /// Whether the recorded frames break required constraints to the top or the bottom guide of a
  /// screen, all of one edge by the height of one bar.
  var missBar: Bool {
    guard scope.kind == .controllerView || scope.kind == .topLevelView else { return false }
    let gaps = scope.layoutCase.constraints.compactMap(guideGap).filter {
      abs($0.points) > Self.tolerance
    }
    guard !gaps.isEmpty else { return false }
    return [true, false].allSatisfy { isTop in
      let ofEdge = gaps.filter { $0.isTop == isTop }.map(\.points)
      guard let first = ofEdge.first else { return true }
      return ofEdge.allSatisfy { abs($0 - first) <= Self.tolerance }
        && Self.barHeights.contains { abs($0 - abs(first)) <= Self.tolerance / 2 }
    }
  }

  /// The heights of navigation bars, tool bars and tab bars.
  private static let barHeights: [Double] = [32, 44, 49, 50, 56, 96]

  /// Returns the distance by which a constraint is broken; nil when it is not known.
  private func gap(of constraint: LayoutConstraint) -> Double? {
    guard let first = value(of: constraint.first) else { return nil }
    var second = 0.0
    if let anchor = constraint.second {
      guard let known = value(of: anchor) else { return nil }
      second = known * constraint.multiplier.doubleValue
    }
    let difference = first - second - constraint.constant.doubleValue
    switch constraint.relation {
    case .equal: return abs(difference)
    case .lessThanOrEqual: return max(0, difference)
    case .greaterThanOrEqual: return max(0, -difference)
    }
  }

  private func isPlain(_ constraint: LayoutConstraint) -> Bool {
    guard case .view(let first) = constraint.first.item, isPlain[first] else { return false }
    guard let anchor = constraint.second else { return true }
    guard case .view(let second) = anchor.item, isPlain[second] else { return false }
    let isSize = [.width, .height].contains(anchor.attribute)
    return isSize || scrollAncestor[first] == scrollAncestor[second]
  }

  /// Returns the value of an attribute of a view; nil for margins, baselines and guides.
  private func value(of anchor: Anchor) -> Double? {
    guard case .view(let view) = anchor.item, let frame = frames[view] else { return nil }
    let isMirrored = scope.layoutCase.environment.direction == .rightToLeft
    switch anchor.attribute {
    case .left: return frame.x
    case .right: return frame.x + frame.width
    case .leading: return isMirrored ? nil : frame.x
    case .trailing: return isMirrored ? nil : frame.x + frame.width
    case .top: return frame.y
    case .bottom: return frame.y + frame.height
    case .width: return frame.width
    case .height: return frame.height
    case .centerX: return frame.x + frame.width / 2
    case .centerY: return frame.y + frame.height / 2
    default: return nil
    }
  }

  /// Returns the distance by which a required equation of a plain view and the top or the bottom
  /// guide of the root is broken.
  private func guideGap(_ constraint: LayoutConstraint) -> (isTop: Bool, points: Double)? {
    guard constraint.source == .author, constraint.priority == .required,
      constraint.relation == .equal, constraint.multiplier == 1, let second = constraint.second
    else { return nil }
    let constant = constraint.constant.doubleValue
    for (view, guide, sign) in [(constraint.first, second, 1.0), (second, constraint.first, -1.0)] {
      guard let edge = edge(of: guide), case .view(let index) = view.item, isPlain[index],
        scrollAncestor[index] == nil, let place = value(of: view)
      else { continue }
      return (edge.isTop, place - edge.place - sign * constant)
    }
    return nil
  }

  /// Returns the place of the edge of a guide of the root beside the bars.
  private func edge(of anchor: Anchor) -> (isTop: Bool, place: Double)? {
    guard case .guide(let index) = anchor.item, let root = frames[0] else { return nil }
    let guide = scope.layoutCase.guides[index]
    guard guide.owner == 0 else { return nil }
    let safeArea = scope.layoutCase.environment.safeArea
    switch (guide.kind, anchor.attribute) {
    case (.area(.safeArea), .top): return (true, safeArea.top.doubleValue)
    case (.area(.safeArea), .bottom): return (false, root.height - safeArea.bottom.doubleValue)
    case (.topStrip(let height), .bottom): return (true, height.doubleValue)
    case (.bottomStrip(let height), .top): return (false, root.height - height.doubleValue)
    default: return nil
    }
  }
}
