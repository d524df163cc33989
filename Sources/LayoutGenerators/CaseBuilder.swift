// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// A case under construction, with its witness.
///
/// Views are added with their witness frames; constraints take their constants from the witness. An
/// item is *known* along an axis when the constraints so far determine its place and size there.
/// Later items are fixed relative to known ones, which makes the layout unique by construction.
struct CaseBuilder: ~Copyable, Sendable {
  var layoutCase: LayoutCase
  var witness = Witness()
  var features: Features
  let profile: Profile
  var viewsKnown: [ByAxis<Bool>] = []
  var guidesKnown: [ByAxis<Bool>] = []
  var contentsKnown: [ByAxis<Bool>] = []
  /// The equations that settle each view along each axis.
  var equations: [ByAxis<Equations>] = []
  /// Whether the frame of a view depends on a text size, which witnesses do not know; by view and
  /// axis.
  var viewsOpen: [ByAxis<Bool>] = []
  var contentsOpen: [ByAxis<Bool>] = []
  /// The patterns drawn so far.
  var patterns: [Pattern] = []
  var stage: Stage?
  /// The number of grid steps in a point.
  var grid = 1

  /// One of the conditions that settle a view: a constraint, or its intrinsic size.
  enum Equation: Sendable, Hashable {
    case constraint(Int)
    case intrinsicSize
  }

  /// The equations of a view along an axis; more than two would be redundant.
  struct Equations: Sendable, Hashable {
    var first: Equation?
    var second: Equation?

    var isEmpty: Bool { first == nil }

    mutating func append(_ equation: Equation) {
      if first == nil { first = equation } else { second = equation }
    }
  }

  init(profile: Profile, features: Features, environment: LayoutCase.Environment) {
    self.profile = profile
    self.features = features
    layoutCase = LayoutCase(environment: environment, views: [])
    layoutCase.views.reserveCapacity(16)
    layoutCase.constraints.reserveCapacity(48)
    let size = environment.size
    addView(
      parent: nil,
      at: ByAxis(
        Stretch(low: 0, size: Ratio(size.width)), Stretch(low: 0, size: Ratio(size.height))))
    viewsKnown[0] = ByAxis(both: true)
  }

  /// Whether all numbers of the case must be exact doubles.
  var isBinary: Bool { profile == .degenerate && features.contains(.binaryNumbers) }

  var isRightToLeft: Bool { layoutCase.environment.direction == .rightToLeft }

  @discardableResult
  mutating func addView(
    parent: Int?, kind: View.Kind = .view, at rect: ByAxis<Stretch>
  ) -> Int {
    let index = layoutCase.views.count
    layoutCase.views.append(View(id: "v\(index)", parent: parent, kind: kind))
    witness.views.append(rect)
    witness.contents.append(ByAxis(rect.horizontal.size, rect.vertical.size))
    viewsKnown.append(ByAxis(both: false))
    contentsKnown.append(ByAxis(both: false))
    equations.append(ByAxis(both: Equations()))
    viewsOpen.append(ByAxis(both: false))
    contentsOpen.append(ByAxis(both: false))
    return index
  }

  /// Adds a guide; `rect` is the witness of a free one.
  @discardableResult
  mutating func addGuide(owner: Int, kind: Guide.Kind, at rect: ByAxis<Stretch>? = nil) -> Int {
    let index = layoutCase.guides.count
    layoutCase.guides.append(Guide(id: "g\(index + 1)", owner: owner, kind: kind))
    witness.guides.append(rect ?? ByAxis(both: Stretch(low: 0, size: 0)))
    guidesKnown.append(ByAxis(both: false))
    return index
  }

  // MARK: - Known places and sizes

  /// Whether the place and size of an item are settled along an axis.
  func isKnown(_ item: Item, _ axis: Axis) -> Bool {
    switch item {
    case .view(let view): return viewsKnown[view][axis]
    case .guide(let index):
      let guide = layoutCase.guides[index]
      switch guide.kind {
      case .free: return guidesKnown[index][axis]
      case .scrollContent:
        return viewsKnown[guide.owner][axis] && contentsKnown[guide.owner][axis]
      default: return viewsKnown[guide.owner][axis]
      }
    }
  }

  /// Whether the value of an anchor is settled.
  func isKnown(_ anchor: Anchor, other: Anchor) -> Bool {
    guard isKnown(anchor.item, anchor.axis) else { return false }
    guard case .view(let view) = anchor.item,
      Witness.isContent(anchor, other: other, in: layoutCase)
    else { return true }
    return contentsKnown[view][anchor.axis]
  }

  /// Whether the origin of location multipliers is settled.
  func isOriginKnown(_ first: Anchor, _ second: Anchor) -> Bool {
    let ancestor = layoutCase.nearestAncestor(of: first.item, second.item)
    return viewsKnown[ancestor][first.axis]
      && (layoutCase.views[ancestor].kind != .scrollView || contentsKnown[ancestor][first.axis])
  }

  mutating func setKnown(_ item: Item, _ axis: Axis) {
    switch item {
    case .view(let view): viewsKnown[view][axis] = true
    case .guide(let guide): guidesKnown[guide][axis] = true
    }
  }

  // MARK: - Constraints read off the witness

  /// Adds a constraint whose constant makes both sides equal on the witness, shifted by `shift`.
  ///
  /// - Returns: the index of the constraint; nil when the constant cannot be written.
  @discardableResult
  mutating func relate(
    _ first: Anchor, _ relation: LayoutConstraint.Relation = .equal, _ second: Anchor? = nil,
    multiplier: LayoutNumber = 1, priority: Priority = .required, shift: Ratio = 0
  ) -> Int? {
    let exact = witness.balance(first, second, multiplier: multiplier, in: layoutCase)
    guard exact.isModest, let constant = (exact + shift).layoutNumber else { return nil }
    layoutCase.constraints.append(
      LayoutConstraint(
        id: "c\(layoutCase.constraints.count + 1)", first: first, relation: relation,
        second: second, multiplier: multiplier, constant: constant, priority: priority))
    return layoutCase.constraints.count - 1
  }

  // MARK: - The end

  /// Puts the views in preorder and the constraints in order, and renumbers the truth.
  ///
  /// - Parameters:
  ///   - truth: the truth in the numbering of drawing.
  ///   - order: 0 keeps the constraints in the order drawn; other values select some fixed order.
  /// - Returns: the case, and the witness in the order of its views.
  func finished(truth: PlantedTruth, order: Int) -> (GeneratedCase, Witness) {
    var result = layoutCase
    var frames = witness
    var plan = truth
    let preorder = self.preorder()
    var position = [Int](repeating: 0, count: preorder.count)
    for (new, old) in preorder.enumerated() { position[old] = new }
    if preorder != Array(preorder.indices) {
      result.views = preorder.map { old in
        var view = layoutCase.views[old]
        view.parent = view.parent.map { position[$0] }
        return view
      }
      for index in result.guides.indices {
        result.guides[index].owner = position[result.guides[index].owner]
      }
      for index in result.constraints.indices {
        result.constraints[index].first.move(position)
        result.constraints[index].second?.move(position)
      }
      frames.views = preorder.map { witness.views[$0] }
      frames.contents = preorder.map { witness.contents[$0] }
      if case .ambiguous(let view, let axis) = plan {
        plan = .ambiguous(view: position[view], axis)
      }
    }
    if order != 0 {
      var numbers = Xoshiro256(seed: UInt64(order))
      let shuffled = result.constraints.indices.shuffled(using: &numbers)
      result.constraints = shuffled.map { result.constraints[$0] }
      if case .conflict(let members) = plan {
        plan = .conflict(
          constraints: shuffled.indices.filter { members.contains(shuffled[$0]) })
      }
    }
    let stretches = plan == .unique ? stretches(at: position) : []
    var made = GeneratedCase(
      layoutCase: result, profile: profile, truth: plan, stretches: stretches)
    made.patterns = patterns
    made.stage = stage
    made.features = features.rawValue
    return (made, frames)
  }

  /// Lists the stretches of the witness that depend on no text.
  ///
  /// - Parameter position: the final index of each view.
  /// - Returns: one for each known view and axis, with the final index of the view.
  private func stretches(at position: [Int]) -> [PlantedStretch] {
    var result: [PlantedStretch] = []
    result.reserveCapacity(2 * position.count)
    for view in position.indices {
      let scrolls = layoutCase.views[view].kind == .scrollView
      for axis in Axis.allCases where !viewsOpen[view][axis] {
        let own = witness.views[view][axis]
        let content = witness.contents[view][axis]
        let isContentKnown = scrolls && !contentsOpen[view][axis] && content.isDefined
        guard own.low.isDefined, own.size.isDefined else { continue }
        result.append(
          PlantedStretch(
            view: position[view], axis: axis, low: own.low, size: own.size,
            content: isContentKnown ? content : nil))
      }
    }
    return result
  }

  private func preorder() -> [Int] {
    var children = [[Int]](repeating: [], count: layoutCase.views.count)
    for (index, view) in layoutCase.views.enumerated() {
      if let parent = view.parent { children[parent].append(index) }
    }
    var order: [Int] = []
    order.reserveCapacity(children.count)
    var pending = [0]
    while let next = pending.popLast() {
      order.append(next)
      pending.append(contentsOf: children[next].reversed())
    }
    return order
  }
}

extension Anchor {
  fileprivate mutating func move(_ position: [Int]) {
    if case .view(let view) = item { item = .view(position[view]) }
  }
}
