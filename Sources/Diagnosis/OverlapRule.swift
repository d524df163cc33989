// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// Views with content that cover each other in one superview.
struct OverlapRule {
  /// The largest accepted overlap of two views, in points: rounding to pixels, and outlines that
  /// touch.
  static let tolerance = 1.0
  /// The largest number of pairs that are compared in one superview.
  ///
  /// With more pairs the overlap is intended, and a note reports the rest.
  static let pairsMax = 100_000
  /// The largest number of findings of one superview, besides a note that there may be more.
  static let findingsMax = 20

  private let placed: PlacedViews
  /// The overlaps that constants of authors state, in points.
  private let written: [Overlap: Double]

  /// Two siblings that overlap along an axis.
  private struct Overlap: Hashable {
    let one: Int
    let other: Int
    let axis: Axis
  }

  init(_ placed: PlacedViews) {
    self.placed = placed
    var written: [Overlap: Double] = [:]
    for constraint in placed.diagnosed.layoutCase.constraints {
      guard let stated = constraint.statedOverlap(in: placed.views) else { continue }
      let overlap = Overlap(
        one: min(stated.one, stated.other), other: max(stated.one, stated.other),
        axis: stated.axis)
      written[overlap] = max(stated.points, written[overlap] ?? 0)
    }
    self.written = written
  }

  /// Whether an author's constant states all of an overlap along an axis.
  private func isWritten(_ one: Int, _ other: Int, _ shared: (width: Double, height: Double))
    -> Bool
  {
    Axis.allCases.contains { axis in
      let length = axis == .horizontal ? shared.width : shared.height
      return written[Overlap(one: one, other: other, axis: axis)].map {
        length <= $0 + Self.tolerance
      } ?? false
    }
  }

  /// - Complexity: O(views log views), and `pairsMax` for each superview.
  func findings() -> [LayoutFinding] {
    var found: [LayoutFinding] = []
    for parent in placed.children.indices where placed.children[parent].count > 1 {
      found += findings(in: parent)
    }
    return found
  }

  private func findings(in parent: Int) -> [LayoutFinding] {
    // Stack views and cells of lists place their views themselves.
    guard !placed.isInsideSystem[placed.children[parent][0]] else { return [] }
    let frames = placed.drawn
    let candidates = placed.children[parent].filter { isCandidate($0, in: parent) }
      .sorted { (frames[$0].x, $0) < (frames[$1].x, $1) }
    var found: [LayoutFinding] = []
    var pairs = 0
    for (position, one) in candidates.enumerated() {
      for other in candidates[(position + 1)...] {
        pairs += 1
        if frames[other].x >= frames[one].maxX - Self.tolerance { break }
        if pairs > Self.pairsMax || found.count >= Self.findingsMax {
          return found + [rest(candidates.count - position, in: parent)]
        }
        if let finding = finding(min(one, other), max(one, other)) { found.append(finding) }
      }
    }
    return found
  }

  /// Returns the note for a search that ended before all pairs were compared.
  private func rest(_ count: Int, in parent: Int) -> LayoutFinding {
    let diagnosed = placed.diagnosed
    var finding = LayoutFinding(
      .overlap, objects: [placed.id(parent)], aspect: "rest",
      message:
        "\(count) more views in \(diagnosed.name(ofView: parent)) were not looked at for overlaps",
      location: diagnosed.location(ofView: parent))
    finding.severity = .note
    return finding
  }

  /// Whether the view shows something, and is no background of the superview.
  private func isCandidate(_ view: Int, in parent: Int) -> Bool {
    guard placed.isVisible[view], placed.isSettled[view], placed.showsContent(view) else {
      return false
    }
    let frame = placed.drawn[view]
    guard frame.width > Self.tolerance, frame.height > Self.tolerance else { return false }
    let outer = placed.drawn[parent]
    let all = Layout.Frame(x: 0, y: 0, width: outer.width, height: outer.height)
    return placed.views[view].kind != .imageView || !frame.contains(all, within: Self.tolerance)
  }

  private func finding(_ one: Int, _ other: Int) -> LayoutFinding? {
    // The author saw both views at their fixed places.
    if placed.isAsHeld(one), placed.isAsHeld(other) { return nil }
    let (first, second) = (placed.drawn[one], placed.drawn[other])
    let shared = first.overlap(with: second)
    guard shared.width > Self.tolerance, shared.height > Self.tolerance,
      !isWritten(one, other, shared)
    else { return nil }
    // A badge on an avatar, a text on a picture.
    if first.contains(second, within: Self.tolerance)
      || second.contains(first, within: Self.tolerance)
    {
      return nil
    }
    let diagnosed = placed.diagnosed
    let (width, height) = (FrameText.points(shared.width), FrameText.points(shared.height))
    return LayoutFinding(
      .overlap, objects: [placed.id(one), placed.id(other)],
      message: "\(diagnosed.name(ofView: one)) and \(diagnosed.name(ofView: other)) overlap by"
        + " \(width) x \(height) pt",
      details: [one, other].map {
        "\(diagnosed.constraintName(ofView: $0)): \(FrameText.inSuperview(placed.drawn[$0]))"
      }, location: diagnosed.location(ofView: other))
  }
}

extension LayoutConstraint {
  /// Returns the overlap of two siblings that an author's constant between their facing edges
  /// states; nil when there is none.
  fileprivate func statedOverlap(
    in views: [View]
  ) -> (one: Int, other: Int, axis: Axis, points: Double)? {
    guard source == .author, priority.isRequired, relation == .equal, multiplier.isOne, let second,
      case .view(let one) = first.item, case .view(let other) = second.item, one != other,
      views[one].parent == views[other].parent, first.attribute.kind == second.attribute.kind,
      let isNear = first.attribute.isNearEdge, second.attribute.isNearEdge == !isNear
    else { return nil }
    let points = isNear ? -constant.doubleValue : constant.doubleValue
    guard points > 0 else { return nil }
    return (one, other, first.attribute.axis, points)
  }
}
