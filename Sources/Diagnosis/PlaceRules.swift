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

  private let placed: PlacedViews
  private let sizes: EmptySizes
  /// The views that an author's constraint places beyond their superview.
  private let reachesOutByDesign: Set<Int>
  /// The distance by which constants move a view outward along an axis, in points.
  private let outward: [AmbiguousViews.Entry: Double]
  /// Those that its constant places there, also as seen from a guide of the superview.
  private let isWrittenOutside: Set<Int>
  /// Whether a constant moves the view, or one around it, out of its superview: a drawer that code
  /// moves in.
  private let isParked: [Bool]
  /// Whether the view or one of its subviews shows something.
  private let holdsContent: [Bool]
  /// The views by id.
  private let index: [String: Int]

  init(_ placed: PlacedViews) {
    self.placed = placed
    sizes = EmptySizes(placed)
    var (byDesign, written): (Set<Int>, Set<Int>) = ([], [])
    var outward: [AmbiguousViews.Entry: Double] = [:]
    let guides = placed.diagnosed.layoutCase.guides
    for constraint in placed.diagnosed.layoutCase.constraints {
      if let reaching = constraint.viewReachingOut(in: placed.views, guides) {
        if !reaching.isFromGuide { byDesign.insert(reaching.view) }
        if reaching.isByConstant {
          written.insert(reaching.view)
          let part = AmbiguousViews.Entry(
            view: reaching.view, axis: constraint.first.attribute.axis)
          let distance = abs(constraint.constant.doubleValue)
          outward[part] = max(outward[part] ?? 0, distance)
        }
      }
    }
    reachesOutByDesign = byDesign
    self.outward = outward
    isWrittenOutside = written
    var isParked = placed.views.indices.map(written.contains)
    for (index, view) in placed.views.enumerated() {
      if let parent = view.parent, isParked[parent] { isParked[index] = true }
    }
    self.isParked = isParked
    var holdsContent = placed.views.indices.map { placed.isVisible[$0] && placed.showsContent($0) }
    for (index, view) in placed.views.enumerated().reversed() where holdsContent[index] {
      if let parent = view.parent { holdsContent[parent] = true }
    }
    self.holdsContent = holdsContent
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
      isWrittenOutside.contains(index) || !reachesOutByDesign.contains(index)
    else { return nil }
    let isWritten = isParked[index]
    let frame = placed.absolute[index]
    var finding = finding(
      .offScreen, index, "",
      "\(placed.diagnosed.name(ofView: index)) lies outside of the \(placed.diagnosed.screenWord),"
        + " \(distances(fromScreen: frame))" + (isWritten ? ", as written" : ""))
    if isWritten { finding.severity = .note }
    let root = placed.absolute[0]
    finding.details = [
      "\(placed.diagnosed.constraintName(ofView: index)): \(FrameText.sizeAndPlace(frame)) in"
        + " the root of \(FrameText.points(root.width)) x \(FrameText.points(root.height)) pt,"
        + " \(distances(fromScreen: frame))"
    ]
    return finding
  }

  /// Returns a text such as `80 points beyond its right edge`, for each edge of the screen that a
  /// frame exceeds.
  private func distances(fromScreen frame: Layout.Frame) -> String {
    let root = placed.absolute[0]
    let sides = [
      ("left", root.x - frame.maxX), ("right", frame.x - root.maxX),
      ("top", root.y - frame.maxY), ("bottom", frame.y - root.maxY),
    ]
    return sides.filter { $0.1 >= 0 }
      .map { "\(FrameText.points($0.1)) pt beyond its \($0.0) edge" }
      .joined(separator: " and ")
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
      !placed.diagnosed.isScrolling(parent), !reachesOutByDesign.contains(index),
      !placed.isAsHeld(index), !isTold(asEmpty: parent)
    else { return nil }
    let frame = placed.drawn[index]
    // The edge of a superview is that of its frame: a box has its border and its content outside of
    // its alignment rectangle.
    let outer = placed.layout.frames[parent]
    let insets = placed.views[parent].alignmentInsets
    let (left, top) = (frame.x + insets.left.doubleValue, frame.y + insets.top.doubleValue)
    // Edges are moved to the nearest pixel.
    let rounding = 0.5 / Double(placed.diagnosed.layoutCase.environment.scale)
    let beyond = [
      ("left", -left), ("top", -top), ("right", left + frame.width - outer.width),
      ("bottom", top + frame.height - outer.height),
    ].filter { $0.1 > Self.tolerance + rounding && !isStated($0.1, index, axis(of: $0.0)) }
    guard !beyond.isEmpty, frame.width >= Self.nothing, frame.height >= Self.nothing else {
      return nil
    }
    let sides = beyond.map { "\(FrameText.points($0.1)) pt beyond its \($0.0) edge" }
    var found = finding(
      .outsideParent, index, beyond.map(\.0).joined(separator: " "),
      "\(placed.diagnosed.name(ofView: index)) reaches out of its superview: "
        + sides.joined(separator: ", "))
    // What shows nothing loses nothing; the views of a case stand for any.
    let isChangeable = beyond.allSatisfy { placed.isChangeable(index, axis(of: $0.0)) }
    let isEmpty = placed.diagnosed.isOfDocument && !holdsContent[index]
    if isEmpty || isChangeable { found.severity = .note }
    return found
  }

  /// Whether an author's constant moves a view as far out of its superview along an axis.
  private func isStated(_ points: Double, _ view: Int, _ axis: Axis) -> Bool {
    outward[AmbiguousViews.Entry(view: view, axis: axis)].map { points <= $0 + Self.tolerance }
      ?? false
  }

  private func axis(of side: String) -> Axis {
    ["left", "right"].contains(side) ? .horizontal : .vertical
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
    let under = [
      ("top", safe.top.doubleValue - frame.y), ("left", safe.left.doubleValue - frame.x),
      ("bottom", frame.maxY - root.height + safe.bottom.doubleValue),
      ("right", frame.maxX - root.width + safe.right.doubleValue),
    ].filter { $0.1 > Self.tolerance }
    guard let worst = under.max(by: { $0.1 < $1.1 }) else { return nil }
    var found = finding(
      .unsafeArea, index, worst.0,
      "\(placed.diagnosed.name(ofView: index)) reaches \(FrameText.points(worst.1)) pt out of"
        + " the safe area at the \(worst.0)")
    if isParked[index] || placed.isChangeable(index, axis(of: worst.0)) { found.severity = .note }
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

extension LayoutConstraint {
  /// A view that a constraint moves out of its superview by its author's intent.
  struct Reaching {
    let view: Int
    /// Whether the constant does so; otherwise an edge is tied to the opposite one.
    let isByConstant: Bool
    /// Whether the constant counts from a guide of the superview.
    let isFromGuide: Bool
  }

  /// Returns the view that the constraint moves out of its superview by its author's intent; nil
  /// when there is none.
  ///
  /// The author wrote a constant, or tied an edge to the opposite one.
  func viewReachingOut(in views: [View], _ guides: [Guide]) -> Reaching? {
    guard source == .author, let second, multiplier.isOne,
      let edge = first.attribute.isNearEdge, let opposite = second.attribute.isNearEdge,
      first.attribute.kind == second.attribute.kind
    else { return nil }
    func view(of item: Item) -> (index: Int, isGuide: Bool) {
      switch item {
      case .view(let index): return (index, false)
      case .guide(let index): return (guides[index].owner, true)
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
    let isFromGuide = one.isGuide || other.isGuide
    if edge != opposite {
      return isFromGuide ? nil : Reaching(view: inner, isByConstant: false, isFromGuide: false)
    }
    let outward = isFirstInside ? constant : constant.negated ?? constant
    let reachesOut = edge ? outward.isNegative : outward.numerator > 0
    return reachesOut
      ? Reaching(view: inner, isByConstant: true, isFromGuide: isFromGuide) : nil
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
}
