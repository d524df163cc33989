// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// Rules for single views: views that are too small, or at a wrong place.
struct PlaceRules {
  /// The largest accepted distance beyond the view's bounds, in points.
  static let tolerance = 1.0
  /// The smallest width and height of a touch target, in points.
  static let targetMin = 24.0
  /// The largest length that counts as empty, in points.
  static let nothing = 0.5

  /// An edge of a view.
  private struct Part: Hashable {
    let view: Int
    let side: LayoutSide
  }

  private let placed: PlacedViews
  private let sizes: EmptySizes
  /// The views with an edge that an author's constraint ties to the opposite one of the superview.
  private let tied: Set<Int>
  /// The distances by which constants move edges of views out of the superview, in points.
  private let outward: [Part: Double]
  /// The views with such a constant, also as seen from a guide of the superview.
  private let writtenOutside: Set<Int>
  /// The edges beyond the superview that a constant moves there, of the view or of one around it: a
  /// drawer that code moves in.
  private let parked: Set<Part>
  /// Whether the view or one of its subviews shows something.
  private let holdsContent: [Bool]
  /// Whether neither the view nor a subview shows more than a background.
  private let isBlank: [Bool]
  /// The views by id.
  private let index: [String: Int]

  init(_ placed: PlacedViews) {
    self.placed = placed
    sizes = EmptySizes(placed)
    var (tied, writtenOutside): (Set<Int>, Set<Int>) = ([], [])
    var outward: [Part: Double] = [:]
    let layoutCase = placed.diagnosed.layoutCase
    for constraint in layoutCase.constraints {
      guard let reaching = constraint.viewReachingOut(in: layoutCase) else { continue }
      guard let side = reaching.side else {
        tied.insert(reaching.view)
        continue
      }
      writtenOutside.insert(reaching.view)
      let part = Part(view: reaching.view, side: side)
      outward[part] = max(outward[part] ?? 0, abs(constraint.constant.doubleValue))
    }
    self.tied = tied
    self.outward = outward
    self.writtenOutside = writtenOutside
    var parked: Set<Part> = []
    for (index, view) in placed.views.enumerated() {
      guard let parent = view.parent else { continue }
      for (side, points) in Self.overhang(of: index, in: placed) {
        let part = Part(view: index, side: side)
        if parked.contains(Part(view: parent, side: side)) || points > 0 && outward[part] != nil {
          parked.insert(part)
        }
      }
    }
    self.parked = parked
    var holdsContent = placed.views.indices.map { placed.isVisible[$0] && placed.showsContent($0) }
    for (index, view) in placed.views.enumerated().reversed() where holdsContent[index] {
      if let parent = view.parent { holdsContent[parent] = true }
    }
    self.holdsContent = holdsContent
    var isBlank = placed.views.indices.map {
      !holdsContent[$0] && placed.diagnosed.origin(ofView: $0)?.isBlank == true
    }
    for (index, view) in placed.views.enumerated().reversed() where placed.isVisible[index] {
      if let parent = view.parent, !isBlank[index] { isBlank[parent] = false }
    }
    self.isBlank = isBlank
    var index: [String: Int] = [:]
    for (number, view) in placed.views.enumerated() { index[view.id] = number }
    self.index = index
  }

  func findings() -> [LayoutFinding] {
    var found: [LayoutFinding] = []
    var isTold = [Bool](repeating: false, count: placed.views.count)
    // The innermost view is reported, not its ancestors.
    for view in placed.views.indices.reversed() where view > 0 && placed.isVisible[view] {
      let finding =
        zeroSize(view, isTold: isTold[view]) ?? offScreen(view)
        ?? (isTold[view] ? nil : outside(view))
      if let finding {
        found.append(finding)
        isTold[view] = true
      } else if let small = smallTarget(view) {
        found.append(small)
      }
      if finding == nil, let unsafe = unsafe(view) { found.append(unsafe) }
      if isTold[view], let parent = placed.views[view].parent { isTold[parent] = true }
    }
    return merged(found.reversed())
  }

  /// Merges the findings for all views of one superview that are outside of the screen: one cause
  /// moves them.
  ///
  /// Those that are there as written have constants of their own.
  private func merged(_ findings: [LayoutFinding]) -> [LayoutFinding] {
    var kept: [LayoutFinding] = []
    var first: [Int?: Int] = [:]
    for finding in findings {
      guard finding.rule == .offScreen, finding.severity == .error,
        let view = index[finding.key.objects[0]]
      else {
        kept.append(finding)
        continue
      }
      let parent = placed.views[view].parent
      guard let number = first[parent] else {
        first[parent] = kept.count
        kept.append(finding)
        continue
      }
      let screen = "the \(placed.diagnosed.screenWord)"
      let outer = parent.map { placed.diagnosed.name(ofView: $0) } ?? screen
      kept[number].key.objects += finding.key.objects
      kept[number].message =
        "\(kept[number].key.objects.count) views of \(outer) lie outside of \(screen)"
      if kept[number].details.count < 3 { kept[number].details += finding.details }
    }
    return kept
  }

  // MARK: - Sizes

  private func zeroSize(_ index: Int, isTold: Bool) -> LayoutFinding? {
    guard let empty = sizes.empty(index), !(isTold && empty.isWritten) else { return nil }
    var message = "\(placed.diagnosed.name(ofView: index)) has no \(empty.axis.sizeName)"
    if empty.holdsContent { message += ", but holds content" }
    if empty.isWritten { message += ", as written" }
    var finding = finding(.zeroSize, index, empty.axis.sizeName, message)
    if empty.holdsContent { finding.severity = .warning }
    if empty.isWritten { finding.severity = .note }
    return finding
  }

  private func smallTarget(_ index: Int) -> LayoutFinding? {
    guard placed.diagnosed.isTouched, placed.views[index].kind.isTarget, placed.isSettled[index]
    else { return nil }
    let frame = placed.drawn[index]
    guard min(frame.width, frame.height) < Self.targetMin, frame.width >= Self.nothing,
      frame.height >= Self.nothing
    else { return nil }
    let size = "\(FrameText.points(frame.width)) x \(FrameText.points(frame.height))"
    return finding(
      .smallTarget, index, "",
      "\(placed.diagnosed.name(ofView: index)) is \(size) pt, hard to hit with a finger")
  }

  // MARK: - Places

  /// Reports the outermost view that is outside, once for its whole subtree.
  private func offScreen(_ index: Int) -> LayoutFinding? {
    guard let parent = placed.views[index].parent, isOffScreen(index), !isOffScreen(parent),
      holdsContent[index], placed.isSettledInRoot[index], !placed.scrolls[index],
      !placed.isAsHeld(index),
      writtenOutside.contains(index) || !tied.contains(index)
    else { return nil }
    let frame = placed.absolute[index]
    let sides = distances(fromScreen: frame).map(\.side)
    let isWritten = sides.allSatisfy { parked.contains(Part(view: index, side: $0)) }
    var finding = finding(
      .offScreen, index, "",
      "\(placed.diagnosed.name(ofView: index)) lies outside of the \(placed.diagnosed.screenWord),"
        + " \(text(distances(fromScreen: frame)))" + (isWritten ? ", as written" : ""))
    let isChangeable = sides.allSatisfy { placed.isChangeable(index, $0.axis) }
    if isWritten || isChangeable { finding.severity = .note }
    let root = placed.absolute[0]
    finding.details = [
      "\(placed.diagnosed.constraintName(ofView: index)): \(FrameText.sizeAndPlace(frame)) in"
        + " the root of \(FrameText.points(root.width)) x \(FrameText.points(root.height)) pt,"
        + " \(text(distances(fromScreen: frame)))"
    ]
    return finding
  }

  /// A distance beyond an edge, in points.
  private typealias Distance = (side: LayoutSide, points: Double)

  /// Returns the distances between a frame and the edges of the screen beyond which it lies.
  private func distances(fromScreen frame: Layout.Frame) -> [Distance] {
    let root = placed.absolute[0]
    let sides: [Distance] = [
      (.left, root.x - frame.maxX), (.right, frame.x - root.maxX),
      (.top, root.y - frame.maxY), (.bottom, frame.y - root.maxY),
    ]
    return sides.filter { $0.points >= 0 }
  }

  /// Returns a text such as `80 pt beyond its right edge`.
  private func text(_ distances: [Distance], _ separator: String = " and ") -> String {
    distances.map { "\(FrameText.points($0.points)) pt beyond its \($0.side) edge" }
      .joined(separator: separator)
  }

  /// Returns the distances by which a view reaches out of its superview; negative inside.
  private static func overhang(of index: Int, in placed: PlacedViews) -> [Distance] {
    guard let parent = placed.views[index].parent else { return [] }
    let frame = placed.drawn[index]
    // The edge of a superview is that of its frame: a box has its border and its content outside of
    // its alignment rectangle.
    let outer = placed.layout.frames[parent]
    let insets = placed.views[parent].alignmentInsets
    let (left, top) = (frame.x + insets.left.doubleValue, frame.y + insets.top.doubleValue)
    return [
      (.left, -left), (.top, -top), (.right, left + frame.width - outer.width),
      (.bottom, top + frame.height - outer.height),
    ]
  }

  private func isOffScreen(_ index: Int) -> Bool {
    let frame = placed.absolute[index]
    let shared = frame.overlap(with: placed.absolute[0])
    return (shared.width <= 0 || shared.height <= 0) && frame.width >= Self.nothing
      && frame.height >= Self.nothing
  }

  private func outside(_ index: Int) -> LayoutFinding? {
    guard let parent = placed.views[index].parent, placed.isSettled[index],
      placed.isSettled[parent], !placed.isInsideSystem[index],
      !placed.diagnosed.isScrolling(parent), !tied.contains(index),
      !placed.isAsHeld(index), !isTold(asEmpty: parent)
    else { return nil }
    let frame = placed.drawn[index]
    // Edges are moved to the nearest pixel.
    let rounding = 0.5 / Double(placed.diagnosed.layoutCase.environment.scale)
    let beyond = Self.overhang(of: index, in: placed).filter {
      $0.points > Self.tolerance + rounding && !isStated($0, index)
    }
    guard !beyond.isEmpty, frame.width >= Self.nothing, frame.height >= Self.nothing else {
      return nil
    }
    var found = finding(
      .outsideParent, index, beyond.map(\.side.rawValue).joined(separator: " "),
      "\(placed.diagnosed.name(ofView: index)) reaches out of its superview: "
        + text(beyond, ", "))
    // The rest of a background is not missed.
    let isChangeable = beyond.allSatisfy { placed.isChangeable(index, $0.side.axis) }
    if isBlank[index] || isChangeable { found.severity = .note }
    return found
  }

  /// Whether an author's constant moves an edge of a view as far out of its superview.
  private func isStated(_ distance: Distance, _ view: Int) -> Bool {
    outward[Part(view: view, side: distance.side)].map {
      distance.points <= $0 + Self.tolerance
    } ?? false
  }

  /// Whether a view is reported as empty; then its overflowing subviews are not reported.
  private func isTold(asEmpty view: Int) -> Bool {
    sizes.empty(view).map { !$0.isWritten } ?? false
  }

  private func unsafe(_ index: Int) -> LayoutFinding? {
    let safe = placed.diagnosed.layoutCase.environment.safeArea
    guard !safe.isZero, !placed.diagnosed.isLoose, placed.showsContent(index),
      placed.views[index].kind != .imageView,
      placed.isSettledInRoot[index], !placed.scrolls[index], !placed.isInsideSystem[index],
      !isOffScreen(index)
    else { return nil }
    let frame = placed.absolute[index]
    let root = placed.absolute[0]
    guard frame.width >= Self.nothing, frame.height >= Self.nothing else { return nil }
    let all: [Distance] = [
      (.top, safe.top.doubleValue - frame.y), (.left, safe.left.doubleValue - frame.x),
      (.bottom, frame.maxY - root.height + safe.bottom.doubleValue),
      (.right, frame.maxX - root.width + safe.right.doubleValue),
    ]
    let under = all.filter { $0.points > Self.tolerance }
    guard let worst = under.max(by: { $0.points < $1.points }) else { return nil }
    var found = finding(
      .unsafeArea, index, worst.side.rawValue,
      "\(placed.diagnosed.name(ofView: index)) reaches \(FrameText.points(worst.points)) pt out of"
        + " the safe area at the \(worst.side)")
    let isParked = parked.contains(Part(view: index, side: worst.side))
    if isParked || placed.isChangeable(index, worst.side.axis) { found.severity = .note }
    return found
  }

  private func finding(
    _ rule: LayoutRule, _ view: Int, _ aspect: String, _ message: String
  ) -> LayoutFinding {
    LayoutFinding(
      rule, objects: [placed.id(view)], aspect: aspect, message: message,
      details: [
        placed.diagnosed.constraintName(ofView: view)
          + ": \(FrameText.inSuperview(placed.drawn[view]))"
      ],
      location: placed.diagnosed.location(ofView: view))
  }
}

/// An edge of a rectangle.
enum LayoutSide: String, Sendable, Hashable {
  case left, right, top, bottom

  var axis: Axis { self == .left || self == .right ? .horizontal : .vertical }
}

extension LayoutConstraint {
  /// A view that a constraint moves out of its superview by its author's intent.
  struct Reaching {
    let view: Int
    /// The edge that the constant moves; nil when an edge is tied to the opposite one.
    let side: LayoutSide?
  }

  /// Returns the view that the constraint moves out of its superview by its author's intent; nil
  /// when there is none.
  ///
  /// The author wrote a constant from an edge or a guide of the superview, or tied an edge to the
  /// opposite one.
  func viewReachingOut(in layoutCase: LayoutCase) -> Reaching? {
    guard source == .author, let second, multiplier.isOne,
      let edge = first.attribute.isNearEdge, let opposite = second.attribute.isNearEdge,
      first.attribute.kind == second.attribute.kind
    else { return nil }
    let views = layoutCase.views
    func view(of item: Item) -> (index: Int, isGuide: Bool) {
      switch item {
      case .view(let index): return (index, false)
      case .guide(let index): return (layoutCase.guides[index].owner, true)
      }
    }
    let (one, other) = (view(of: first.item), view(of: second.item))
    let isFirstInside: Bool
    if views[one.index].parent == other.index, !one.isGuide {
      isFirstInside = true
    } else if views[other.index].parent == one.index, !other.isGuide {
      isFirstInside = false
    } else {
      return nil
    }
    let inner = isFirstInside ? one.index : other.index
    if edge != opposite {
      return one.isGuide || other.isGuide ? nil : Reaching(view: inner, side: nil)
    }
    let outward = isFirstInside ? constant : constant.negated ?? constant
    let reachesOut = edge ? outward.isNegative : outward.numerator > 0
    let direction = views[inner].direction ?? layoutCase.environment.direction
    let attribute = isFirstInside ? first.attribute : second.attribute
    return reachesOut
      ? Reaching(view: inner, side: attribute.side(isRightToLeft: direction == .rightToLeft)) : nil
  }
}

extension Attribute {
  /// Whether it is the near one of two edges; nil for other attributes.
  var isNearEdge: Bool? {
    switch self {
    case .left, .leading, .top: return true
    case .right, .trailing, .bottom: return false
    default: return nil
    }
  }

  /// Returns the edge that the attribute of a near or far edge measures.
  fileprivate func side(isRightToLeft: Bool) -> LayoutSide? {
    switch self {
    case .left: return .left
    case .right: return .right
    case .top: return .top
    case .bottom: return .bottom
    case .leading: return isRightToLeft ? .right : .left
    case .trailing: return isRightToLeft ? .left : .right
    default: return nil
    }
  }
}
